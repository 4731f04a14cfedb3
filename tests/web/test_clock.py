"""Somebody sets the machine's clock back: turns last as long as they should, slips count."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from raccord.hall.steady import SteadyClock
from raccord.web import Settings
from tests.web.club import until
from tests.web.conftest import LiveServer, WebClient, running
from tests.web.test_hostile import Seat, new_game, start

MakeServer = Callable[..., LiveServer]
HOUR = 3600.0


def set_back(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() - seconds)


def phase_of(desk: WebClient, code: str) -> object:
    return desk.get(f"/api/games/{code}").json()["phase"]


def test_a_clock_set_back_during_a_turn_changes_nothing(
    make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = make_server()
    desk = server.client()
    code = new_game(desk, time="3", settings={"grace_ms": 0})
    seat = Seat(server, desk, code, 1)
    top = start(desk, code)
    set_back(monkeypatch, HOUR)
    reply = seat.slip({"turn": 1, "entered": {"move": top}})
    assert reply.json().get("late") is False, reply.text
    until(lambda: phase_of(desk, code) == "time-up")


def test_a_server_started_again_on_an_earlier_clock_goes_on_from_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data=tmp_path)
    with running(settings) as before:
        desk = before.client()
        code = new_game(desk, time="20")
        top = start(desk, code)
        ends = desk.get(f"/api/games/{code}").json()["clock"]["ends"]
    set_back(monkeypatch, HOUR)
    with running(settings) as after:
        desk = after.client().sign_in()
        assert after.services.now_ms() > ends - 20_000
        seat = Seat(after, desk, code, 1)
        reply = seat.slip({"turn": 1, "entered": {"move": top}})
        assert reply.json().get("late") is False, reply.text


def test_the_time_begins_with_the_machines_and_goes_on_by_itself() -> None:
    wall, passed = iter((1000.0,)), iter((70.0, 72.5, 73.5))
    clock = SteadyClock(lambda: next(wall), lambda: next(passed))
    assert [clock(), clock()] == [1002.5, 1003.5]


@pytest.mark.parametrize(("newest", "now"), [(990.0, 1000.0), (1500.0, 1500.0), (1e9, 1000.0)])
def test_the_time_begins_no_earlier_than_the_log_unless_that_is_far_off(
    newest: float, now: float
) -> None:
    clock = SteadyClock(lambda: 1000.0, lambda: 0.0)
    clock.follow(newest)
    assert clock() == now
