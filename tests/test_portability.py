"""Nothing is imported that only Unix has: clubs have Windows laptops."""

import subprocess
import sys

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
