"""The PostgreSQL of the tests, where its user cannot reach the wheel it comes from."""

import subprocess
from pathlib import Path

import pytest

from tests.store.postgres import copy_binaries, find_binaries

pytestmark = pytest.mark.postgres


def test_a_copy_of_the_binaries_runs_on_its_own(tmp_path: Path) -> None:
    copy = copy_binaries(find_binaries(), tmp_path)
    assert copy.is_relative_to(tmp_path)
    for program in ("initdb", "postgres"):
        done = subprocess.run([copy / program, "--version"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
