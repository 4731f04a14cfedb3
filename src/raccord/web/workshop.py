"""The workshop: heavy work off the event loop, few pieces at a time, paid for by who asks.

Each visitor has a purse of seconds that fills again with time; a piece of work costs what it took.
A whole hall may share one address, so an address has a far larger purse than a session. Officials
of a game do not pay and have places of their own, or one visitor's questions about words would keep
a referee waiting for his papers. Slips never come here.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from raccord.web.errors import WebError
from raccord.web.guesses import network_of
from raccord.web.limits import Limiter
from raccord.web.page import Page
from raccord.web.services import Services

AT_ONCE = 2
"""Pieces of work of visitors, and of officials."""
WAITING = 64
"""Pieces of work of all visitors that may wait; one more is told to come back."""
EACH = 4
"""Pieces of work one visitor may have asked for at the same time."""
OF_A_SESSION, OF_A_NETWORK = 6.0, 120.0
"""Seconds of work in a full purse, which fills again in ten minutes and in two."""
_MILLI = 1000

P = ParamSpec("P")
T = TypeVar("T")


class Workshop:
    """Does heavy work in threads of its own."""

    def __init__(self, services: Services) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="workshop")
        self._desk = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="desk")
        self._asked: dict[str, int] = {}
        self._sessions = Limiter(round(OF_A_SESSION * _MILLI), 600, services.clock)
        self._networks = Limiter(round(OF_A_NETWORK * _MILLI), 120, services.clock)

    async def run(self, page: Page, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do a piece of work for a visitor; the answer comes when a place was free."""
        who, network = page.session.id, network_of(page.client)
        wait = max(self._sessions.wait(who), self._networks.wait(network))
        if wait:
            raise WebError(429, retry_after=wait)
        if sum(self._asked.values()) >= WAITING or self._asked.get(who, 0) >= EACH:
            raise WebError(503, retry_after=1)
        self._asked[who] = self._asked.get(who, 0) + 1
        try:
            found, took = await _timed(self._pool, lambda: work(*args, **kwargs))
        finally:
            self._done(who)
        cost = max(1, round(took * _MILLI))
        self._sessions.spend(who, cost)
        self._networks.spend(network, cost)
        return found

    async def for_officials(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for those who run the game: they wait for each other, and pay nothing."""
        found, _ = await _timed(self._desk, lambda: work(*args, **kwargs))
        return found

    async def for_everybody(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for what is made once for all visitors: nobody pays for it."""
        found, _ = await _timed(self._pool, lambda: work(*args, **kwargs))
        return found

    def _done(self, who: str) -> None:
        left = self._asked.pop(who) - 1
        if left:
            self._asked[who] = left

    async def close(self) -> None:
        """Let what has begun finish, and nothing else begin."""
        for pool in (self._pool, self._desk):
            pool.shutdown(wait=False, cancel_futures=True)


async def _timed(pool: ThreadPoolExecutor, work: Callable[[], T]) -> tuple[T, float]:
    def timed() -> tuple[T, float]:
        # The thread's own time: nobody pays for having waited while others worked.
        began = time.thread_time()
        return work(), time.thread_time() - began

    return await asyncio.get_running_loop().run_in_executor(pool, timed)


async def heavy(page: Page, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do a piece of work for the visitor of a page, off the loop."""
    return await page.services.get(Workshop).run(page, work, *args, **kwargs)
