"""The gate: so many requests that change something are worked on at once; the others queue.

Between them the server looks at its connections again, so that a crowd that sends together is
noticed, and timed, at once, and answered in order. A place is taken only when the whole body is
here: a client that sends half of one holds nothing but its own connection. What anybody may ask to
be worked on (playing alone, Jarnac, the open room) has a gate of its own, so that no slip and no
referee waits behind it, and so have the messages of centres.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext
from typing import Any

from raccord.hall.resources import Resources
from raccord.web.wire import LINE, arrived_ms, note_gone, reason

AT_ONCE = 32
OPEN_AT_ONCE = 16
OPEN = (
    *("/solo", "/api/solo", "/api/progress", "/jarnac", "/api/jarnac"),
    *("/salon", "/api/room", "/mots", "/api/words"),
)
"""Where strangers find work to be done."""
HUB_AT_ONCE = 512
HUB = "/api/hub"
"""Messages of centres: that of a club that follows a game live waits there for its next fact."""
_KEPT_BYTES = 256 * 1024
"""A larger body (a photograph, a file) is not kept here, and waits at no gate: its route knows
whom it is for before it reads it."""
_SMALL_BYTES = 16 * 1024
"""Slips and most forms: these are kept however many come."""
MOST_KEPT_BYTES = 64 << 20
"""Of all larger bodies together, half sent or waiting for their place."""
PIECE_BYTES = 128 * 1024
"""How much of an answer is handed to the system at one turn of the loop."""
_GAMES, _SLIPS = "/api/games/", ("/slip", "/propose")
Receive = Callable[[], Awaitable[dict[str, Any]]]


class Gate:
    """Waits for the body of a request, then for a place, then goes on."""

    def __init__(self, app: Any, resources: Resources, at_once: int = AT_ONCE) -> None:
        self._app = app
        self._resources = resources
        self._gate = asyncio.Semaphore(at_once)
        self._open = asyncio.Semaphore(OPEN_AT_ONCE)
        self._hub = asyncio.Semaphore(HUB_AT_ONCE)
        self._kept = 0

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _while_there(scope, send)
        if scope["method"] in {"GET", "HEAD"}:
            await self._app(scope, receive, _in_pieces(send))
            return
        body, answer = _Body(self), _Answer(send)
        try:
            if not await body.read(receive):
                await answer.refuse(429)
            elif body.begun:
                await self._serve(scope, receive, body.begun, answer)
        finally:
            body.let_go()

    async def _serve(
        self, scope: Any, receive: Receive, begun: list[dict[str, Any]], answer: "_Answer"
    ) -> None:
        with self._served(scope):
            try:
                async with self._place(scope, begun):
                    await self._app(scope, _replay(begun, receive), answer)
            except asyncio.CancelledError:
                # The server stops and waits no longer. What a phone sent may be on its way to the
                # disk: at a fault it would give up, so it is told to send it again.
                await answer.refuse(503)

    def keep(self, size: int) -> bool:
        """Count bytes of large bodies; whether there is room for them."""
        self._kept += size
        return self._kept <= MOST_KEPT_BYTES

    def _place(self, scope: Any, begun: list[dict[str, Any]]) -> AbstractAsyncContextManager[None]:
        if begun[-1].get("more_body", False):
            return nullcontext()
        path = _as_routed(scope["path"])
        if path.startswith(HUB):
            return self._hub
        return self._open if path.startswith(OPEN) else self._gate

    def _served(self, scope: Any) -> AbstractContextManager[None]:
        """A slip is told to whoever closes its turn: it has come, be it still queueing here."""
        path = _as_routed(scope["path"])
        if not (path.startswith(_GAMES) and path.endswith(_SLIPS)):
            return nullcontext()
        return self._resources.arrivals.serving(arrived_ms(scope, self._resources.now_ms()))


def _as_routed(path: str) -> str:
    """An address as the router reads it, which passes over doubled slashes and those at its end."""
    if "//" not in path and not path.endswith("/"):
        return path
    return "/" + "/".join(part for part in path.split("/") if part)


class _Answer:
    """What is sent back, and whether anything was."""

    def __init__(self, send: Any) -> None:
        self._send = send
        self._is_begun = False

    async def __call__(self, message: Any) -> None:
        self._is_begun = True
        await self._send(message)

    async def refuse(self, status: int) -> None:
        """Say that it is to be asked again, unless an answer has begun."""
        if self._is_begun:
            return
        headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
        await self({"type": "http.response.start", "status": status, "headers": headers})
        await self({"type": "http.response.body", "body": reason(status)})


def _in_pieces(send: Any) -> Any:
    """Sends a long answer piece by piece: to hand megabytes over at once keeps the loop."""

    async def sent(message: Any) -> None:
        body = message.get("body", b"")
        if len(body) <= PIECE_BYTES:
            await send(message)
            return
        for start in range(0, len(body), PIECE_BYTES):
            more = message.get("more_body", False) or start + PIECE_BYTES < len(body)
            piece = body[start : start + PIECE_BYTES]
            await send({"type": message["type"], "body": piece, "more_body": more})
            await asyncio.sleep(0)

    return sent


class _Body:
    """What a client sends: all of it, or as much as is kept here."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._counted = 0
        self.begun: list[dict[str, Any]] = []
        """The messages so far; none if the client left."""

    async def read(self, receive: Receive) -> bool:
        """Wait for it; whether there was room for it."""
        kept = 0
        while kept <= _KEPT_BYTES:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.begun = []
                break
            self.begun.append(message)
            kept += len(message.get("body", b""))
            if kept > _SMALL_BYTES and not self._count(kept):
                return False
            if not message.get("more_body", False):
                break
        return True

    def _count(self, kept: int) -> bool:
        more, self._counted = kept - self._counted, kept
        return self._gate.keep(more)

    def let_go(self) -> None:
        """It is served, or nobody waits for it any more."""
        self._gate.keep(-self._counted)


def _while_there(scope: Any, send: Any) -> Any:
    """Sends to a client that is there; what was meant for one that has left is no fault of ours."""
    line = scope.get(LINE)

    async def sent(message: Any) -> None:
        try:
            await send(message)
        except RuntimeError:
            # The loop's library closes a broken connection before it tells that it is lost.
            if line is None or not line.transport.is_closing():
                raise
            note_gone(send)

    return sent


def _replay(begun: list[dict[str, Any]], receive: Receive) -> Receive:
    waiting = iter(begun)

    async def again() -> dict[str, Any]:
        return next(waiting, None) or await receive()

    return again
