"""Wrong codes and PINs, counted by network, so that nobody comes in by trying.

A whole hall may share one address. So only codes that open nothing count, the same one only once
however many phones repeat it (it tells nobody anything new), and the bucket is large. While it is
empty, unknown codes and private games without a role wait; public games, officials and tables do
not.
"""

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from raccord.hall.errors import unknown_game
from raccord.web.errors import WebError
from raccord.web.limits import Limiter
from raccord.web.page import Page

TRIES = 300
PERIOD = 300.0
"""Seconds: a bucket for the typing mistakes of 2,000 phones, then one code a second.

At that pace the 32⁸ codes of private games last longer than any game.
"""
MAX_TOLD = 100_000
PINS_OF_ONE = 6
PINS_OF_A_NETWORK = 120
PINS_PERIOD = 300.0
"""Seconds: 24 wrong PINs a minute from a network, one chance in 200 to find any in three hours."""


class Guesses:
    """Counts wrong codes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._limiter = Limiter(TRIES, PERIOD, clock)
        self.limits = {"codes": self._limiter}
        self._told: OrderedDict[tuple[str, str], None] = OrderedDict()

    def check(self, client: str) -> None:
        """Make a client wait who has none left, before a private game is opened to it."""
        if wait := self._limiter.wait(network_of(client)):
            raise _too_many(wait)

    def wrong(self, client: str, code: str) -> WebError:
        """The answer to a code that opens nothing."""
        network = network_of(client)
        if (network, code) in self._told:
            return unopened()
        if not self._limiter.allows(network):
            return _too_many(self._limiter.wait(network))
        self._told[network, code] = None
        if len(self._told) > MAX_TOLD:
            self._told.popitem(last=False)
        return unopened()


class WrongPins:
    """Counts wrong PINs of tables by whoever tries them, never by the table they are tried on.

    A table is thus shut out by nobody's mistakes but those of its own network. A right PIN costs
    nothing and gives nothing back. A phone that has a seat pays from its seat's bucket, however
    many sessions it opens with the one PIN it knows; so a flood by others never holds it up.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._sessions = Limiter(PINS_OF_ONE, 60, clock)
        self._networks = Limiter(PINS_OF_A_NETWORK, PINS_PERIOD, clock)
        self._seats = Limiter(PINS_OF_ONE, 60, clock)
        self.limits = {"session": self._sessions, "network": self._networks, "seat": self._seats}

    def wait(self, page: Page, seat: str) -> int:
        """Whole seconds until this browser may try again; 0 for now."""
        return max(limiter.wait(key) for limiter, key in self._buckets(page, seat))

    def count(self, page: Page, seat: str) -> None:
        """One more wrong PIN."""
        for limiter, key in self._buckets(page, seat):
            limiter.allows(key)

    def _buckets(self, page: Page, seat: str) -> tuple[tuple[Limiter, str], ...]:
        if seat:
            return ((self._seats, seat),)
        network = network_of(page.client)
        return ((self._sessions, page.session.id), (self._networks, network))


def network_of(client: str) -> str:
    """An IPv4 address, or the network of an IPv6 one: one device has a whole network of these."""
    try:
        address = ip_address(client)
    except ValueError:
        return client
    if not isinstance(address, IPv6Address):
        return client
    # A server on :: sees IPv4 clients so; they must share their bucket with themselves.
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    # The first 64 bits, which a provider gives to one household.
    return address.exploded[:19]


def unopened() -> WebError:
    """The answer to a code that opens no game."""
    error = unknown_game()
    return WebError(404, str(error), expected=error.expected)


def _too_many(wait: int) -> WebError:
    return WebError(
        429,
        "Trop de codes inconnus essayés depuis ce réseau : réessayez dans un instant.",
        expected="le code affiché dans la salle",
        retry_after=max(1, wait),
    )
