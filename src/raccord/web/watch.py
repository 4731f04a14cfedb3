"""The watch: how late the event loop runs, and how many connections the system allows.

A beat every twentieth of a second; what it comes too late is how long everything else had to wait.
Slips are stamped by the kernel (``wire``), so a delay costs patience and no points; the organiser
sees it all the same.
"""

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec

from raccord.web.crowd import Crowd
from raccord.web.services import Services

BEAT_SECONDS = 0.05
KEPT_SECONDS = 60.0
MOST_FILES = 65_536
SPARE_FILES = 256
"""Descriptors for the database, word lists, documents and what the system itself needs."""
PER_PHONE = 2
"""Connections of a phone: its live stream, and one for what it sends."""


class ServerView(msgspec.Struct, frozen=True):
    """Santé du serveur: delays of the loop in ms, connections open and allowed, live streams."""

    delay: int
    worst: int
    connections: int
    most_connections: int
    streams: int
    phones: int
    """How many phones the connections allowed are enough for."""


class Watch:
    """Measures the loop of this server while it runs."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.crowd = Crowd()
        self._beats: deque[tuple[float, float]] = deque()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to beat; called on the loop."""
        loop = asyncio.get_running_loop()
        self._task = loop.create_task(self._beat(loop.time))

    async def _beat(self, now: Callable[[], float]) -> None:
        due = now() + BEAT_SECONDS
        while True:
            await asyncio.sleep(due - now())
            came = now()
            self._note(came, max(0.0, came - due))
            # From when it came, so that one delay is not counted in every beat after it.
            due = came + BEAT_SECONDS

    def _note(self, at: float, delay: float) -> None:
        self._beats.append((at, delay))
        while self._beats[0][0] < at - KEPT_SECONDS:
            self._beats.popleft()

    def view(self) -> ServerView:
        """What the organiser is told."""
        delays = [delay for _, delay in self._beats] or [0.0]
        return ServerView(
            delay=round(delays[-1] * 1000),
            worst=round(max(delays) * 1000),
            connections=len(self.crowd),
            most_connections=self.crowd.most,
            streams=self._services.hub.listeners,
            phones=self.crowd.most // PER_PHONE,
        )

    async def close(self) -> None:
        """Stop beating."""
        if self._task:
            self._task.cancel()


def room_for_connections(wanted: int = MOST_FILES) -> int:
    """Raise the number of files this process may open, and tell how many connections that makes."""
    return max(16, files_allowed(wanted) - SPARE_FILES)


def files_allowed(wanted: int = MOST_FILES) -> int:
    """Raise the number of files this process, and those it starts, may open, and tell it."""
    try:
        import resource
    except ImportError:  # Windows counts no descriptors here
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, max(wanted, soft))
    if soft != resource.RLIM_INFINITY and most > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return wanted if soft == resource.RLIM_INFINITY else soft
