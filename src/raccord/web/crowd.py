"""Who is connected, from where, and who gives way when there is no more room.

A whole hall may sit behind one address: an address is never shut out while it holds connections
that are worth less than a new one may be. Those that never sent a whole request go first, then
those that wait between two requests, then those of nobody in particular; but each has had a moment
to say what it wants, or a flood that speaks at once pushes out the phone that is about to. Where
nobody has had it the one that moved longest ago goes. The line of a seat or an official is kept
between two requests until there is nobody else left, and taken by nobody while it asks; no seat has
more than a few connections that are worth so much.
"""

import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from enum import IntEnum
from itertools import islice
from typing import Protocol

from raccord.web.guesses import network_of

PER_NETWORK = 4000
"""Connections: thousands of phones behind one address hold one or two each."""
LOOKED_AT = 64
"""Connections of one worth that are asked whether they speak before another worth is tried."""
PER_OWNER = 24
"""Connections of a seat or an official that nobody else takes."""
MOMENT_SECONDS = 1.0
"""What a connection has to send its request, or the rest of it, before it counts as silent."""


class Worth(IntEnum):
    """What a connection is worth: who gives way first."""

    SILENT = 0
    IDLE = 1
    BUSY = 2
    KEPT = 3
    OWNED = 4


ANYBODY = (Worth.SILENT, Worth.IDLE, Worth.BUSY)


class Connection(Protocol):
    """What the crowd knows of a connection."""

    client: tuple[str, int] | None

    def dismiss(self) -> None:
        """Close it at once."""

    def speaks(self) -> bool:
        """Whether bytes of it wait to be read: it only seems silent."""


Places = tuple[OrderedDict[Connection, float], ...]
"""By worth: since when each has been there, the longest first."""


def _places() -> Places:
    return tuple(OrderedDict() for _ in Worth)


class Crowd:
    """Every open connection of a server, by network and worth, the oldest first."""

    def __init__(
        self,
        most: int = 1_000_000,
        per_network: int = PER_NETWORK,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self.per_network = per_network
        self._clock = clock
        self._open: dict[Connection, tuple[str, Worth]] = {}
        self._networks: defaultdict[str, Places] = defaultdict(_places)
        self._counts: Counter[str] = Counter()
        self._owners: dict[Connection, str] = {}
        self._owned: Counter[str] = Counter()
        self._unnamed: set[Connection] = set()
        """Owned ones whose request under way has not told yet whose it is."""

    def __len__(self) -> int:
        return len(self._open)

    def came(self, connection: Connection) -> None:
        """Take a new connection, and let another go where there is no room for both."""
        network = network_of(connection.client[0]) if connection.client else ""
        self._counts[network] += 1
        self._place(connection, network, Worth.SILENT)
        if self._counts[network] > self.per_network:
            self._make_room(network, connection)
        elif len(self._open) > self.most:
            ((fullest, _),) = self._counts.most_common(1)
            self._make_room(fullest, connection)

    def began(self, connection: Connection) -> None:
        """The first bytes of a request came in: the others have a moment to follow."""
        if found := self._open.get(connection):
            self._move(connection, found[1])

    def asked(self, connection: Connection) -> None:
        """A whole request came in; whose it is will be known, likely whose the last one was."""
        if connection in self._owners:
            self._unnamed.add(connection)
            self._move(connection, Worth.OWNED)
        else:
            self._move(connection, Worth.BUSY)

    def belongs(self, connection: Connection, owner: str) -> None:
        """The request is that of a seat or an official."""
        self._unnamed.discard(connection)
        if connection not in self._open or self._owners.get(connection) == owner:
            return
        # Behind a proxy the same connection serves one after the other.
        self._disown(connection)
        if self._owned[owner] < PER_OWNER:
            self._owners[connection] = owner
            self._owned[owner] += 1
            self._move(connection, Worth.OWNED)
        else:
            self._move(connection, Worth.BUSY)

    def answered(self, connection: Connection) -> None:
        """The request is served; a seat that asked keeps its line for the next one."""
        if connection in self._unnamed:
            self._disown(connection)
        self._move(connection, Worth.KEPT if connection in self._owners else Worth.IDLE)

    def keeps(self, connection: Connection) -> bool:
        """Whether a connection is that of a seat or an official."""
        return connection in self._owners

    def left(self, connection: Connection) -> None:
        """A connection is closed."""
        found = self._open.pop(connection, None)
        if found is None:
            return
        network, worth = found
        self._disown(connection)
        self._networks[network][worth].pop(connection, None)
        self._counts[network] -= 1
        if not self._counts[network]:
            del self._counts[network]
            self._networks.pop(network, None)

    def _place(self, connection: Connection, network: str, worth: Worth) -> None:
        self._open[connection] = (network, worth)
        self._networks[network][worth][connection] = self._clock()

    def _move(self, connection: Connection, worth: Worth) -> None:
        # One that was closed meanwhile has no place any more.
        if found := self._open.get(connection):
            network, before = found
            self._networks[network][before].pop(connection, None)
            self._place(connection, network, worth)

    def _disown(self, connection: Connection) -> None:
        self._unnamed.discard(connection)
        if owner := self._owners.pop(connection, ""):
            self._owned[owner] -= 1
            if not self._owned[owner]:
                del self._owned[owner]

    def _make_room(self, network: str, newcomer: Connection) -> None:
        """Somebody goes who is worth little and had his moment, else whoever came last."""
        places = self._networks[network]
        # Many are taken at a turn of the loop: what a phone sent may not be read yet.
        first = [_longest(places[worth], newcomer) for worth in ANYBODY]
        found = [
            (places[worth][one], one) for worth, one in zip(ANYBODY, first, strict=True) if one
        ]
        early = self._clock() - MOMENT_SECONDS
        goes = next((one for since, one in found if since <= early), None)
        if goes is None and found:
            goes = min(found, key=lambda each: each[0])[1]
        goes = goes or _longest(places[Worth.KEPT], newcomer) or newcomer
        if goes is not newcomer:
            self.left(goes)
        goes.dismiss()


def _longest(places: Iterable[Connection], newcomer: Connection) -> Connection | None:
    """Who has been there longest, but for the newcomer and those of whom something waits."""
    some = islice(places, LOOKED_AT)
    return next((one for one in some if one is not newcomer and not one.speaks()), None)
