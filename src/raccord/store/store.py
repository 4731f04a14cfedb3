"""The store: one database, one writer, any number of readers.

``Store`` is for asyncio; ``Store.blocking`` offers the same to the command line and to tests.
"""

import asyncio
import os
import random
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from raccord.store import log
from raccord.store.database import connect, readers
from raccord.store.errors import UnavailableError
from raccord.store.forgetting import Forget, let_go
from raccord.store.news import Listener, News, submit_from_loop
from raccord.store.records import (
    Append,
    Appended,
    Fence,
    NewEvent,
    StoredEvent,
    Stream,
    check_names,
    utc_now,
)
from raccord.store.tenure import Tenure
from raccord.store.writer import Done, Outcome, Ticket, Work, Writer, is_absence

T = TypeVar("T")
Clock = Callable[[], datetime]
Hear = Callable[[Mapping[str, int]], None]
Versions = Callable[[], Mapping[str, int]]
# A bound on memory: twice the slips of the largest hall measured (bench/HALL.md).
QUEUE_LIMIT = 4096


_chance = random.Random(secrets.token_bytes(32))  # noqa: S311 — unique, not secret
if hasattr(os, "register_at_fork"):
    # A child would otherwise give the same names as its parent.
    os.register_at_fork(after_in_child=lambda: _chance.seed(secrets.token_bytes(32)))


def new_id() -> str:
    """A fresh name for an event.

    Asking the system each time would let go of the interpreter at every slip, and wait for the
    writing thread to give it back.
    """
    return f"{_chance.getrandbits(128):032x}"


class Store:
    """An open database. Close it with ``close``, or use it as a context manager.

    ``limit`` bounds the jobs waiting for the disk: beyond it ``append`` waits for its turn.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        clock: Clock = utc_now,
        ids: Callable[[], str] = new_id,
        limit: int = QUEUE_LIMIT,
        patience: float = 15.0,
    ) -> None:
        self.engine = engine
        self.clock = clock
        self._ids = ids
        self._limit = limit
        self._news = News()
        self._writer = Writer(engine, self._news.deliver, patience=patience)
        self._readers = readers(engine)
        self._forgetting: list[Forget] = []
        self._reading: set[asyncio.Future[Any]] = set()
        self._hearing: list[tuple[Hear, Versions]] = []
        self.tenure: Tenure | None = None
        """Where several processes write: who writes what."""
        self.blocking = BlockingStore(self)

    @classmethod
    def open(cls, address: str, *, create: bool = True, **options: Any) -> "Store":
        """Open the database at an address, bringing its schema up to date."""
        return cls(connect(address, create=create), **options)

    def close(self) -> None:
        """Finish what is queued, then close."""
        self._writer.close()
        self.engine.dispose()

    async def aclose(self) -> None:
        """As ``close``, without holding up the event loop; readings under way are waited for."""
        await asyncio.gather(*self._reading, return_exceptions=True)
        await asyncio.to_thread(self.close)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def append(
        self,
        stream: str,
        expected: int,
        events: Sequence[NewEvent],
        *,
        key: str | None = None,
        kind: str | None = None,
        title: str | None = None,
    ) -> Appended:
        """Write ``events`` after version ``expected``; returns once they are on disk.

        Raises ``ConflictError`` if the stream is not at that version. ``kind`` begins a stream
        that does not exist yet; ``title`` names or renames it. A ``key`` already used on this
        stream writes nothing and gives the first result.
        """
        append = self.new_append(stream, expected, events, key=key, kind=kind, title=title)
        await self.room()
        return await self.begin(append)

    def begin(self, append: Append) -> "asyncio.Future[Appended]":
        """Queue an append now and return what to await; the caller has seen to ``room``."""
        return submit_from_loop(self._writer, append)

    def new_append(
        self,
        stream: str,
        expected: int,
        events: Sequence[NewEvent],
        *,
        key: str | None = None,
        kind: str | None = None,
        title: str | None = None,
        after: str | None = None,
        fence: Fence | None = None,
    ) -> Append:
        """An append with its time and the names of its events."""
        ids = tuple(self._ids() for _ in events)
        told, at = tuple(events), self.clock()
        append = Append(stream, expected, told, ids, at, key, kind, title, after, fence)
        check_names(append)
        return append

    async def room(self) -> None:
        """Wait until the queue has room."""
        while self._writer.unsettled >= self._limit:
            # Registered before looking again, or the last commit could pass unseen.
            settled = self._news.next_commit()
            if self._writer.unsettled >= self._limit:
                await settled

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the same database and be heard."""
        return self.engine.dialect.name == "postgresql"

    @property
    def unsettled(self) -> int:
        """How many writes are queued or on their way to the disk."""
        return self._writer.unsettled

    def on_news(self, hear: "Hear", versions: "Versions" = dict) -> Callable[[], None]:
        """Have ``hear`` called when streams have grown elsewhere; returns the way to stop.

        ``versions`` are those known, to be compared with the database now and then.
        """
        pair = (hear, versions)
        self._hearing.append(pair)
        return lambda: self._hearing.remove(pair) if pair in self._hearing else None

    def hear(self, news: Mapping[str, int]) -> None:
        """Streams are at these versions by now, whoever wrote them; called on the loop."""
        for act, _ in list(self._hearing):
            act(news)

    async def look_again(self, only: Collection[str] | None = None) -> int:
        """Compare what is known with the database; how many streams had grown unheard."""
        known: dict[str, int] = {}
        for _, versions in list(self._hearing):
            known.update(versions())
        names = sorted(known if only is None else known.keys() & set(only))
        found = await self.read(lambda c: log.load_versions(c, names)) if names else {}
        grown = {name: version for name, version in found.items() if version > known[name]}
        if grown:
            self.hear(grown)
        return len(grown)

    def on_forget(self, act: Forget) -> None:
        """Have ``act`` called when what was read may not be remembered any more."""
        self._forgetting.append(act)

    def forget(self) -> None:
        """Personal data was erased: let go of everything that was read before."""
        let_go([held for act in self._forgetting for held in act()])

    async def write(self, change: Callable[[Connection], T]) -> T:
        """Run ``change`` in the writer's next transaction, all or nothing."""
        await self.room()
        done: Done = await submit_from_loop(self._writer, Work(change))
        value: T = done.value
        return value

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run ``query`` on one consistent view of the database, off the event loop."""
        loop = asyncio.get_running_loop()
        reading = loop.run_in_executor(None, self.blocking.read, query)
        self._reading.add(reading)
        reading.add_done_callback(self._read)
        return await asyncio.shield(reading)

    def _read(self, reading: "asyncio.Future[Any]") -> None:
        self._reading.discard(reading)
        # Asked for: whoever wanted it may have gone away.
        _ = reading.cancelled() or reading.exception()

    async def load(
        self, stream: str, from_version: int = 0, to_version: int | None = None
    ) -> list[StoredEvent]:
        """The events after ``from_version``; none for a stream that does not exist."""
        return await self.read(lambda c: log.load(c, stream, from_version, to_version))

    async def streams(self, kind: str | None = None) -> list[Stream]:
        """Every stream, or those of a kind; the youngest first."""
        return await self.read(lambda c: log.list_streams(c, kind))

    async def stream(self, stream: str) -> Stream | None:
        """One stream, or None."""
        return await self.read(lambda c: log.find_stream(c, stream))

    def subscribe(self, listener: Listener, stream: str | None = None) -> Callable[[], None]:
        """Call ``listener`` with the events of each commit, in order; returns the way to stop.

        Subscribed from a running event loop, the listener is called on that loop, before the
        appends of the commit return; otherwise in the writer's thread.
        """
        return self._news.subscribe(listener, stream)

    async def follow(self, stream: str, from_version: int = 0) -> AsyncIterator[StoredEvent]:
        """Every event after ``from_version``, past and to come, without gap or repetition."""
        woken = asyncio.Event()
        stop = self.subscribe(lambda _: woken.set(), stream)
        deaf = self.on_news(lambda news: woken.set() if stream in news else None)
        try:
            while True:
                # Cleared before reading: a commit during the reading wakes us again.
                woken.clear()
                for event in await self.load(stream, from_version):
                    from_version = event.version
                    yield event
                await woken.wait()
        finally:
            stop()
            deaf()


class BlockingStore:
    """The store without an event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def append(
        self,
        stream: str,
        expected: int,
        events: Sequence[NewEvent],
        *,
        key: str | None = None,
        kind: str | None = None,
        title: str | None = None,
    ) -> Appended:
        """As ``Store.append``."""
        append = self._store.new_append(stream, expected, events, key=key, kind=kind, title=title)
        outcome = self._submit(append)
        assert isinstance(outcome, Appended)
        return outcome

    def write(self, change: Callable[[Connection], T]) -> T:
        """As ``Store.write``."""
        outcome = self._submit(Work(change))
        assert isinstance(outcome, Done)
        value: T = outcome.value
        return value

    def _submit(self, job: Append | Work) -> Outcome:
        future: Future[Outcome] = Future()
        self._store._writer.submit(Ticket(job, future.set_result))
        outcome = future.result()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def read(self, query: Callable[[Connection], T]) -> T:
        """As ``Store.read``."""
        try:
            with self._store._readers.begin() as connection:
                return query(connection)
        except DBAPIError as error:
            if not is_absence(error):
                raise
            raise UnavailableError(self._store.engine.url.render_as_string()) from error

    def load(
        self,
        stream: str,
        from_version: int = 0,
        to_version: int | None = None,
        *,
        but: Collection[str] = (),
    ) -> list[StoredEvent]:
        """As ``Store.load``; without events of the types ``but``."""
        return self.read(lambda c: log.load(c, stream, from_version, to_version, but=but))

    def streams(self, kind: str | None = None) -> list[Stream]:
        """As ``Store.streams``."""
        return self.read(lambda c: log.list_streams(c, kind))

    def stream(self, stream: str) -> Stream | None:
        """As ``Store.stream``."""
        return self.read(lambda c: log.find_stream(c, stream))
