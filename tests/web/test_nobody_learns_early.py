"""Nobody learns early: everything a role receives through a game is recorded and searched.

Before each top is announced, players, the projector and the public have asked for every address
of the game there is, and listened to every stream; none of it may hold a top, a slip of somebody
else, or a letter to come. In a prepared game the server knows all that is to come, in one that it
draws itself the secret it all comes from.
"""

import re
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
import pytest

from raccord.board import Move
from raccord.duplicate import events as ev
from raccord.duplicate import record
from raccord.web.app import _found_modules
from tests.web.club import Club, open_club, until
from tests.web.conftest import LiveServer, WebClient
from tests.web.played import played

MakeServer = Callable[..., LiveServer]
pytestmark = pytest.mark.slow
TURNS = 3
QUIET = 0.3
"""Seconds left to the streams to tell what they should not."""
OWN_ACTIONS = ("/slip", "/propose", "/join")
SKIPPED = ("/live/", "/jarnac")
"""Streams are listened to; the other game has codes of its own."""


@dataclass
class Ear:
    """A visitor in one role who keeps all that comes: addresses, statuses, headers, bodies."""

    name: str
    client: WebClient
    table: int | None = None
    heard: list[str] = field(default_factory=list)
    streams: list[socket.socket] = field(default_factory=list)

    def ask(self, method: str, path: str) -> int:
        """Ask for an address and keep the answer."""
        body: dict[str, Any] = {} if method == "GET" else {"json": {}}
        reply = self.client.request(method, path, **body)
        self.heard.append(f"{method} {path}\n{reply.headers}\n{reply.text}")
        return reply.status_code

    def listen(self, path: str) -> None:
        """Keep what a stream tells until the end of the test."""

        def run() -> None:
            with self.client.stream("GET", path, timeout=None) as reply:
                self.heard.append(f"{path}\n{reply.headers}")
                raw = reply.extensions["network_stream"].get_extra_info("socket")
                self.streams.append(raw)
                with suppress(httpx.HTTPError):
                    for line in reply.iter_lines():
                        self.heard.append(line)

        threading.Thread(target=run, daemon=True).start()
        until(lambda: bool(self.streams))

    def leave(self) -> None:
        """Hang up."""
        for stream in self.streams:
            with suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)


def _addresses(code: str, turns: int) -> Iterator[tuple[str, str]]:
    """Every address of a game there is, with its methods; streams excepted."""
    for module in _found_modules():
        for prefix, name in (("", "pages"), ("/api", "api")):
            for handler in getattr(module, name, ()):
                for path in handler.paths:
                    if "{code" in path and not path.startswith(SKIPPED) and "." not in path:
                        for method in handler.http_methods - {"OPTIONS", "HEAD"}:
                            for filled in _filled(prefix + path, code, turns):
                                yield method, filled
                                if method == "GET":
                                    yield from _variants(filled, turns)


def _filled(path: str, code: str, turns: int) -> Iterator[str]:
    for number in range(1, max(turns, 2) + 1):
        filled = path.replace("{code:str}", code)
        filled = re.sub(r"\{(?:table|turn):\w+\}", str(number), filled)
        filled = re.sub(r"\{\w+:\w+\}", "x", filled)
        yield filled
        if filled == path.replace("{code:str}", code):
            return


def _variants(path: str, turns: int) -> Iterator[tuple[str, str]]:
    if not path.startswith("/api/"):
        yield "GET", path + ".json"
        yield "GET", path + ".csv"
    yield "GET", f"{path}?turn={turns}&coup={turns}&tous=true"


def _words(moves: Sequence[str]) -> set[str]:
    return {Move.parse(move).word.upper() for move in moves}


def _letters(draws: Sequence[str]) -> set[str]:
    return {draw for draw in draws if len(draw) > 4}


class Rehearsal:
    """A game on a server open to the network, its referee, and those who listen."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.ears = [
            Ear("table 1", club.phone(1), 1),
            Ear("table 2", club.phone(2), 2),
            Ear("public and projector", club.server.client().sign_in()),
        ]
        for ear in self.ears:
            audience = "player" if ear.table else "public"
            ear.listen(f"/live/{club.code}/{audience}")

    def __enter__(self) -> "Rehearsal":
        return self

    def __exit__(self, *_: object) -> None:
        for ear in self.ears:
            ear.leave()

    def hand_in(self, table: int, turn: int, move: str) -> None:
        """A slip of one of the tables that listen."""
        reference, word = move.split(" ")
        body = {"turn": turn, "entered": {"word": word, "reference": reference}}
        ear = self.ears[table - 1]
        reply = ear.client.post(f"{self.club.base}/slip", json=body | {"key": f"{table}-{turn}"})
        assert reply.status_code == 200, reply.text
        ear.heard.append(f"{reply.headers}\n{reply.text}")

    def ask_everything(self, turn: int) -> None:
        """Every role asks for every address, and tries every action that is not its own."""
        for ear in self.ears:
            answered = 0
            for method, path in _addresses(self.club.code, turn):
                if method != "GET" and path.endswith(OWN_ACTIONS):
                    continue
                status = ear.ask(method, path)
                answered += status == 200
                if method != "GET" and path.startswith("/api/"):
                    assert status in {400, 401, 403, 404}, (ear.name, method, path)
            assert answered > 8, "the addresses are real ones"
            for audience in ("marker", "referee"):
                assert ear.ask("GET", f"/live/{self.club.code}/{audience}") in {401, 403}

    def search(self, secrets: set[str], *, by_table: dict[int, set[str]]) -> None:
        """Fail if anything heard so far holds a secret; a table may know its own slips."""
        for ear in self.ears:
            others = {w for t, words in by_table.items() if t != ear.table for w in words}
            assert secrets
            patterns = map(re.escape, sorted(secrets | others))
            # Whole words: « nife » stands in « manifest ». Jokers may be in parentheses.
            wanted = re.compile(rf"(?<![a-z])(?:{'|'.join(patterns)})(?![a-z])", re.IGNORECASE)
            for text in list(ear.heard):
                found = wanted.search(text.replace("(", "").replace(")", ""))
                assert not found, f"{ear.name} learned {found[0] if found else ''}: {text[:300]}"


def test_nothing_is_learned_before_its_time(make_server: MakeServer) -> None:
    script = played(tables=0)
    draws = [event for event in script if isinstance(event, ev.Drawn)]
    kept = [event for event in script if isinstance(event, ev.Retained)]
    club = open_club(
        make_server(host="0.0.0.0"),
        "1 Anne\n2 Luc\n3 Zoé",
        record=record.dumps(script),
        draw="prepared",
        entry="strict",
    )
    slips: dict[int, set[str]] = {1: set(), 2: set()}
    known: set[str] = set()
    with Rehearsal(club) as night:
        for turn in range(1, TURNS + 1):
            to_come = {letter for draw in draws[turn:] for letter in _letters([draw.new])}
            night.search(to_come | _letters([draws[turn - 1].new]) - known, by_table=slips)
            tops = club.draw()["tops"]
            words = _words([tie["move"] for tie in tops["ties"]]) | set(tops["scrabbles"])
            words |= _words([event.move for event in kept[turn - 1 :]])
            secrets = {w for w in words if len(w) > 3} - known | to_come
            club.post("start")
            below = [m for m, _ in tops["sub_tops"] if not _words([m]) & (words | known)]
            for table, move in zip((1, 2), below, strict=False):
                slips[table] |= _words([move])
                night.hand_in(table, turn, move)
            night.ask_everything(turn)
            night.search(secrets, by_table=slips)
            club.post("end-time")
            night.ask_everything(turn)
            threading.Event().wait(QUIET)
            night.search(secrets, by_table=slips)
            assert not any('"tops"' in text for ear in night.ears for text in ear.heard)
            for ear in night.ears[:2]:
                own = ear.client.get(f"{club.base}/own").json()
                assert len(own["road"]) == turn - 1, "no ruling before the top is announced"
            club.post("retain")
            known |= _words([kept[turn - 1].move])
        assert all(slips.values()), "slips were handed in"
        retained = kept[0].move.split(" ")[1]
        until(lambda: all(any(retained in text for text in ear.heard) for ear in night.ears))


def test_the_secret_of_the_draws_stays_hidden_until_it_is_published(
    make_server: MakeServer,
) -> None:
    club = open_club(make_server(host="0.0.0.0"), "1 Anne\n2 Luc", draw="software")
    secret = _secret(club)
    assert len(secret) >= 32
    with Rehearsal(club) as night:
        for action in ("draw", "start", "end-time", "retain"):
            club.post(action)
            night.ask_everything(1)
        club.post("stop", {"reason": "fin"})
        night.ask_everything(1)
        threading.Event().wait(QUIET)
        assert not any(secret in text for ear in night.ears for text in ear.heard)
        assert not any(secret in str(club.get(path)) for path in ("referee", "pins"))
        club.post("reveal")
        until(lambda: all(any(secret in text for text in ear.heard) for ear in night.ears))


def _secret(club: Club) -> str:
    stored = club.server.services.store.blocking.load(f"hall-companion:{club.code}", 0, 1)
    return str(msgspec.json.decode(stored[0].payload)["secret"])
