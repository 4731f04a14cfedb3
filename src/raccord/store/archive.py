"""A whole database as one file: gzipped JSON lines, the same from and to either database.

The first line names the format and its version, the last one the counts and a checksum of all lines
before it. Snapshots stay behind: they can be made again. Events of Jarnac had a former form in
archives of version 1; they come out in the present one.
"""

import gzip
import hashlib
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import IO, Any

import msgspec
from sqlalchemy import Column, Connection, Table, select

from raccord.store.errors import ArchiveTooNewError, DamagedArchiveError, NotAnArchiveError
from raccord.store.former import KINDS, present_form
from raccord.store.schema import events, request_keys, streams

FORMAT = "raccord-database"
VERSION = 2
TABLES: dict[str, Table] = {str(table.name): table for table in (streams, events, request_keys)}
# 64 MB: a line without end must not fill the memory.
_LONGEST_LINE = 1 << 26
_INTERNAL = {"position", "link"}
"""What is found again on the way in."""


class Manifest(msgspec.Struct, frozen=True):
    """The first line."""

    format: str
    version: int
    created: datetime


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table."""

    table: str
    row: dict[str, str | int | None]


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    counts: dict[str, int]
    sha256: str


_MANIFEST = msgspec.json.Decoder(Manifest)
_LINE = msgspec.json.Decoder(Line)
_END = msgspec.json.Decoder(End)


def export_archive(connection: Connection, file: IO[bytes], created: datetime) -> dict[str, int]:
    """Write everything that ``connection`` sees; returns the number of rows of each table."""
    counts: Counter[str] = Counter(dict.fromkeys(TABLES, 0))
    digest = hashlib.sha256()
    # No time and no name in the header: the same database gives the same bytes.
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0, filename="") as packed:

        def put(value: object) -> None:
            line = msgspec.json.encode(value) + b"\n"
            digest.update(line)
            packed.write(line)

        put(Manifest(FORMAT, VERSION, created))
        for name, row in _rows(connection):
            counts[name] += 1
            put(Line(name, row))
        put(End(dict(counts), digest.hexdigest()))
    return dict(counts)


def _rows(connection: Connection) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, table in TABLES.items():
        query = select(*columns_of(table)).order_by(*table.primary_key)
        for row in connection.execute(query, execution_options={"yield_per": 1000}):
            yield name, as_dict(table, row)


def columns_of(table: Table) -> list[Column[Any]]:
    """The columns of a table that are archived."""
    return [column for column in table.c if column.name not in _INTERNAL]


def as_dict(table: Table, row: Sequence[Any]) -> dict[str, Any]:
    """A row of those columns as it is archived."""
    return {str(c.name): value for c, value in zip(columns_of(table), row, strict=True)}


def read_archive(file: IO[bytes]) -> Iterator[Line]:
    """The rows of an archive, checked one by one; the last step checks the whole.

    A caller who writes rows as they come must undo everything if this raises.
    """
    with gzip.GzipFile(fileobj=file, mode="rb") as packed:
        lines = _lines(packed)
        first, version = _first(lines)
        digest = hashlib.sha256(first)
        present = _Present() if version == 1 else None
        counts: Counter[str] = Counter(dict.fromkeys(TABLES, 0))
        number = 1
        for number, line in enumerate(lines, 2):
            # Only the last line begins so, as rows begin with their table; it seals those before
            # it.
            if line.startswith(b'{"counts":'):
                _check_end(line, counts, digest.hexdigest(), number)
                break
            digest.update(line)
            row = _decode(line, number)
            counts[row.table] += 1
            yield present(row) if present else row
        else:
            raise DamagedArchiveError(number, "more lines: the file is cut short")
        if next(lines, None) is not None:
            raise DamagedArchiveError(number + 1, "nothing after the last line")


def _lines(packed: gzip.GzipFile) -> Iterator[bytes]:
    number = 0
    try:
        while line := packed.readline(_LONGEST_LINE):
            number += 1
            if not line.endswith(b"\n"):
                raise DamagedArchiveError(number, "a whole line")
            yield line
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        kind = DamagedArchiveError if number else NotAnArchiveError
        raise kind(number + 1, str(error)) from error


class _Present:
    """Brings the rows of an archive of version 1 to the present; streams come before events."""

    def __init__(self) -> None:
        self._streams: set[str] = set()

    def __call__(self, line: Line) -> Line:
        row = line.row
        if line.table == "streams" and row["kind"] in KINDS:
            self._streams.add(str(row["id"]))
        if line.table != "events" or row["stream"] not in self._streams:
            return line
        name, payload = present_form(str(row["type"]), str(row["payload"]))
        return Line(line.table, {**row, "type": name, "payload": payload})


def _first(lines: Iterable[bytes]) -> tuple[bytes, int]:
    line = next(iter(lines), b"")
    try:
        manifest = _MANIFEST.decode(line)
    except msgspec.MsgspecError as error:
        raise NotAnArchiveError(line[:40].decode(errors="replace")) from error
    if manifest.format != FORMAT:
        raise NotAnArchiveError(manifest.format, FORMAT)
    if manifest.version > VERSION:
        raise ArchiveTooNewError(manifest.version, f"a version up to {VERSION}")
    return line, manifest.version


def _decode(line: bytes, number: int) -> Line:
    try:
        row = _LINE.decode(line)
    except msgspec.MsgspecError as error:
        raise DamagedArchiveError(number, str(error)) from error
    table = TABLES.get(row.table)
    if table is None:
        raise DamagedArchiveError(number, f"a table of {', '.join(TABLES)}")
    wanted = {str(column.name): column for column in columns_of(table)}
    if row.row.keys() != wanted.keys():
        raise DamagedArchiveError(number, f"the fields {', '.join(wanted)}")
    for name, value in row.row.items():
        column = wanted[name]
        if not (column.nullable and value is None) and not isinstance(
            value, column.type.python_type
        ):
            raise DamagedArchiveError(number, f"another {name}")
    return row


def _check_end(line: bytes, counts: Counter[str], digest: str, number: int) -> None:
    try:
        end = _END.decode(line)
    except msgspec.MsgspecError as error:
        raise DamagedArchiveError(number, str(error)) from error
    # Earlier exports count tables that were always empty and are no more.
    if end.sha256 != digest or +Counter(end.counts) != +counts:
        raise DamagedArchiveError(number, "the checksum of the lines before it")
