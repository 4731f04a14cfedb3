"""Writing the event log: many appends in one transaction.

The unique pair (stream, version) is the lock. ``write`` reads the versions first, so that a
conflict is a value for the one append it concerns; a process that slips in between makes the
whole transaction fail, and the writer tries again. An append under a lease is written only while
the lease is its writer's.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, text, tuple_, update

from raccord.store.chain import link
from raccord.store.errors import ConflictError, FencedError, NoStreamError, StoreError
from raccord.store.log import HEAD, HEADS, chunks, load
from raccord.store.records import Append, Appended, StoredEvent, to_micros
from raccord.store.schema import events, leases, request_keys, streams
from raccord.store.statements import run

Outcome = Appended | StoreError


def write(
    connection: Connection, appends: Sequence[Append], *, careful: bool = False
) -> list[Outcome]:
    """Write what can be written; one outcome for each append, in order.

    Whoever names the event it comes after knows every key used up to it, so that only the head of
    its stream is read; ``careful`` reads the keys all the same.
    """
    sheet = _Sheet(connection, appends, careful)
    outcomes = [sheet.take(append) for append in appends]
    sheet.flush()
    return outcomes


class _Head(NamedTuple):
    """The last event of a stream."""

    version: int
    event: str
    link: str = ""


_INSERT = {table: insert(table) for table in (streams, events, request_keys)}
_KEYS = select(request_keys).where(
    tuple_(request_keys.c.stream, request_keys.c.key).in_(bindparam("keys", expanding=True))
)
_EPOCHS = (
    select(leases.c.section, leases.c.epoch)
    .where(leases.c.section.in_(bindparam("sections", expanding=True)))
    .order_by(leases.c.section)
    # Shared: nobody takes the section over before this transaction is through.
    .with_for_update(read=True)
)
CHANNEL = "log"
"""Where other processes hear of what was appended: the stream and its version."""
_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :news)")


class _Sheet:
    """The rows of one transaction, and the versions as they will be after it."""

    def __init__(self, connection: Connection, appends: Sequence[Append], careful: bool) -> None:
        self._connection = connection
        self._epochs = self._read_epochs({a.fence.section for a in appends if a.fence})
        names = {append.stream for append in appends}
        self._heads = self._read_heads(sorted(names))
        unsure = {(a.stream, a.key) for a in appends if a.key and (careful or not self._is_next(a))}
        self._keys = self._read_keys(unsure) if unsure else {}
        self._written: dict[tuple[str, str], Appended] = {}
        self._new_streams: list[dict[str, object]] = []
        self._new_events: list[dict[str, object]] = []
        self._new_keys: list[dict[str, object]] = []
        self._titles: dict[str, str] = {}

    def _is_next(self, append: Append) -> bool:
        """Whether its caller knew all that is in the stream, or all that this sheet will add."""
        head = self._heads.get(append.stream)
        return append.after is not None and head is not None and append.expected >= head.version

    def _read_epochs(self, sections: set[str]) -> dict[str, int]:
        if not sections:
            return {}
        rows = self._connection.execute(_EPOCHS, {"sections": sorted(sections)})
        return {row.section: row.epoch for row in rows}

    def _read_heads(self, names: Sequence[str]) -> dict[str, _Head]:
        if len(names) == 1:
            rows: Any = run(self._connection, HEAD, [{"name": names[0]}])
            return {row[0]: _Head(row[1] or 0, row[2] or "", row[3] or "") for row in rows}
        heads: dict[str, _Head] = {}
        for chunk in chunks(names):
            for row in self._connection.execute(HEADS, {"names": chunk}):
                heads[row.id] = _Head(row.version or 0, row.event or "", row.link or "")
        return heads

    def _read_keys(self, keys: Iterable[tuple[str, str]]) -> dict[tuple[str, str], tuple[int, int]]:
        found: dict[tuple[str, str], tuple[int, int]] = {}
        for chunk in chunks(sorted(keys)):
            for row in self._connection.execute(_KEYS, {"keys": chunk}):
                found[row.stream, row.key] = (row.first, row.last)
        return found

    def take(self, append: Append) -> Outcome:
        """Add one append to the sheet, or say why not."""
        if append.key is not None and (first := self._earlier(append.stream, append.key)):
            return first
        head = self._heads.get(append.stream)
        if head is None:
            if append.kind is None:
                return NoStreamError(append.stream)
            head = _Head(0, "")
        # The same version with another event: what this was decided upon never got there.
        if head.version != append.expected or append.after not in (None, head.event):
            return self._own(append, head.version) or ConflictError(
                append.stream, append.expected, head.version
            )
        fence = append.fence
        if fence is not None and self._epochs.get(fence.section) != fence.epoch:
            return FencedError(append.stream)
        return self._accept(append, head)

    def _earlier(self, stream: str, key: str) -> Appended | None:
        """The result of the first append under this key."""
        # Twice in one transaction: the first is not in the database yet.
        if written := self._written.get((stream, key)):
            return Appended(stream, written.version, written.events, repeated=True)
        if span := self._keys.get((stream, key)):
            return self._reread(stream, *span)
        return None

    def _reread(self, stream: str, first: int, last: int) -> Appended:
        rows = load(self._connection, stream, first - 1, last)
        return Appended(stream, last, tuple(rows), repeated=True)

    def _own(self, append: Append, version: int) -> Appended | None:
        """The same append, if it is already there: its answer was lost with a connection."""
        last = append.expected + len(append.events)
        if not append.events or version < last:
            return None
        there = load(self._connection, append.stream, append.expected, last)
        if [event.id for event in there] != list(append.ids):
            return None
        # Not marked as repeated: it is this very append, whose listeners have not been told.
        return Appended(append.stream, last, tuple(there))

    def _accept(self, append: Append, head: _Head) -> Appended:
        version = head.version
        if append.stream not in self._heads:
            self._new_streams.append(
                {
                    "id": append.stream,
                    "kind": append.kind,
                    "title": append.title or "",
                    "created": to_micros(append.at),
                }
            )
        elif append.title is not None:
            self._titles[append.stream] = append.title
        stored = _sealed(append, head)
        last = version + len(stored)
        if stored:
            # The next append of the same transaction goes on from here, before anything is written.
            self._heads[append.stream] = _Head(last, stored[-1].id, stored[-1].link)
        else:
            self._heads.setdefault(append.stream, _Head(0, ""))
        self._new_events.extend(_row(event) for event in stored)
        result = Appended(append.stream, last, stored)
        if append.key is not None:
            self._written[append.stream, append.key] = result
            self._new_keys.append(
                {"stream": append.stream, "key": append.key, "first": version + 1, "last": last}
            )
        return result

    def flush(self) -> None:
        """Send every row."""
        for table, rows in (
            (streams, self._new_streams),
            (events, self._new_events),
            (request_keys, self._new_keys),
        ):
            if rows:
                run(self._connection, _INSERT[table], rows)
        for stream, title in self._titles.items():
            self._connection.execute(
                update(streams).where(streams.c.id == stream).values(title=title)
            )
        if self._new_events and self._connection.dialect.name == "postgresql":
            told = {str(row["stream"]): row["version"] for row in self._new_events}
            news = [{"news": f"{stream} {version}"} for stream, version in told.items()]
            # Told at the commit, and only then.
            self._connection.execute(_NOTIFY, news)


def _sealed(append: Append, head: _Head) -> tuple[StoredEvent, ...]:
    """The events of an append as they are stored, each sealing those before it."""
    found: list[StoredEvent] = []
    before = head.link
    for rank, (id_, new) in enumerate(zip(append.ids, append.events, strict=True), 1):
        version = head.version + rank
        event = StoredEvent(append.stream, version, id_, new.type, append.at, new.payload)
        before = link(before, event)
        found.append(replace(event, link=before))
    return tuple(found)


def _row(event: StoredEvent) -> dict[str, object]:
    return {
        "stream": event.stream,
        "version": event.version,
        "id": event.id,
        "type": event.type,
        "at": to_micros(event.at),
        "payload": event.payload,
        "link": event.link,
    }
