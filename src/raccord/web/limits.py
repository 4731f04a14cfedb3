"""Rate limits: a bucket of tries per key that fills again with time."""

import math
from collections import OrderedDict
from collections.abc import Callable

# Who tries from ever new keys must not fill the memory; the key longest unused goes.
MAX_KEYS = 10_000


class Limiter:
    """So many tries per period for each key, e.g. the PIN of a table from one address."""

    def __init__(self, tries: int, period: float, clock: Callable[[], float]) -> None:
        self._tries = float(tries)
        self._rate = tries / period
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str) -> bool:
        """Spend one try; False when none is left."""
        now = self._clock()
        left, seen = self._buckets.pop(key, (self._tries, now))
        left = min(self._tries, left + (now - seen) * self._rate)
        # A refused try costs nothing: whoever keeps trying is not kept out for ever.
        self._buckets[key] = (left - 1 if left >= 1 else left, now)
        self._prune()
        return left >= 1

    def spend(self, key: str, tries: int) -> None:
        """Spend several tries at once, even more than are left: the key then waits longer."""
        now = self._clock()
        left, seen = self._buckets.pop(key, (self._tries, now))
        self._buckets[key] = (min(self._tries, left + (now - seen) * self._rate) - tries, now)
        self._prune()

    def wait(self, key: str) -> int:
        """Whole seconds until the next try of a key; 0 when one is left."""
        left, seen = self._buckets.get(key, (self._tries, self._clock()))
        missing = 1 - left - (self._clock() - seen) * self._rate
        return max(0, math.ceil(missing / self._rate))

    def forget(self, key: str) -> None:
        """Give a key all its tries back, after a success."""
        self._buckets.pop(key, None)

    def _prune(self) -> None:
        while len(self._buckets) > MAX_KEYS:
            self._buckets.popitem(last=False)
