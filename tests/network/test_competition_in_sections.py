"""A competition's game in the master and in a section of another process: one ranking of both."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from tests.network.hall import Process
from tests.network.test_game_in_sections import (
    LETTERS,
    NAMES,
    WISH,
    Room,
    phase,
    play_whole,
    post,
    solutions,
    spread,
    until,
)
from tests.store.postgres import PostgresServer
from tests.web.conftest import WebClient

pytestmark = [pytest.mark.server, pytest.mark.slow]
Ranks = list[tuple[int, str, int]]
ALONE = {1: 3, 2: 12}
"""Who plays the best of each turn, counted from 0; only the second, in the section, is alone."""


def tournament(desk: WebClient) -> tuple[str, str]:
    """A competition of eighteen and its first game: their codes."""
    event: str = desk.post("/api/tournaments", json={"title": "Open"}).json()["code"]
    entries = [{"people": [{"name": name}]} for name in NAMES]
    reply = desk.post(
        f"/api/tournaments/{event}", json={"command": "enter-all", "entries": entries}
    )
    assert reply.is_success, reply.text
    reply = desk.post(f"/api/tournaments/{event}/games", json=WISH)
    assert reply.is_success, reply.text
    return event, reply.json()["code"]


def ranks(desk: WebClient, event: str) -> Ranks:
    found = desk.get(f"/api/tournaments/{event}/ranking").json()
    return [(line["place"], line["player"], int(line["value"])) for line in found]


def of_one_hall(found: list[dict[str, Any]]) -> Ranks:
    """The same of a game that is by itself."""
    return [(line["place"], "".join(line["players"]), line["total"]) for line in found]


def test_either_process_ranks_a_competition_over_the_tables_of_both(
    postgres: PostgresServer, start: Callable[..., Process], closing: ExitStack
) -> None:
    database = postgres.new_database()
    one, two = start(database), start(database)
    sent: dict[int, list[str]] = {}
    with one.client() as desk, two.client() as far:
        event, master = tournament(desk)
        north = post(desk, f"{master}/sections", name="Nord", tables="10-18")["code"]
        # Its people talk to the other process, which so becomes its writer.
        rooms = Room(one, desk, master), Room(two, far, north)
        for room in rooms:
            closing.callback(room.close)

        def is_everywhere(*wanted: object) -> Callable[[], bool]:
            return lambda: phase(desk, master) == phase(far, north) == wanted

        for turn, alone in ALONE.items():
            post(desk, f"{master}/draw", letters=LETTERS[turn])
            sent[turn] = spread(solutions(desk, master), len(NAMES), alone)
            post(desk, f"{master}/start")
            until(is_everywhere("running", turn))
            rooms[0].hand_in(turn, sent[turn][:9])
            rooms[1].hand_in(turn, sent[turn][9:])
            post(desk, f"{master}/end-time")
            post(desk, f"{master}/retain")
            until(is_everywhere("drawing", turn + 1))
        post(desk, f"{master}/stop", reason="essai")
        until(is_everywhere("over", 3))
        for asked in (desk, far):
            assert ranks(asked, event) == []
        post(desk, f"{master}/publish")

        alike = play_whole(one, desk, sent)
        solos = {line["table"]: line["solos"] for line in alike}
        assert (solos[13], sum(solos.values())) == (1, 1)
        assert {line["bonus"] for line in alike} == {0, 10}
        for asked in (desk, far):
            until(lambda asked=asked: ranks(asked, event) != [])  # type: ignore[misc]
            assert sorted(ranks(asked, event)) == sorted(of_one_hall(alike))

        # The section's own referee, at the other process, takes its solo back.
        wish = {"turn": 2, "table": 13, "points": 0, "reason": "relu", "insist": True}
        before = {name: value for _, name, value in ranks(desk, event)}
        post(far, f"{north}/rulings", **wish)
        for asked in (desk, far):
            until(lambda asked=asked: ranks(asked, event)[-1][1] == NAMES[12])  # type: ignore[misc]
            after = {name: value for _, name, value in ranks(asked, event)}
            assert after[NAMES[12]] < before[NAMES[12]] - 10
