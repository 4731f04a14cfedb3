"""Who is connected, from where, and who gives way when there is no more room.

A whole hall may sit behind one address: an address is never shut out while it holds connections
that are worth less than a new one may be. Those that never sent a whole request go first, then
those that wait between two requests, then those of nobody in particular; a seat or an official is
turned away by nobody, but no seat has more than a few connections that are worth so much.
"""

from collections import Counter, OrderedDict, defaultdict
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


class Worth(IntEnum):
    """What a connection is worth: who gives way first."""

    SILENT = 0
    IDLE = 1
    BUSY = 2
    OWNED = 3


class Connection(Protocol):
    """What the crowd knows of a connection."""

    client: tuple[str, int] | None

    def dismiss(self) -> None:
        """Close it at once."""

    def speaks(self) -> bool:
        """Whether bytes of it wait to be read: it only seems silent."""


Places = tuple[OrderedDict[Connection, None], ...]


def _places() -> Places:
    return tuple(OrderedDict() for _ in Worth)


class Crowd:
    """Every open connection of a server, by network and worth, the oldest first."""

    def __init__(self, most: int = 1_000_000, per_network: int = PER_NETWORK) -> None:
        self.most = most
        self.per_network = per_network
        self._open: dict[Connection, tuple[str, Worth]] = {}
        self._networks: defaultdict[str, Places] = defaultdict(_places)
        self._counts: Counter[str] = Counter()
        self._owners: dict[Connection, str] = {}
        self._owned: Counter[str] = Counter()

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

    def asked(self, connection: Connection) -> None:
        """A whole request came in; whose it is will be known."""
        self._move(connection, Worth.BUSY)

    def belongs(self, connection: Connection, owner: str) -> None:
        """The request is that of a seat or an official."""
        if connection not in self._owners and self._owned[owner] < PER_OWNER:
            self._owners[connection] = owner
            self._owned[owner] += 1
            self._move(connection, Worth.OWNED)

    def answered(self, connection: Connection) -> None:
        """The request is served: the next one may be somebody else's."""
        self._disown(connection)
        self._move(connection, Worth.IDLE)

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
        self._networks[network][worth][connection] = None

    def _move(self, connection: Connection, worth: Worth) -> None:
        # One that was closed meanwhile has no place any more.
        if found := self._open.get(connection):
            network, before = found
            self._networks[network][before].pop(connection, None)
            self._place(connection, network, worth)

    def _disown(self, connection: Connection) -> None:
        if owner := self._owners.pop(connection, ""):
            self._owned[owner] -= 1
            if not self._owned[owner]:
                del self._owned[owner]

    def _make_room(self, network: str, newcomer: Connection) -> None:
        """The oldest of those worth least goes, else whoever came last."""
        for places in self._networks[network][: Worth.OWNED]:
            some = islice(places, LOOKED_AT)
            # Many are taken at a turn of the loop: what a phone sent may not be read yet.
            oldest = next((one for one in some if one is not newcomer and not one.speaks()), None)
            if oldest is not None:
                self.left(oldest)
                oldest.dismiss()
                return
        newcomer.dismiss()
