"""How the application is served: one process of uvicorn."""

import asyncio
import time
from typing import Any

import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

STOP_SECONDS = 2
AT_ONCE = 32
_ARRIVED = "raccord.arrived"


class StampedProtocol(HttpToolsProtocol):
    """Notes when a request came in, before it waits for its turn to be served.

    In the last seconds of a turn a whole hall sends at once: a slip that waits here is not late.
    """

    def on_message_begin(self) -> None:
        """The first bytes of a request are there."""
        super().on_message_begin()
        self.scope[_ARRIVED] = time.time()  # type: ignore[literal-required]


class Gate:
    """Lets so many requests that change something be worked on at once; the others queue.

    Between them the server looks at its connections again, so that a crowd that sends together is
    noticed, and timed, at once, and answered in order.
    """

    def __init__(self, app: Any, at_once: int = AT_ONCE) -> None:
        self._app = app
        self._gate = asyncio.Semaphore(at_once)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Wait for a place, then go on."""
        if scope["type"] == "http" and scope["method"] == "POST":
            async with self._gate:
                await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def arrived_ms(scope: Any, now_ms: int) -> int:
    """When a request came in, in milliseconds; now where the server has not noted it."""
    stamp = scope.get(_ARRIVED)
    return now_ms if stamp is None else min(now_ms, round(stamp * 1000))


def server_config(app: Litestar, **options: Any) -> uvicorn.Config:
    """Uvicorn's settings; live streams end soon after a stop is asked."""
    return uvicorn.Config(
        Gate(app),
        http=StampedProtocol,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        **options,
    )
