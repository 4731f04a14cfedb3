"""The server's time: the machine's when it started, and from then on counted by itself.

Somebody may set the machine's clock, or a time server may, in the middle of a turn: the turn lasts
as long all the same, and no slip comes before its own clock was started.
"""

import time
from collections.abc import Callable

_FAR = 86_400.0
"""Seconds: a log further ahead than a day was written by a clock that was wrong then."""


def _passed() -> float:
    """Seconds that have gone by, those of a computer asleep among them where the system tells."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    # Not `monotonic`: on Windows, before Python 3.13, it goes by steps of 15.6 ms.
    return time.perf_counter() if boot is None else time.clock_gettime(boot)


class SteadyClock:
    """Seconds since 1970, which never jump."""

    def __init__(
        self, wall: Callable[[], float] | None = None, passed: Callable[[], float] = _passed
    ) -> None:
        self._passed = passed
        self._zero = (wall or time.time)() - passed()

    def __call__(self) -> float:
        """Now."""
        return self._zero + self._passed()

    def follow(self, moment: float) -> None:
        """Begin no earlier than something that has already happened."""
        behind = moment - self()
        if 0 < behind < _FAR:
            self._zero += behind
