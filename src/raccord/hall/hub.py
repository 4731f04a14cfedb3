"""Live updates: server-sent events by topic, rendered once and sent to all who may see them.

A topic names a game and an audience, e.g. ``game:K7QX:public`` or ``game:K7QX:table:12``; who may
listen to which topic is decided by the page that opens the stream, never by the client. A browser
that comes back tells the last event it saw and receives what it missed; when that is no longer
kept it receives ``reset`` and reads its state again. A client too slow to follow is let go and
comes back the same way. A stream lasts as long as the right it was opened with: that is looked up
again before anything is sent.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from typing import NamedTuple

import msgspec

KEPT = 256
QUEUE = 64
HEARTBEAT = 15.0
RETRY_MS = 1000
BEAT = b": \n\n"


def _anybody() -> bool:
    return True


class Event(NamedTuple):
    """An event as it goes on the wire."""

    number: int
    wire: bytes


class Subscription:
    """One client's stream: what it has yet to receive, and whether it still may."""

    def __init__(self, topics: tuple[str, ...], may_hear: Callable[[], bool]) -> None:
        self.topics = topics
        self.may_hear = may_hear
        # Room for the end when the queue is full of events.
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE + 2)
        self.is_open = True

    def offer(self, wire: bytes) -> bool:
        """Queue an event; False when the client must be let go: too slow, or shut out."""
        if self.queue.qsize() >= QUEUE or not self.may_hear():
            self.end()
            return False
        self.queue.put_nowait(wire)
        return True

    def end(self) -> None:
        """Say that nothing more will come."""
        if self.is_open:
            self.is_open = False
            self.queue.put_nowait(None)


class Hub:
    """Topics, who listens to them and what they said lately. Use it from the event loop."""

    def __init__(self) -> None:
        self.epoch = secrets.token_hex(4)
        self._number = 0
        self._kept: dict[str, deque[Event]] = {}
        self._listeners: dict[str, set[Subscription]] = {}

    def publish(self, topic: str, name: str, data: object, *, keep: bool = True) -> int:
        """Send an event to everyone listening to the topic; returns how many they were.

        ``data`` is a value for JSON, or text already rendered. Without ``keep`` the event is not
        sent again to who comes back: for streams that begin with the state as it is.
        """
        if not keep and not self.count(topic):
            return 0
        # A number only where it is of use: it would tell others how much was said meanwhile.
        self._number += keep
        wire = self._wire(name, data, numbered=keep)
        if keep:
            self._kept.setdefault(topic, deque(maxlen=KEPT)).append(Event(self._number, wire))
        listeners = self._listeners.get(topic, set())
        slow = [listener for listener in listeners if not listener.offer(wire)]
        for listener in slow:
            self._leave(listener)
        return len(listeners)

    def listen(
        self, topics: Iterable[str], last_id: str = "", may_hear: Callable[[], bool] = _anybody
    ) -> Subscription:
        """Open a subscription, beginning with what was missed since ``last_id``."""
        subscription = Subscription(tuple(topics), may_hear)
        for wire in self._missed(subscription.topics, last_id):
            subscription.queue.put_nowait(wire)
        for topic in subscription.topics:
            self._listeners.setdefault(topic, set()).add(subscription)
        return subscription

    async def stream(
        self, subscription: Subscription, first: tuple[tuple[str, object], ...] = ()
    ) -> AsyncIterator[bytes]:
        """What to send to one client, the ``first`` events at once, until it leaves."""
        opening = b"".join(self._wire(name, data) for name, data in first)
        yield f"retry: {RETRY_MS}\n\n".encode() + opening
        try:
            while True:
                found = await _next(subscription.queue)
                if not subscription.may_hear():
                    return
                if wires := b"".join(wire for wire in found if wire is not None):
                    yield wires
                if found[-1] is None:
                    return
        finally:
            subscription.is_open = False
            self._leave(subscription)

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return len({id(one) for found in self._listeners.values() for one in found})

    def count(self, topic: str) -> int:
        """How many clients listen to a topic."""
        return len(self._listeners.get(topic, ()))

    def forget(self, topic: str) -> None:
        """Let go of a topic that will say nothing more."""
        self._kept.pop(topic, None)
        for listener in list(self._listeners.pop(topic, ())):
            listener.end()
            self._leave(listener)

    def dismiss(self, topic: str) -> None:
        """End the streams of those who listen to this topic alone; they may ask again."""
        for listener in list(self._listeners.get(topic, ())):
            if listener.topics == (topic,):
                listener.end()
                self._leave(listener)

    def ask_again(self, prefix: str) -> None:
        """End the streams of these topics whose right is gone; nothing need be said to them."""
        for topic in [topic for topic in self._listeners if topic.startswith(prefix)]:
            for listener in [one for one in self._listeners.get(topic, ()) if not one.may_hear()]:
                listener.end()
                self._leave(listener)

    def close(self) -> None:
        """End every stream."""
        for topic in list(self._listeners):
            self.forget(topic)

    def _wire(self, name: str, data: object, *, numbered: bool = False) -> bytes:
        text = data if isinstance(data, str) else msgspec.json.encode(data).decode()
        # Only these end a line of an event: other separators belong to the text.
        broken = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        lines = "".join(f"data: {line}\n" for line in broken)
        id_ = f"id: {self.epoch}-{self._number}\n" if numbered else ""
        return f"{id_}event: {name}\n{lines}\n".encode()

    def _missed(self, topics: tuple[str, ...], last_id: str) -> list[bytes]:
        if not last_id:
            return []
        epoch, _, number = last_id.partition("-")
        if epoch != self.epoch or not number.isascii() or not number.isdigit():
            return [self._wire("reset", {})]
        kept = [self._kept.get(topic, deque()) for topic in topics]
        # Full and beginning later than what was seen: something between the two is gone.
        if any(len(k) == KEPT and k[0].number > int(number) + 1 for k in kept):
            return [self._wire("reset", {})]
        missed = sorted(
            {event for events in kept for event in events if event.number > int(number)}
        )
        return (
            [event.wire for event in missed] if len(missed) < QUEUE else [self._wire("reset", {})]
        )

    def _leave(self, subscription: Subscription) -> None:
        for topic in subscription.topics:
            listeners = self._listeners.get(topic)
            if listeners is not None:
                listeners.discard(subscription)
                if not listeners:
                    del self._listeners[topic]


async def _next(queue: "asyncio.Queue[bytes | None]") -> list[bytes | None]:
    """All that waits for a client, sent in one piece; after a while a sign of life."""
    try:
        async with asyncio.timeout(HEARTBEAT):
            found = [await queue.get()]
    except TimeoutError:
        return [BEAT]
    while found[-1] is not None and not queue.empty():
        found.append(queue.get_nowait())
    return found
