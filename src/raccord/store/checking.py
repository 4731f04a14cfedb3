"""Whether a database holds together: every fault is a value, none stops the search.

Every stream is replayed from its first event, as the application would.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, text

from raccord.decoding import in_french, locate
from raccord.store.chain import Seal, link
from raccord.store.erasing import Ledger, digest, ledger
from raccord.store.errors import UnreadableError
from raccord.store.kinds import Kind
from raccord.store.log import load_link
from raccord.store.records import StoredEvent, from_micros
from raccord.store.schema import events, request_keys, streams

Kinds = Mapping[str, Kind[Any, Any]]


class Problem(Enum):
    """What can be wrong."""

    FILE = "file"
    GAP = "gap"
    UNREADABLE = "unreadable"
    REPLAY = "replay"
    ORPHAN = "orphan"
    EMPTY = "empty"
    KEY = "key"
    KIND = "kind"
    CHANGED = "changed"
    GUARD = "guard"
    SEAL = "seal"
    FALSE = "false"
    EXPURGATED = "expurgated"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: what, where, and the detail as found."""

    problem: Problem
    place: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at, and what was wrong; ``erased`` events were rewritten on request."""

    streams: int
    events: int
    faults: tuple[Fault, ...]
    erased: int = 0
    expurgated: tuple[Fault, ...] = ()
    """Of these the ones that tell more than a name: the rest of them is not proven any more."""


def check(connection: Connection, kinds: Kinds, seals: Mapping[str, Seal] | None = None) -> Report:
    """Look at everything. ``kinds`` are those that streams may be of, ``seals`` those printed."""
    erased = ledger(connection)
    faults = [
        *_file_faults(connection),
        *_guard_faults(connection),
        *_seal_faults(connection, seals or {}),
        *_log_faults(connection, kinds, erased),
        *_key_faults(connection),
    ]
    return Report(
        connection.scalar(select(func.count()).select_from(streams)) or 0,
        connection.scalar(select(func.count()).select_from(events)) or 0,
        tuple(faults),
        len(erased),
        tuple(_expurgated(connection, kinds, erased)),
    )


def _expurgated(connection: Connection, kinds: Kinds, erased: Ledger) -> Iterator[Fault]:
    """Who can write to the database could call any change an erasure: each is named."""
    of = {row.id: kinds.get(row.kind) for row in connection.execute(select(streams))}
    query = select(events.c.stream, events.c.version, events.c.type).order_by(
        events.c.stream, events.c.version
    )
    for row in connection.execute(query) if erased else ():
        kind = of.get(row.stream)
        if (row.stream, row.version) in erased and (kind is None or row.type not in kind.naming):
            yield Fault(Problem.EXPURGATED, f"{row.stream} {row.version}", row.type)


def _file_faults(connection: Connection) -> Iterator[Fault]:
    if connection.dialect.name != "sqlite":
        return
    for (line,) in connection.execute(text("PRAGMA integrity_check")):
        if line != "ok":
            yield Fault(Problem.FILE, "integrity_check", line)
    for row in connection.execute(text("PRAGMA foreign_key_check")):
        yield Fault(Problem.FILE, f"{row[0]} {row[1]}", f"foreign key to {row[2]}")


_REFUSAL = "BEGIN SELECT RAISE(ABORT, 'events are append-only'); END"
_GUARDS = {
    "sqlite": (
        {
            f"events_no_{verb.lower()}": (
                f"CREATE TRIGGER events_no_{verb.lower()} BEFORE {verb} ON events {_REFUSAL}"
            )
            for verb in ("DELETE", "UPDATE")
        },
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events'",
    ),
    "postgresql": (
        {"events_guard": "BEGIN RAISE EXCEPTION 'events are append-only'; END"},
        "SELECT tgname, prosrc FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid "
        "WHERE tgrelid = 'events'::regclass AND tgenabled <> 'D'",
    ),
}
"""The triggers that refuse any change of an event, and how each database tells those it has."""


def _guard_faults(connection: Connection) -> Iterator[Fault]:
    """Triggers that are not there, or bear the name and do something else."""
    wanted, query = _GUARDS[connection.dialect.name]
    there = {name: " ".join(does.split()) for name, does in connection.execute(text(query))}
    for name, does in wanted.items():
        if there.get(name) != does:
            yield Fault(Problem.GUARD, name)


def _seal_faults(connection: Connection, seals: Mapping[str, Seal]) -> Iterator[Fault]:
    """Seals that were printed and that the log does not bear any more."""
    for stream, seal in seals.items():
        found = load_link(connection, stream, seal.version)
        if not found or not seal.fits(found):
            yield Fault(Problem.SEAL, stream, str(seal))


def _log_faults(connection: Connection, kinds: Kinds, erased: Ledger) -> Iterator[Fault]:
    replays = {
        row.id: _Replay(row.id, row.kind, kinds.get(row.kind), erased)
        for row in connection.execute(select(streams))
    }
    query = select(events).order_by(events.c.stream, events.c.version)
    rows = connection.execute(query, execution_options={"yield_per": 1000})
    for stream, found in groupby(rows, key=lambda row: row.stream):
        replay = replays.get(stream)
        for row in found:
            if replay is None:
                yield Fault(Problem.ORPHAN, f"{stream} {row.version}")
            else:
                yield from replay.take(row)
        if replay is not None:
            yield from replay.audited()
    for replay in replays.values():
        yield from replay.end()


@dataclass
class _Replay:
    """One stream as its events come by."""

    stream: str
    name: str
    kind: Kind[Any, Any] | None
    erased: Ledger
    version: int = 0
    state: Any = None
    is_broken: bool = False
    link: str = ""
    told: list[Any] = field(default_factory=list)

    def take(self, row: Any) -> Iterator[Fault]:
        """What is wrong with the next event; after a fault nothing more can be replayed."""
        place, expected = f"{row.stream} {row.version}", self.version + 1
        self.version = row.version
        if row.version != expected:
            self.is_broken = True
            yield Fault(Problem.GAP, place, str(expected))
        yield from self._sealed(row, place)
        try:
            event = self._read(row)
        except (msgspec.MsgspecError, UnreadableError, ValueError) as error:
            self.is_broken = True
            yield Fault(Problem.UNREADABLE, place, _reason(error.__cause__ or error))
        else:
            yield from self._replayed(event, place)

    def _sealed(self, row: Any, place: str) -> Iterator[Fault]:
        """The first event whose link is not what it should be: there the log was changed."""
        expected = link(self.link, _stored(row))
        # Go on from the link found, so that only the event at fault is named.
        self.link = row.link
        accounted = self.erased.get((row.stream, row.version)) == digest(row.payload)
        if row.link != expected and not accounted:
            yield Fault(Problem.CHANGED, place, row.type)

    def _read(self, row: Any) -> Any:
        if self.kind is None:
            return msgspec.json.decode(row.payload)
        return self.kind.codec.decode(_stored(row))

    def _replayed(self, event: Any, place: str) -> Iterator[Fault]:
        if self.kind is None or self.is_broken:
            return
        self.told.append(event)
        try:
            self.state = self.kind.evolve(self.state, event)
        except Exception as error:
            # Events in an order nobody wrote them in can fail anywhere in the rules.
            self.is_broken = True
            yield Fault(Problem.REPLAY, place, type(error).__name__)

    def audited(self) -> Iterator[Fault]:
        """What the whole stream says that is not so; its events are let go."""
        if self.kind and not self.is_broken and (false := self.kind.audit(self.told)):
            yield Fault(Problem.FALSE, self.stream, false)
        self.told.clear()

    def end(self) -> Iterator[Fault]:
        """What is wrong with the whole."""
        if self.version == 0:
            yield Fault(Problem.EMPTY, self.stream)
        if self.kind is None:
            yield Fault(Problem.KIND, self.stream, self.name)


def _stored(row: Any) -> StoredEvent:
    at = from_micros(row.at)
    return StoredEvent(row.stream, row.version, row.id, row.type, at, row.payload)


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
