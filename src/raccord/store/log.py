"""The event log in SQL: reading it; ``appending`` writes it."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, ScalarSelect, Select, and_, bindparam, func, select

from raccord.store.records import StoredEvent, Stream, from_micros, is_name
from raccord.store.schema import events, request_keys, streams

T = TypeVar("T")

_EVENT_COLUMNS = (
    events.c.stream,
    events.c.version,
    events.c.id,
    events.c.type,
    events.c.at,
    events.c.payload,
    events.c.link,
)
# SQLite takes 32,766 parameters in one statement, PostgreSQL 65,535.
_CHUNK = 5000


def load(
    connection: Connection,
    stream: str,
    from_version: int = 0,
    to_version: int | None = None,
    *,
    but: Collection[str] = (),
) -> list[StoredEvent]:
    """The events after ``from_version``, up to ``to_version`` if given; none of the types ``but``.

    What is left out is not even read: of a large game thousands of slips.
    """
    if not is_name(stream):
        return []
    query = select(*_EVENT_COLUMNS).where(
        events.c.stream == stream, events.c.version > from_version
    )
    if to_version is not None:
        query = query.where(events.c.version <= to_version)
    if but:
        query = query.where(events.c.type.not_in(but))
    return [_event(row) for row in connection.execute(query.order_by(events.c.version))]


def load_link(connection: Connection, stream: str, version: int) -> str:
    """The link of one event; empty before the first."""
    if version < 1:
        return ""
    query = select(events.c.link).where(events.c.stream == stream, events.c.version == version)
    return connection.scalar(query) or ""


def load_keys(connection: Connection, stream: str, since: int = 0) -> dict[str, tuple[int, int]]:
    """First and last version written under each request key of a stream, after a version."""
    columns = (request_keys.c.key, request_keys.c.first, request_keys.c.last)
    query = select(*columns).where(request_keys.c.stream == stream, request_keys.c.first > since)
    return {row.key: (row.first, row.last) for row in connection.execute(query)}


def load_versions(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """The last version of each of these streams."""
    found: dict[str, int] = {}
    for chunk in chunks(names):
        for row in connection.execute(HEADS, {"names": chunk}):
            found[row.id] = row.version or 0
    return found


def list_streams(connection: Connection, kind: str | None = None) -> list[Stream]:
    """Every stream, or those of a kind; the youngest first."""
    query = _stream_query().order_by(streams.c.created.desc(), streams.c.id)
    if kind is not None:
        query = query.where(streams.c.kind == kind)
    return [_stream(row) for row in connection.execute(query)]


def find_stream(connection: Connection, stream: str) -> Stream | None:
    """One stream, or None."""
    if not is_name(stream):
        return None
    row = connection.execute(_stream_query().where(streams.c.id == stream)).first()
    return None if row is None else _stream(row)


def _version() -> ScalarSelect[int]:
    """The last version of the stream of the row; a seek in the index, whatever its length."""
    others = events.alias("others")
    last = select(func.max(others.c.version)).where(others.c.stream == streams.c.id)
    return last.correlate(streams).scalar_subquery()


def _stream_query() -> Select[Any]:
    return select(streams, func.coalesce(_version(), 0).label("version"))


def _stream(row: Any) -> Stream:
    return Stream(row.id, row.kind, row.title, from_micros(row.created), row.version)


def _event(row: Any) -> StoredEvent:
    return StoredEvent(
        row.stream, row.version, row.id, row.type, from_micros(row.at), row.payload, row.link
    )


# Built once: at every commit of a busy turn, building them again costs more than running them.
_LAST = select(
    streams.c.id, events.c.version, events.c.id.label("event"), events.c.link
).select_from(
    streams.outerjoin(events, and_(events.c.stream == streams.c.id, events.c.version == _version()))
)
HEAD = _LAST.where(streams.c.id == bindparam("name"))
HEADS = _LAST.where(streams.c.id.in_(bindparam("names", expanding=True)))


def chunks(values: Sequence[T]) -> Iterable[Sequence[T]]:
    """As many values at a time as both databases take."""
    return (values[start : start + _CHUNK] for start in range(0, len(values), _CHUNK))
