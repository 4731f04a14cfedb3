"""What one process learned of those who guess, told to the others: tries count wherever they are.

A guesser who is sent from one process to another by the proxy spends the same tries. Only wrong
codes and PINs are told, which are few: whoever has none left is told of no more.
"""

from collections.abc import Callable, Mapping
from functools import partial

from raccord.web.limits import Limiter
from raccord.web.services import Services

LONGEST = 200


class Rumours:
    """Limits that the processes of a database share; alone, each counts for itself."""

    def __init__(self, _: Services) -> None:
        self._limiters: dict[str, Limiter] = {}
        self.say: Callable[[str], None] | None = None

    def share(self, what: str, limits: Mapping[str, Limiter]) -> None:
        """Tell others of the tries of these limits, and count theirs."""
        for part, limiter in limits.items():
            name = f"{what}:{part}"
            self._limiters[name] = limiter
            limiter.spent = partial(self._spread, name)

    def _spread(self, name: str, key: str) -> None:
        if self.say is not None and len(key) <= LONGEST:
            self.say(f"{name} {key}")

    def heard(self, news: str) -> None:
        """Another process has seen a wrong try."""
        name, _, key = news.partition(" ")
        if limiter := self._limiters.get(name):
            limiter.spend(key, 1)
