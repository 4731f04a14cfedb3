"""A game in sections on two real processes: either is killed in mid-turn, and nothing is lost."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

import pytest

from tests.network.hall import Process, pins, seat
from tests.store.postgres import PostgresServer
from tests.web.conftest import WebClient
from tests.web.served import PATIENCE

pytestmark = [pytest.mark.server, pytest.mark.slow]
WISH = {"time": "0:20", "settings": {"draw": "hand"}}
NAMES = [f"Joueur{n}" for n in range(1, 19)]
LETTERS = {1: "RETINAS", 2: "AEIOLNT"}


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def post(desk: WebClient, path: str, **body: Any) -> Any:
    reply = desk.post(f"/api/games/{path}", json=body)
    assert reply.is_success, reply.text
    return reply.json()


def phase(desk: WebClient, code: str) -> tuple[str, int]:
    view = desk.get(f"/api/games/{code}").json()
    return view["phase"], view["turn"]


def solutions(desk: WebClient, code: str) -> list[str]:
    """A top of the draw on the table, and some moves worth less."""
    tops = desk.get(f"/api/games/{code}/referee").json()["tops"]
    return [tops["ties"][0]["move"], *(move for move, _ in tops["sub_tops"])]


class Room:
    """One section as its people know it: phones that talk to one process."""

    def __init__(
        self, process: Process, desk: WebClient, code: str, names: Sequence[str] = ()
    ) -> None:
        """A phone at each table: those of ``names``, entered here, or those that are there."""
        if names:
            post(desk, f"{code}/tables", text="\n".join(names))
        self.code = code
        known = sorted(pins(desk, code).items())
        self._phones = [WebClient(base_url=process.url, timeout=60) for _ in known]
        for phone, (table, pin) in zip(self._phones, known, strict=True):
            seat(phone, code, table, pin)

    def hand_in(self, turn: int, moves: list[str]) -> None:
        """Every table sends its slip, and has its receipt."""
        for phone, move in zip(self._phones, moves, strict=True):
            body = {"turn": turn, "entered": {"move": move}, "key": f"{turn}"}
            reply = phone.post(f"/api/games/{self.code}/slip", json=body)
            assert reply.status_code == 200, reply.text
            assert reply.json()["late"] is False

    def propose(self, move: str) -> None:
        """Topping: every table in turn has found the top."""
        for phone in self._phones:
            reply = phone.post(f"/api/games/{self.code}/propose", json={"move": move})
            assert reply.json()["found"], reply.text

    def close(self) -> None:
        for phone in self._phones:
            phone.close()


def lines(found: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    kept = ("place", "players", "total", "points", "solos", "bonus", "warnings")
    return [tuple(str(line[name]) for name in kept) for line in found]


def opened(desk: WebClient, wish: dict[str, Any]) -> str:
    reply = desk.post("/api/games", json=wish)
    assert reply.status_code == 201, reply.text
    code: str = reply.json()["code"]
    return code


def spread(found: list[str], tables: int, alone: int) -> list[str]:
    """A slip for each table; one is alone at the top."""
    return [found[0] if n == alone else found[1 + n % (len(found) - 1)] for n in range(tables)]


def play_whole(process: Process, desk: WebClient, sent: dict[int, list[str]]) -> list[Any]:
    """The ranking of the same slips in one game with all tables."""
    code = opened(desk, WISH)
    room = Room(process, desk, code, NAMES)
    for turn, moves in sent.items():
        post(desk, f"{code}/draw", letters=LETTERS[turn])
        post(desk, f"{code}/start")
        room.hand_in(turn, moves)
        post(desk, f"{code}/end-time")
        post(desk, f"{code}/retain")
    post(desk, f"{code}/stop", reason="essai")
    room.close()
    found: list[Any] = desk.get(f"/api/games/{code}/ranking").json()
    return found


def test_a_master_and_a_section_killed_in_mid_turn_lose_nothing(
    postgres: PostgresServer, start: Callable[..., Process], closing: ExitStack
) -> None:
    database = postgres.new_database()
    one, two = start(database), start(database)
    sent: dict[int, list[str]] = {}
    with one.client() as desk, two.client() as far:
        master = opened(desk, WISH)
        codes = [post(desk, f"{master}/sections", name=name)["code"] for name in ("Nord", "Sud")]
        # Their people talk to the other process, which so becomes their writer.
        rooms = Room(two, far, codes[0], NAMES[:10]), Room(two, far, codes[1], NAMES[10:])
        for room in rooms:
            closing.callback(room.close)

        def are(where: WebClient, *wanted: object) -> Callable[[], bool]:
            return lambda: all(phase(where, code) == wanted for code in codes)

        # The master's process dies while the clock runs.
        post(desk, f"{master}/draw", letters=LETTERS[1])
        sent[1] = spread(solutions(desk, master), 18, alone=3)
        post(desk, f"{master}/start")
        until(are(far, "running", 1))
        rooms[0].hand_in(1, sent[1][:10])
        rooms[1].hand_in(1, sent[1][10:])
        one.kill()
        until(are(far, "time-up", 1))
        post(far, f"{master}/retain")
        until(are(far, "drawing", 2))
        one.start()
    with one.client() as desk:
        # Now that of the sections, after it has given receipts.
        post(desk, f"{master}/draw", letters=LETTERS[2])
        sent[2] = spread(solutions(desk, master), 18, alone=13)
        post(desk, f"{master}/start")
        until(are(desk, "running", 2))
        rooms[0].hand_in(2, sent[2][:10])
        rooms[1].hand_in(2, sent[2][10:])
        two.kill()
        until(are(desk, "time-up", 2))
        post(desk, f"{master}/retain")
        post(desk, f"{master}/stop", reason="essai")
        until(are(desk, "over", 3))
        view = desk.get(f"/api/games/{master}/sections").json()
        assert (view["settled"], view["total"], view["turn"]) == (2, 2, 2)
        post(desk, f"{master}/publish")
        until(lambda: bool(desk.get(f"/api/games/{codes[1]}").json()["published"]))
        united = desk.get(f"/api/games/{codes[0]}/ranking").json()
        assert lines(united) == lines(play_whole(one, desk, sent))
        assert any(line["bonus"] for line in united)
        assert {line["section"] for line in united} == {"Nord", "Sud"}


def test_topping_ends_for_all_when_the_last_table_of_another_process_has_found(
    postgres: PostgresServer, start: Callable[..., Process], closing: ExitStack
) -> None:
    database = postgres.new_database()
    one, two = start(database), start(database)
    with one.client() as desk, two.client() as far:
        master = opened(desk, {"formula": "topping", "settings": {"draw": "hand"}})
        north = post(desk, f"{master}/sections", name="Nord")["code"]
        rooms = Room(one, desk, master, NAMES[:2]), Room(two, far, north, NAMES[2:4])
        for room in rooms:
            closing.callback(room.close)
        post(desk, f"{master}/draw", letters=LETTERS[1])
        top = solutions(desk, master)[0]
        post(desk, f"{master}/start")
        until(lambda: phase(far, north) == ("running", 1))
        for room in rooms:
            assert phase(desk, master) == ("running", 1)
            room.propose(top)
        # Nobody looks for it any more: at the master, then in its section.
        until(lambda: phase(desk, master) == phase(far, north) == ("time-up", 1))
        post(desk, f"{master}/retain")
        post(desk, f"{master}/stop", reason="essai")
        until(lambda: phase(far, north)[0] == "over")
        post(desk, f"{master}/publish")
        until(lambda: bool(far.get(f"/api/games/{north}").json()["published"]))
        found = far.get(f"/api/games/{north}/ranking").json()
        assert len(found) == 4
        times = [line["time_ms"] for line in found]
        assert times == sorted(times)
        assert [line["section"] for line in found] == ["Salle principale"] * 2 + ["Nord"] * 2
