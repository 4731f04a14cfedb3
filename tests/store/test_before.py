"""What the version before wrote still opens: databases of either sort, and archives."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import DBAPIError

from raccord import jarnac
from raccord.hall.jarnac.table import JARNAC_TABLE
from raccord.hall.kinds import KINDS
from raccord.store.checking import check
from raccord.store.importing import import_archive
from raccord.store.records import StoredEvent
from raccord.store.schema import events
from raccord.store.store import Store
from tests.store.before import ARCHIVE, AWAITED, OVER, UNDER_WAY, lay_down, lay_down_at


@pytest.fixture
def store_of_then(address: str, tmp_path: Path) -> Iterator[Store]:
    """The database of that time, opened by the program of now."""
    lay_down_at(address, tmp_path)
    with Store.open(address) as opened:
        yield opened


def state_of(store: Store, title: str) -> Any:
    (stream,) = [found for found in store.blocking.streams() if found.title == title]
    state = None
    for stored in store.blocking.load(stream.id):
        state = JARNAC_TABLE.evolve(state, JARNAC_TABLE.codec.decode(stored))
    return state


def log_of(store: Store) -> dict[tuple[str, int], StoredEvent]:
    blocking = store.blocking
    found = [event for stream in blocking.streams() for event in blocking.load(stream.id)]
    return {(event.stream, event.version): event for event in found}


def test_every_game_of_then_replays(store_of_then: Store) -> None:
    report = store_of_then.blocking.read(lambda connection: check(connection, KINDS))
    assert (report.streams, report.events, report.faults) == (7, 91, ())
    found = {stream.kind for stream in store_of_then.blocking.streams()}
    assert found == {"duplicate", "hall-companion", "jarnac", "jarnac-table", "solo"}


def test_the_tables_stand_as_they_stood(store_of_then: Store) -> None:
    under_way = state_of(store_of_then, UNDER_WAY)
    assert under_way.names == ("Anne", "Bruno")
    assert len(under_way.facts) == 14
    assert isinstance(under_way.facts[0], jarnac.Opened)
    assert any(side.mat.lines for side in under_way.play.sides)
    awaited = state_of(store_of_then, AWAITED)
    assert (awaited.names[1], awaited.answers) == ("Dédé", {"A": True})
    over = state_of(store_of_then, OVER)
    assert over.is_over
    assert over.play.ended.cause == "both-flags"


def test_only_the_tags_of_jarnac_are_rewritten(store_of_then: Store, tmp_path: Path) -> None:
    raw = sqlite3.connect(tmp_path / "of-then.sqlite")
    kind_of = dict(raw.execute("SELECT id, kind FROM streams"))
    rows = raw.execute("SELECT stream, version, id, type, payload FROM events").fetchall()
    raw.close()
    now = log_of(store_of_then)
    assert len(now) == len(rows)
    for stream, version, name, kind, payload in rows:
        stored = now[stream, version]
        assert stored.id == name
        if not kind_of[stream].startswith("jarnac"):
            assert (stored.type, stored.payload) == (kind, payload)
            continue
        tag = "opened" if kind == "game-opened" else kind
        assert stored.type == tag
        then = msgspec.json.decode(payload)
        assert then.pop("type") == kind
        assert msgspec.json.decode(stored.payload) == {"event": tag, **then}


def test_the_log_is_append_only_again(store_of_then: Store) -> None:
    change = events.update().values(payload="x")
    with pytest.raises(DBAPIError, match="append-only"):
        store_of_then.blocking.write(lambda connection: connection.execute(change))
    removal = events.delete()
    with pytest.raises(DBAPIError, match="append-only"):
        store_of_then.blocking.write(lambda connection: connection.execute(removal))


def test_the_file_of_then_opens_as_it_is(tmp_path: Path) -> None:
    with Store.open(str(lay_down(tmp_path / "base.sqlite"))) as store:
        assert store.blocking.read(lambda connection: check(connection, KINDS)).faults == ()


def test_a_request_sent_then_is_known_now(store_of_then: Store) -> None:
    (stream,) = [s for s in store_of_then.blocking.streams() if s.title == UNDER_WAY]
    fresh = JARNAC_TABLE.codec.encode(jarnac.events.PlayStopped(at=0, article=jarnac.Ref.CLOCK_3))
    seat = next(f.seat for f in state_of(store_of_then, UNDER_WAY).facts if hasattr(f, "seat"))
    again = store_of_then.blocking.append(stream.id, 15, [fresh], key=f"{seat}:draw0")
    assert again.repeated


def test_an_archive_of_then_is_imported_in_the_form_of_now(store: Store) -> None:
    with ARCHIVE.open("rb") as file:
        result = store.blocking.write(lambda connection: import_archive(connection, file))
    assert result.written["events"] == 91
    assert store.blocking.read(lambda connection: check(connection, KINDS)).faults == ()
    assert state_of(store, OVER).is_over


def test_an_archive_of_then_is_what_the_database_of_then_became(store_of_then: Store) -> None:
    with ARCHIVE.open("rb") as file:
        result = store_of_then.blocking.write(lambda c: import_archive(c, file))
    assert not any(result.written.values())
    assert result.present["events"] == 91


def test_a_payload_that_was_no_json_is_left_to_the_check(
    new_sqlite: Callable[[], str], tmp_path: Path
) -> None:
    address = new_sqlite()
    lay_down_at(address, tmp_path)
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as raw, raw:
        raw.execute("DROP TRIGGER events_no_update")
        raw.execute("UPDATE events SET payload = '{' WHERE type = 'answer-given'")
        raw.execute("CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT 1; END")
    with Store.open(address) as store:
        faults = store.blocking.read(lambda connection: check(connection, KINDS)).faults
    assert [fault.problem.value for fault in faults] == ["unreadable"]
