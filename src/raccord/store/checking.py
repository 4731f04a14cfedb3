"""Whether a database holds together: every fault is a value, none stops the search."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, text

from raccord.decoding import in_french, locate
from raccord.store.codec import Codec
from raccord.store.errors import UnreadableError
from raccord.store.records import StoredEvent, from_micros
from raccord.store.schema import events, request_keys, streams


class Problem(Enum):
    """What can be wrong."""

    FILE = "file"
    GAP = "gap"
    UNREADABLE = "unreadable"
    ORPHAN = "orphan"
    EMPTY = "empty"
    KEY = "key"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: what, where, and the detail as found."""

    problem: Problem
    place: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at, and what was wrong."""

    streams: int
    events: int
    faults: tuple[Fault, ...]


def check(connection: Connection, codecs: Mapping[str, Codec[Any]] | None = None) -> Report:
    """Look at everything. ``codecs`` by kind of stream; other kinds must at least be JSON."""
    faults = [
        *_file_faults(connection),
        *_log_faults(connection, codecs or {}),
        *_key_faults(connection),
    ]
    return Report(
        connection.scalar(select(func.count()).select_from(streams)) or 0,
        connection.scalar(select(func.count()).select_from(events)) or 0,
        tuple(faults),
    )


def _file_faults(connection: Connection) -> Iterator[Fault]:
    if connection.dialect.name != "sqlite":
        return
    for (line,) in connection.execute(text("PRAGMA integrity_check")):
        if line != "ok":
            yield Fault(Problem.FILE, "integrity_check", line)
    for row in connection.execute(text("PRAGMA foreign_key_check")):
        yield Fault(Problem.FILE, f"{row[0]} {row[1]}", f"foreign key to {row[2]}")


def _log_faults(connection: Connection, codecs: Mapping[str, Codec[Any]]) -> Iterator[Fault]:
    kinds = {row.id: row.kind for row in connection.execute(select(streams))}
    versions = dict.fromkeys(kinds, 0)
    query = select(events).order_by(events.c.stream, events.c.version)
    for row in connection.execute(query, execution_options={"yield_per": 1000}):
        place = f"{row.stream} {row.version}"
        if row.stream not in kinds:
            yield Fault(Problem.ORPHAN, place)
            continue
        if row.version != versions[row.stream] + 1:
            yield Fault(Problem.GAP, place, str(versions[row.stream] + 1))
        versions[row.stream] = row.version
        if error := _unreadable(row, codecs.get(kinds[row.stream])):
            yield Fault(Problem.UNREADABLE, place, error)
    for stream, version in versions.items():
        if version == 0:
            yield Fault(Problem.EMPTY, stream)


def _unreadable(row: Any, codec: Codec[Any] | None) -> str:
    try:
        if codec is None:
            msgspec.json.decode(row.payload)
        else:
            at = from_micros(row.at)
            codec.decode(StoredEvent(row.stream, row.version, row.id, row.type, at, row.payload))
    except (msgspec.MsgspecError, UnreadableError, ValueError) as error:
        return _reason(error.__cause__ or error)
    return ""


def _reason(error: BaseException) -> str:
    if isinstance(error, UnreadableError):
        return "type d'événement inconnu"
    return in_french(error) if isinstance(error, msgspec.ValidationError) else locate(error)


def _key_faults(connection: Connection) -> Iterator[Fault]:
    """Request keys that speak of versions the log does not have."""
    last = select(func.max(events.c.version)).where(events.c.stream == request_keys.c.stream)
    query = select(request_keys.c.stream, request_keys.c.key).where(
        (request_keys.c.last > func.coalesce(last.scalar_subquery(), 0))
        | (request_keys.c.first < 1)
        | (request_keys.c.last < request_keys.c.first - 1)
    )
    for row in connection.execute(query):
        yield Fault(Problem.KEY, f"{row.stream} {row.key}")
