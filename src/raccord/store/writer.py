"""The one writer: a thread that commits whatever has queued up in one transaction.

While one group is on its way to the disk the next one gathers, so the heavier the load the larger
the groups. When they come one after the other, a short pause lets the next one grow: a commit costs
as much as ten appends. Nobody hears of success before the commit has returned.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from threading import Condition, Thread
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError

from raccord.store import appending
from raccord.store.errors import ClosedError, UnavailableError
from raccord.store.records import Append, Appended, StoredEvent

# Bounded, so that the first of a long queue need not wait for the last.
LARGEST_GROUP = 512
GATHER_SECONDS = 0.02
"""How long a busy writer lets a group gather; whoever appends alone never waits for it."""
# Another process may win this often in a row; as a group twice, then each by itself.
_RACES = 20


@dataclass(frozen=True, slots=True)
class Work:
    """Any other change to the database, in a savepoint of its own within the group."""

    change: Callable[[Connection], Any]


@dataclass(frozen=True, slots=True)
class Done:
    """The value a piece of work returned."""

    value: Any


Job = Append | Work
Outcome = Appended | Done | Exception


@dataclass(frozen=True, slots=True, eq=False)
class Ticket:
    """A job in the queue, and whom to tell: on ``loop``, or in the writer's thread."""

    job: Job
    tell: Callable[[Outcome], None]
    loop: asyncio.AbstractEventLoop | None = None


Deliver = Callable[[Sequence[tuple[Ticket, Outcome]], Sequence[StoredEvent]], None]


class Writer:
    """Takes tickets from any thread and settles each exactly once.

    ``patience`` is how many seconds it tries to reach a database that went away.
    """

    def __init__(
        self, engine: Engine, deliver: Deliver, *, patience: float = 15.0, name: str = "writer"
    ) -> None:
        self._engine = engine
        self._deliver = deliver
        self._patience = patience
        self._queue: deque[Ticket] = deque()
        self._unsettled = 0
        self._changed = Condition()
        self._closed = False
        self._thread = Thread(target=self._run, name=f"raccord-{name}", daemon=True)
        self._thread.start()

    def submit(self, ticket: Ticket) -> None:
        """Queue a job; order is kept."""
        with self._changed:
            if self._closed:
                raise ClosedError(self._engine.url.render_as_string())
            self._queue.append(ticket)
            self._unsettled += 1
            self._changed.notify()

    @property
    def unsettled(self) -> int:
        """How many jobs are queued or on their way to the disk."""
        return self._unsettled

    def close(self) -> None:
        """Settle everything queued, then stop."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _take(self) -> list[Ticket]:
        """The next group; empty once closed and drained."""
        with self._changed:
            while not self._queue and not self._closed:
                self._changed.wait()
            # Whatever has gathered while the last commit was on its way.
            size = min(len(self._queue), LARGEST_GROUP)
            return [self._queue.popleft() for _ in range(size)]

    def _run(self) -> None:
        while group := self._take():
            outcomes = self._settle([ticket.job for ticket in group])
            with self._changed:
                self._unsettled -= len(group)
            news = [event for outcome in outcomes for event in _news(outcome)]
            self._deliver(list(zip(group, outcomes, strict=True)), news)
            if len(group) > 1 and not self._closed:
                time.sleep(GATHER_SECONDS)

    def _settle(self, jobs: Sequence[Job]) -> list[Outcome]:
        """Commit the jobs together; if one of them spoils the group, each by itself."""
        try:
            return self._commit_patiently(jobs)
        except Exception as error:
            # A database that is away is away for all: one by one they would each wait again.
            if len(jobs) == 1 or isinstance(error, UnavailableError):
                return [error for _ in jobs]
        return [outcome for job in jobs for outcome in self._settle([job])]

    def _commit_patiently(self, jobs: Sequence[Job]) -> list[Outcome]:
        deadline = time.monotonic() + self._patience
        races = 0
        for pause in _pauses():
            try:
                return self._commit(jobs, careful=races > 0)
            except IntegrityError:
                # Another process took a version after we had read it: read again.
                races += 1
                if races >= (_RACES if len(jobs) == 1 else 2):
                    raise
            except DBAPIError as error:
                if not is_absence(error):
                    raise
                # An append recognises itself by its ids if it was written after all; work cannot.
                repeatable = all(isinstance(job, Append) for job in jobs)
                if not repeatable or time.monotonic() + pause > deadline:
                    raise UnavailableError(self._engine.url.render_as_string()) from error
                time.sleep(pause)
        raise AssertionError

    def _commit(self, jobs: Sequence[Job], *, careful: bool) -> list[Outcome]:
        outcomes: list[Outcome] = []
        with self._engine.begin() as connection:
            for is_append, run in groupby(jobs, lambda job: isinstance(job, Append)):
                if is_append:
                    appends = [job for job in run if isinstance(job, Append)]
                    outcomes.extend(appending.write(connection, appends, careful=careful))
                else:
                    works = [job for job in run if isinstance(job, Work)]
                    outcomes.extend(_work(connection, work) for work in works)
        return outcomes


def _work(connection: Connection, work: Work) -> Outcome:
    try:
        # A savepoint: work that fails must not undo the slips committed with it.
        with connection.begin_nested():
            return Done(work.change(connection))
    except DBAPIError as error:
        # Nothing of the group is certain any more: the whole is tried again or refused.
        if error.connection_invalidated:
            raise
        return error
    except Exception as error:
        return error


def _news(outcome: Outcome) -> Sequence[StoredEvent]:
    return outcome.events if isinstance(outcome, Appended) and not outcome.repeated else ()


def is_absence(error: DBAPIError) -> bool:
    """Whether the database, rather than the statement, is at fault."""
    return error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)


def _pauses() -> Iterator[float]:
    pause = 0.05
    while True:
        yield pause
        pause = min(1.0, pause * 1.5)
