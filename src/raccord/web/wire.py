"""The wire: when a request really came in, and how little a slow or greedy client may hold.

The stamp of a request is the instant at which the last byte of its body reached this machine, told
by the kernel where it can tell (``TCP_INFO``, Linux): it depends neither on when the client began
to send nor on how busy this process is. What takes too long or too much is answered and closed.
"""

import asyncio
import contextlib
import json
import socket
import struct
import sys
import time
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from raccord.web.crowd import Crowd

ARRIVED = "raccord.arrived"
LINE = "raccord.line"
HEADER_BYTES = 64 * 1024
URL_BYTES = 8 * 1024
MOST_HEADERS = 100
"""A browser sends twenty, a proxy adds a few; each costs time before anything is known of it."""
MOST_PAIRS = 200
"""Parts of a query: the largest form that is sent so has sixty."""
MOST_WAITING = 16
"""Requests of one connection that may be sent before the first is answered."""
MOST_PIECES = 1000
"""Pieces of a body in one reading: a client that sends byte by byte is none of ours."""
HEADER_SECONDS = 10.0
BODY_SECONDS = 5.0
KEPT_SECONDS = 60.0
"""How long the line of a seat waits for its next request, where there is room."""
UNHEARD_SECONDS = 30.0
"""A client that takes nothing of what it is sent, be it a heartbeat, is gone."""
_TCP_INFO_BYTES = 104
_LAST_DATA_RECV = struct.Struct("=I")
_LAST_DATA_RECV_AT = 52
"""``tcpi_last_data_recv`` in ``struct tcp_info``: 8 bytes of flags, then 11 words before it."""
_MOST_DELAY_MS = 60_000

SAID = {
    400: ("bad-request", "La demande n'est pas lisible.", "HTTP/1.1"),
    408: ("too-slow", "L'envoi est resté inachevé.", "a whole request within 5 s"),
    413: ("too-large", "L'envoi est trop morcelé.", "a body in large pieces"),
    414: ("too-long", "L'adresse demandée est trop longue.", "an address of at most 8 kB"),
    431: ("too-large", "L'en-tête de la demande est trop long.", "headers of at most 64 kB"),
    429: ("too-many-connections", "Trop de connexions depuis ce réseau : réessayez.", ""),
    503: ("stopping", "Le serveur s'arrête ou redémarre : réessayez dans un instant.", ""),
}
"""What is answered before anybody reads the request."""


class _EnoughError(Exception):
    """Stops the parser in the middle of what it was fed."""


class WireProtocol(HttpToolsProtocol):
    """HTTP as we take it: stamped at its last byte, and bounded in time and size."""

    crowd: Crowd
    _timer: asyncio.TimerHandle | None = None
    _head = 0
    _in_head = False
    _refused = 0
    _pieces = 0
    _idled = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there; it has so long to say what it wants."""
        super().connection_made(transport)
        self._within(HEADER_SECONDS, 408)
        give_up_on_the_deaf(transport.get_extra_info("socket"))
        self.crowd.came(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._in_time()
        self.crowd.left(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """More bytes; those of a header that never ends are counted."""
        self._unset_keepalive_if_required()
        self._pieces, self._idled = 0, 0.0
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            # There is nothing to upgrade to: it is answered as any other request.
            return
        except httptools.HttpParserError:
            # Not noted in the log, which a crowd would fill with it.
            if not self._refused:
                self._refuse(400)
            return
        if self._in_head:
            self._head += len(data)
            if self._head > HEADER_BYTES:
                self._refuse(431)

    def on_message_begin(self) -> None:
        """The first bytes of a request are there."""
        if len(self.pipeline) >= MOST_WAITING:
            self._stop(429)
        super().on_message_begin()
        self._head, self._in_head, self._refused = 0, True, 0
        self._within(HEADER_SECONDS, 408)
        self.crowd.began(self)

    def on_url(self, url: bytes) -> None:
        """The address asked for, maybe in pieces."""
        super().on_url(url)
        if len(self.url) > URL_BYTES:
            self._refused = 414

    def on_header(self, name: bytes, value: bytes) -> None:
        """One more header, before the body or behind it."""
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            self._stop(431)

    def on_headers_complete(self) -> None:
        """What is asked is known; its body has so long to follow."""
        self._in_head = False
        if self.url.count(b"&") > MOST_PAIRS:
            self._refused = 414
        if self._refused or sum(len(n) + len(v) for n, v in self.headers) > HEADER_BYTES:
            self._refuse(self._refused or 431)
            return
        self._within(BODY_SECONDS, 408)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of the body."""
        self._pieces += 1
        if self._pieces > MOST_PIECES:
            self._stop(413)
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The last byte is here: the request came in now, or when the kernel says."""
        if self._refused:
            return
        self._in_time()
        self.crowd.asked(self)
        self.scope[LINE] = self  # type: ignore[literal-required]
        self.scope[ARRIVED] = time.perf_counter() - self._waited()  # type: ignore[literal-required]
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is sent; another request may be waiting."""
        self.crowd.answered(self)
        if self.pipeline:
            self.crowd.asked(self)
        super().on_response_complete()

    def belongs(self, owner: str) -> None:
        """The request under way is that of a seat or an official."""
        self.crowd.belongs(self, owner)

    def timeout_keep_alive_handler(self) -> None:
        """Nothing was asked for a while; who has sent something meanwhile, or sits here, stays."""
        if self.speaks():
            return
        self._idled += self.timeout_keep_alive
        if self._idled < KEPT_SECONDS and self.crowd.keeps(self):
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
            return
        super().timeout_keep_alive_handler()

    def dismiss(self) -> None:
        """Close this connection to make room; whoever was not answered yet is told."""
        self._in_time()
        if self.cycle is None:
            self._refuse(429)
        elif self.cycle.response_complete and not self.transport.get_write_buffer_size():
            # Between two requests: its end is told, so that the next one takes another line.
            self.transport.close()
        else:
            self.transport.abort()

    def speaks(self) -> bool:
        """Whether bytes of it are here that nobody has read."""
        return has_unread(self.transport.get_extra_info("socket"))

    def _waited(self) -> float:
        """For how many seconds the last bytes have been waiting for this process."""
        return last_data_seconds(self.transport.get_extra_info("socket"))

    def _within(self, seconds: float, status: int) -> None:
        self._in_time()
        self._timer = self.loop.call_later(seconds, self._refuse, status)

    def _in_time(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _stop(self, status: int) -> None:
        """Say why, close, and read no more of what has come."""
        self._refuse(status)
        raise _EnoughError

    def _refuse(self, status: int) -> None:
        """Say why, and close."""
        self._in_time()
        self._refused = status
        if self.transport.is_closing():
            return
        # In the middle of an answer nothing more can be said: the connection is just closed.
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            # Past the application, which has not seen this request.
            self.transport.write(refusal(status))
        self.transport.close()


def reason(status: int) -> bytes:
    """Why, in the one shape of errors, written without the application."""
    code, message, expected = SAID[status]
    error = {"code": code, "message": message} | ({"expected": expected} if expected else {})
    return json.dumps({"error": error}, ensure_ascii=False).encode()


def refusal(status: int) -> bytes:
    """A whole answer that says why."""
    body = reason(status)
    head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
    return STATUS_LINE[status] + head.encode() + b"connection: close\r\n\r\n" + body


def note_gone(send: object) -> None:
    """Whoever an answer was meant for has left: that it stays unfinished is not worth a line."""
    cycle = getattr(send, "__self__", None)
    if isinstance(cycle, RequestResponseCycle):
        cycle.disconnected = True


def give_up_on_the_deaf(connection: socket.socket | None) -> None:
    """Have the kernel close a connection whose client takes nothing any more, where it can."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if connection is not None and option is not None:
        with contextlib.suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, option, round(UNHEARD_SECONDS * 1000))


def has_unread(connection: socket.socket | None) -> bool:
    """Whether the machine has bytes of a connection that this process has not read."""
    if connection is None or sys.platform == "win32":
        return False
    import fcntl
    import termios

    try:
        found = fcntl.ioctl(connection.fileno(), termios.FIONREAD, bytes(4))
    except (OSError, ValueError):
        return False
    return any(found)


def last_data_seconds(connection: socket.socket | None) -> float:
    """How long ago the last bytes of a connection reached this machine; 0 where nobody knows."""
    if connection is None or not sys.platform.startswith("linux"):
        return 0.0
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_BYTES)
    except (OSError, AttributeError):
        return 0.0
    # An older kernel gives a shorter structure.
    if len(info) < _LAST_DATA_RECV_AT + _LAST_DATA_RECV.size:
        return 0.0
    (milliseconds,) = _LAST_DATA_RECV.unpack_from(info, _LAST_DATA_RECV_AT)
    # Over a minute it is not the wait for this process: better no correction than a wild one.
    return milliseconds / 1000 if milliseconds <= _MOST_DELAY_MS else 0.0


def protocol_for(crowd: Crowd) -> type[WireProtocol]:
    """The protocol of one server, whose connections are counted together."""
    return type("WireProtocol", (WireProtocol,), {"crowd": crowd})


def arrived_ms(scope: Any, now_ms: int) -> int:
    """When a request was whole, in milliseconds; now where the server has not noted it."""
    stamp: float | None = scope.get(ARRIVED)
    if stamp is None:
        return now_ms
    # By how long ago, not at which hour: the machine's clock may have been set since.
    return now_ms - max(0, round((time.perf_counter() - stamp) * 1000))
