"""Nothing is imported that only Unix has: clubs have Windows laptops."""

import ast
import errno
import io
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from raccord.cli.failures import reader_may_go
from raccord.hall.steady import SteadyClock
from raccord.store.places import system_reason, write_whole
from raccord.web.server import listening
from raccord.web.wire import ARRIVED, arrived_ms

HIDDEN = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}

# Hidden from our own modules only: other packages choose theirs by the system they run on.
AS_ON_WINDOWS = f"""
import builtins, importlib, pkgutil
OURS = ("raccord", "tests", "needs")
def ours_as_on_windows(name, scope=None, *rest, import_really=builtins.__import__):
    if name in {HIDDEN!r} and (scope or {{}}).get("__name__", "").startswith(OURS):
        raise ImportError(f"{{scope['__name__']}} imports {{name}}")
    return import_really(name, scope, *rest)
builtins.__import__ = ours_as_on_windows
"""
IMPORT_EVERYTHING = f"""
{AS_ON_WINDOWS}
import raccord
names = [found.name for found in pkgutil.walk_packages(raccord.__path__, "raccord.")]
for name in names:
    if not name.endswith(("__main__", ".migrations.env")):  # these run when they are imported
        importlib.import_module(name)
print(len(names))
"""


def test_every_module_is_imported_where_what_only_unix_has_is_missing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_EVERYTHING], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 100


def test_what_the_tests_run_on_windows_import_is_there() -> None:
    """The modules that most of them lean on (.github/workflows/wheels.yml)."""
    root = Path(__file__).parents[1]
    program = AS_ON_WINDOWS + "import tests.store.conftest, tests.regulation.exercise"
    tools = {"PYTHONPATH": str(root / "tools")}
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, cwd=root, env=os.environ | tools, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")


@pytest.mark.usefixtures("windows")
def test_windows_one_refusal_is_told_by_its_likely_causes(tmp_path: Path) -> None:
    there = tmp_path / "feuille.pdf"
    there.write_bytes(b"")
    in_use = PermissionError(errno.EACCES, "Permission denied", str(there))
    assert "ouvert dans un autre programme" in system_reason(in_use)
    folder = PermissionError(errno.EACCES, "Permission denied", str(tmp_path))
    assert system_reason(folder) == "c'est un dossier, pas un fichier"
    assert "nom refusé" in system_reason(OSError(errno.EINVAL, "Invalid argument", "a?.pdf"))


@pytest.mark.usefixtures("windows")
def test_a_file_that_another_has_open_for_a_moment_is_replaced_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    target, refusals, replace_really = tmp_path / "liste", [13, 13, 13], os.replace

    def replace(source: str, there: Path) -> None:
        if refusals:
            raise PermissionError(refusals.pop(), "Permission denied", str(there))
        replace_really(source, there)

    monkeypatch.setattr(os, "replace", replace)
    write_whole(target, b"LAC")
    assert target.read_bytes() == b"LAC"
    refusals += [13] * 100
    with pytest.raises(PermissionError):
        write_whole(target, b"MER")
    assert [path.name for path in tmp_path.iterdir()] == ["liste"]
    assert target.read_bytes() == b"LAC"


@pytest.mark.usefixtures("windows")
def test_a_reader_gone_as_windows_tells_it_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    gone = io.StringIO()
    monkeypatch.setattr(gone, "flush", fail)
    monkeypatch.setattr(sys, "stdout", gone)
    with pytest.raises(click.exceptions.Exit) as left, reader_may_go():
        click.echo("bonjour")
    assert left.value.exit_code == 0
    sys.stdout.close()  # what it was sent to instead
    with pytest.raises(OSError, match=r"a\?.pdf"), reader_may_go():
        raise OSError(errno.EINVAL, "Invalid argument", "a?.pdf")


def test_every_text_file_has_the_same_bytes_on_every_system() -> None:
    """Windows would end each line in two characters: a game of one seed would be two files."""
    source = Path(__file__).parents[1] / "src" / "raccord"
    calls = [
        (path.name, call.lineno, [keyword.arg for keyword in call.keywords])
        for path in source.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "write_text"
    ]
    assert calls
    assert [call for call in calls if "newline" not in call[2]] == []


def test_arrivals_are_told_apart_where_the_usual_clock_is_coarse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Windows' own goes by steps of 15.6 ms before Python 3.13: topping ranks by time."""
    monkeypatch.delattr(time, "CLOCK_BOOTTIME", raising=False)
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    clock = SteadyClock()
    before = clock()
    time.sleep(0.002)
    assert clock() > before
    assert arrived_ms({ARRIVED: time.perf_counter() - 60}, 100_000) == pytest.approx(
        40_000, abs=1000
    )


def test_on_windows_no_second_server_is_given_the_port_of_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as windows:
        windows.setattr(os, "name", "nt")  # what the standard library asks
        first = listening("127.0.0.1", 0)
    with first:
        assert first.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) == 0
        with pytest.raises(OSError, match=r"."):
            listening(*first.getsockname())


def test_the_double_click_writes_where_every_python_of_windows_may() -> None:
    """The Store's Python is led astray under AppData: what it makes there nobody else finds."""
    root = Path(__file__).parents[1]
    raw = (root / "deploy/windows/raccord.cmd").read_bytes()
    assert raw.count(b"\n") == raw.count(b"\r\n"), "cmd misses labels after bare line feeds"
    lines = [line for line in raw.decode("ascii").splitlines() if not line.startswith("rem")]
    known = [line for line in lines if "LOCALAPPDATA" in line]
    assert all("if not exist" in line for line in known), "it is only looked at for older games"
    # The Store brings no launcher `py`, python.org may bring no `python`.
    assert any('("py -3" "python" "python3")' in line for line in lines)
    told = (root / "docs/windows.md").read_text(encoding="utf-8")
    assert 'set "RACCORD_HOME=%PLACE%\\parties"' in "\n".join(lines)
    assert "VOTRE NOM\\Raccord\\parties" in told
