"""Streams followed from the version that is known: right whoever else writes to the database.

Everything here blocks: servers call it from threads, commands as it is.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from raccord.store.errors import ConflictError
from raccord.store.forgetting import emptied
from raccord.store.kinds import Kind
from raccord.store.log import load_versions
from raccord.store.records import StoredEvent
from raccord.store.store import Store

S = TypeVar("S")
E = TypeVar("E")
_ATTEMPTS = 20
_KEPT = 4000
"""Streams kept in hand: the sections of a world event."""


@dataclass(frozen=True, slots=True)
class Tail(Generic[S]):
    """A stream as far as it was read."""

    version: int = 0
    link: str = ""
    state: S | None = None
    forgotten: int = 0
    """How often everything was to be read again when its reading began."""


class Tails(Generic[S, E]):
    """The streams of one kind, each folded once and then from where it was."""

    def __init__(self, store: Store, kind: Kind[S, E]) -> None:
        self._store = store
        self.kind = kind
        self._known: OrderedDict[str, Tail[S]] = OrderedDict()
        self._forgotten = 0
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        store.on_forget(self.clear)

    def clear(self) -> list[Tail[S]]:
        """Read everything again: names may have gone."""
        with self._lock:
            self._forgotten += 1
            return emptied(self._known)

    def get(self, stream: str) -> Tail[S]:
        """A stream as it is on disk."""
        while True:
            with self._lock:
                known = self._known.get(stream) or Tail(forgotten=self._forgotten)
            found = self._folded(known, self._store.blocking.load(stream, known.version))
            self.keep(stream, found)
            # Else it may hold the name of somebody who was erased while it was read.
            if found.forgotten == self._forgotten:
                return found

    def get_all(self, streams: Sequence[str]) -> list[Tail[S]]:
        """Streams as they are on disk; those that are known to their end cost nothing each."""
        there = self._store.blocking.read(lambda c: load_versions(c, streams))
        with self._lock:
            known = {stream: self._known.get(stream, Tail()) for stream in streams}
        return [
            known[stream] if known[stream].version == there.get(stream, 0) else self.get(stream)
            for stream in streams
        ]

    def foreseen(self, stream: str, events: Sequence[StoredEvent]) -> Tail[S] | None:
        """A stream as it would be after these events; None where they leave a gap."""
        tail = self.get(stream)
        if events and events[0].version > tail.version + 1:
            return None
        return self._folded(tail, events)

    def keep(self, stream: str, tail: Tail[S]) -> None:
        """What was foreseen came to be."""
        with self._lock:
            standing = self._known.get(stream)
            if not tail.version or tail.forgotten != self._forgotten:
                return
            if standing and standing.version > tail.version:
                return
            self._known[stream] = tail
            self._known.move_to_end(stream)
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)

    def _folded(self, tail: Tail[S], events: Sequence[StoredEvent]) -> Tail[S]:
        state, version, link = tail.state, tail.version, tail.link
        for event in events:
            if event.version > version:
                state = self.kind.evolve(state, self.kind.codec.decode(event))
                version, link = event.version, event.link
        return Tail(version, link, state, tail.forgotten)

    def execute(
        self, stream: str, decide: Callable[[S | None], Sequence[E]], title: str | None = None
    ) -> Tail[S]:
        """Decide on the stream as it is and write, again if somebody was quicker."""
        # One after the other here: only another process can be quicker, and seldom often.
        with self._writing:
            return self._insist(stream, decide, title)

    def _insist(
        self, stream: str, decide: Callable[[S | None], Sequence[E]], title: str | None
    ) -> Tail[S]:
        for _ in range(_ATTEMPTS):
            tail = self.get(stream)
            events = decide(tail.state)
            if not events:
                return tail
            new = [self.kind.codec.encode(event) for event in events]
            try:
                written = self._store.blocking.append(
                    stream, tail.version, new, kind=self.kind.name, title=title
                )
            except ConflictError:
                continue
            found = self._folded(tail, written.events)
            self.keep(stream, found)
            return found
        raise ConflictError(stream, -1, -1)
