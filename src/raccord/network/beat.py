"""The beat of a centre: it asks the hub again and again, sooner while a game is played.

No answer is no failure: the wait grows, and the next turn that closes tries at once.
"""

import asyncio
import logging
from collections.abc import Sequence

from raccord.network.centre import Centre
from raccord.store.records import StoredEvent
from raccord.store.store import Store

log = logging.getLogger(__name__)
PLAYING, RESTING, FAILED_MOST = 2.0, 15.0, 30.0
"""Seconds between two exchanges: while a game is played, otherwise, and at most after a failure."""
LISTENING = 0.1
"""Seconds between two questions of a centre that follows live: each waits for its answer."""
_WAKING = frozenset({"retained", "ended", "results-published", "registered", "turn-cancelled"})


class Beat:
    """Exchanges with the hub in the background."""

    def __init__(self, centre: Centre, store: Store) -> None:
        self._centre = centre
        self._store = store
        self._task: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()

    def start(self) -> None:
        """Begin, unless it has begun."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what was not sent is sent after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _heard(self, events: Sequence[StoredEvent]) -> None:
        if any(event.type in _WAKING for event in events):
            self._woken.set()

    async def _run(self) -> None:
        stop = self._store.subscribe(self._heard)
        wait = PLAYING
        try:
            while True:
                self._woken.clear()
                wait = await self._once(wait)
                try:
                    await asyncio.wait_for(self._woken.wait(), wait)
                except TimeoutError:
                    continue
        finally:
            stop()

    async def _once(self, waited: float) -> float:
        """Ask for every event; how long to wait then."""
        names = await asyncio.to_thread(lambda: [o.membership.name for o in self._centre.all()])
        answered, playing, followed = True, False, False
        for name in names:
            try:
                answered = await self._centre.sync(name) and answered
                if await self._centre.is_live(name):
                    followed = True
                    # Its reply waits for the next fact: no draw and no start comes late.
                    answered = answered and await self._centre.listen(name)
                playing = await self._centre.under_way(name) or playing
            except Exception:
                # The beat must not stop for a database that is briefly away.
                log.exception("the exchange of %s failed", name)
                answered = False
        if followed:
            return LISTENING if answered else PLAYING
        if not answered:
            return min(FAILED_MOST, max(PLAYING, waited * 1.5))
        return PLAYING if playing else RESTING
