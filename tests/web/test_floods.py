"""Small requests that would cost everybody a lot: each is cut short, and slips go on."""

import contextlib
import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from litestar._parsers import parse_cookie_string, parse_url_encoded_form_data

from raccord.web import forms, gate, wire
from raccord.web.doors import organiser_path
from raccord.web.workshop import EACH, Workshop
from tests.web.conftest import LiveServer, WebClient
from tests.web.raw import answer, connect
from tests.web.test_hostile import Seat, new_game, start

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def desk(live_server: LiveServer) -> Iterator[WebClient]:
    with live_server.client() as client:
        yield client


@pytest.fixture
def logged(
    live_server: LiveServer, caplog: pytest.LogCaptureFixture
) -> Iterator[pytest.LogCaptureFixture]:
    """What is written to the log, by the server's library too, which keeps it from others."""
    assert live_server  # Its start takes other handlers away.
    library = logging.getLogger("uvicorn")
    library.addHandler(caplog.handler)
    yield caplog
    library.removeHandler(caplog.handler)


def said(server: LiveServer, line: bytes, more: bytes = b"", body: bytes = b"") -> str:
    """What the server answers to bytes as they are."""
    with connect(server.url) as connection:
        host = server.url.removeprefix("http://").encode()
        with contextlib.suppress(OSError):
            connection.sendall(
                line + b" HTTP/1.1\r\nhost: " + host + b"\r\n" + more + b"\r\n" + body
            )
        return answer(connection)


def posted(server: LiveServer, path: str, body: bytes, kind: str = FORM) -> str:
    head = f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n".encode()
    return said(server, f"POST {path}".encode(), head, body)


def code_of(answered: str) -> str:
    """The code of a refusal in the one shape of errors."""
    found: str = json.loads(answered.partition("\r\n\r\n")[2])["error"]["code"]
    return found


def test_a_header_has_few_lines_before_and_behind_the_body(live_server: LiveServer) -> None:
    lines = b"a:\r\n" * 15_000
    assert said(live_server, b"GET /", lines).startswith("HTTP/1.1 431")
    chunked = b"content-type: text/plain\r\ntransfer-encoding: chunked\r\n"
    behind = said(live_server, b"POST /langue", chunked, b"0\r\n" + lines + b"\r\n")
    assert behind.startswith("HTTP/1.1 431")
    few = b"".join(b"x-%d: 1\r\n" % n for n in range(wire.MOST_HEADERS - 10))
    assert said(live_server, b"GET /api/time", few).startswith("HTTP/1.1 200")


def test_a_body_does_not_come_byte_by_byte(live_server: LiveServer) -> None:
    chunked = b"content-type: application/json\r\ntransfer-encoding: chunked\r\n"
    told = said(live_server, b"POST /langue", chunked, b"1\r\na\r\n" * 40_000 + b"0\r\n\r\n")
    assert told.startswith("HTTP/1.1 413")
    assert code_of(told) == "too-large"


def test_few_requests_are_sent_before_the_first_is_answered(live_server: LiveServer) -> None:
    host = live_server.url.removeprefix("http://")
    one = f"GET /api/time HTTP/1.1\r\nhost: {host}\r\n\r\n".encode()
    with connect(live_server.url) as line:
        line.sendall(one * 1000)
        assert code_of(answer(line)) == "too-many-connections"
    with connect(live_server.url) as line:
        line.sendall(one * 5)
        found = b""
        while found.count(b"HTTP/1.1 200") < 5:
            found += line.recv(65536)


def test_a_query_has_few_parts(live_server: LiveServer) -> None:
    assert said(live_server, b"GET /mots?" + b"a&" * 4000).startswith("HTTP/1.1 414")
    assert said(live_server, b"GET /mots?q=lustre" + b"&a" * 100).startswith("HTTP/1.1 200")


def test_what_is_no_http_is_told_in_the_one_shape_and_fills_no_log(
    live_server: LiveServer, logged: pytest.LogCaptureFixture
) -> None:
    assert code_of(said(live_server, b"\x00nonsense")) == "bad-request"
    upgrade = b"connection: upgrade\r\nupgrade: websocket\r\n"
    assert said(live_server, b"GET /api/time", upgrade).startswith("HTTP/1.1 200")
    assert not logged.records


def test_a_cookie_full_of_backslashes_costs_what_any_cookie_costs(live_server: LiveServer) -> None:
    """Unquoting it took seconds, in which no other thread of Python runs."""

    def cost(letter: bytes) -> float:
        began = time.process_time()
        cookie = b'cookie: langue="' + letter * 60_000 + b'"\r\n'
        assert said(live_server, b"GET /reglement", cookie).startswith("HTTP/1.1 200")
        return time.process_time() - began

    cost(b"a")
    plain = max(cost(b"a") for _ in range(3))
    assert min(cost(b"\\") for _ in range(2)) < 10 * plain
    assert parse_cookie_string.cache_info().currsize == 0, "no cookie of anybody is kept"


@pytest.mark.parametrize("path", ["/langue", "/arbitrer", "/solo/progres/reprendre"])
def test_a_form_has_few_fields_and_is_not_kept(live_server: LiveServer, path: str) -> None:
    crowded = b"&".join(b"%x=" % n for n in range(30_000))
    assert posted(live_server, path, crowded).startswith("HTTP/1.1 413")
    assert posted(live_server, path, b"a&" * 120_000).startswith("HTTP/1.1 413")
    assert posted(live_server, path, b"a=" + b"%41" * 80_000).startswith("HTTP/1.1 403")
    assert parse_url_encoded_form_data.cache_info().currsize == 0, "nothing that was typed is kept"


def test_a_form_that_does_not_say_so_is_short(client: WebClient) -> None:
    kind = {"content-type": "application/json"}
    crowded = "language=fr&" + "a&" * 60_000
    reply = client.post("/langue", content=crowded, headers=kind)
    assert reply.status_code == 415
    assert client.post("/langue", content="language=fr", headers=kind).status_code == 303


def test_the_organiser_may_send_a_form_about_everybody(
    make_server: Callable[..., LiveServer],
) -> None:
    server = make_server(host="0.0.0.0")
    many = {"language": "fr", **{f"n{n}": "1" for n in range(forms.MOST_FIELDS + 500)}}
    stranger, organiser = server.client().sign_in(), server.client()
    organiser.get(f"/{organiser_path(server.services)}")
    organiser.sign_in()
    assert stranger.post("/langue", data=many).status_code == 413
    assert organiser.post("/langue", data=many).status_code == 303


def test_a_form_with_a_file_has_few_parts(live_server: LiveServer) -> None:
    part = b'--xx\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
    for path in ("/jarnac/parties", "/solo", "/centre"):
        told = posted(
            live_server, path, part * 990 + b"--xx--\r\n", "multipart/form-data; boundary=xx"
        )
        assert told.startswith("HTTP/1.1 400"), path


def test_a_stranger_s_large_file_is_refused_before_it_is_read(live_server: LiveServer) -> None:
    head = b"content-type: multipart/form-data; boundary=xx\r\ncontent-length: 7000000\r\n"
    begun = b'--xx\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
    elsewhere = b"x-forwarded-for: 203.0.113.7\r\n"
    for path in (b"/centre", b"/personnes", b"/listes", b"/epreuve/ABCD/import"):
        # The gate waits for 256 kB, or all of it.
        told = said(live_server, b"POST " + path, head + elsewhere, begun + b"a" * 1_100_000)
        assert told.startswith("HTTP/1.1 413"), path


def test_large_bodies_half_sent_hold_no_place_at_the_gate(
    live_server: LiveServer, desk: WebClient
) -> None:
    code = new_game(desk, time="40")
    seat = Seat(live_server, desk, code, 1)
    top = start(desk, code)
    head = b"content-type: multipart/form-data; boundary=xx\r\ncontent-length: 3900000\r\n\r\n"
    part = b'--xx\r\ncontent-disposition: form-data; name="file"\r\n\r\n'
    host, path = live_server.url.removeprefix("http://").encode(), b"/solo/progres/importer"
    with contextlib.ExitStack() as stack:
        for _ in range(gate.AT_ONCE + 8):
            line = stack.enter_context(connect(live_server.url))
            line.sendall(b"POST " + path + b" HTTP/1.1\r\nhost: " + host + b"\r\n" + head + part)
            line.sendall(b"a" * 1_200_000)
        began = time.monotonic()
        assert seat.slip({"turn": 1, "entered": {"move": top}}).is_success
        assert time.monotonic() - began < wire.BODY_SECONDS


def test_who_leaves_in_the_middle_of_a_file_fills_no_log(
    live_server: LiveServer, client: WebClient, logged: pytest.LogCaptureFixture
) -> None:
    head = b"content-type: multipart/form-data; boundary=xx\r\ncontent-length: 3900000\r\n\r\n"
    part = b'--xx\r\ncontent-disposition: form-data; name="file"\r\n\r\n'
    host = live_server.url.removeprefix("http://").encode()
    for _ in range(3):
        with connect(live_server.url) as line:
            line.sendall(b"POST /solo/progres/importer HTTP/1.1\r\nhost: " + host + b"\r\n")
            line.sendall(head + part + b"a" * 1_200_000)
    time.sleep(1)
    assert client.get("/api/time").is_success
    assert not logged.records


def test_bodies_half_sent_have_one_room_together_and_slips_need_none_of_it(
    live_server: LiveServer, desk: WebClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six hundred of a megabyte each held 600 MB; a network may have 4,000 connections."""
    monkeypatch.setattr(gate, "MOST_KEPT_BYTES", 1 << 20)
    code = new_game(desk, time="40")
    seat = Seat(live_server, desk, code, 1)
    top = start(desk, code)
    host = live_server.url.removeprefix("http://").encode()
    head = b"content-type: application/json\r\ncontent-length: 250000\r\n\r\n"
    with contextlib.ExitStack() as stack:
        lines = []
        for _ in range(8):
            lines.append(stack.enter_context(connect(live_server.url)))
            lines[-1].sendall(b"POST /api/room/join HTTP/1.1\r\nhost: " + host + b"\r\n" + head)
            lines[-1].sendall(b"a" * 200_000)
        assert any(answer(one).startswith("HTTP/1.1 429") for one in reversed(lines))
        assert seat.slip({"turn": 1, "entered": {"move": top}}).is_success
    # What they held is given back.
    assert posted(live_server, "/api/room/join", b"a" * 200_000).startswith("HTTP/1.1 403")


def test_who_leaves_in_the_middle_of_an_answer_fills_no_log(
    live_server: LiveServer, logged: pytest.LogCaptureFixture
) -> None:
    live_server.client().get("/schema/openapi.yaml")
    asked = b"GET /schema/openapi.yaml HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    for _ in range(3):
        lines = []
        for _ in range(20):
            lines.append(connect(live_server.url))
            lines[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            lines[-1].sendall(asked * 8)
        time.sleep(0.3)
        for line in lines:
            # Closed with bytes unread: the other side is told by a reset.
            line.close()
    time.sleep(0.5)
    assert live_server.client().get("/api/time").is_success
    assert not logged.records


def test_no_slip_waits_behind_work_that_anybody_may_ask_for(
    live_server: LiveServer, desk: WebClient
) -> None:
    code = new_game(desk, time="100")
    seat = Seat(live_server, desk, code, 1)
    top = start(desk, code)
    shop = live_server.services.get(Workshop)
    done = threading.Event()
    for _ in range(2):
        shop._pool.submit(done.wait, 60)
    crowd = [live_server.client().sign_in() for _ in range((gate.AT_ONCE + 8) // EACH)]
    file = {"record": ("partie.json", b"{}")}
    with ThreadPoolExecutor(gate.AT_ONCE + 8) as pool:
        asked = [pool.submit(c.post, "/jarnac/parties", files=file) for c in crowd * EACH]
        time.sleep(1)
        try:
            assert seat.slip({"turn": 1, "entered": {"move": top}}).is_success
            assert desk.post(f"/api/games/{code}/end-time").is_success
            assert not done.is_set()
        finally:
            done.set()
        assert {one.result().status_code for one in asked} <= {400, 503}
