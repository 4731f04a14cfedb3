"""Leases: each section has one writer, and a dead one is replaced within seconds.

A section is a game with its companion, or the open room. Whoever has to write one that is
another's asks for it on the channel ``lease``; the holder finishes what is queued, then lets go:
whichever process a request reaches, it is answered there, and rightly. The epoch is checked inside
the transaction that appends, under a lock that a takeover waits for: a holder that was believed
dead writes nothing.
Expiry is told by the database's clock alone.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import Connection, text

from raccord.network.doorbell import Doorbell
from raccord.network.sql import timed
from raccord.store.errors import StoreError, UnavailableError
from raccord.store.records import Fence
from raccord.store.store import Store

LASTS = 3.0
RENEWED = 1.0
AT_LEAST = 0.25
"""Seconds a section stays where it is, however many ask: else it would do nothing but move."""
POLITE = 0.1
IDLE = 600.0
PATIENCE = 15.0
_CHANNEL = "lease"
_LEASED = ("hall", "hall-companion", "room")
"""What stands before the code in the streams of a section."""
_TAKE = timed(
    "INSERT INTO leases (section, owner, epoch, expires)"
    " VALUES (:section, :owner, 1, $now + :lasts)"
    " ON CONFLICT (section) DO UPDATE SET owner = :owner,"
    " epoch = leases.epoch + CASE WHEN leases.owner = :owner THEN 0 ELSE 1 END,"
    " expires = $now + :lasts"
    " WHERE leases.expires < $now OR (leases.owner = :owner AND leases.expires > 0)"
    " RETURNING epoch"
)
_RENEW = timed(
    "UPDATE leases SET expires = $now + :lasts"
    # What was let go of stays so.
    " WHERE owner = :owner AND expires > 0 RETURNING section, epoch"
)
_RELEASE = timed(
    "UPDATE leases SET expires = 0, owner = CASE WHEN :idle THEN '' ELSE owner END"
    " WHERE section = :section AND owner = :owner AND epoch = :epoch"
)
_DEAD = timed("SELECT section FROM leases WHERE owner <> '' AND expires < $now")
_NOTIFY = text("SELECT pg_notify('lease', :news)")
_logger = logging.getLogger(__name__)


@dataclass
class _Held:
    epoch: int
    since: float
    until: float
    used: float
    leaving: bool = False


@dataclass
class Counts:
    """What became of sections, since the start."""

    taken: int = 0
    given: int = 0
    lost: int = 0


@dataclass(eq=False)
class Leases:
    """The sections this process writes. ``taken`` is called when one becomes its own."""

    store: Store
    doorbell: Doorbell
    owner: str = field(default_factory=lambda: secrets.token_hex(8))
    taken: Callable[[str], None] = lambda _: None
    is_busy: Callable[[str], bool] = lambda _: False
    counts: Counts = field(default_factory=Counts)

    def __post_init__(self) -> None:
        self._held: dict[str, _Held] = {}
        self._taking: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._freed: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._gave: dict[str, float] = {}
        self._errands: set[asyncio.Task[None]] = set()
        self._closed = False
        self.doorbell.on(_CHANNEL, self._heard)

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections held."""
        return tuple(self._held)

    def start(self) -> None:
        """Keep what is held; called on the loop."""
        self._spawn(self._keep())

    async def close(self) -> None:
        """Let go of everything, so that others go on at once."""
        self._closed = True
        for task in list(self._errands):
            task.cancel()
        await asyncio.gather(*self._errands, return_exceptions=True)
        for section in list(self._held):
            with contextlib.suppress(StoreError):
                await self._release(section, idle=False)

    async def hold(self, stream: str) -> Fence | None:
        """Become the writer of a stream's section, asking its holder to let go."""
        section = section_of(stream)
        if not section:
            return None
        if fence := self._fence(section):
            return fence
        async with self._taking[section]:
            return self._fence(section) or await self._insist(section)

    def _fence(self, section: str) -> Fence | None:
        held = self._held.get(section)
        now = time.monotonic()
        if held is None or held.leaving or held.until < now:
            return None
        held.used = now
        return Fence(section, held.epoch)

    async def _insist(self, section: str) -> Fence:
        end = time.monotonic() + PATIENCE
        await self._yield(section)
        while time.monotonic() < end and not self._closed:
            freed = self._freed[section]
            freed.clear()
            if fence := await self._take(section):
                del self._freed[section]
                return fence
            self.doorbell.tell(_CHANNEL, f"{section} {self.owner}")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(AT_LEAST):
                    await freed.wait()
        raise UnavailableError(section, "its writer to let go of it")

    async def _yield(self, section: str) -> None:
        """Let whoever asked for the section have it first."""
        while section in self._held and self._held[section].leaving:
            await asyncio.sleep(POLITE / 4)
        await asyncio.sleep(max(0.0, self._gave.pop(section, 0.0) + POLITE - time.monotonic()))

    async def take(self, stream: str) -> bool:
        """Become the writer if nobody is."""
        section = section_of(stream)
        if not section or self._fence(section):
            return True
        async with self._taking[section]:
            return bool(self._fence(section) or await self._take(section))

    async def _take(self, section: str) -> Fence | None:
        asked = time.monotonic()
        wanted = {"section": section, "owner": self.owner, "lasts": round(LASTS * 1e6)}
        epoch: int | None = await self.store.write(lambda c: c.scalar(_TAKE, wanted))
        if epoch is None:
            return None
        now = time.monotonic()
        was_held = self.holds(f"{_LEASED[0]}:{section}")
        # From when it was asked: the database counts from later on.
        self._held[section] = _Held(epoch, now, asked + LASTS, now)
        if not was_held:
            self.counts.taken += 1
            # What the one before wrote last may not have been heard of yet.
            await self.store.look_again([f"{kind}:{section}" for kind in _LEASED])
            self.taken(section)
        return Fence(section, epoch)

    def holds(self, stream: str) -> bool:
        """Whether the section is this process's, for sure."""
        section = section_of(stream)
        held = self._held.get(section)
        return not section or (held is not None and held.until > time.monotonic())

    def lose(self, stream: str) -> None:
        """Another process has taken the section over."""
        if self._held.pop(section_of(stream), None):
            self.counts.lost += 1

    async def dead(self) -> list[str]:
        """Sections whose writer is gone without another in its place."""
        return await self.store.read(lambda c: list(c.scalars(_DEAD)))

    async def lay_down(self, section: str) -> None:
        """Nobody need write this section for now."""
        if await self._take(section):
            await self._release(section, idle=True)

    def _heard(self, news: str) -> None:
        section, _, who = news.partition(" ")
        if not who:
            if event := self._freed.get(section):
                event.set()
        elif who != self.owner and section in self._held and not self._held[section].leaving:
            self._held[section].leaving = True
            self._spawn(self._give(section))

    async def _give(self, section: str) -> None:
        since = self._held[section].since
        await asyncio.sleep(max(0.0, since + AT_LEAST - time.monotonic()))
        self.counts.given += 1
        await self._release(section, idle=False)
        self._gave[section] = time.monotonic()

    async def _release(self, section: str, *, idle: bool) -> None:
        """Behind everything that is queued to be written."""
        held = self._held.get(section)
        if held is None:
            return
        held.leaving = True
        wanted = {"section": section, "owner": self.owner, "epoch": held.epoch, "idle": idle}

        def release(connection: Connection) -> None:
            connection.execute(_RELEASE, wanted)
            connection.execute(_NOTIFY, {"news": section})

        try:
            await self.store.write(release)
        finally:
            if self._held.get(section) is held:
                del self._held[section]

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(RENEWED)
            try:
                await self._renew()
            except StoreError as error:
                _logger.warning("leases could not be renewed: %s", error)

    async def _renew(self) -> None:
        if not self._held:
            return
        asked = time.monotonic()
        wanted = {"owner": self.owner, "lasts": round(LASTS * 1e6)}
        kept: dict[str, int] = await self.store.write(
            lambda c: {row.section: row.epoch for row in c.execute(_RENEW, wanted)}
        )
        for section, held in list(self._held.items()):
            if kept.get(section) == held.epoch:
                self._prolong(section, held, asked)
            elif held.since < asked:
                self.lose(f"{_LEASED[0]}:{section}")
            if held.used < asked - IDLE and not self.is_busy(section):
                await self._release(section, idle=True)

    def _prolong(self, section: str, held: _Held, asked: float) -> None:
        had_run_out = held.until < time.monotonic()
        held.until = asked + LASTS
        if had_run_out:
            # The database was away for a while: a clock that rang meanwhile rang for nobody.
            self.taken(section)

    def _spawn(self, work: "asyncio._CoroutineLike[None]") -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)


def section_of(stream: str) -> str:
    """The section a stream belongs to; none for what anybody may write."""
    kind, _, code = stream.partition(":")
    return code if kind in _LEASED else ""
