"""What a proxy, a supervisor and Prometheus ask: is it alive, is it ready, how is it doing.

``/healthz`` and ``/readyz`` tell nothing but yes or no. ``/metrics`` counts slips, which nobody may
know before the end of a turn: it is the organiser's, or that of whoever has the operator's token.
"""

import asyncio
import os
import secrets
import time

from litestar import Response, get
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import text

from raccord.store.errors import StoreError
from raccord.web.entrance import only_organiser
from raccord.web.inject import TheServices, ThisPage
from raccord.web.metrics import Metrics
from raccord.web.page import Page
from raccord.web.services import Services
from raccord.web.station import station_of

TOKEN_VARIABLE = "RACCORD_METRICS_TOKEN"  # noqa: S105 — a name
ANSWERS_WITHIN = 2.0
KEPT = 0.5
"""Seconds an answer is good for: strangers who ask for it cost the database nothing more."""


class Readiness:
    """Whether this process can serve now, looked at no more often than needed."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lock = asyncio.Lock()
        self._known = (float("-inf"), "")

    async def fault(self) -> str:
        """What is missing; empty where nothing is."""
        async with self._lock:
            at, found = self._known
            if time.monotonic() - at > KEPT:
                found = await self._look()
                self._known = (time.monotonic(), found)
            return found

    async def _look(self) -> str:
        store = self._services.store
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                await store.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
        except (TimeoutError, StoreError):
            return "database"
        if store.is_shared and not self._services.get(station_of).doorbell.is_listening:
            return "doorbell"
        return ""


@get("/healthz")
async def health() -> Response[str]:
    """Whether the process answers at all."""
    return Response("ok\n", media_type="text/plain")


@get("/readyz")
async def readiness(services: TheServices) -> Response[str]:
    """Whether it can serve: its database answers, and it hears the other processes."""
    fault = await services.get(Readiness).fault()
    status = 503 if fault else 200
    return Response(f"{fault or 'ok'}\n", media_type="text/plain", status_code=status)


@get("/metrics")
async def metrics(page: ThisPage) -> Response[bytes]:
    """What Prometheus gathers; for the organiser, or with the operator's token."""
    if not _has_token(page):
        only_organiser(page)
    found = page.services.get(Metrics).text()
    return Response(found, headers={"content-type": CONTENT_TYPE_LATEST})


def _has_token(page: Page) -> bool:
    wanted = os.environ.get(TOKEN_VARIABLE, "")
    told = page.request.headers.get("authorization", "")
    return bool(wanted) and secrets.compare_digest(told.encode(), f"Bearer {wanted}".encode())


pages = [health, readiness, metrics]
