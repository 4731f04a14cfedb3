"""Several processes on one PostgreSQL: whichever answers, the answer is right."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from storm.skewed import CLOCK

from raccord.web.guesses import PINS_OF_ONE
from tests.network.hall import Process, move_of, new_game, pins, seat
from tests.store.postgres import PostgresServer
from tests.web.conftest import WebClient
from tests.web.served import PATIENCE

pytestmark = [pytest.mark.server, pytest.mark.slow]
Start = Callable[..., Process]
Pair = tuple[Process, Process]
TOOLS = str(Path(__file__).parents[2] / "tools")


@pytest.fixture(scope="module")
def pair(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    database = postgres.new_database()
    found = [Process(tmp_path_factory.mktemp("process"), database) for _ in range(2)]
    try:
        for process in found:
            process.start()
        yield found[0], found[1]
    finally:
        for process in found:
            process.stop()


def test_a_process_knows_what_another_has_written_and_tells_its_own_listeners(
    pair: Pair,
) -> None:
    one, two = pair
    with one.client() as desk, two.client() as elsewhere:
        code = new_game(desk)
        with elsewhere.stream("GET", f"/live/{code}/public") as stream:
            told = (line for line in stream.iter_lines() if line.startswith("data:"))
            assert '"phase":"drawing"' in next(told)
            move_of(desk, code)
            # Written by one process, told by the other.
            assert '"phase":"drawn"' in next(told)
        assert elsewhere.get(f"/api/games/{code}").json()["phase"] == "drawn"
        assert elsewhere.get("/readyz").text == "ok\n"
        measured = elsewhere.get("/metrics").text
        assert "raccord_doorbell_listening 1.0" in measured
        assert "raccord_doorbell_lag_seconds" in measured


def test_sessions_and_pins_of_one_process_open_the_doors_of_another(
    pair: Pair,
) -> None:
    one, two = pair
    with one.client() as desk, two.client() as phone:
        code = new_game(desk)
        seat(phone, code, 1, pins(desk, code)[1])
        with one.client() as again:
            again.cookies.update(phone.cookies)
            assert again.get(f"/api/games/{code}/own").status_code == 200


def test_a_slip_sent_again_to_another_process_is_there_once(
    pair: Pair,
) -> None:
    one, two = pair
    with one.client() as desk, one.client() as here, two.client() as there:
        code = new_game(desk)
        seat(here, code, 1, pins(desk, code)[1])
        seat(there, code, 1, pins(desk, code)[1])
        move = move_of(desk, code)
        assert desk.post(f"/api/games/{code}/start").is_success
        body = {"turn": 1, "entered": {"move": move}, "key": "mine"}
        # Sent at once: the second process may not have heard of the start yet.
        first = there.post(f"/api/games/{code}/slip", json=body)
        assert first.status_code == 200, first.text
        second = here.post(f"/api/games/{code}/slip", json=body)
        assert second.status_code == 200, second.text
        assert second.json()["repeated"] is True
        assert second.json()["at"] == first.json()["at"]
        assert json.dumps(second.json()["slip"]) == json.dumps(first.json()["slip"])


def test_wrong_pins_count_whichever_process_they_are_tried_on(
    pair: Pair,
) -> None:
    one, two = pair
    with one.client() as desk, one.client() as guesser:
        code = new_game(desk)
        right = {"table": 1, "pin": pins(desk, code)[1]}
        for _ in range(PINS_OF_ONE):
            wrong = guesser.post(f"/api/games/{code}/join", json={"table": 1, "pin": "abcdef"})
            assert wrong.status_code == 403
        end = time.monotonic() + PATIENCE
        while _joined(two, guesser, code, right) != 429:
            assert time.monotonic() < end
            time.sleep(0.02)


def _joined(process: Process, browser: WebClient, code: str, body: dict[str, Any]) -> int:
    """What a process answers to a browser that was elsewhere until now."""
    with WebClient(base_url=process.url, cookies=browser.cookies, timeout=60) as same:
        same.headers.update(browser.headers)
        return same.post(f"/api/games/{code}/join", json=body).status_code


def test_a_process_whose_clock_or_key_is_not_the_others_does_not_start(
    pair: Pair, tmp_path: Path
) -> None:
    database = pair[0].database
    folder = tmp_path / "third"
    folder.mkdir()
    stranger = Process(folder, database, environment={"RACCORD_SECRET": "x" * 32})
    assert stranger.refused() == 2
    assert stranger.log.count("\n") == 1
    assert "une autre clé" in stranger.log
    clock = tmp_path / "clock"
    clock.write_text("2")
    ahead = {CLOCK: str(clock), "PYTHONPATH": TOOLS}
    early = Process(folder, database, module="storm.skewed", environment=ahead)
    assert early.refused() == 2
    assert "l'horloge de cette machine s'écarte de +2" in early.log
