"""The measures of sections and centres in their short form: what is no matter of speed holds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.store.conftest import postgres
from tests.store.postgres import PostgresServer

from raccord.network.programs import POSTGRES_VARIABLE

__all__ = ["postgres"]
ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


def figures(script: str, *options: str) -> dict[str, str]:
    """What a measure prints: the second cell of each row of its tables, by the first."""
    made = subprocess.run(
        [sys.executable, ROOT / "bench" / script, *options],
        env={**os.environ, "PYTHONPATH": str(ROOT / "tools")},
        capture_output=True,
        text=True,
        check=True,
    )
    rows = (line.strip("| ").split(" | ") for line in made.stdout.splitlines() if line[:1] == "|")
    return {row[0]: row[1] for row in rows if len(row) > 1}


def test_phones_of_two_sections_lose_no_slip_and_none_sent_in_time_is_late(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The tests' own programs: a machine may have no others.
    monkeypatch.setenv(POSTGRES_VARIABLE, str(postgres._binaries))
    found = figures(
        "network.py", "--phones", "16", "--sections", "2", "--window", "2", "--flood", "40"
    )
    assert found["lost"] == "0"
    assert found["late though sent in time"] == "0"
    # Two sections against one: how much they gain is no matter of a test, that both serve is.
    assert float(found["1"]) > 0
    assert float(found["2"]) > 0


def test_centres_that_reconnect_at_once_are_merged_once_and_ranked_as_one() -> None:
    found = figures("centres.py", "--centres", "6", "--tables", "4", "--turns", "3")
    assert found["the same sent again"].startswith("0 rows")
    assert found["equal to a loop over all that was written"] == "yes"
    assert found["keys given before the turn before was closed, or not given after"] == "0"
