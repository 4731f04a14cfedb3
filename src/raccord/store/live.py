"""The live state of one stream: what is on disk, and ahead of it what is on its way there."""

import asyncio
from collections.abc import Sequence
from typing import Generic, TypeVar

from raccord.store.records import Append, Appended, StoredEvent

S = TypeVar("S")


class Live(Generic[S]):
    """``version``, ``event`` and ``state`` are on disk; ``head_…`` are what the queue will leave.

    ``broken``: something on its way failed, so the head never came to be; read again.
    """

    def __init__(
        self,
        stream: str,
        version: int,
        event: str,
        state: S,
        keys: dict[str, tuple[int, int]],
        link: str = "",
    ) -> None:
        self.stream = stream
        self.version = self.head_version = version
        self.event = self.head_event = event
        self.state = self.head_state = state
        self.link = link
        self.keys = keys
        self.broken = False
        self.heard = 0
        """The version another process has told of."""
        self.keys_known = version
        """Keys are known up to here, beside those used through this state itself."""
        self.keys_missing = False
        self.in_flight = 0
        self._last: asyncio.Future[Appended] | None = None
        self._keys_in_flight: dict[str, asyncio.Future[Appended]] = {}

    def after(self, stored: Sequence[StoredEvent], state: S) -> "Live[S]":
        """The same stream with events that others have added."""
        if not stored:
            found = Live(self.stream, self.version, self.event, state, self.keys, self.link)
        else:
            last = stored[-1]
            found = Live(self.stream, last.version, last.id, state, self.keys, last.link)
        found.keys_missing = self.keys_missing or bool(stored)
        found.keys_known = self.keys_known if self.keys_missing else self.version
        return found

    def learn(self, keys: dict[str, tuple[int, int]]) -> None:
        """Take in the keys that others have used."""
        self.keys.update(keys)
        self.keys_missing = False

    def knows(self, key: str) -> bool:
        """Whether a request key was used, be it on its way only."""
        return key in self.keys or key in self._keys_in_flight

    def send(self, append: Append, state: S, future: "asyncio.Future[Appended]") -> None:
        """Move the head past an append that was queued."""
        self.head_version += len(append.events)
        self.head_event = append.ids[-1]
        self.head_state = state
        self.in_flight += 1
        self._last = future
        if append.key is not None:
            self._keys_in_flight[append.key] = future
            key = append.key
            future.add_done_callback(lambda done: self._settle_key(key, done))

    def _settle_key(self, key: str, done: "asyncio.Future[Appended]") -> None:
        self._keys_in_flight.pop(key, None)
        if done.exception() is None:
            written = done.result().events
            last = done.result().version
            self.keys[key] = (last - len(written) + 1, last)

    def settle(self, done: "asyncio.Future[Appended]", state: S) -> bool:
        """Move what is on disk forward; False if it did not go as foreseen."""
        self.in_flight -= 1
        # Repeated: the log holds what was decided elsewhere, so this head never came to be.
        if done.exception() is not None or done.result().repeated:
            self.broken = True
            return False
        self.version = done.result().version
        self.event = done.result().events[-1].id
        self.link = done.result().events[-1].link
        self.state = state
        return True

    async def settled(self) -> bool:
        """Wait for everything on its way; whether all of it arrived."""
        await _callbacks_of(self._last)
        return not self.broken

    async def settled_key(self, key: str) -> bool:
        """Wait for the append under a key; whether it arrived."""
        await _callbacks_of(self._keys_in_flight.get(key))
        return key in self.keys


async def _callbacks_of(future: "asyncio.Future[Appended] | None") -> None:
    """Wait for a future and for the callbacks that its result has set going."""
    if future is not None:
        await asyncio.wait([future])
        # Callbacks are scheduled, not called, when a future is done: one round of the loop later.
        await asyncio.sleep(0)
