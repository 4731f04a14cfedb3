"""Bringing an archive into a database, empty or not: all of it or nothing.

What is already there with the same content is passed over, so importing twice is harmless. The same
name with other content is a conflict, and nothing is imported.
"""

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field
from typing import IO, Any

import msgspec
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import DataError, IntegrityError

from raccord.store.archive import TABLES, Line, as_dict, columns_of, read_archive
from raccord.store.chain import link
from raccord.store.errors import DamagedArchiveError, ImportConflictError
from raccord.store.records import StoredEvent, from_micros
from raccord.store.schema import events, streams

_CHUNK = 1000


@dataclass(frozen=True, slots=True)
class Imported:
    """How many rows of each table were written, and how many were already there."""

    written: dict[str, int]
    present: dict[str, int]


def import_archive(connection: Connection, file: IO[bytes]) -> Imported:
    """Import an archive in the caller's transaction, which must be undone if this raises."""
    sorter = _Sorter(connection)
    try:
        for line in read_archive(file):
            sorter.take(line)
        sorter.finish()
    except (IntegrityError, DataError, OverflowError, UnicodeError) as error:
        raise DamagedArchiveError(sorter.place, "rows the database can hold") from error
    return Imported(sorter.written, sorter.present)


@dataclass
class _Sorter:
    """Sends each row to the database, or finds it there."""

    connection: Connection
    written: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TABLES, 0))
    present: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TABLES, 0))

    def __post_init__(self) -> None:
        rows = self.connection.execute(select(streams.c.id, streams.c.kind))
        self._kinds: dict[str, str] = {row.id: row.kind for row in rows}
        self._brought: set[str] = set()
        self._versions: defaultdict[str, int] = defaultdict(int)
        self._links: defaultdict[str, str] = defaultdict(str)
        self._digests: defaultdict[str, Any] = defaultdict(hashlib.sha256)
        self._rows: list[dict[str, Any]] = []
        self._table = ""

    @property
    def place(self) -> str:
        """The table being written."""
        return self._table

    def take(self, line: Line) -> None:
        row = line.row
        if line.table == "streams":
            known = self._take_stream(row)
        else:
            known = self._take_part(line.table, row)
        if known:
            self.present[line.table] += 1
            return
        if line.table != self._table or len(self._rows) >= _CHUNK:
            self._flush()
            self._table = line.table
        self._rows.append(row)

    def _take_stream(self, row: dict[str, Any]) -> bool:
        name = row["id"]
        self._brought.add(name)
        kind = self._kinds.get(name)
        if kind is not None and kind != row["kind"]:
            raise ImportConflictError(name)
        return kind is not None

    def _take_part(self, table: str, row: dict[str, Any]) -> bool:
        stream = row["stream"]
        if stream not in self._brought:
            raise DamagedArchiveError(stream, "a stream of the archive")
        if table == "events":
            self._take_event(row)
        return stream in self._kinds

    def _take_event(self, row: dict[str, Any]) -> None:
        stream = row["stream"]
        self._versions[stream] += 1
        if row["version"] != self._versions[stream]:
            raise DamagedArchiveError(
                f"{stream} {row['version']}", f"version {self._versions[stream]}"
            )
        if stream in self._kinds:
            self._digests[stream].update(_fingerprint(row))
        else:
            # Archives carry no links: the chain follows from what they hold.
            row["link"] = self._links[stream] = link(self._links[stream], stored(row))

    def _flush(self) -> None:
        if self._rows:
            self.connection.execute(insert(TABLES[self._table]), self._rows)
            self.written[self._table] += len(self._rows)
            self._rows = []

    def finish(self) -> None:
        self._flush()
        for name in sorted(self._brought & self._kinds.keys()):
            # Compared whole at the end: a stream that is a prefix of the other is a conflict too.
            if self._digests[name].digest() != self._stored_digest(name):
                raise ImportConflictError(name)

    def _stored_digest(self, stream: str) -> bytes:
        query = select(*columns_of(events)).where(events.c.stream == stream)
        digest = hashlib.sha256()
        for row in self.connection.execute(query.order_by(events.c.version)):
            digest.update(_fingerprint(as_dict(events, row)))
        return digest.digest()


def stored(row: dict[str, Any]) -> StoredEvent:
    """A row of the archive as an event."""
    at = from_micros(row["at"])
    return StoredEvent(row["stream"], row["version"], row["id"], row["type"], at, row["payload"])


def _fingerprint(row: dict[str, Any]) -> bytes:
    return msgspec.json.encode(row, order="sorted") + b"\n"
