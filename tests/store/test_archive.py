"""A database as one file: out of either sort, into either sort, empty or not."""

import gzip
import hashlib
import io
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text

from raccord.store.archive import TABLES, columns_of, export_archive
from raccord.store.checking import Fault, Problem, check
from raccord.store.codec import Codec
from raccord.store.errors import (
    ArchiveTooNewError,
    DamagedArchiveError,
    ImportConflictError,
    NotAnArchiveError,
)
from raccord.store.importing import Imported, import_archive
from raccord.store.kinds import Kind
from raccord.store.records import NewEvent
from raccord.store.schema import request_keys, streams
from raccord.store.store import Store
from tests.store.kinds import kinds

NOW = datetime(2024, 5, 3, tzinfo=UTC)


def words(*names: str) -> list[NewEvent]:
    return [NewEvent("word", json.dumps(name)) for name in names]


def fill(store: Store) -> None:
    log = store.blocking
    log.append("game-1", 0, words("été", "deux"), kind="duplicate", title="Vendredi", key="a")
    log.append("jarnac-1", 0, words("un"), kind="jarnac")
    log.append("game-1", 2, words("trois"), key="b")


def pack(store: Store) -> bytes:
    file = io.BytesIO()
    store.blocking.read(lambda connection: export_archive(connection, file, NOW))
    return file.getvalue()


def unpack(store: Store, data: bytes) -> Imported:
    return store.blocking.write(lambda c: import_archive(c, io.BytesIO(data)))


def content(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Every archived row, without the internal position."""

    def read(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
        return {
            name: sorted(map(tuple, connection.execute(select(*columns_of(table)))), key=repr)
            for name, table in TABLES.items()
        }

    return store.blocking.read(read)


@pytest.fixture(params=["sqlite", "postgresql"])
def other(request: pytest.FixtureRequest, new_sqlite: Callable[[], str]) -> Any:
    """A second, empty database, of the same sort or of the other."""
    if request.param == "sqlite":
        address = new_sqlite()
    else:
        address = request.getfixturevalue("postgres").new_database()
    with Store.open(address) as opened:
        yield opened


@pytest.fixture
def archive(new_sqlite: Callable[[], str]) -> bytes:
    with Store.open(new_sqlite()) as opened:
        fill(opened)
        return pack(opened)


def test_everything_arrives_in_an_empty_database_of_any_sort(store: Store, other: Store) -> None:
    fill(store)
    result = unpack(other, pack(store))
    assert result.written == {"streams": 2, "events": 4, "request_keys": 2}
    assert content(other) == content(store)
    assert other.blocking.load("game-1") == store.blocking.load("game-1")
    assert pack(other) == pack(store)
    assert other.blocking.append("game-1", 0, words("x"), key="b").repeated
    assert other.blocking.append("game-1", 3, words("quatre")).version == 4


def test_importing_twice_changes_nothing(store: Store) -> None:
    fill(store)
    data = pack(store)
    result = unpack(store, data)
    assert not any(result.written.values())
    assert result.present["events"] == 4
    assert pack(store) == data


def test_an_archive_joins_what_is_there(store: Store, other: Store) -> None:
    fill(store)
    other.blocking.append("game-9", 0, words("neuf"), kind="duplicate")
    unpack(other, pack(store))
    assert {stream.id for stream in other.blocking.streams()} == {"game-1", "jarnac-1", "game-9"}


@pytest.mark.parametrize("difference", ["content", "length", "kind"])
def test_the_same_name_with_other_content_is_refused_and_nothing_imported(
    store: Store, other: Store, difference: str
) -> None:
    fill(store)
    data = pack(store)
    if difference == "content":
        other.blocking.append("game-1", 0, words("été", "deux", "3"), kind="duplicate")
    elif difference == "length":
        unpack(other, data)
        other.blocking.append("game-1", 3, words("quatre"))
    else:
        other.blocking.append("game-1", 0, words("été"), kind="jarnac")
    before = pack(other)
    with pytest.raises(ImportConflictError, match="game-1"):
        unpack(other, data)
    assert pack(other) == before


def test_an_empty_database_makes_an_archive_too(store: Store, other: Store) -> None:
    assert not any(unpack(other, pack(store)).written.values())


def reseal(lines: list[bytes], *gone: str) -> bytes:
    """The archive of these lines with a right checksum, also counting tables that are gone."""
    counts = dict.fromkeys((*TABLES, *gone), 0)
    for line in lines[1:]:
        table = json.loads(line)["table"]
        counts[table] = counts.get(table, 0) + 1
    digest = hashlib.sha256(b"".join(lines)).hexdigest()
    end = json.dumps({"counts": counts, "sha256": digest}, separators=(",", ":")).encode()
    return gzip.compress(b"".join(lines) + end + b"\n")


def edited(data: bytes, edit: Callable[[list[dict[str, Any]]], None]) -> bytes:
    lines = gzip.decompress(data).splitlines(keepends=True)[:-1]
    values = [json.loads(line) for line in lines]
    edit(values)
    return reseal([json.dumps(value).encode() + b"\n" for value in values])


def row(values: list[dict[str, Any]], table: str) -> dict[str, Any]:
    found: dict[str, Any] = next(v for v in values if v.get("table") == table)["row"]
    return found


EDITS: dict[str, Callable[[list[dict[str, Any]]], Any]] = {
    "a gap in the versions": lambda v: row(v, "events").update(version=7),
    "an unknown table": lambda v: v[1].update(table="secrets"),
    "a missing field": lambda v: row(v, "events").pop("at"),
    "another field": lambda v: row(v, "events").update(position=1),
    "a wrong type": lambda v: row(v, "events").update(payload=7),
    "a null": lambda v: row(v, "streams").update(kind=None),
    "an event of no stream": lambda v: row(v, "events").update(stream="ghost"),
    "a stream twice": lambda v: v.insert(1, dict(v[1])),
    "a number too large": lambda v: row(v, "streams").update(created=10**30),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_archive_with_a_right_checksum_and_wrong_rows_is_refused(
    store: Store, archive: bytes, name: str
) -> None:
    with pytest.raises(DamagedArchiveError):
        unpack(store, edited(archive, EDITS[name]))
    assert store.blocking.streams() == []


def test_an_edited_archive_without_any_edit_is_accepted(store: Store, archive: bytes) -> None:
    unpack(store, edited(archive, lambda _: None))
    assert pack(store) == archive


def test_an_export_that_counts_empty_tables_of_former_times_is_read(
    store: Store, archive: bytes
) -> None:
    lines = gzip.decompress(archive).splitlines(keepends=True)[:-1]
    unpack(store, reseal(lines, "invitations", "pins"))
    assert pack(store) == archive


def test_every_way_of_cutting_or_altering_the_file_is_noticed(store: Store, archive: bytes) -> None:
    data = archive
    plain = gzip.decompress(data)
    lines = plain.splitlines(keepends=True)
    damaged = [data[:-9], data[: len(data) // 2], data[:-1] + b"\7"]
    damaged += [gzip.compress(b"".join(lines[:-1])), gzip.compress(plain + b"{}\n")]
    damaged += [gzip.compress(b"".join(lines[:3] + lines[4:])), gzip.compress(plain[:-1])]
    damaged.append(gzip.compress(plain.replace(b"deux", b"dix!")))
    damaged.append(gzip.compress(plain.replace(b"duplicate", b"duplicata")))
    for file in damaged:
        with pytest.raises(DamagedArchiveError):
            unpack(store, file)
    assert store.blocking.streams() == []


def test_a_file_that_is_something_else_is_said_to_be_no_archive(store: Store) -> None:
    for file in (b"", b"hello", gzip.compress(b""), gzip.compress(b"hello\n"), b"\x1f\x8b\0"):
        with pytest.raises((NotAnArchiveError, DamagedArchiveError)):
            unpack(store, file)
    foreign = {"format": "other", "version": 1, "created": "2024-05-03T00:00:00Z"}
    with pytest.raises(NotAnArchiveError, match="other"):
        unpack(store, gzip.compress(json.dumps(foreign).encode() + b"\n"))


def test_an_archive_of_a_later_format_is_said_to_be_too_new(store: Store) -> None:
    later = {"format": "raccord-database", "version": 3, "created": "2024-05-03T00:00:00Z"}
    with pytest.raises(ArchiveTooNewError):
        unpack(store, gzip.compress(json.dumps(later).encode() + b"\n"))


def faults(store: Store, known: dict[str, Kind[Any, Any]]) -> tuple[Fault, ...]:
    return store.blocking.read(lambda connection: check(connection, known)).faults


def test_a_sound_database_has_no_fault(store: Store) -> None:
    fill(store)
    report = store.blocking.read(lambda c: check(c, kinds("duplicate", "jarnac")))
    assert (report.streams, report.events, report.faults) == (2, 4, ())


def test_each_fault_is_found_and_named(store: Store) -> None:
    fill(store)
    # The log refuses such rows from us; a hand in the file does not ask.
    row = "INSERT INTO events (stream, version, id, type, at, payload) VALUES "
    store.blocking.write(lambda c: c.execute(text(f"{row} ('game-1', 9, 'x', 'word', 0, '{{')")))
    store.blocking.write(
        lambda c: c.execute(insert(streams).values(id="e", kind="k", title="", created=0))
    )
    store.blocking.write(
        lambda c: c.execute(insert(request_keys).values(stream="e", key="k", first=4, last=4))
    )
    known = kinds("duplicate", "jarnac")
    found = {(fault.problem, fault.place, fault.detail) for fault in faults(store, known)}
    assert found == {
        (Problem.GAP, "game-1 9", "4"),
        (Problem.CHANGED, "game-1 9", "word"),
        (Problem.UNREADABLE, "game-1 9", "à la fin du texte"),
        (Problem.EMPTY, "e", ""),
        (Problem.KIND, "e", "k"),
        (Problem.KEY, "e k", ""),
    }


def test_payloads_are_read_with_the_codec_of_their_kind(store: Store) -> None:
    fill(store)

    class Other:
        pass

    strict = {"jarnac": Kind[Any, Any]("jarnac", Codec(Other), lambda _, event: event)}
    problems = faults(store, kinds("duplicate") | strict)
    assert [(fault.problem, fault.place, fault.detail) for fault in problems] == [
        (Problem.UNREADABLE, "jarnac-1 1", "type d'événement inconnu")
    ]
