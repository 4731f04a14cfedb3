"""Addresses, opening, migrations and the command line."""

import asyncio
import logging
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from click.testing import CliRunner, Result
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError

from raccord.cli import cli
from raccord.jarnac import Draw, FixedSource, JarnacGame, Settings, Toss
from raccord.lexicon import Lexicon
from raccord.store import migrations
from raccord.store.database import connect, default_address, parse_address
from raccord.store.errors import (
    ConflictError,
    NoDatabaseError,
    NotADatabaseError,
    NotAnAddressError,
    StoreError,
    TooNewError,
    UnreachableError,
)
from raccord.store.games import JARNAC
from raccord.store.merging import DivergedError
from raccord.store.records import NewEvent
from raccord.store.schema import metadata
from raccord.store.store import Store
from tests.store.postgres import PostgresServer

ONE = [NewEvent("word", '"un"')]
GAME = [
    JARNAC.codec.encode(event)
    for event in JarnacGame.open(Settings(), Lexicon.of(["LAC"]), FixedSource("AB"))
    .submit(Toss())
    .submit(Draw(seat="A"))
    .events
]


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("partie.sqlite", "sqlite:///partie.sqlite"),
        ("sqlite:///a/b.sqlite", "sqlite:///a/b.sqlite"),
        ("postgresql+psycopg://u@h/d", "postgresql+psycopg://u@h/d"),
        ("postgresql://u@h/d", "postgresql+psycopg://u@h/d"),
    ],
)
def test_an_address_is_a_file_or_a_url(address: str, url: str) -> None:
    assert parse_address(address).render_as_string() == url


@pytest.mark.parametrize(
    "address",
    [
        "",
        " ",
        "mysql://h/d",
        "sqlite://",
        "sqlite:///:memory:",
        "://",
        "a\0b",
        "postgresql://h:x/d",
    ],
)
def test_anything_else_is_refused(address: str) -> None:
    with pytest.raises(NotAnAddressError):
        parse_address(address)


def test_the_default_is_the_environment_or_the_users_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("RACCORD_DATABASE", raising=False)
    monkeypatch.delenv("RACCORD_HOME", raising=False)
    assert default_address().endswith("raccord.sqlite")
    monkeypatch.setenv("RACCORD_HOME", str(tmp_path))
    assert default_address() == str(tmp_path / "raccord.sqlite")
    monkeypatch.setenv("RACCORD_DATABASE", "postgresql://h/d")
    assert default_address() == "postgresql://h/d"


def test_the_migrations_lead_to_the_schema_of_the_code(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    assert store.blocking.read(differences) == []


def test_the_known_revisions_are_those_of_the_folder() -> None:
    folder = Path(migrations.__file__).parent
    script = ScriptDirectory(str(folder))
    known = [revision.revision for revision in script.walk_revisions()][::-1]
    assert tuple(known) == migrations.KNOWN
    assert script.get_current_head() == migrations.HEAD


def test_a_database_of_the_first_version_keeps_its_log(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "raccord")
    url = parse_address(address)
    engine = create_engine(url)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            text("INSERT INTO streams (id, kind, title, created) VALUES ('game', 'essai', '', 0)")
        )
    engine.dispose()
    with Store.open(address) as store:
        assert [stream.id for stream in store.blocking.streams()] == ["game"]
        assert store.blocking.append("game", 0, ONE).version == 1
        tables = store.blocking.read(lambda connection: inspect(connection).get_table_names())
    assert set(tables) == {*metadata.tables, "alembic_version"}
    assert f"schema brought from 0001 to {migrations.HEAD}" in caplog.text


def test_sqlite_is_durable_and_checks_its_keys(new_sqlite: Callable[[], str]) -> None:
    engine = connect(new_sqlite())
    with engine.connect() as connection:
        settings = {
            name: connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    engine.dispose()
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_postgresql_waits_for_the_disk_whatever_its_settings(postgres: PostgresServer) -> None:
    engine = connect(postgres.new_database() + "%20-csynchronous_commit%3Doff")
    with engine.connect() as connection:
        assert connection.scalar(text("SHOW synchronous_commit")) == "on"
    engine.dispose()


def test_an_error_of_the_database_repeats_nothing_of_what_was_written(store: Store) -> None:
    """It ends in the server's log, where no slip and no secret of a draw should be."""

    def fail(connection: Connection) -> None:
        connection.execute(text("INSERT INTO nowhere VALUES (:x)"), {"x": "H4 SECRET"})

    with pytest.raises(DBAPIError) as failed:
        store.blocking.write(fail)
    assert "nowhere" in str(failed.value)
    assert "SECRET" not in str(failed.value)


def test_a_database_of_a_later_version_is_left_alone(address: str) -> None:
    Store.open(address).close()
    engine = connect(address)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(TooNewError, match="9999"):
        Store.open(address)


def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Ceci n'est pas une base. " * 100)
    with pytest.raises(NotADatabaseError):
        connect(str(file))
    assert file.read_text().startswith("Ceci")
    with pytest.raises(NoDatabaseError):
        connect(str(tmp_path / "absent.sqlite"), create=False)
    assert not (tmp_path / "absent.sqlite").exists()
    with pytest.raises(UnreachableError):
        connect(str(file / "base.sqlite"))
    with pytest.raises(UnreachableError):
        connect(f"postgresql+psycopg://x@/x?host={tmp_path}")


def test_several_processes_may_open_a_new_database_at_once(address: str) -> None:
    async def open_all() -> None:
        opened = await asyncio.gather(*(asyncio.to_thread(Store.open, address) for _ in range(4)))
        for store in opened:
            store.close()

    asyncio.run(open_all())


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["database", *arguments])


def test_the_command_line_carries_a_database_over(
    new_address: Callable[[], str], tmp_path: Path
) -> None:
    source, target, file = new_address(), new_address(), str(tmp_path / "tout.raccord")
    with Store.open(source) as store:
        store.blocking.append("game", 0, GAME, kind="jarnac")
    exported = run("export", file, "--database", source)
    assert (exported.exit_code, exported.output) == (0, f"{file} : 1 partie, 3 événements.\n")
    imported = run("import", file, "--database", target)
    assert (imported.exit_code, imported.output) == (0, "Importé : 1 partie, 3 événements.\n")
    again = run("import", file, "--database", target)
    assert again.output.endswith("Déjà dans la base : 1 partie, 3 événements.\n")
    checked = run("check", "--database", target)
    assert checked.exit_code == 0
    assert checked.output == "Vérifié : 1 partie, 3 événements.\nTout est en ordre.\n"
    with Store.open(target) as store:
        assert len(store.blocking.load("game")) == 3


def refusal(*arguments: str) -> str:
    """The one line said on refusing."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def test_bad_input_is_one_line_and_exit_code_2(
    new_sqlite: Callable[[], str], tmp_path: Path
) -> None:
    base, file = new_sqlite(), tmp_path / "x"
    Store.open(base).close()
    file.write_text("autre chose")
    absent = str(tmp_path / "absent")
    assert "n'est pas un export" in refusal("import", str(file), "--database", base)
    assert "existe déjà" in refusal("export", str(file), "--database", base)
    assert "introuvable" in refusal("import", absent, "--database", base)
    assert "introuvable" in refusal("export", f"{absent}/x", "--database", base)
    assert "aucune base" in refusal("export", absent, "--database", absent)
    assert "n'est pas une base" in refusal("check", "--database", str(file))
    assert "attendu : un fichier" in refusal("check", "--database", "mysql://h/d")
    assert "inaccessible" in refusal("check", "--database", f"postgresql://x@/x?host={tmp_path}")
    assert not Path(absent).exists()


def test_an_export_replaces_a_file_only_if_told_to(
    new_sqlite: Callable[[], str], tmp_path: Path
) -> None:
    base, file = new_sqlite(), tmp_path / "x"
    Store.open(base).close()
    file.write_text("autre chose")
    assert run("export", str(file), "--force", "--database", base).exit_code == 0
    assert run("import", str(file), "--database", base).exit_code == 0
    assert [path.name for path in tmp_path.glob("x*")] == ["x"]


def test_a_damaged_or_conflicting_file_is_refused_in_french(
    new_sqlite: Callable[[], str], tmp_path: Path
) -> None:
    one, two, file = new_sqlite(), new_sqlite(), tmp_path / "x"
    for address in (one, two):
        with Store.open(address) as store:
            store.blocking.append("game", 0, ONE, kind="essai")
    assert run("export", str(file), "--database", one).exit_code == 0
    assert "déjà « game »" in refusal("import", str(file), "--database", two)
    file.write_bytes(file.read_bytes()[:-10])
    told = refusal("import", str(file), "--database", two)
    assert re.search(r"export endommagé ou incomplet \(ligne \d+\)", told)


def test_a_faulty_database_is_described_and_refused(new_sqlite: Callable[[], str]) -> None:
    address = new_sqlite()
    with Store.open(address) as store:
        store.blocking.append("game", 0, GAME[:1], kind="jarnac")
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as raw, raw:
        raw.execute("DROP TRIGGER events_no_update")
        raw.execute("UPDATE events SET version = 4, payload = 'x'")
    result = run("check", "--database", address)
    assert result.exit_code == 2
    assert "version inattendue, on attendait 1" in result.stdout
    assert "contenu illisible (octet 0)" in result.stdout
    assert "modifié après coup" in result.stdout
    assert "la protection du journal manque (events_no_update)" in result.stdout
    assert result.stderr == "Erreur : 4 défauts dans la base\n"


def test_every_error_of_the_store_has_its_line_in_french() -> None:
    def family(kind: type[StoreError]) -> list[type[StoreError]]:
        return [kind, *(one for child in kind.__subclasses__() for one in family(child))]

    special: dict[type[StoreError], StoreError] = {
        ConflictError: ConflictError("partie", 1, 2),
        DivergedError: DivergedError("partie", 3),
    }
    lines = {(special.get(kind) or kind("partie")).french for kind in family(StoreError)}
    assert len(lines) == len(family(StoreError))
    assert all("{" not in line for line in lines)
