"""The log tells tampering: what was changed after the fact is found, and said."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from raccord.cli import cli
from raccord.duplicate import Event, autoplay
from raccord.duplicate.files.fair_draws import secret_of_seed
from raccord.hall.kinds import KINDS
from raccord.store.chain import Seal, link
from raccord.store.records import NewEvent, StoredEvent, from_micros
from raccord.store.store import Store
from raccord.wordlists import load
from tests.web.played import played

Change = Callable[[sqlite3.Connection], object]
STREAM = "hall:K7QX"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with a small game in it."""
    return _filled(tmp_path, list(autoplay(load(), secret_of_seed(5), samples=0)))


@pytest.fixture
def hall_path(tmp_path: Path) -> Path:
    """A database with a game of three tables in it, their slips and rulings."""
    return _filled(tmp_path, list(played(3)))


def _filled(folder: Path, played: list[Event]) -> Path:
    found = folder / "raccord.sqlite"
    codec = KINDS["duplicate"].codec

    async def fill() -> None:
        store = Store.open(f"sqlite:///{found}")
        events: list[NewEvent] = [codec.encode(event) for event in played]
        await store.append(STREAM, 0, events[:4], kind="duplicate", title="Partie")
        await store.append(STREAM, 4, events[4:])
        await store.aclose()

    asyncio.run(fill())
    return found


def check(path: Path, *more: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["database", "check", "--database", str(path), *more])
    return result.exit_code, result.output


def tamper(path: Path, change: Change) -> None:
    """Somebody with the file and a tool lifts the guard, changes it, and sets it again."""
    with closing(sqlite3.connect(path)) as connection, connection:
        triggers = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events'"
        ).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        change(connection)
        for _, sql in triggers:
            connection.execute(sql)


def seal_of(path: Path, version: int | None = None) -> Seal:
    with closing(sqlite3.connect(path)) as connection, connection:
        query = "SELECT version, link FROM events WHERE stream = ? ORDER BY version"
        rows = connection.execute(query, (STREAM,)).fetchall()
    return Seal(*rows[-1 if version is None else version - 1])


def test_a_log_that_nobody_touched_is_in_order(path: Path) -> None:
    code, said = check(
        path, "--seal", f"K7QX={seal_of(path)}", "--seal", f"k7qx={seal_of(path, 3)}"
    )
    assert (code, "Tout est en ordre" in said) == (0, True), said


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET payload = payload || ' ' WHERE version = 6",
        "UPDATE events SET at = at + 1 WHERE version = 2",
        "UPDATE events SET id = 'x' WHERE version = 5",
        "UPDATE events SET type = 'x' WHERE version = 4",
        "DELETE FROM events WHERE version = 7",
    ],
)
def test_an_event_changed_or_removed_is_found(path: Path, statement: str) -> None:
    tamper(path, lambda connection: connection.execute(statement))
    code, said = check(path)
    assert code != 0
    assert "modifié après coup" in said or "version inattendue" in said


def test_events_removed_at_the_end_are_told_by_a_printed_seal(path: Path) -> None:
    seal = seal_of(path)
    tamper(
        path,
        lambda c: c.execute(f"DELETE FROM events WHERE version > {seal.version - 3}"),
    )
    code, said = check(path, "--seal", f"K7QX={seal}")
    assert code != 0
    assert f"le sceau {seal} n'est pas celui de la base" in said


def seal_anew(connection: sqlite3.Connection) -> None:
    """Compute every link again, as who knows how it is done can."""
    before = ""
    query = "SELECT position, version, id, type, at, payload FROM events ORDER BY version"
    for position, version, id_, kind, at, payload in connection.execute(query).fetchall():
        event = StoredEvent(STREAM, version, id_, kind, from_micros(at), payload)
        before = link(before, event)
        connection.execute("UPDATE events SET link = ? WHERE position = ?", (before, position))


def test_a_log_sealed_anew_by_who_changed_it_is_told_by_a_printed_seal(path: Path) -> None:
    seal = seal_of(path)

    def forge(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE events SET at = at + 60000000 WHERE version = 3")
        seal_anew(connection)

    tamper(path, forge)
    assert check(path)[0] == 0
    code, said = check(path, "--seal", f"K7QX={seal}")
    assert (code != 0, str(seal) in said) == (True, True)


def first(path: Path, kind: str) -> int:
    """The version of the first event of a kind."""
    with closing(sqlite3.connect(path)) as connection, connection:
        query = "SELECT min(version) FROM events WHERE type = ?"
        (found,) = connection.execute(query, (kind,)).fetchone()
    return int(found)


FIRST_LETTER = "substr(json_extract(payload, '$.new'), 1, 1)"
OTHER_DRAW = (
    "UPDATE events SET payload = json_set(payload, '$.new',"
    f" substr(json_extract(payload, '$.new'), 2) || {FIRST_LETTER}) WHERE version = {{}}"
)


@pytest.mark.parametrize(
    ("kind", "statement", "told"),
    [
        (
            "ruled",
            "UPDATE events SET payload = json_set(payload, '$.ruling.points', 999)"
            " WHERE version = {}",
            "modifié après coup",
        ),
        ("ruled", "DELETE FROM events WHERE version BETWEEN {0} AND {0} + 2", "version inattendue"),
        ("drawn", OTHER_DRAW, "modifié après coup"),
    ],
)
def test_points_given_events_removed_and_a_draw_changed_are_told_with_their_place(
    hall_path: Path, kind: str, statement: str, told: str
) -> None:
    version = first(hall_path, kind)
    tamper(hall_path, lambda c: c.execute(statement.format(version)))
    code, said = check(hall_path)
    assert code != 0
    assert told in said
    assert f"{STREAM} {version}" in said or f"{STREAM} {version + 3}" in said


def test_another_draw_is_told_by_the_secret_even_in_a_log_sealed_anew(hall_path: Path) -> None:
    version = first(hall_path, "drawn")

    def forge(connection: sqlite3.Connection) -> None:
        connection.execute(OTHER_DRAW.format(version))
        seal_anew(connection)

    assert check(hall_path)[0] == 0
    tamper(hall_path, forge)
    code, said = check(hall_path)
    assert code != 0
    assert "n'est pas celle de son secret" in said
    assert "au coup 1, le secret donne" in said


def test_a_guard_that_does_nothing_is_no_guard(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER events_no_update")
        connection.execute(
            "CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT 1; END"
        )
    code, said = check(path)
    assert (code != 0, "protection du journal" in said) == (True, True)


def test_a_missing_guard_is_told(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER events_no_update")
    code, said = check(path)
    assert (code != 0, "protection du journal" in said) == (True, True)


@pytest.mark.parametrize("text", ["K7QX", "K7QX=", "K7QX=12", "K7QX=x-3F2A", "K7QX=4-zzzz"])
def test_a_seal_that_cannot_be_read_is_told_with_an_example(path: Path, text: str) -> None:
    code, said = check(path, "--seal", text)
    assert code != 0
    assert "K7QX=412-3F2A-9C41-D07B-E655" in said


def test_a_seal_is_read_as_it_was_printed() -> None:
    seal = Seal(412, "3f2a9c41d07be655" + "0" * 48)
    assert Seal.parse(str(seal)).fits(seal.link)
    assert Seal.parse("412-3f2a9c41 d07be655").fits(seal.link)
    assert not Seal.parse("412-3F2A-9C41-D07B-E656").fits(seal.link)
