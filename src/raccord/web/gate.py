"""The gate: so many requests that change something are worked on at once; the others queue.

Between them the server looks at its connections again, so that a crowd that sends together is
noticed, and timed, at once, and answered in order. A place is taken only when the whole body is
here: a client that sends half of one holds nothing but its own connection.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

AT_ONCE = 32
_KEPT_BYTES = 1 << 20
"""A body larger than any page of ours sends is not kept here: the application refuses it."""
Receive = Callable[[], Awaitable[dict[str, Any]]]


class Gate:
    """Waits for the body of a request, then for a place, then goes on."""

    def __init__(self, app: Any, at_once: int = AT_ONCE) -> None:
        self._app = app
        self._gate = asyncio.Semaphore(at_once)

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD"}:
            await self._app(scope, receive, send)
            return
        begun = await _body(receive)
        if begun is None:
            return
        async with self._gate:
            await self._app(scope, _replay(begun, receive), send)


async def _body(receive: Receive) -> list[dict[str, Any]] | None:
    """What the client sent, to the end of the body or as much as is kept; None if it left."""
    found: list[dict[str, Any]] = []
    kept = 0
    while kept <= _KEPT_BYTES:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        found.append(message)
        kept += len(message.get("body", b""))
        if not message.get("more_body", False):
            break
    return found


def _replay(begun: list[dict[str, Any]], receive: Receive) -> Receive:
    waiting = iter(begun)

    async def again() -> dict[str, Any]:
        return next(waiting, None) or await receive()

    return again
