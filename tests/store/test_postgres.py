"""PostgreSQL: that of the tests, where its user cannot reach the wheel it comes from; and away."""

import subprocess
from pathlib import Path

import pytest

from raccord.store.errors import UnavailableError
from raccord.store.records import NewEvent
from raccord.store.store import Store
from tests.store.postgres import PostgresServer, copy_binaries, find_binaries

pytestmark = pytest.mark.postgres


def test_a_copy_of_the_binaries_runs_on_its_own(tmp_path: Path) -> None:
    copy = copy_binaries(find_binaries(), tmp_path)
    assert copy.is_relative_to(tmp_path)
    for program in ("initdb", "postgres"):
        done = subprocess.run([copy / program, "--version"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_reading_tells_that_the_database_is_away_and_goes_on_when_it_is_back(
    postgres: PostgresServer,
) -> None:
    with Store.open(postgres.new_database()) as store:
        store.blocking.append("s", 0, [NewEvent("told", "{}")], kind="game")
        postgres.kill()
        try:
            with pytest.raises(UnavailableError):
                store.blocking.load("s")
        finally:
            postgres.start()
        assert len(store.blocking.load("s")) == 1
