"""What goes into the log and what comes out. Versions of a stream count from 1; 0 is before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from raccord.store.errors import NotANameError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def to_micros(moment: datetime) -> int:
    """A moment as it is stored."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def from_micros(micros: int) -> datetime:
    """A stored moment."""
    return _EPOCH + timedelta(microseconds=micros)


def utc_now() -> datetime:
    """The machine's clock; tests hand in their own."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event about to be written: the name of its type and its JSON."""

    type: str
    payload: str


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event of the log; ``at`` is when the store took it in, not a time of the game."""

    stream: str
    version: int
    id: str
    type: str
    at: datetime
    payload: str
    link: str = ""
    """What seals this event and all before it: see ``chain``."""


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream of the log: its kind and title, when it began, its last version."""

    id: str
    kind: str
    title: str
    created: datetime
    version: int


@dataclass(frozen=True, slots=True)
class Fence:
    """What a writer must still be when it writes: the holder of a section, since this epoch."""

    section: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Append:
    """A wish to write ``events`` right after ``expected``; ``kind`` is needed to begin a stream.

    ``key`` is the client's own name for the request: the second append under one key writes
    nothing and gives the result of the first. ``ids`` name the events, so that after a lost
    connection the writer recognises what it had already written. ``after`` is the name of the event
    at ``expected``, for a caller who decided before that event was on disk.
    """

    stream: str
    expected: int
    events: Sequence[NewEvent]
    ids: Sequence[str]
    at: datetime
    key: str | None = None
    kind: str | None = None
    title: str | None = None
    after: str | None = None
    fence: Fence | None = None


@dataclass(frozen=True, slots=True)
class Appended:
    """What an append wrote; ``repeated`` when its key had been used and nothing new was written."""

    stream: str
    version: int
    events: tuple[StoredEvent, ...]
    repeated: bool = False


def is_name(text: str, longest: int = 120) -> bool:
    """Whether both databases can hold this as a name; 120 characters is a stream's limit."""
    if not 0 < len(text) <= longest or "\0" in text:
        return False
    return text.isascii() or _is_unicode(text)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_names(append: Append) -> None:
    """Refuse what one of the databases could not hold."""
    names = [(append.stream, 120), *((event.type, 80) for event in append.events)]
    names += [
        (name, longest)
        for name, longest in ((append.key, 200), (append.kind, 40))
        if name is not None
    ]
    for name, longest in names:
        if not is_name(name, longest):
            raise NotANameError(name, f"1 to {longest} characters")
    if append.title and not is_name(append.title, len(append.title)):
        raise NotANameError(append.title)
