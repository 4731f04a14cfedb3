"""Taking in the events of somebody else's log: what is there is compared, what is new is added.

The chain says all: equal links at one version mean equal events up to it. Nothing is ever replaced;
events that do not follow from those that are there are refused whole, and told apart from a gap.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.dialects import postgresql, sqlite

from raccord.store.errors import StoreError
from raccord.store.log import load_link
from raccord.store.records import StoredEvent, to_micros
from raccord.store.schema import events, streams
from raccord.store.statements import run

_INSERT: dict[str, Any] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
_ADD = {name: make(events).on_conflict_do_nothing() for name, make in _INSERT.items()}


class DivergedError(StoreError):
    """The events given do not follow from those that are there."""

    label = "diverged log of"
    in_french = "deux journaux différents de « {value} » ; rien n'est repris"

    def __init__(self, stream: str, version: int) -> None:
        self.version = version
        super().__init__(stream, f"the events of version {version}")


@dataclass(frozen=True, slots=True)
class Merged:
    """Where a stream stands after a merge, and how many events of it are new."""

    version: int
    link: str
    written: int


def head_of(connection: Connection, stream: str) -> Merged:
    """The last version of a stream and its link; 0 where there is none."""
    last = select(func.max(events.c.version)).where(events.c.stream == stream)
    version = connection.scalar(last) or 0
    return Merged(version, load_link(connection, stream, version), 0)


def merge(
    connection: Connection, kind: str, title: str, before: str, given: Sequence[StoredEvent]
) -> Merged:
    """Add what is new of ``given``, whose links were checked from ``before`` on.

    A gap writes nothing and tells what is there; ``DivergedError`` where the two logs differ.
    """
    stream, first = given[0].stream, given[0].version
    head = head_of(connection, stream)
    if first > head.version + 1:
        return head
    if load_link(connection, stream, first - 1) != before:
        raise DivergedError(stream, first - 1)
    common = min(head.version, given[-1].version)
    if common >= first and load_link(connection, stream, common) != given[common - first].link:
        raise DivergedError(stream, common)
    new = [event for event in given if event.version > head.version]
    if not new:
        return head
    if not head.version:
        _begin(connection, kind, title, new[0])
    written = run(connection, _ADD[connection.dialect.name], [_row(event) for event in new])
    # Another process may have been quicker; what it wrote must be the same.
    if load_link(connection, stream, new[-1].version) != new[-1].link:
        raise DivergedError(stream, new[-1].version)
    return Merged(new[-1].version, new[-1].link, max(0, written.rowcount))


def _begin(connection: Connection, kind: str, title: str, first: StoredEvent) -> None:
    row = {"id": first.stream, "kind": kind, "title": title, "created": to_micros(first.at)}
    made = _INSERT[connection.dialect.name](streams).on_conflict_do_nothing()
    connection.execute(made, row)


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
