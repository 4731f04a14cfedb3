"""The append-only log through the blocking face."""

import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, insert, text
from sqlalchemy.exc import DBAPIError

from raccord.store.errors import (
    ClosedError,
    ConflictError,
    NoStreamError,
    NotANameError,
    StoreError,
)
from raccord.store.records import NewEvent, StoredEvent
from raccord.store.schema import streams
from raccord.store.store import Store


def words(*names: str) -> list[NewEvent]:
    return [NewEvent("word", f'"{name}"') for name in names]


def payloads(events: Sequence[StoredEvent]) -> list[str]:
    return [event.payload.strip('"') for event in events]


def test_events_come_back_in_order_with_contiguous_versions(store: Store) -> None:
    log = store.blocking
    log.append("game-1", 0, words("un", "deux"), kind="game", title="Partie du vendredi")
    log.append("game-1", 2, words("trois"))
    events = log.load("game-1")
    assert payloads(events) == ["un", "deux", "trois"]
    assert [event.version for event in events] == [1, 2, 3]
    assert len({event.id for event in events}) == 3


def test_loading_starts_after_the_version_given(store: Store) -> None:
    store.blocking.append("game-1", 0, words("un", "deux", "trois"), kind="game")
    assert payloads(store.blocking.load("game-1", 1)) == ["deux", "trois"]
    assert payloads(store.blocking.load("game-1", 1, 2)) == ["deux"]
    assert store.blocking.load("game-1", 3) == []
    assert store.blocking.load("nowhere") == []


def test_a_taken_version_is_refused_and_nothing_is_written(store: Store) -> None:
    log = store.blocking
    log.append("game-1", 0, words("un"), kind="game")
    with pytest.raises(ConflictError) as caught:
        log.append("game-1", 0, words("autre"), kind="game")
    assert (caught.value.wanted, caught.value.actual) == (0, 1)
    with pytest.raises(ConflictError):
        log.append("game-1", 5, words("loin"))
    assert payloads(log.load("game-1")) == ["un"]


def test_a_stream_begins_only_with_a_kind(store: Store) -> None:
    with pytest.raises(NoStreamError):
        store.blocking.append("game-1", 0, words("un"))
    assert store.blocking.streams() == []


def test_a_request_sent_twice_counts_once_and_gets_the_first_answer(store: Store) -> None:
    log = store.blocking
    log.append("game-1", 0, words("un"), kind="game")
    first = log.append("game-1", 1, words("deux", "trois"), key="slip-7")
    log.append("game-1", 3, words("quatre"))
    again = log.append("game-1", 1, words("deux bis"), key="slip-7")
    assert again.repeated
    assert not first.repeated
    assert (again.version, again.events) == (first.version, first.events)
    assert payloads(log.load("game-1")) == ["un", "deux", "trois", "quatre"]


def test_the_same_key_on_another_stream_is_another_request(store: Store) -> None:
    for name in ("game-1", "game-2"):
        assert not store.blocking.append(name, 0, words("un"), kind="game", key="k").repeated


def test_streams_are_listed_by_kind_the_youngest_first(address: str) -> None:
    times = iter(datetime(2024, 5, day, tzinfo=UTC) for day in range(1, 9))
    with Store.open(address, clock=lambda: next(times)) as store:
        log = store.blocking
        log.append("a", 0, words("un"), kind="game", title="Première")
        log.append("b", 0, words("un"), kind="jarnac")
        log.append("c", 0, words("un", "deux"), kind="game")
        log.append("a", 1, words("deux"), title="Renommée")
        assert [stream.id for stream in log.streams()] == ["c", "b", "a"]
        assert [stream.id for stream in log.streams("game")] == ["c", "a"]
        found = log.stream("a")
        assert found is not None
        assert (found.title, found.version, found.kind) == ("Renommée", 2, "game")
        assert found.created == datetime(2024, 5, 1, tzinfo=UTC)
        assert log.stream("z") is None


def test_the_time_of_an_event_is_the_injected_clock_to_the_microsecond(address: str) -> None:
    moment = datetime(2031, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
    with Store.open(address, clock=lambda: moment) as store:
        store.blocking.append("s", 0, words("un"), kind="game")
        assert store.blocking.load("s")[0].at == moment
        assert store.blocking.load("s")[0].at.utcoffset() == timedelta(0)


@pytest.mark.parametrize("text_", ["", "x" * 121, "a\0b"])
def test_a_name_no_database_could_hold_is_refused_before_writing(store: Store, text_: str) -> None:
    with pytest.raises(NotANameError):
        store.blocking.append(text_, 0, words("un"), kind="game")


def test_accents_and_long_payloads_survive(store: Store) -> None:
    payload = '"' + "Été à l’île d’Œssant — ﷽ 🂡" * 5000 + '"'
    store.blocking.append("s", 0, [NewEvent("long", payload)], kind="game")
    assert store.blocking.load("s")[0].payload == payload


@pytest.mark.parametrize("statement", ["UPDATE events SET payload = '{}'", "DELETE FROM events"])
def test_the_database_itself_refuses_to_change_the_past(store: Store, statement: str) -> None:
    store.blocking.append("s", 0, words("un"), kind="game")
    with pytest.raises(DBAPIError, match="append-only"):
        store.blocking.write(lambda connection: connection.execute(text(statement)))
    assert payloads(store.blocking.load("s")) == ["un"]


def test_work_that_fails_leaves_no_trace_and_harms_no_neighbour(store: Store) -> None:
    def half(connection: Connection) -> None:
        connection.execute(insert(streams).values(id="x", kind="k", title="", created=0))
        raise StoreError("half-way")

    with pytest.raises(StoreError, match="half-way"):
        store.blocking.write(half)
    assert store.blocking.streams() == []
    store.blocking.append("s", 0, words("un"), kind="game")
    assert len(store.blocking.streams()) == 1


def test_what_was_written_is_there_after_closing_and_opening(address: str) -> None:
    with Store.open(address) as store:
        store.blocking.append("s", 0, words("un"), kind="game", key="k")
    with Store.open(address) as store:
        assert payloads(store.blocking.load("s")) == ["un"]
        assert store.blocking.append("s", 0, words("un"), key="k").repeated


def test_a_closed_store_refuses(address: str) -> None:
    store = Store.open(address)
    store.close()
    with pytest.raises(ClosedError):
        store.blocking.append("s", 0, words("un"), kind="game")


def test_two_processes_worth_of_writers_never_take_the_same_version(address: str) -> None:
    """Two stores on one database, each with its own writer, race for one stream."""
    with Store.open(address) as one, Store.open(address) as two:
        one.blocking.append("s", 0, words("start"), kind="game")

        def add(store: Store, name: str) -> None:
            for rank in range(25):
                while True:
                    version = len(store.blocking.load("s"))
                    try:
                        store.blocking.append("s", version, words(f"{name}{rank}"))
                        break
                    except ConflictError:
                        continue

        threads = [threading.Thread(target=add, args=pair) for pair in ((one, "a"), (two, "b"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        events = one.blocking.load("s")
        assert [event.version for event in events] == list(range(1, 52))
        assert len(set(payloads(events))) == 51
