"""Erasing a person on request: from the directory, competitions and games of a database."""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from raccord.hall.games import code_of
from raccord.hall.service import unfinished
from raccord.store import erasing
from raccord.store.records import StoredEvent
from raccord.store.schema import streams
from raccord.store.store import Store, new_id
from raccord.tournament import Refusal
from raccord.tournament.directory import Directory
from raccord.tournament.erasing import Identity, erased, identity

DIRECTORY_STREAM = "directory:people"


async def erase_person(store: Store, state: Directory, number: int) -> int:
    """Erase somebody of the directory everywhere; how many events were rewritten.

    Whoever is to be erased is still listed: his place in the directory goes afterwards.
    """
    if number not in state.people:
        raise Refusal(f"il n'y a pas de personne n° {number} dans l'annuaire")
    pseudonym = f"Anonyme {secrets.token_hex(3).upper()}"
    done = await store.write(lambda connection: _erase(connection, store, number, pseudonym))
    store.forget()
    await asyncio.to_thread(erasing.settle, store.engine)
    return done


def _erase(connection: Connection, store: Store, number: int, pseudonym: str) -> int:
    there = list(erasing.every_event(connection))
    who = _identity(there, number, pseudonym)
    changes = [
        (event, payload) for event in there if (payload := _rewritten(event, who)) != event.payload
    ]
    playing = set(unfinished(connection)) & {event.stream for event, _ in changes}
    if playing:
        code = code_of(min(playing))
        raise Refusal(f"il a sa place dans la partie {code}, qui n'est pas terminée")
    titles = {
        row.id: who.veiled(row.title)
        for row in connection.execute(select(streams.c.id, streams.c.title))
        if who.veiled(row.title) != row.title
    }
    ids = [new_id() for _ in changes]
    erasing.rewrite(connection, changes, titles, ids, store.clock())
    return len(changes)


def _rewritten(event: StoredEvent, who: Identity) -> str:
    told = msgspec.json.decode(event.payload)
    left = erased(told, who)
    return event.payload if left == told else msgspec.json.encode(left).decode()


def _identity(there: list[StoredEvent], number: int, pseudonym: str) -> Identity:
    """All that the directory ever knew him by, under this number and those put together with it."""
    told = [msgspec.json.decode(e.payload) for e in there if e.stream == DIRECTORY_STREAM]
    numbers = {number}
    for event in reversed(told):
        if event["event"] == "people-merged" and event["into"] in numbers:
            numbers.add(event["number"])
    known: list[Mapping[str, Any]] = [
        person
        for event in told
        for found, person in event.get("people", {}).items()
        if int(found) in numbers
    ]
    return identity(known, pseudonym)
