"""Rate limits: a bucket of tries per key that fills again with time."""

import math
from collections.abc import Callable

# Who tries from ever new keys must not fill the memory; the key longest unused goes.
MAX_KEYS = 10_000


class Limiter:
    """So many tries per period for each key, e.g. the PIN of a table from one address."""

    def __init__(self, tries: int, period: float, clock: Callable[[], float]) -> None:
        self._tries = float(tries)
        self._rate = tries / period
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        self.spent: Callable[[str], None] | None = None
        """Told of each try that was allowed."""

    def allows(self, key: str) -> bool:
        """Spend one try; False when none is left."""
        now = self._clock()
        left, seen = self._buckets.get(key, (self._tries, now))
        left = min(self._tries, left + (now - seen) * self._rate)
        # A refused try costs nothing: whoever keeps trying is not kept out for ever.
        self._buckets[key] = (left - 1 if left >= 1 else left, now)
        self._prune()
        if left >= 1 and self.spent:
            self.spent(key)
        return left >= 1

    def spend(self, key: str, tries: int) -> None:
        """Spend several tries at once, even more than are left: the key then waits longer."""
        now = self._clock()
        left, seen = self._buckets.get(key, (self._tries, now))
        self._buckets[key] = (min(self._tries, left + (now - seen) * self._rate) - tries, now)
        self._prune()

    def wait(self, key: str) -> int:
        """Whole seconds until the next try of a key; 0 when one is left."""
        left, seen = self._buckets.get(key, (self._tries, self._clock()))
        missing = 1 - left - (self._clock() - seen) * self._rate
        return max(0, math.ceil(missing / self._rate))

    def _prune(self) -> None:
        """Where there are too many keys, forget those that have most tries left.

        The oldest would be the wrong ones: whoever waits could bring others in to be forgotten.
        """
        if len(self._buckets) <= MAX_KEYS:
            return
        emptiest_first = sorted(self._buckets, key=self._left)
        for key in emptiest_first[MAX_KEYS // 2 :]:
            del self._buckets[key]

    def _left(self, key: str) -> float:
        left, seen = self._buckets[key]
        return left - seen * self._rate
