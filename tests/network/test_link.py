"""The way to the hub: whatever answers there, the courier is told in one way."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple
from urllib.error import HTTPError

import pytest

from raccord.network.errors import LinkError
from raccord.network.link import HttpPost

pytestmark = pytest.mark.server
SESSION = b'{"csrf": "abc"}'


class Said(NamedTuple):
    """An answer; it may promise more bytes than come."""

    body: bytes
    status: int = 200
    missing: int = 0


Hub = Callable[..., str]


@pytest.fixture
def hub() -> Iterator[Hub]:
    """Start something that gives these answers, one after the other; its address."""
    servers: list[ThreadingHTTPServer] = []

    def start(*answers: Said) -> str:
        left = list(answers)

        class Answering(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.rfile.read(int(self.headers["content-length"] or 0))
                said = left.pop(0)
                self.send_response(said.status)
                self.send_header("content-length", str(len(said.body) + said.missing))
                self.end_headers()
                self.wfile.write(said.body)

            do_POST = do_GET  # noqa: N815

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), Answering))
        Thread(target=servers[-1].serve_forever).start()
        return f"http://127.0.0.1:{servers[-1].server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def refused(code: str, message: str = "") -> Said:
    return Said(f'{{"error": {{"code": "{code}", "message": "{message}"}}}}'.encode(), 409)


def test_a_message_is_answered(hub: Hub) -> None:
    assert HttpPost()(hub(Said(SESSION), Said(b"receipt")), b"batch") == b"receipt"


def test_a_refusal_is_told_in_the_words_of_the_hub_and_closed(hub: Hub) -> None:
    with pytest.raises(LinkError, match="trop tard") as caught:
        HttpPost()(hub(Said(SESSION), refused("late", "trop tard")), b"batch")
    assert isinstance(caught.value.__cause__, HTTPError)
    assert caught.value.__cause__.closed


def test_a_hub_that_was_started_anew_gives_a_new_session(hub: Hub) -> None:
    post = HttpPost()
    address = hub(Said(SESSION), refused("csrf"), Said(SESSION), Said(b"receipt"))
    assert post(address, b"batch") == b"receipt"


@pytest.mark.parametrize(
    "answers",
    [
        [Said(b"[]")],
        [Said(b"{}")],
        [Said(b"<p>Wi-Fi</p>")],
        [Said(b"[" * 50_000)],
        [Said(b"no", 503)],
        [Said(SESSION, missing=9)],
        [Said(SESSION), Said(b"rec", missing=9)],
        [Said(SESSION), Said(b"[]", 500)],
        [Said(SESSION), Said(b'{"error', 409, missing=9)],
    ],
    ids=[
        "list",
        "no token",
        "portal",
        "deep",
        "busy",
        "cut session",
        "cut",
        "list refused",
        "cut refusal",
    ],
)
def test_whatever_else_answers_is_no_hub(hub: Hub, answers: list[Said]) -> None:
    with pytest.raises(LinkError, match="ne répond pas"):
        HttpPost()(hub(*answers), b"batch")
