"""A second look is for tests that met real clocks, and only where they pass alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2] / "tools" / "run_tests.py"
HEAD = "import pathlib\nimport pytest\n"
ONCE = """
@pytest.mark.{mark}
def test_{name}():
    here = pathlib.Path(__file__).with_suffix(".{name}")
    seen = here.exists()
    here.touch()
    assert seen
"""
ALWAYS = """
@pytest.mark.{mark}
def test_{name}():
    assert False
"""
MARKS = "[pytest]\nmarkers =\n  server: asks a server\n  pure: asks nothing\n"


def run(folder: Path, *parts: str) -> subprocess.CompletedProcess[str]:
    (folder / "pytest.ini").write_text(MARKS)
    (folder / "test_some.py").write_text(HEAD + "".join(parts))
    command = [sys.executable, str(TESTS), "2", "-p", "no:cacheprovider"]
    # Only what is needed: the plugins of our own tests take seconds to load.
    plain = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "-p xdist.plugin"}
    return subprocess.run(
        command, cwd=folder, env=os.environ | plain, capture_output=True, text=True, timeout=300
    )


def test_one_that_passes_alone_is_named_and_does_not_count(tmp_path: Path) -> None:
    done = run(tmp_path, ONCE.format(mark="server", name="shy"))
    assert done.returncode == 0, done.stdout
    assert done.stdout.rstrip().endswith("passed alone:\n  test_some.py::test_shy")


def test_one_that_fails_alone_too_is_red(tmp_path: Path) -> None:
    shy, bad = ONCE.format(mark="server", name="shy"), ALWAYS.format(mark="server", name="bad")
    done = run(tmp_path, shy, bad)
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout


def test_one_that_meets_no_clock_has_no_second_look(tmp_path: Path) -> None:
    done = run(
        tmp_path, ONCE.format(mark="pure", name="pure"), ONCE.format(mark="server", name="shy")
    )
    assert done.returncode == 1
    assert "second look" not in done.stdout


def test_many_failures_have_no_second_look(tmp_path: Path) -> None:
    done = run(tmp_path, *(ONCE.format(mark="server", name=f"shy{n}") for n in range(7)))
    assert done.returncode == 1
    assert "second look" not in done.stdout


@pytest.mark.parametrize("broken", ["def test_a(:\n", "import nothing_of_the_kind\n"])
def test_what_cannot_be_read_is_red(tmp_path: Path, broken: str) -> None:
    done = run(tmp_path, broken)
    assert done.returncode != 0
    assert "second look" not in done.stdout
