"""Nothing is imported that only Unix has: clubs have Windows laptops."""

import subprocess
import sys
from pathlib import Path

HIDDEN = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}

# Hidden from our own modules only: other packages choose theirs by the system they run on.
IMPORT_EVERYTHING = f"""
import builtins, importlib, pkgutil
def ours_as_on_windows(name, scope=None, *rest, import_really=builtins.__import__):
    if name in {HIDDEN!r} and (scope or {{}}).get("__name__", "").startswith("raccord"):
        raise ImportError(f"{{scope['__name__']}} imports {{name}}")
    return import_really(name, scope, *rest)
builtins.__import__ = ours_as_on_windows
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
