"""Who is connected, from where, and who gives way when there is no more room.

A whole hall may sit behind one address: an address is never shut out while it holds connections
that are worth less than the new one. Those that never sent a whole request go first, the oldest
of them; then the new one is refused.
"""

from collections import OrderedDict, defaultdict
from typing import Protocol

from raccord.web.guesses import network_of

PER_NETWORK = 4000
"""Connections: thousands of phones behind one address hold one or two each."""


class Connection(Protocol):
    """What the crowd knows of a connection."""

    client: tuple[str, int] | None
    is_known: bool

    def dismiss(self) -> None:
        """Close it at once."""


class Crowd:
    """Every open connection of a server, by network, the oldest first."""

    def __init__(self, most: int = 1_000_000, per_network: int = PER_NETWORK) -> None:
        self.most = most
        self._per_network = per_network
        self._open: OrderedDict[Connection, str] = OrderedDict()
        self._strangers: defaultdict[str, OrderedDict[Connection, None]] = defaultdict(OrderedDict)
        self._counts: defaultdict[str, int] = defaultdict(int)

    def __len__(self) -> int:
        return len(self._open)

    def came(self, connection: Connection) -> None:
        """Take a new connection, and let another go where there is no room for both."""
        network = network_of(connection.client[0]) if connection.client else ""
        self._open[connection] = network
        self._strangers[network][connection] = None
        self._counts[network] += 1
        if self._counts[network] > self._per_network or len(self._open) > self.most:
            self._make_room(network, connection)

    def left(self, connection: Connection) -> None:
        """A connection is closed."""
        network = self._open.pop(connection, None)
        if network is None:
            return
        self._strangers[network].pop(connection, None)
        self._counts[network] -= 1
        if not self._counts[network]:
            del self._counts[network]
            self._strangers.pop(network, None)

    def _make_room(self, network: str, newcomer: Connection) -> None:
        """The oldest stranger of the network goes, else whoever came last."""
        waiting = self._strangers[network]
        while waiting:
            oldest, _ = waiting.popitem(last=False)
            # Strangers that have spoken since stay in the row until they are met here.
            if oldest is not newcomer and not oldest.is_known:
                oldest.dismiss()
                return
        newcomer.dismiss()
