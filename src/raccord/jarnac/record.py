"""The record of a game: one JSON document with its schema and version, and its facts.

Version 1 is read as well; see ``former``.
"""

from typing import Any

import msgspec

from raccord.decoding import MALFORMED, in_french, locate
from raccord.jarnac.errors import NotARecordError
from raccord.jarnac.events import AnyEvent, Event, Opened
from raccord.jarnac.evolve import begin, evolve
from raccord.jarnac.former import brought_up

SCHEMA = "raccord/jarnac"
VERSION = 2


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Feuille de partie: the facts of a game, finished or not."""

    schema: str = SCHEMA
    version: int = VERSION
    events: tuple[AnyEvent, ...]


def dumps(events: tuple[Event, ...]) -> bytes:
    """The record of these facts, in JSON."""
    document = {"schema": SCHEMA, "version": VERSION, "events": events}
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def loads(document: bytes | str) -> tuple[Event, ...]:
    """The facts of a record; :class:`NotARecordError` says what is wrong with it."""
    try:
        read = msgspec.json.decode(document)
        record = msgspec.convert(_brought_up(read), Record)
    except msgspec.ValidationError as error:
        raise NotARecordError(f"ce n’est pas une partie de Jarnac : {in_french(error)}") from error
    except MALFORMED as error:
        raise NotARecordError(f"ce n’est pas une partie de Jarnac : {locate(error)}") from error
    if (record.schema, record.version) != (SCHEMA, VERSION):
        raise NotARecordError(
            f"partie d’un autre format : {record.schema} {record.version} "
            f"(attendu : {SCHEMA} {VERSION})"
        )
    _verify(record.events)
    return record.events


def _brought_up(document: Any) -> Any:
    """A document of version 1 as one of the present."""
    if not isinstance(document, dict) or document.get("version", 1) != 1:
        return document
    facts = document.get("events")
    if not isinstance(facts, list):
        return document
    return {**document, "version": VERSION, "events": [brought_up(fact) for fact in facts]}


def _verify(events: tuple[Event, ...]) -> None:
    """Facts in order of time, and no letter lost or made up on the way."""
    if not events or not isinstance(events[0], Opened):
        raise NotARecordError("une partie de Jarnac commence par son ouverture")
    state = begin(events[0])
    letters = state.letters
    for number, event in enumerate(events[1:], start=2):
        if event.at < state.now:
            raise NotARecordError(f"fait n° {number} daté d’avant le précédent", event)
        if isinstance(event, Opened):
            raise NotARecordError(f"fait n° {number} : la partie est déjà ouverte", event)
        state = evolve(state, event)
        if state.letters != letters:
            raise NotARecordError(f"fait n° {number} : le compte des lettres n’y est pas", event)
