"""The wire under attack: bytes sent late, slowly, endlessly, or by one phone for many."""

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from raccord.cli import serve
from raccord.web import Settings, wire
from raccord.web.services import Services
from raccord.web.watch import room_for_connections
from tests.web.conftest import LiveServer, WebClient
from tests.web.raw import answer, connect, post_bytes
from tests.web.test_hostile import Seat, new_game, start


@pytest.fixture
def desk(live_server: LiveServer) -> Iterator[WebClient]:
    with live_server.client() as client:
        yield client


def deadline_of(desk: WebClient, code: str) -> float:
    """When the turn ends, in seconds of the server's clock (which is this machine's)."""
    ends: int = desk.get(f"/api/games/{code}").json()["clock"]["ends"]
    return ends / 1000


def test_a_slip_whose_body_is_sent_after_the_time_is_late(
    live_server: LiveServer, desk: WebClient
) -> None:
    code = new_game(desk, time="2")
    seat = Seat(live_server, desk, code, 1)
    top = start(desk, code)
    ends = deadline_of(desk, code)
    body = {"turn": 1, "entered": {"move": top}}
    head, data = post_bytes(seat.client, f"{seat.base}/slip", body)
    with connect(live_server.url) as line:
        line.sendall(head + data[:-2])
        time.sleep(max(0.0, ends + 1.8 - time.time()))
        line.sendall(data[-2:])
        said = answer(line)
    receipt = json.loads(said.partition("\r\n\r\n")[2])
    assert receipt["late"] is True
    assert receipt["at"] >= ends * 1000


def test_a_slip_that_came_while_the_server_was_busy_is_not_late(
    live_server: LiveServer, desk: WebClient
) -> None:
    """The kernel knows when the last byte came, whatever held the loop up."""
    code = new_game(desk, time="3")
    seat = Seat(live_server, desk, code, 1)
    top = start(desk, code)
    ends = deadline_of(desk, code)
    head, data = post_bytes(seat.client, f"{seat.base}/slip", {"turn": 1, "entered": {"move": top}})
    time.sleep(max(0.0, ends - 0.9 - time.time()))
    with connect(live_server.url) as line:
        time.sleep(0.1)
        live_server.loop.call_soon_threadsafe(time.sleep, 3.5)
        time.sleep(0.2)
        line.sendall(head + data)
        said = answer(line)
    receipt = json.loads(said.partition("\r\n\r\n")[2])
    assert receipt["late"] is False
    assert receipt["at"] <= ends * 1000


def test_a_late_slip_does_not_overtake_one_that_came_in_time(
    live_server: LiveServer, desk: WebClient
) -> None:
    """Both wait for a loop held up; the late one, on the older line, may be read first."""
    code = new_game(desk, time="3", settings={"grace_ms": 0, "entry": "strict"})
    seat = Seat(live_server, desk, code, 1)
    start(desk, code)
    ends = deadline_of(desk, code)
    path, words = f"{seat.base}/slip", ("ZZZ", "YYY")
    in_time, late = (
        b"".join(post_bytes(seat.client, path, {"turn": 1, "entered": {"word": word}}))
        for word in words
    )
    with connect(live_server.url) as older:
        older.sendall(late[:-2])
        time.sleep(max(0.0, ends - 0.9 - time.time()))
        live_server.loop.call_soon_threadsafe(time.sleep, 2.5)
        time.sleep(0.2)
        with connect(live_server.url) as line:
            line.sendall(in_time)
            time.sleep(max(0.0, ends + 0.5 - time.time()))
            older.sendall(late[-2:])
            said, refused = answer(line), answer(older)
    assert json.loads(said.partition("\r\n\r\n")[2]).get("late") is False, said
    assert "409" in refused.partition("\r\n")[0], refused


def test_a_slip_does_not_wait_behind_a_crowd_that_knocks(
    live_server: LiveServer, desk: WebClient
) -> None:
    """Each turn of the loop takes long, and a hundred connections came before the slip's."""
    code = new_game(desk, time="3", settings={"grace_ms": 0, "entry": "strict"})
    seat = Seat(live_server, desk, code, 1)
    start(desk, code)
    ends = deadline_of(desk, code)
    path = f"{seat.base}/slip"
    slip, late = (
        b"".join(post_bytes(seat.client, path, {"turn": 1, "entered": {"word": word}}))
        for word in ("ZZZ", "YYY")
    )
    with contextlib.ExitStack() as lines:
        older = lines.enter_context(connect(live_server.url))
        older.sendall(late[:-2])
        time.sleep(max(0.0, ends - 0.9 - time.time()))
        over = threading.Event()
        lines.callback(over.set)
        live_server.loop.call_soon_threadsafe(_drag, live_server.loop, over)
        for _ in range(100):
            lines.enter_context(connect(live_server.url))
        line = lines.enter_context(connect(live_server.url))
        line.sendall(slip)
        assert time.time() < ends
        time.sleep(max(0.0, ends + 0.1 - time.time()))
        older.sendall(late[-2:])
        said = answer(line)
    assert json.loads(said.partition("\r\n\r\n")[2]).get("late") is False, said


def _drag(loop: asyncio.AbstractEventLoop, over: threading.Event) -> None:
    """Make every turn of the loop a long one."""
    time.sleep(0.03)
    if not over.is_set():
        loop.call_soon(_drag, loop, over)


def test_half_sent_bodies_hold_no_place_at_the_gate(
    live_server: LiveServer, desk: WebClient
) -> None:
    code = new_game(desk, time="40")
    seat = Seat(live_server, desk, code, 1)
    top = start(desk, code)
    head, data = post_bytes(seat.client, f"{seat.base}/slip", {"turn": 1, "entered": {"move": top}})
    with contextlib.ExitStack() as stack:
        for _ in range(80):
            line = stack.enter_context(connect(live_server.url))
            line.sendall(head + data[:5])
        time.sleep(0.5)
        began = time.monotonic()
        reply = seat.slip({"turn": 1, "entered": {"move": top}})
        assert reply.is_success
        assert time.monotonic() - began < wire.BODY_SECONDS


def test_a_body_that_does_not_come_is_told_so_and_cut_off(
    live_server: LiveServer, desk: WebClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "BODY_SECONDS", 0.5)
    code = new_game(desk)
    seat = Seat(live_server, desk, code, 1)
    head, data = post_bytes(seat.client, f"{seat.base}/slip", {"turn": 1})
    with connect(live_server.url) as line:
        line.sendall(head + data[:3])
        said = answer(line)
    assert said.startswith("HTTP/1.1 408")
    assert json.loads(said.partition("\r\n\r\n")[2])["error"]["code"] == "too-slow"


def test_a_header_that_never_ends_is_cut_off_in_time(
    live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "HEADER_SECONDS", 0.5)
    with connect(live_server.url) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nx-a: ")
        assert answer(line).startswith("HTTP/1.1 408")
    with connect(live_server.url) as silent:
        assert answer(silent).startswith("HTTP/1.1 408")


def test_headers_and_addresses_have_a_size(live_server: LiveServer) -> None:
    with connect(live_server.url) as line:
        with contextlib.suppress(OSError):
            for _ in range(400):
                line.sendall(
                    b"GET / HTTP/1.1\r\n" if _ == 0 else b"x-pad: " + b"a" * 1000 + b"\r\n"
                )
        assert answer(line).startswith("HTTP/1.1 431")
    with connect(live_server.url) as line:
        line.sendall(b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n")
        assert answer(line).startswith("HTTP/1.1 414")
    assert httpx.get(f"{live_server.url}/api/session").is_success


def test_a_socket_that_knows_no_instants_is_taken_as_just_heard() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as local:
        assert wire.last_data_seconds(local) == 0.0
    assert wire.last_data_seconds(None) == 0.0


def test_the_organiser_sees_how_late_the_server_runs_and_nobody_else(
    live_server: LiveServer, desk: WebClient
) -> None:
    live_server.loop.call_soon_threadsafe(time.sleep, 0.4)
    time.sleep(0.8)
    view = desk.get("/api/server").json()
    assert view["worst"] >= 300
    assert 1 <= view["connections"] <= view["most_connections"]
    assert view["phones"] * 2 <= view["most_connections"]
    stranger = desk.get("/api/server", headers={"x-forwarded-for": "192.0.2.7"})
    assert stranger.status_code == 401


def test_the_system_is_asked_for_connections_and_too_few_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert room_for_connections() >= 16
    monkeypatch.setattr(serve, "room_for_connections", lambda: 100)
    serve._make_room(Services(Settings(data=tmp_path)), 300)
    assert "50 téléphones sur les 300" in capsys.readouterr().err
    serve._make_room(Services(Settings(data=tmp_path)), 40)
    assert capsys.readouterr().err == ""
