"""One phone against a hall: it takes no connection, no stream and no slip from anybody else."""

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from raccord.web import streams
from raccord.web.crowd import MOMENT_SECONDS, Crowd
from raccord.web.watch import Watch
from tests.web.club import Club, open_club, until
from tests.web.conftest import LiveServer, WebClient
from tests.web.raw import answer, connect, post_bytes

MakeServer = Callable[..., LiveServer]


@pytest.fixture
def club(make_server: MakeServer) -> Club:
    return open_club(make_server())


class Streams:
    """Connections of one attacker, each with one stream."""

    def __init__(self, club: Club, stack: contextlib.ExitStack) -> None:
        self._club, self._stack = club, stack
        self.refused: list[str] = []

    def open(self, count: int, audience: str, cookie: str = "", address: str = "") -> int:
        """Ask for so many streams; gives how many were opened."""
        opened = 0
        for _ in range(count):
            line = self._stack.enter_context(connect(self._club.server.url))
            line.sendall(get_bytes(f"/live/{self._club.code}/{audience}", cookie, address))
            said = line.recv(65536)
            if said.startswith(b"HTTP/1.1 200"):
                opened += 1
            else:
                self.refused.append(answer(line, said))
        return opened


def get_bytes(path: str, cookie: str = "", address: str = "") -> bytes:
    lines = [f"GET {path} HTTP/1.1", "host: 127.0.0.1", "accept: application/json"]
    lines += [f"cookie: {cookie}"] if cookie else []
    lines += [f"x-forwarded-for: {address}"] if address else []
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def cookie_of(client: WebClient) -> str:
    return f"raccord={client.cookies['raccord']}"


@pytest.fixture
def attacker(club: Club) -> Iterator[Streams]:
    with contextlib.ExitStack() as stack:
        yield Streams(club, stack)


def test_a_session_holds_few_streams_and_is_told_so(club: Club, attacker: Streams) -> None:
    mine = cookie_of(club.phone(1))
    assert attacker.open(30, "player", mine) == streams.OF_A_SESSION
    head, _, body = attacker.refused[0].partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 429")
    assert "retry-after:" in head.lower()
    assert json.loads(body)["error"]["code"] == "too-many-streams"
    assert attacker.open(1, "player", cookie_of(club.phone(2))) == 1, "another table is not held up"


def test_a_seat_holds_few_streams_however_many_sessions_it_has(
    club: Club, attacker: Streams
) -> None:
    opened = sum(attacker.open(4, "player", cookie_of(club.phone(1))) for _ in range(8))
    assert opened == streams.OF_A_SEAT
    assert attacker.open(1, "player", cookie_of(club.phone(2))) == 1


def test_strangers_of_one_network_leave_the_seats_of_that_network_their_streams(
    club: Club, attacker: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "OF_A_NETWORK", 20)
    assert attacker.open(60, "public", address="192.0.2.7") == 20
    seat = cookie_of(club.phone(1))
    assert attacker.open(1, "player", seat, "192.0.2.7") == 1
    assert attacker.open(1, "public", address="192.0.2.8") == 1


def guests(server: LiveServer, count: int) -> tuple[str, list[str]]:
    """The open room's game, and the cookies of some who took a seat there for a nickname."""
    cookies, code = [], ""
    for number in range(count):
        guest = server.client().sign_in()
        reply = guest.post("/api/room/join", json={"name": f"Ada {number}"})
        assert reply.status_code == 200, reply.text
        code = reply.json()["code"]
        cookies.append(cookie_of(guest))
    return code, cookies


def test_seats_that_anybody_takes_push_no_phone_out(
    make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the open room: for a nickname each would have twelve lines that nobody closes."""
    club = open_club(make_server(host="0.0.0.0", room=60))
    phone = cookie_of(club.phone(1))
    code, cookies = guests(club.server, 5)
    monkeypatch.setattr(club.server.services.get(Watch).crowd, "per_network", 24)
    with contextlib.ExitStack() as stack:
        for cookie in cookies:
            for _ in range(streams.OF_A_SESSION):
                line = stack.enter_context(connect(club.server.url))
                with contextlib.suppress(OSError):
                    line.sendall(get_bytes(f"/live/{code}/player", cookie))
                    line.recv(65536)
        for _ in range(4):
            line = stack.enter_context(connect(club.server.url))
            line.sendall(get_bytes(f"{club.base}/own", phone))
            assert line.recv(65536).startswith(b"HTTP/1.1 200")


def test_guests_of_the_open_room_share_the_streams_of_strangers(
    make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = open_club(make_server(host="0.0.0.0", room=60))
    monkeypatch.setattr(streams, "OF_A_NETWORK", 10)
    code, cookies = guests(club.server, 4)
    with contextlib.ExitStack() as stack:
        held = Streams(replace(club, code=code), stack)
        assert sum(held.open(streams.OF_A_SESSION, "player", one) for one in cookies) == 10


def test_a_stream_that_was_closed_makes_room(club: Club) -> None:
    mine = cookie_of(club.phone(1))
    for _ in range(4):
        end = time.monotonic() + 60
        while held_at_once(club, mine) < streams.OF_A_SESSION:
            assert time.monotonic() < end, "the places were not given back"
            time.sleep(0.1)


def held_at_once(club: Club, cookie: str) -> int:
    """How many streams a session gets of those it may have; all are closed again."""
    with contextlib.ExitStack() as stack:
        return Streams(club, stack).open(streams.OF_A_SESSION, "player", cookie)


def fill(club: Club, stack: contextlib.ExitStack, path: str, count: int) -> list[socket.socket]:
    """Connections that have each said something and stay."""
    lines = []
    for _ in range(count):
        line = stack.enter_context(connect(club.server.url))
        line.sendall(get_bytes(path))
        line.recv(65536)
        lines.append(line)
    return lines


@pytest.mark.parametrize("path", ["/api/time", "/live/{}/public"], ids=["idle", "streams"])
def test_a_network_full_of_strangers_still_lets_a_phone_in(
    club: Club, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = club.phone(1)
    club.draw("AEINRST")
    club.post("start")
    head, data = post_bytes(phone, f"{club.base}/slip", {"turn": 1, "entered": {"move": "H8 TARI"}})
    monkeypatch.setattr(club.server.services.get(Watch).crowd, "per_network", 40)
    with contextlib.ExitStack() as stack:
        fill(club, stack, path.format(club.code), 60)
        with connect(club.server.url) as line:
            line.sendall(head + data)
            assert answer(line).startswith("HTTP/1.1 200")


def test_who_is_turned_away_is_told_why(
    club: Club, attacker: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all the room is taken by seats."""
    crowd = club.server.services.get(Watch).crowd
    assert attacker.open(3, "player", cookie_of(club.phone(1))) == 3
    monkeypatch.setattr(crowd, "per_network", 3)
    while len(crowd) > 3:
        connect(club.server.url).close()
        # Taken, and gone again, before the next one knocks.
        pause = asyncio.run_coroutine_threadsafe(asyncio.sleep(0.1), club.server.loop)
        pause.result()
    with connect(club.server.url) as line:
        said = answer(line)
    assert said.startswith("HTTP/1.1 429")
    assert json.loads(said.partition("\r\n\r\n")[2])["error"]["code"] == "too-many-connections"


class Line:
    """A connection of a crowd."""

    def __init__(self, address: str = "192.0.2.7") -> None:
        self.client: tuple[str, int] | None = (address, 1)
        self.is_open = True
        self.unread = False

    def speaks(self) -> bool:
        return self.unread

    def dismiss(self) -> None:
        self.is_open = False


class Hours:
    """A clock that is put forward by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_those_who_are_worth_least_give_way_first() -> None:
    hours = Hours()
    crowd = Crowd(per_network=4, clock=hours)
    seat, busy, idle, silent = lines = [Line() for _ in range(4)]
    for line in lines:
        crowd.came(line)
    for line in (seat, busy, idle):
        crowd.asked(line)
    crowd.belongs(seat, "seat:K7QX:1")
    crowd.answered(idle)
    newcomers = []
    hours.now += MOMENT_SECONDS
    for number, goes in enumerate((silent, idle, busy), 2):
        newcomers.append(Line())
        crowd.came(newcomers[-1])
        crowd.asked(newcomers[-1])
        crowd.belongs(newcomers[-1], f"seat:K7QX:{number}")
        assert not goes.is_open
    assert seat.is_open
    last = Line()
    crowd.came(last)
    assert not last.is_open, "where everybody has a seat the newcomer is turned away"
    assert all(line.is_open for line in newcomers)


def test_who_has_sent_something_that_is_not_read_yet_is_not_silent() -> None:
    crowd = Crowd(per_network=2)
    phone, silent, newcomer = Line(), Line(), Line()
    phone.unread = True
    for line in (phone, silent, newcomer):
        crowd.came(line)
    assert [line.is_open for line in (phone, silent, newcomer)] == [True, False, True]


def test_a_flood_that_speaks_at_once_does_not_push_out_a_phone_that_is_about_to() -> None:
    hours = Hours()
    crowd = Crowd(per_network=40, clock=hours)
    flood = [Line() for _ in range(40)]
    for line in flood:
        crowd.came(line)
        crowd.asked(line)
        crowd.answered(line)
    hours.now += 0.5
    phone = Line()
    crowd.came(phone)
    for _ in range(30):
        hours.now += 0.01
        newcomer = Line()
        crowd.came(newcomer)
        crowd.asked(newcomer)
        crowd.answered(newcomer)
    assert phone.is_open, "it came after most of them"
    hours.now += MOMENT_SECONDS
    crowd.came(Line())
    assert not phone.is_open, "it had its moment and said nothing"


def test_who_is_in_the_middle_of_sending_is_not_silent() -> None:
    hours = Hours()
    crowd = Crowd(per_network=2, clock=hours)
    phone, other = Line(), Line()
    crowd.came(phone)
    crowd.came(other)
    hours.now += MOMENT_SECONDS
    crowd.began(phone)
    crowd.came(Line())
    assert [phone.is_open, other.is_open] == [True, False]


def test_a_seat_keeps_its_line_between_two_requests() -> None:
    hours = Hours()
    crowd = Crowd(per_network=3, clock=hours)
    phone = Line()
    crowd.came(phone)
    crowd.asked(phone)
    crowd.belongs(phone, "seat:K7QX:1")
    crowd.answered(phone)
    for _ in range(10):
        hours.now += MOMENT_SECONDS
        stranger = Line()
        crowd.came(stranger)
        crowd.asked(stranger)
    assert phone.is_open
    crowd.asked(phone)
    crowd.answered(phone)
    hours.now += MOMENT_SECONDS
    crowd.came(Line())
    assert not phone.is_open, "its last request was nobody's in particular"


def test_the_idle_line_of_a_seat_goes_before_anybody_is_turned_away() -> None:
    crowd = Crowd(per_network=2)
    seats = [Line(), Line()]
    for number, line in enumerate(seats):
        crowd.came(line)
        crowd.asked(line)
        crowd.belongs(line, f"seat:K7QX:{number}")
    crowd.answered(seats[1])
    newcomer = Line()
    crowd.came(newcomer)
    assert [seats[0].is_open, seats[1].is_open, newcomer.is_open] == [True, False, True]


def test_a_line_that_a_proxy_shares_is_that_of_whom_it_serves() -> None:
    crowd = Crowd(per_network=2)
    shared = Line()
    crowd.came(shared)
    for _ in range(3):
        for owner in ("seat:K7QX:1", "seat:K7QX:2"):
            crowd.asked(shared)
            crowd.belongs(shared, owner)
            crowd.answered(shared)
            assert crowd.keeps(shared)
    assert crowd._owned == {"seat:K7QX:2": 1}
    crowd.left(shared)
    assert not crowd._owned


def test_a_seat_is_worth_its_place_only_a_few_times() -> None:
    crowd = Crowd(per_network=60)
    greedy = [Line() for _ in range(60)]
    for line in greedy:
        crowd.came(line)
        crowd.asked(line)
        crowd.belongs(line, "seat:K7QX:1")
    newcomer = Line()
    crowd.came(newcomer)
    assert newcomer.is_open
    assert sum(line.is_open for line in greedy) == 59


def test_when_the_server_is_full_the_fullest_network_makes_room() -> None:
    crowd = Crowd(most=4)
    many = [Line("192.0.2.7") for _ in range(3)]
    other, newcomer = Line("192.0.2.8"), Line("192.0.2.9")
    for line in (*many, other, newcomer):
        crowd.came(line)
    assert [line.is_open for line in (*many, other, newcomer)] == [False, True, True, True, True]
    for line in (*many, other, newcomer):
        crowd.left(line)
    assert len(crowd) == 0


def test_a_phone_may_hand_in_often_but_not_without_end(club: Club) -> None:
    phone, other = club.phone(1), club.phone(2)
    club.draw("AEINRST")
    club.post("start")
    body = {"turn": 1, "entered": {"move": "H8 TARI"}}
    seen = [phone.post(f"{club.base}/slip", json=body).status_code for _ in range(80)]
    assert seen[:30] == [200] * 30
    assert seen[-1] == 429
    assert other.post(f"{club.base}/slip", json=body).status_code == 200


TABLES = 300
ROOM = 450
"""Connections of the hall's network, so that one process can fill it; there is room for 4,000."""
HELD, PAUSE = 80, 0.02
"""Connections of each way to attack, and how long it waits between two."""


class Attack:
    """All at once, from the same address as the hall, with a seat of its own."""

    def __init__(self, club: Club, seat: WebClient) -> None:
        self._club, self._seat = club, seat
        self._over = threading.Event()
        self._workers = [threading.Thread(target=self._run, args=(each,)) for each in self._ways()]

    def _ways(self) -> list[Callable[[], bytes]]:
        mine = cookie_of(self._seat)
        path = f"{self._club.base}/slip"
        head, data = post_bytes(self._seat, path, {"turn": 1, "entered": {"move": "H8 TARI"}})
        code = self._club.code
        study = "/api/words/study?question=tirage&q=AEINRS??"
        return [
            lambda: head + data[:5],
            lambda: b"GET / HTTP/1.1\r\nx-a: ",
            lambda: b"",
            lambda: get_bytes(f"/live/{code}/player", mine),
            lambda: get_bytes(f"/live/{code}/public"),
            lambda: get_bytes(f"/partie/{code}/feuille"),
            lambda: get_bytes(study),
            lambda: head + data,
        ]

    def _run(self, way: Callable[[], bytes]) -> None:
        held: list[socket.socket] = []
        while not self._over.wait(PAUSE):
            with contextlib.suppress(OSError):
                held.append(connect(self._club.server.url))
                # A whole request first: nobody is taken for one who never said anything.
                held[-1].sendall(get_bytes("/api/time") + way())
            for line in held[:-HELD]:
                line.close()
            del held[:-HELD]
        for line in held:
            line.close()

    def __enter__(self) -> "Attack":
        for worker in self._workers:
            worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for worker in self._workers:
            worker.join()


@pytest.mark.slow
def test_three_hundred_phones_behind_one_address_hand_in_while_one_of_them_attacks(
    make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = "\n".join(f"{n} Joueur {n}" for n in range(1, TABLES + 2))
    club = open_club(make_server(), names)
    pins = {line["table"]: line["pin"] for line in club.get("pins")}

    def sit(table: int) -> WebClient:
        client = club.server.client().sign_in()
        body = {"table": table, "pin": pins[table]}
        assert client.post(f"{club.base}/join", json=body).status_code == 200
        return client

    with ThreadPoolExecutor(8) as pool:
        phones = list(pool.map(sit, range(1, TABLES + 2)))
    club.draw("AEINRST")
    club.post("start")
    body = {"turn": 1, "entered": {"move": "H8 TARI"}, "key": "one"}

    def hand_in(phone: WebClient) -> Any:
        """As a phone does, again where the line was cut: a busy machine may send a second late."""
        for _ in range(2):
            with contextlib.suppress(httpx.TransportError):
                return phone.post(f"{club.base}/slip", json=body)
        return phone.post(f"{club.base}/slip", json=body)

    crowd = club.server.services.get(Watch).crowd
    monkeypatch.setattr(crowd, "per_network", ROOM)
    with Attack(club, phones.pop()), ThreadPoolExecutor(30) as pool:
        until(lambda: len(crowd) >= ROOM - 50)
        replies = list(pool.map(hand_in, phones))
    assert [reply.status_code for reply in replies] == [200] * TABLES
    assert not any(reply.json()["late"] for reply in replies)
    assert club.get("referee")["slips"]["received"] >= TABLES
