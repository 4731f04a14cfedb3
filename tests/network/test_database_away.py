"""The database of all processes is away for longer than a lease lasts."""

import time
from collections.abc import Callable, Iterator

import pytest

from raccord.network.leases import LASTS
from tests.network.hall import Process, move_of, new_game
from tests.store.postgres import PostgresServer

PATIENCE = 60.0


@pytest.fixture
def mortal() -> Iterator[PostgresServer]:
    """A PostgreSQL of the test's own, which it may kill."""
    server = PostgresServer()
    yield server
    server.stop()


@pytest.mark.slow
def test_a_turn_whose_time_ends_without_the_database_is_ended_when_it_is_back(
    mortal: PostgresServer, start: Callable[..., Process]
) -> None:
    with start(mortal.new_database()).client() as desk:
        code = new_game(desk, time="5")
        move_of(desk, code)
        assert desk.post(f"/api/games/{code}/start", json={}).is_success
        mortal.kill()
        # The clock rings when the lease has run out, and nobody else is there to keep it.
        time.sleep(5 + LASTS)
        mortal.start()
        end = time.monotonic() + PATIENCE
        while desk.get(f"/api/games/{code}").json()["phase"] == "running":
            assert time.monotonic() < end, "the clock never ended the turn"
            time.sleep(0.2)
