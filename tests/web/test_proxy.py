"""The reverse proxy and TLS of ``deploy/haproxy.cfg``, tried for real."""

import json
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from tests.web.conftest import WebClient
from tests.web.proxied import NAME, Proxied
from tests.web.raw import answer, post_bytes

pytestmark = [pytest.mark.server, pytest.mark.slow]
MOST_GUESSES = 200
"""More wrong PINs than a network has."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    made = Proxied(tmp_path_factory.mktemp("proxied"))
    try:
        made.start()
        yield made
    finally:
        made.stop()


@pytest.fixture
def desk(hall: Proxied) -> Iterator[WebClient]:
    """The organiser, who has the link."""
    with hall.client() as client:
        client.get(hall.server.organiser)
        yield client.sign_in()


def new_game(desk: WebClient, **wish: Any) -> str:
    reply = desk.post("/api/games", json=wish)
    assert reply.status_code == 201, reply.text
    code: str = reply.json()["code"]
    assert desk.post(f"/api/games/{code}/tables", json={"text": "1 Anne\n2 Luc"}).is_success
    return code


def seat(desk: WebClient, phone: WebClient, code: str, table: int = 1) -> WebClient:
    pins = desk.get(f"/api/games/{code}/pins").json()
    pin = next(line["pin"] for line in pins if line["table"] == table)
    phone.sign_in()
    reply = phone.post(f"/api/games/{code}/join", json={"table": table, "pin": pin})
    assert reply.status_code == 200, reply.text
    return phone


def begin_turn(desk: WebClient, code: str) -> tuple[str, float]:
    """Draw and start; the top, and when the time is up."""
    assert desk.post(f"/api/games/{code}/draw", json={}).is_success
    top: str = desk.get(f"/api/games/{code}/referee").json()["tops"]["ties"][0]["move"]
    assert desk.post(f"/api/games/{code}/start").is_success
    return top, desk.get(f"/api/games/{code}").json()["clock"]["ends"] / 1000


def guess(client: WebClient, code: str) -> int:
    """Try wrong PINs, from a new session each, until told to wait; how many were tried."""
    forged = (f"192.0.2.{number % 250}" for number in count(1))
    for number in range(MOST_GUESSES):
        client.cookies.clear()
        headers = {"x-forwarded-for": next(forged), "forwarded": f"for={next(forged)}"}
        token = client.get("/api/session", headers=headers).json()["csrf"]
        body = {"table": 1, "pin": "abcdef"}
        headers["x-csrf-token"] = token
        reply = client.post(f"/api/games/{code}/join", json=body, headers=headers)
        if reply.status_code == 429:
            return number
        assert reply.status_code == 403, reply.text
    return MOST_GUESSES


def test_nobody_is_the_organiser_for_coming_through_the_proxy(hall: Proxied) -> None:
    for headers in ({}, {"x-forwarded-for": "127.0.0.1"}, {"forwarded": "for=127.0.0.1"}):
        with hall.client() as visitor:
            visitor.headers.update(headers)
            assert visitor.sign_in().post("/api/games", json={}).status_code == 401
            assert visitor.get("/api/server").status_code == 401


def test_the_link_opens_the_organisers_role_and_its_cookie_is_for_tls_only(hall: Proxied) -> None:
    with hall.client() as client:
        reply = client.get(hall.server.organiser)
        (cookie,) = reply.headers.get_list("set-cookie")
        assert {"Secure", "HttpOnly"} <= set(cookie.split("; "))
        assert client.sign_in().post("/api/games", json={}).status_code == 201
    assert f"https://{NAME}/organisateur/" in hall.server.log


def test_only_names_that_were_given_are_answered(hall: Proxied) -> None:
    with hall.client(name="evil.example") as visitor:
        assert visitor.get("/api/session").status_code == 421


def test_limits_count_by_the_visitors_own_address_whatever_he_says_of_it(
    hall: Proxied, desk: WebClient
) -> None:
    code = new_game(desk)
    with hall.client("127.0.0.2") as hostile, hall.client("127.0.0.3") as other:
        assert guess(hostile, code) < MOST_GUESSES
        other.sign_in()
        body = {"table": 1, "pin": "abcdef"}
        assert other.post(f"/api/games/{code}/join", json=body).status_code == 403
        seat(desk, other, code)


def test_who_comes_past_the_proxy_is_not_believed_either(hall: Proxied, desk: WebClient) -> None:
    code = new_game(desk)
    with hall.straight("127.0.0.9") as stranger:
        assert guess(stranger, code) < MOST_GUESSES


def test_a_live_stream_tells_at_once_what_happens(hall: Proxied, desk: WebClient) -> None:
    code = new_game(desk)
    with hall.client() as spectator, spectator.stream("GET", f"/live/{code}/public") as stream:
        lines = stream.iter_lines()
        assert '"phase":"drawing"' in next(line for line in lines if line.startswith("data:"))
        # The stream stays open: a proxy that gathered would keep this back for ever.
        desk.post(f"/api/games/{code}/draw", json={})
        assert '"phase":"drawn"' in next(line for line in lines if line.startswith("data:"))


def test_a_slip_is_stamped_when_its_last_byte_came_through(hall: Proxied, desk: WebClient) -> None:
    code = new_game(desk, time="3", settings={"grace_ms": 200})
    with hall.client() as one, hall.client() as two:
        prompt, hostile = seat(desk, one, code), seat(desk, two, code, 2)
        top, ends = begin_turn(desk, code)
        body = {"turn": 1, "entered": {"move": top}}
        before = time.time()
        receipt = prompt.post(f"/api/games/{code}/slip", json=body).json()
        assert receipt["late"] is False
        assert before * 1000 - 50 <= receipt["at"] <= time.time() * 1000 + 50
        head, data = post_bytes(hostile, f"/api/games/{code}/slip", body)
        with hall.connect() as line:
            line.sendall(head + data[:-2])
            time.sleep(max(0.0, ends + 0.8 - time.time()))
            line.sendall(data[-2:])
            said = json.loads(answer(line).partition("\r\n\r\n")[2])
        assert said["late"] is True
        assert said["at"] >= ends * 1000
