"""Slips on their way through the server: what came in time is served before anything is ruled on.

The machine may have a slip that the program has not read yet: a loop held up wakes to a clock that
is due and to slips that came before it. Whoever closes a turn waits here for these.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

LOOKS = 16
"""Turns of the event loop in which what the machine has is read: accepted, read, parsed, begun."""
LONGEST_SECONDS = 5.0
"""A slip that takes longer to serve has met a fault, and the clock must go on."""


class Arrivals:
    """The slips that are here and not answered yet, with the instants at which they came."""

    def __init__(self) -> None:
        self._underway: dict[asyncio.Future[None], int] = {}

    @contextmanager
    def serving(self, at: int) -> Iterator[None]:
        """A slip that came at an instant is being served."""
        served = asyncio.get_running_loop().create_future()
        self._underway[served] = at
        try:
            yield
        finally:
            del self._underway[served]
            served.set_result(None)

    async def settled(self, until: int) -> None:
        """Wait for every slip that came up to an instant to be served."""
        for _ in range(LOOKS):
            await asyncio.sleep(0)
        waiting = [served for served, at in self._underway.items() if at <= until]
        if waiting:
            await asyncio.wait(waiting, timeout=LONGEST_SECONDS)
