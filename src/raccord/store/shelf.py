"""The states at hand of one kind of stream: read once, kept, and caught up with what others write.

A state that is no longer the last one is taken off the shelf; whoever asks next has what was added
read, from the version known. ``follows`` says for which streams that is done at once.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import Connection

from raccord.store import log
from raccord.store.changes import Change
from raccord.store.codec import Codec
from raccord.store.errors import NoStreamError, StoreError
from raccord.store.forgetting import emptied
from raccord.store.live import Live
from raccord.store.store import Store

S = TypeVar("S")
E = TypeVar("E")
_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Folding(Generic[S, E]):
    """How the streams of a kind add up."""

    kind: str
    codec: Codec[E]
    initial: S
    evolve: Callable[[S, E], S]

    def fold(self, connection: Connection, stream: str) -> Live[S]:
        """The state of a stream from its beginning."""
        there = log.find_stream(connection, stream)
        if there is None:
            return Live(stream, 0, "", self.initial, {})
        if there.kind != self.kind:
            raise NoStreamError(stream, f"a stream of kind {self.kind!r}, not {there.kind!r}")
        version, event, state, link = 0, "", self.initial, ""
        for stored in log.load(connection, stream):
            state = self.evolve(state, self.codec.decode(stored))
            version, event, link = stored.version, stored.id, stored.link
        return Live(stream, version, event, state, log.load_keys(connection, stream), link)

    def go_on(self, connection: Connection, before: Live[S]) -> tuple[Live[S], tuple[E, ...]]:
        """A state brought forward, with the events that were added to it."""
        stored = log.load(connection, before.stream, max(0, before.version - 1))
        if before.version:
            # The very event, not its version alone: the database may have been put back.
            if not stored or stored[0].id != before.event:
                return self.fold(connection, before.stream), ()
            stored = stored[1:]
        if not before.version and stored:
            live = self.fold(connection, before.stream)
            return live, tuple(self.codec.decode(event) for event in stored)
        state, added = before.state, []
        for event in stored:
            added.append(self.codec.decode(event))
            state = self.evolve(state, added[-1])
        return before.after(stored, state), tuple(added)


class Shelf(Generic[S, E]):
    """Live states by stream, the one used longest ago first to go."""

    def __init__(
        self,
        store: Store,
        folding: Folding[S, E],
        tell: Callable[[Change[S, E]], None],
        cached: int,
    ) -> None:
        self._store = store
        self._folding = folding
        self._tell = tell
        self._cached = cached
        self._live: OrderedDict[str, Live[S]] = OrderedDict()
        self._before: dict[str, Live[S]] = {}
        """States that are no longer the last ones."""
        self._heard: dict[str, int] = {}
        self._loading: dict[str, asyncio.Task[Live[S]]] = {}
        self._forgotten = 0
        """How often everything was to be read again: what was being read then is out of date."""
        self.follows: Callable[[str], bool] = lambda _: True
        store.on_forget(self.forget)
        store.on_news(self.hear, self.versions)

    def forget(self) -> list[Live[S]]:
        """Read every stream again; one with events on their way knows what nobody else does."""
        self._forgotten += 1
        names = [name for name, live in self._live.items() if not live.in_flight]
        return [self._live.pop(name) for name in names] + emptied(self._before)

    def known(self, stream: str) -> Live[S] | None:
        """The state at hand."""
        live = self._live.get(stream)
        if live is not None:
            self._live.move_to_end(stream)
        return live

    def versions(self) -> Mapping[str, int]:
        """How far the states at hand go."""
        return {name: live.version for name, live in (self._live | self._before).items()}

    def retire(self, live: Live[S]) -> None:
        """Take a state off the shelf that is not the last one, or was to be and never will."""
        live.broken = True
        if self._live.get(live.stream) is live:
            del self._live[live.stream]
            self._before[live.stream] = live
            if live.heard > live.version:
                self._follow(live.stream)

    def hear(self, news: Mapping[str, int]) -> None:
        """Other processes have written these streams up to these versions, or this one has."""
        for stream, version in news.items():
            if live := self._live.get(stream):
                live.heard = max(live.heard, version)
                # With events of ours on their way, one of us fails: its settling tells which.
                if live.version < version and not live.in_flight:
                    self.retire(live)
            elif stream in self._loading:
                self._heard[stream] = version
            elif stream in self._before:
                self._follow(stream)

    def _follow(self, stream: str) -> None:
        if self.follows(stream):
            self._begin(stream)

    async def load(self, stream: str) -> Live[S]:
        """The state of a stream, read where it is not at hand."""
        if live := self.known(stream):
            return live
        return await asyncio.shield(self._begin(stream))

    def _begin(self, stream: str) -> "asyncio.Task[Live[S]]":
        task = self._loading.get(stream)
        if task is None:
            task = asyncio.create_task(self._read(stream))
            self._loading[stream] = task
            task.add_done_callback(lambda done: self._loaded(stream, done))
        return task

    def _loaded(self, stream: str, done: "asyncio.Task[Live[S]]") -> None:
        self._loading.pop(stream, None)
        # Asked for, so that nobody complains where nobody waits: the next to ask reads again.
        if not done.cancelled() and isinstance(error := done.exception(), StoreError):
            _logger.debug("%s could not be read: %s", stream, error)

    async def _read(self, stream: str) -> Live[S]:
        before, forgotten = self._before.get(stream), self._forgotten
        live, added = await self._next(stream, before)
        while forgotten != self._forgotten:
            # It may hold the name of somebody who was erased while it was read.
            before, forgotten = None, self._forgotten
            live, _ = await self._next(stream, before)
        if live.version < self._heard.pop(stream, 0):
            # Told meanwhile, so it is on disk by now: one more reading finds it.
            live, added = await self._next(stream, before)
        self._before.pop(stream, None)
        self._live[stream] = live
        for name in list(self._live)[: max(0, len(self._live) - self._cached)]:
            # A state with events on their way is the only one who knows them.
            if not self._live[name].in_flight and name != stream:
                del self._live[name]
        if added:
            self._tell(
                Change(stream, live.version, live.state, added, link=live.link, foreign=True)
            )
        return live

    async def _next(self, stream: str, before: Live[S] | None) -> tuple[Live[S], tuple[E, ...]]:
        if before is None:
            return await self._store.read(lambda c: self._folding.fold(c, stream)), ()
        known = before
        return await self._store.read(lambda c: self._folding.go_on(c, known))
