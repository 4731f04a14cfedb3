"""What one process learned, told to the others: tries count wherever they are, centres are heard.

A guesser who is sent from one process to another by the proxy spends the same tries. Only wrong
codes and PINs are told, which are few: whoever has none left is told of no more. That a centre was
heard is told now and then, to whichever process its organiser asks.
"""

from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from raccord.web.limits import Limiter
from raccord.web.services import Services

LONGEST = 200


class Rumours:
    """Limits that the processes of a database share; alone, each counts for itself."""

    def __init__(self, _: Services) -> None:
        self._limiters: dict[str, Limiter] = {}
        self._others: dict[str, Callable[[str], None]] = {}
        self.loop: AbstractEventLoop | None = None
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

    def on(self, what: str, hear: Callable[[str], None]) -> None:
        """Have ``hear`` called with what another process tells under this name."""
        self._others[what] = hear

    def tell(self, what: str, text: str) -> None:
        """Tell the other processes something under this name, from whichever thread."""
        if self.loop is not None:
            # A thread may outlive the server's loop.
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self._spread, what, text)

    def heard(self, news: str) -> None:
        """Another process has told something: a wrong try, or what somebody here waits for."""
        name, _, key = news.partition(" ")
        if hear := self._others.get(name):
            hear(key)
        if limiter := self._limiters.get(name):
            limiter.spend(key, 1)
