"""Commands on streams: load, decide, append, evolve; again if someone was faster.

Commands on one stream do not wait for each other's commit: each is decided on the state that the
ones before it will leave, and is answered once it is on disk itself. If one of them fails, those
decided after it are decided again. Readers only ever see what is on disk.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from raccord.store import log
from raccord.store.changes import Change, Current
from raccord.store.codec import Codec
from raccord.store.errors import ConflictError, FencedError
from raccord.store.live import Live
from raccord.store.outcomes import MovedError, Outcome, Terms, Work
from raccord.store.records import Appended
from raccord.store.shelf import Folding, Shelf
from raccord.store.store import Store

__all__ = ["Change", "Current", "Repository"]

S = TypeVar("S")
E = TypeVar("E")
C = TypeVar("C")

# A stream is written by one process as a rule: so many conflicts mean a fault, not bad luck.
_ATTEMPTS = 100
_logger = logging.getLogger(__name__)


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
        cached: int = 1000,
    ) -> None:
        self.store = store
        self.kind = kind
        self.codec = codec
        self._initial = initial
        self._evolve = evolve
        folding = Folding(kind, codec, initial, evolve)
        self._shelf = Shelf(store, folding, self._tell, cached)
        self._underway: dict[tuple[str, str], asyncio.Future[None]] = {}
        """Requests under a key that are being decided or written."""
        self._deliberating: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listeners: list[Callable[[Change[S, E]], None]] = []

    async def get(self, stream: str) -> Current[S]:
        """The state on disk."""
        live = await self._shelf.load(stream)
        return Current(live.version, live.state, live.link)

    def known(self, stream: str) -> Current[S] | None:
        """The state on disk where it is at hand, without waiting."""
        live = self._shelf.known(stream)
        return None if live is None else Current(live.version, live.state, live.link)

    def follow(self, wanted: Callable[[str], bool]) -> None:
        """Say which streams are read again as soon as another process has written to them.

        The others are when they are next asked for; by default all are followed.
        """
        self._shelf.follows = wanted

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
        return await self._once(
            stream, lambda state: self._work_out(state, command, decide), key, title
        )

    async def _once(
        self, stream: str, work: Work[S, E], key: str | None, title: str | None
    ) -> Change[S, E]:
        if key is None:
            return await self._insist(stream, work, key, title)
        # Side by side, the later of the two could be refused what the earlier then gets: a lost
        # database has the earlier decided again, on a state that does not know its key.
        while first := self._underway.get((stream, key)):
            await asyncio.wait([first])
        done = self._underway[stream, key] = asyncio.get_running_loop().create_future()
        try:
            return await self._insist(stream, work, key, title)
        finally:
            del self._underway[stream, key]
            done.set_result(None)

    async def _insist(
        self, stream: str, work: Work[S, E], key: str | None, title: str | None
    ) -> Change[S, E]:
        conflict: ConflictError | FencedError | None = None
        tenure = self.store.tenure
        for _ in range(_ATTEMPTS):
            fence = await tenure.hold(stream) if tenure else None
            live = await self._shelf.load(stream)
            await self.store.room()
            try:
                change = await self._try(live, work, Terms(key, title, fence))
            except (ConflictError, FencedError) as error:
                conflict = error
                if tenure and isinstance(error, FencedError):
                    tenure.lose(stream)
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
        """The same for a decision that takes its time: in a thread, again if the state moves on.

        There the new state is folded and the events are encoded, too: the loop only sends them.
        One at a time on a stream, or of many that come together all but one would be in vain.
        """
        turn = self._deliberating.setdefault(stream, asyncio.Lock())
        async with turn:
            for _ in range(_ATTEMPTS):
                live = await self._shelf.load(stream)
                await live.settled()
                state = (await self.get(stream)).state
                found = await asyncio.to_thread(self._deliberated, state, command, decide)
                with contextlib.suppress(MovedError):
                    return await self._once(stream, found, key, title)
        raise ConflictError(stream, -1, -1)

    def _work_out(
        self, state: S, command: C, decide: Callable[[S, C], Sequence[E]]
    ) -> Outcome[S, E]:
        """What a command comes to: its events, the state after them, and how they are stored."""
        events = tuple(decide(state, command))
        for event in events:
            state = self._evolve(state, event)
        return Outcome(events, state, [self.codec.encode(event) for event in events])

    def _deliberated(
        self, state: S, command: C, decide: Callable[[S, C], Sequence[E]]
    ) -> Work[S, E]:
        """What was decided, or refused, on a state: it holds for that state alone."""
        refusal: Exception | None = None
        outcome: Outcome[S, E] = Outcome((), state, [])
        try:
            outcome = self._work_out(state, command, decide)
        except Exception as error:
            refusal = error

        def again(present: S) -> Outcome[S, E]:
            # By identity: each commit makes a new state.
            if present is not state:
                raise MovedError
            if refusal is not None:
                raise refusal
            return outcome

        return again

    async def _try(self, live: Live[S], work: Work[S, E], terms: Terms) -> Change[S, E] | None:
        """One attempt; None to try again on a fresh state."""
        if terms.key is not None and live.keys_missing:
            await self._learn_keys(live)
        if live.broken:
            return None
        if terms.key is not None and live.knows(terms.key):
            return await self._repeat(live, terms.key)
        try:
            outcome = work(live.head_state)
        except Exception:
            # A refusal may rest on something not yet on disk, which then never gets there.
            # Events decided before are still on their way: only once they are there is it a
            # refusal.
            if await live.settled() and await self._is_last(live):
                raise
            return None
        if not outcome.events:
            settled = await live.settled() and await self._is_last(live)
            return self._change(live, ()) if settled else None
        return await self._append(live, outcome, terms)

    async def _learn_keys(self, live: Live[S]) -> None:
        since = live.keys_known
        live.learn(await self.store.read(lambda c: log.load_keys(c, live.stream, since)))

    async def _is_last(self, live: Live[S]) -> bool:
        """Whether nobody has written since: what others did may allow what was refused here."""
        if not self.store.is_shared or (self.store.tenure and self.store.tenure.holds(live.stream)):
            return True
        there = await self.store.read(lambda c: log.load_versions(c, [live.stream]))
        if there.get(live.stream, 0) <= live.version:
            return not live.broken
        self._shelf.retire(live)
        return False

    async def _append(
        self, live: Live[S], outcome: Outcome[S, E], terms: Terms
    ) -> Change[S, E] | None:
        events, state = outcome.events, outcome.state
        append = self.store.new_append(
            live.stream,
            live.head_version,
            outcome.stored,
            key=terms.key,
            kind=self.kind,
            title=terms.title,
            after=live.head_event or None,
            fence=terms.fence,
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
            self._shelf.retire(live)
            return
        self._tell(Change(live.stream, live.version, state, events, link=live.link))
        if live.version < live.heard and not live.in_flight:
            self._shelf.retire(live)

    def _tell(self, change: Change[S, E]) -> None:
        for listener in list(self._listeners):
            try:
                listener(change)
            except Exception:
                _logger.exception("a listener of %s failed", change.stream)

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
