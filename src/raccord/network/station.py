"""A process as one of several on a database: its doorbell, its leases, and what it takes over.

Where the database is one that processes share, every server has a station, be it the only one.
"""

import asyncio
import contextlib
import hashlib
import hmac
import itertools
import logging
import secrets
import time
from collections.abc import Callable

from sqlalchemy import Connection, text

from raccord.duplicate import Refusal
from raccord.hall import Hall
from raccord.hall.errors import HallError
from raccord.hall.games import stream_of
from raccord.network.doorbell import Doorbell
from raccord.network.errors import ClockError, SecretError
from raccord.network.leases import RENEWED, Leases
from raccord.network.sql import timed
from raccord.store.errors import StoreError
from raccord.store.store import Store

CLOCK_OFF = 0.05
"""Seconds by which a machine's clock may differ from the database's."""
GONE = 10.0
"""Seconds after which a process that says nothing is no more."""
_PROBES = 9
_RUMOURS = "rumours"
_SEEN = timed(
    "INSERT INTO members (id, role, address, secret, seen)"
    " VALUES (:id, :role, :address, :secret, $now)"
    " ON CONFLICT (id) DO UPDATE SET seen = $now"
)
_BEFORE = timed(
    "UPDATE leases SET expires = 0 WHERE owner IN"
    " (SELECT id FROM members WHERE address = :address AND id <> :id)"
)
_OTHERS = timed(
    "SELECT id, address, secret FROM members WHERE seen > $now - :gone AND address <> :address"
)
_LEAVE = timed("DELETE FROM members WHERE id = :id OR seen < $now - 360 * CAST(:gone AS bigint)")
_logger = logging.getLogger(__name__)


def clock_offset(store: Store, clock: Callable[[], float]) -> float:
    """Seconds by which the database's clock is ahead of ours; of several looks the quickest."""
    looks = []

    def look(connection: Connection) -> None:
        for _ in range(_PROBES):
            before, begun = clock(), time.monotonic()
            there = float(connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())")))
            took = time.monotonic() - begun
            looks.append((took, there - (before + took / 2)))

    store.blocking.read(look)
    return min(looks)[1]


def fingerprint(secret: bytes) -> str:
    """What tells that two processes have one key, and nothing of the key."""
    return hmac.digest(secret, b"raccord fingerprint", hashlib.sha256).hex()


class Station:
    """What a process among others does beside serving."""

    def __init__(self, hall: Hall, secret: bytes, address: str, role: str = "section") -> None:
        self._hall = hall
        self.store = hall.resources.store
        self.id = secrets.token_hex(8)
        self.role = role
        self.doorbell = Doorbell(self.store)
        self.doorbell.on(_RUMOURS, self._rumour)
        self._numbers = itertools.count()
        self.rumoured: Callable[[str], None] = lambda _: None
        """Called with what another process has spread."""
        self.leases = Leases(
            self.store,
            self.doorbell,
            owner=self.id,
            taken=self._taken,
            is_busy=self._is_busy,
        )
        self._row = {
            "id": self.id,
            "role": role,
            "address": address,
            "secret": fingerprint(secret),
        }
        self._errands: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None
        self._ended = asyncio.Event()
        self.offset = 0.0

    def _is_busy(self, section: str) -> bool:
        return self._hall.clock.is_armed(section) or self._hall.following.watches(section)

    def spread(self, news: str) -> None:
        """Tell the other processes, and forget about it."""
        # Numbered: of equal notifications in one transaction PostgreSQL tells only one.
        self.doorbell.tell(_RUMOURS, f"{self.id} {next(self._numbers)} {news}")

    def _rumour(self, news: str) -> None:
        who, _, told = news.split(" ", 2)
        if who != self.id:
            self.rumoured(told)

    def check(self) -> None:
        """Refuse to begin with a clock or a key that is not the others'; before the loop runs."""
        self.offset = clock_offset(self.store, self._hall.resources.clock)
        if abs(self.offset) > CLOCK_OFF:
            raise ClockError(-self.offset, CLOCK_OFF)
        others = self.store.blocking.read(
            lambda c: c.execute(_OTHERS, {**self._row, "gone": round(GONE * 1e6)}).all()
        )
        for other in others:
            if other.secret != self._row["secret"]:
                raise SecretError(other.address or other.id)

    async def start(self) -> None:
        """Begin to hear, to hold and to watch."""
        # Who served here before is no more, or this process could not listen here.
        await self.store.write(lambda c: c.execute(_BEFORE, self._row) and None)
        self.store.tenure = self.leases
        self.doorbell.start()
        self.leases.start()
        await self._say()
        self._watch = asyncio.get_running_loop().create_task(self._look_after())

    async def close(self) -> None:
        """Hand everything over."""
        self._ended.set()
        if self._watch:
            await self._watch
        await asyncio.gather(*self._errands, return_exceptions=True)
        await self.leases.close()
        with contextlib.suppress(StoreError):
            wanted = {"id": self.id, "gone": round(GONE * 1e6)}
            await self.store.write(lambda c: c.execute(_LEAVE, wanted) and None)
        await self.doorbell.close()

    async def _say(self) -> None:
        """Tell the others that this process is there."""
        with contextlib.suppress(StoreError):
            await self.store.write(lambda c: c.execute(_SEEN, self._row) and None)

    async def _look_after(self) -> None:
        """Take over what dead processes left under way, within seconds."""
        for beat in itertools.count():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RENEWED):
                    await self._ended.wait()
                    return
            try:
                if beat % 3 == 0:
                    await self._say()
                    self.offset = await asyncio.to_thread(
                        clock_offset, self.store, self._hall.resources.clock
                    )
                if self.role != "board":
                    await self._take_over()
            except StoreError as error:
                _logger.warning("the other processes cannot be seen: %s", error)

    async def _take_over(self) -> None:
        for section in await self.leases.dead():
            with contextlib.suppress(HallError, Refusal):
                game = await self._hall.get(section)
                if self._hall.needs_a_writer(game):
                    await self.leases.take(stream_of(section))
                else:
                    await self.leases.lay_down(section)

    def _taken(self, section: str) -> None:
        """A section is ours: its clock is ours to keep."""
        task = asyncio.get_running_loop().create_task(self._take_up(section))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _take_up(self, section: str) -> None:
        # A game that is only being opened has nothing to take up.
        with contextlib.suppress(HallError, StoreError, Refusal):
            await self._hall.take_up(section)
