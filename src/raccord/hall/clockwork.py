"""The server's clock: it ends each turn on time and rules on slips when the grace is over.

Timers are made from the stored state, so that after a restart they are due at the same instants.
A step that the referee takes first leaves its timer without effect.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from raccord.duplicate import Phase
from raccord.duplicate.rules.clock import deadline
from raccord.hall.games import Game

log = logging.getLogger(__name__)
AGAIN_SECONDS = 2.0
BUSY_SECONDS = 0.1
TICK_MS = 10
"""How coarsely a kernel tells when bytes came, at the worst."""


class Clockwork:
    """One timer a game, for the next thing the clock will do."""

    def __init__(self, now_ms: Callable[[], int], act: Callable[[str], Awaitable[None]]) -> None:
        self._now = now_ms
        self._act = act
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._acting: dict[str, asyncio.Task[None]] = {}

    def arm(self, game: Game) -> None:
        """Set the timer of a game to what comes next."""
        self.disarm(game.id)
        due = due_at(game)
        if due is not None:
            self._after(game.id, max(0, due - self._now()) / 1000)

    def is_armed(self, code: str) -> bool:
        """Whether the clock has something to do for a game."""
        return code in self._timers

    def disarm(self, code: str) -> None:
        """Take the timer of a game away."""
        timer = self._timers.pop(code, None)
        if timer:
            timer.cancel()

    def _after(self, code: str, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timers[code] = loop.call_later(seconds, self._ring, code)

    def _ring(self, code: str) -> None:
        """One thing at a time for each game: slips by the hundred would each begin to be judged."""
        self._timers.pop(code, None)
        if code in self._acting:
            self._after(code, BUSY_SECONDS)
            return
        self._acting[code] = task = asyncio.create_task(self._run(code))
        task.add_done_callback(lambda _: self._acting.pop(code, None))

    async def _run(self, code: str) -> None:
        try:
            await self._act(code)
        except Exception:
            # The clock must not stop for a database that is briefly away.
            log.exception("the clock of %s could not act", code)
            self._after(code, AGAIN_SECONDS)

    async def close(self) -> None:
        """Stop every timer and wait for what is being done."""
        for code in list(self._timers):
            self.disarm(code)
        await asyncio.gather(*self._acting.values(), return_exceptions=True)


def due_at(game: Game) -> int | None:
    """When the clock acts next: at the end of the turn, then when the grace is over."""
    state = game.state
    if state.phase is Phase.RUNNING:
        # The end of a section's time is its master's to call.
        return None if state.opened.follows else deadline(state)
    if state.phase is Phase.TIME_UP and state.ended is not None and state.interrupted is None:
        return grace_end(game)
    return None


def grace_end(game: Game) -> int | None:
    """When the slips of the turn under way are ruled on, if any still wait for it."""
    state = game.state
    waiting = any(m.slip and not m.ruling for m in state.marks.get(state.turn, {}).values())
    if state.ended is None or not waiting:
        return None
    return state.ended + game.companion.settings.grace_ms


def grace_left(game: Game, now: int) -> int:
    """For how many milliseconds slips of the turn under way may still come in time."""
    state = game.state
    if state.phase is not Phase.TIME_UP or state.ended is None:
        return 0
    return max(0, state.ended + game.companion.settings.grace_ms - now)


def since_start(game: Game, came: int) -> int:
    """When a slip came; one of the first instant may seem to have come a tick before it."""
    started = game.state.started
    if started is not None and started - TICK_MS <= came < started:
        return started
    return came
