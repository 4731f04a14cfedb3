"""What happens after a commit: listeners hear the events, then the writers' callers get answers.

A listener that subscribed on an event loop is called on it. A listener that fails is logged; it
delays nobody.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from raccord.store.records import StoredEvent
from raccord.store.writer import Job, Outcome, Ticket, Writer

Listener = Callable[[Sequence[StoredEvent]], None]
Loop = asyncio.AbstractEventLoop
Settled = Sequence[tuple[Ticket, Outcome]]

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class _Subscription:
    listener: Listener
    stream: str | None
    loop: Loop | None

    def hear(self, events: Sequence[StoredEvent]) -> None:
        if self.stream is not None:
            events = [event for event in events if event.stream == self.stream]
        if not events:
            return
        try:
            self.listener(events)
        except Exception:
            _logger.exception("a listener of the event log failed")


class News:
    """Who wants to hear of commits."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._subscriptions: list[_Subscription] = []
        self._waiting: list[tuple[Loop, asyncio.Future[None]]] = []

    def subscribe(self, listener: Listener, stream: str | None) -> Callable[[], None]:
        """Add a listener; returns the way to remove it."""
        subscription = _Subscription(listener, stream, _running_loop())
        with self._lock:
            self._subscriptions.append(subscription)

        def stop() -> None:
            with self._lock, contextlib.suppress(ValueError):
                self._subscriptions.remove(subscription)

        return stop

    def next_commit(self) -> asyncio.Future[None]:
        """Done after the next commit."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        with self._lock:
            self._waiting.append((loop, future))
        return future

    def deliver(self, settled: Settled, events: Sequence[StoredEvent]) -> None:
        """Tell everybody; called by the writer after each commit, in its thread."""
        with self._lock:
            subscriptions = list(self._subscriptions)
            waiting, self._waiting = self._waiting, []
        errands: defaultdict[Loop | None, _Errand] = defaultdict(_Errand)
        for subscription in subscriptions if events else ():
            errands[subscription.loop].subscriptions.append(subscription)
        for ticket, outcome in settled:
            errands[ticket.loop].settled.append((ticket, outcome))
        for loop, future in waiting:
            errands[loop].waiting.append(future)
        for where, errand in errands.items():
            if where is None:
                errand.run(events)
            else:
                # A loop that has closed has nobody left to tell.
                with contextlib.suppress(RuntimeError):
                    where.call_soon_threadsafe(errand.run, events)


class _Errand:
    """What is to be told in one place."""

    def __init__(self) -> None:
        self.subscriptions: list[_Subscription] = []
        self.settled: list[tuple[Ticket, Outcome]] = []
        self.waiting: list[asyncio.Future[None]] = []

    def run(self, events: Sequence[StoredEvent]) -> None:
        for subscription in self.subscriptions:
            subscription.hear(events)
        for ticket, outcome in self.settled:
            ticket.tell(outcome)
        for future in self.waiting:
            if not future.done():
                future.set_result(None)


def submit_from_loop(writer: Writer, job: Job) -> "asyncio.Future[Any]":
    """Queue a job; the future is settled on the running loop."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def tell(outcome: Outcome) -> None:
        if future.cancelled():
            return
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)

    writer.submit(Ticket(job, tell, loop))
    return future


def _running_loop() -> Loop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
