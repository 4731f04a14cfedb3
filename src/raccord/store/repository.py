"""Commands on streams: load, decide, append, evolve; again if someone was faster.

Commands on one stream do not wait for each other's commit: each is decided on the state that the
ones before it will leave, and is answered once it is on disk itself. If one of them fails, those
decided after it are decided again. Readers only ever see what is on disk.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import Connection

from raccord.store import log
from raccord.store.chain import Seal
from raccord.store.codec import Codec
from raccord.store.errors import ConflictError, NoStreamError
from raccord.store.live import Live
from raccord.store.records import Appended
from raccord.store.snapshots import Snapshots
from raccord.store.store import Store

S = TypeVar("S")
E = TypeVar("E")
C = TypeVar("C")

# A stream is written by one process as a rule: so many conflicts mean a fault, not bad luck.
_ATTEMPTS = 100
_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Current(Generic[S]):
    """A state on disk and its version; version 0 is a stream that does not exist."""

    version: int
    state: S
    link: str = ""

    @property
    def seal(self) -> Seal:
        """What seals the stream up to this version."""
        return Seal(self.version, self.link)


@dataclass(frozen=True)
class Change(Generic[S, E]):
    """Events now on disk and the state after the last of them.

    ``repeated``: the request key had been used; these are the events of the first time, and
    ``version`` and ``state`` are the present ones.
    """

    stream: str
    version: int
    state: S
    events: tuple[E, ...]
    repeated: bool = False
    link: str = ""


class Repository(Generic[S, E]):
    """The streams of one kind. ``evolve`` never refuses; if ``decide`` raises, nothing is written.

    All writing to a kind of stream goes through one repository, on one event loop.
    """

    def __init__(
        self,
        store: Store,
        kind: str,
        codec: Codec[E],
        *,
        initial: S,
        evolve: Callable[[S, E], S],
        snapshots: Snapshots[S] | None = None,
        cached: int = 1000,
    ) -> None:
        self.store = store
        self.kind = kind
        self.codec = codec
        self._initial = initial
        self._evolve = evolve
        self._snapshots = snapshots
        self._cached = cached
        self._live: OrderedDict[str, Live[S]] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live[S]]] = {}
        self._errands: set[asyncio.Task[None]] = set()
        self._listeners: list[Callable[[Change[S, E]], None]] = []

    async def get(self, stream: str) -> Current[S]:
        """The state on disk."""
        live = await self._load(stream)
        return Current(live.version, live.state, live.link)

    def known(self, stream: str) -> Current[S] | None:
        """The state on disk where it is at hand, without waiting."""
        live = self._live.get(stream)
        if live is None:
            return None
        self._live.move_to_end(stream)
        return Current(live.version, live.state, live.link)

    async def at(self, stream: str, version: int) -> Current[S]:
        """The state as it was at a version."""
        stored = await self.store.load(stream, 0, version)
        state = self._initial
        for event in stored:
            state = self._evolve(state, self.codec.decode(event))
        return Current(len(stored), state)

    async def execute(
        self,
        stream: str,
        command: C,
        decide: Callable[[S, C], Sequence[E]],
        *,
        key: str | None = None,
        title: str | None = None,
    ) -> Change[S, E]:
        """Decide a command and write its events; returns once they are on disk.

        What ``decide`` raises comes through. A ``key`` already used on the stream decides nothing
        and gives the events of the first time. ``title`` names or renames the stream.
        """
        conflict: ConflictError | None = None
        for _ in range(_ATTEMPTS):
            live = await self._load(stream)
            await self.store.room()
            try:
                change = await self._try(live, command, decide, key, title)
            except ConflictError as error:
                conflict = error
                continue
            # None: the state on which it was decided never came to be.
            if change is not None:
                return change
        raise conflict or ConflictError(stream, -1, -1)

    async def deliberate(
        self,
        stream: str,
        command: C,
        decide: Callable[[S, C], Sequence[E]],
        *,
        key: str | None = None,
        title: str | None = None,
    ) -> Change[S, E]:
        """The same for a decision that takes its time: in a thread, again if the state moves on."""
        for _ in range(_ATTEMPTS):
            state = (await self.get(stream)).state
            found = await asyncio.to_thread(_deliberated, decide, state, command)
            try:
                return await self.execute(stream, command, found, key=key, title=title)
            except _MovedError:
                continue
        raise ConflictError(stream, -1, -1)

    async def _try(
        self,
        live: Live[S],
        command: C,
        decide: Callable[[S, C], Sequence[E]],
        key: str | None,
        title: str | None,
    ) -> Change[S, E] | None:
        """One attempt; None to try again on a fresh state."""
        if live.broken:
            return None
        if key is not None and live.knows(key):
            return await self._repeat(live, key)
        try:
            events = tuple(decide(live.head_state, command))
        except Exception:
            # A refusal may rest on something not yet on disk, which then never gets there.
            # Events decided before are still on their way: only once they are there is it a
            # refusal.
            if await live.settled():
                raise
            return None
        if not events:
            settled = await live.settled()
            return self._change(live, ()) if settled else None
        state = live.head_state
        for event in events:
            state = self._evolve(state, event)
        return await self._append(live, events, state, key, title)

    async def _append(
        self, live: Live[S], events: tuple[E, ...], state: S, key: str | None, title: str | None
    ) -> Change[S, E] | None:
        append = self.store.new_append(
            live.stream,
            live.head_version,
            [self.codec.encode(event) for event in events],
            key=key,
            kind=self.kind,
            title=title,
            after=live.head_event or None,
        )
        future = self.store.begin(append)
        live.send(append, state, future)
        future.add_done_callback(lambda done: self._settle(live, done, events, state))
        # Shielded: a caller who goes away does not stop what is on its way.
        appended = await asyncio.shield(future)
        # The key was used by another process: what was decided here was not written.
        if appended.repeated:
            return None
        return Change(live.stream, appended.version, state, events)

    def _settle(
        self,
        live: Live[S],
        done: "asyncio.Future[Appended]",
        events: tuple[E, ...],
        state: S,
    ) -> None:
        """Bring the state on disk forward; called in the order of the commits."""
        if not live.settle(done, state):
            if self._live.get(live.stream) is live:
                del self._live[live.stream]
            return
        change = Change(live.stream, live.version, state, events, link=live.link)
        for listener in list(self._listeners):
            try:
                listener(change)
            except Exception:
                _logger.exception("a listener of %s failed", live.stream)
        every = self._snapshots.every if self._snapshots else 0
        # Once each time a multiple of ``every`` is passed, however many events came at once.
        if every and live.version // every > (live.version - len(events)) // every:
            self._keep_snapshot(live)

    async def _repeat(self, live: Live[S], key: str) -> Change[S, E] | None:
        if not await live.settled_key(key):
            return None
        first, last = live.keys[key]
        stored = await self.store.load(live.stream, first - 1, last)
        return self._change(live, tuple(self.codec.decode(event) for event in stored), True)

    def _change(self, live: Live[S], events: tuple[E, ...], repeated: bool = False) -> Change[S, E]:
        return Change(live.stream, live.version, live.state, events, repeated)

    def subscribe(self, listener: Callable[[Change[S, E]], None]) -> Callable[[], None]:
        """Call ``listener`` on the loop after each commit, with the events and the new state."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    async def _load(self, stream: str) -> Live[S]:
        if live := self._live.get(stream):
            self._live.move_to_end(stream)
            return live
        task = self._loading.get(stream)
        if task is None:
            task = asyncio.create_task(self._read(stream))
            self._loading[stream] = task
            task.add_done_callback(lambda _: self._loading.pop(stream, None))
        return await asyncio.shield(task)

    async def _read(self, stream: str) -> Live[S]:
        live = await self.store.read(lambda connection: self._fold(connection, stream))
        self._live[stream] = live
        for name in list(self._live)[: max(0, len(self._live) - self._cached)]:
            # A state with events on their way is the only one who knows them.
            if not self._live[name].in_flight and name != stream:
                del self._live[name]
        return live

    def _fold(self, connection: Connection, stream: str) -> Live[S]:
        there = log.find_stream(connection, stream)
        if there is None:
            return Live(stream, 0, "", self._initial, {})
        if there.kind != self.kind:
            raise NoStreamError(stream, f"a stream of kind {self.kind!r}, not {there.kind!r}")
        found = self._snapshots.find(connection, stream) if self._snapshots else None
        version, event, state = found or (0, "", self._initial)
        link = log.load_link(connection, stream, version)
        for stored in log.load(connection, stream, version):
            state = self._evolve(state, self.codec.decode(stored))
            version, event, link = stored.version, stored.id, stored.link
        return Live(stream, version, event, state, log.load_keys(connection, stream), link)

    def _keep_snapshot(self, live: Live[S]) -> None:
        snapshots, stream = self._snapshots, live.stream
        assert snapshots is not None
        version, event, state = live.version, live.event, live.state

        async def keep() -> None:
            await self.store.write(lambda c: snapshots.save(c, stream, version, event, state))

        task = asyncio.create_task(keep())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)


class _MovedError(Exception):
    """The state is not the one a decision was taken on."""


def _deliberated(
    decide: Callable[[S, C], Sequence[E]], state: S, command: C
) -> Callable[[S, C], Sequence[E]]:
    """What was decided, or refused, on a state: it holds for that state alone."""
    refusal: Exception | None = None
    events: Sequence[E] = ()
    try:
        events = decide(state, command)
    except Exception as error:
        refusal = error

    def again(present: S, _: C) -> Sequence[E]:
        # By identity: each commit makes a new state.
        if present is not state:
            raise _MovedError
        if refusal is not None:
            raise refusal
        return events

    return again
