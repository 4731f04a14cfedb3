"""Erasing personal data from the log: the one change of an event that may be, and accounted for.

The payload of an event is rewritten; its link stays, so that every later link and every seal that
was printed still holds. What was rewritten is noted in a stream of its own, sealed like the others:
stream, version and the digest of what stands there now. ``checking`` takes a link that does not fit
its event only where that stream accounts for it, word for word.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime

import msgspec
from sqlalchemy import Connection, Engine, select, text, update

from raccord.store import appending, log
from raccord.store.codec import Codec
from raccord.store.errors import UnreadableError
from raccord.store.kinds import Kind
from raccord.store.records import Append, NewEvent, StoredEvent
from raccord.store.schema import events, streams

STREAM = "erasures:log"


class Rewritten(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag="rewritten"):
    """Événement expurgé: the SHA-256 of the payload that stands in its place."""

    stream: str
    version: int
    digest: str


Ledger = Mapping[tuple[str, int], str]


def evolve_ledger(state: Ledger | None, event: Rewritten) -> Ledger:
    """The account after one more event was rewritten."""
    return {**(state or {}), (event.stream, event.version): event.digest}


_CODEC: Codec[Rewritten] = Codec(Rewritten)
ERASURES: Kind[Ledger, Rewritten] = Kind("erasures", _CODEC, evolve_ledger)


def digest(payload: str) -> str:
    """What an event that was rewritten is known by."""
    return hashlib.sha256(payload.encode()).hexdigest()


def ledger(connection: Connection) -> Ledger:
    """Every event that was rewritten, and what stands there since."""
    found: Ledger = {}
    for stored in log.load(connection, STREAM):
        # One that cannot be read accounts for nothing; the check of the log names it.
        with suppress(UnreadableError):
            found = evolve_ledger(found, _CODEC.decode(stored))
    return found


def rewrite(
    connection: Connection,
    changes: Sequence[tuple[StoredEvent, str]],
    titles: Mapping[str, str],
    ids: Sequence[str],
    at: datetime,
) -> None:
    """Put other payloads in place of those of some events, and account for it."""
    if connection.dialect.name == "sqlite":
        # What was there is overwritten, not only let go.
        connection.execute(text("PRAGMA secure_delete = ON"))
    with _unguarded(connection):
        for event, payload in changes:
            here = (events.c.stream == event.stream, events.c.version == event.version)
            connection.execute(update(events).where(*here).values(payload=payload))
    for stream, title in titles.items():
        connection.execute(update(streams).where(streams.c.id == stream).values(title=title))
    _account(connection, changes, ids, at)


def _account(
    connection: Connection,
    changes: Sequence[tuple[StoredEvent, str]],
    ids: Sequence[str],
    at: datetime,
) -> None:
    told = tuple(_noted(event, payload) for event, payload in changes)
    version = len(log.load(connection, STREAM))
    append = Append(
        STREAM, version, told, tuple(ids), at, None, ERASURES.name, "Données effacées", None
    )
    (outcome,) = appending.write(connection, [append])
    if isinstance(outcome, Exception):
        raise outcome


def _noted(event: StoredEvent, payload: str) -> NewEvent:
    found = Rewritten(stream=event.stream, version=event.version, digest=digest(payload))
    return _CODEC.encode(found)


@contextmanager
def _unguarded(connection: Connection) -> Iterator[None]:
    """Lift the guard of the log within this transaction, and set it again as it was."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("ALTER TABLE events DISABLE TRIGGER events_guard"))
        yield
        connection.execute(text("ALTER TABLE events ENABLE TRIGGER events_guard"))
        return
    name = "events_no_update"
    guard = connection.scalar(
        text("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = :name"),
        {"name": name},
    )
    if guard:
        connection.execute(text(f"DROP TRIGGER {name}"))
    yield
    if guard:
        connection.execute(text(guard))


def settle(engine: Engine) -> None:
    """Let nothing of what was there linger in the file beside a SQLite database."""
    if engine.dialect.name != "sqlite":
        return
    raw = engine.raw_connection()
    try:
        raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        raw.close()


def every_event(connection: Connection) -> Iterator[StoredEvent]:
    """Every event of every stream that was not made by an erasure."""
    for name in list(connection.scalars(select(streams.c.id).where(streams.c.id != STREAM))):
        yield from log.load(connection, name)
