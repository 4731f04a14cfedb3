"""A PostgreSQL of one's own, for sections on one machine: made once, started, stopped."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from raccord.network.errors import NoProgramError
from raccord.network.programs import end, find_postgres, servant
from raccord.store.places import make_folder

USER, DATABASE = "raccord", "postgres"
PATIENCE = 60.0
_SETTINGS = ("max_connections=300", "synchronous_commit=on")


class OwnPostgres:
    """A server whose data lie in ``folder``; only a Unix socket leads to it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._data = folder / "data"
        self._binaries = find_postgres()
        self._as = servant()
        # Not in the folder: the path of a socket may have 107 characters at most.
        self._socket = Path(tempfile.mkdtemp(prefix="raccord-pg-"))
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """The address of its database."""
        return f"postgresql+psycopg://{USER}@/{DATABASE}?host={self._socket}"

    @property
    def is_running(self) -> bool:
        """Whether it has not ended by itself."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Make its data where there are none, start it and wait until it answers."""
        make_folder(self._folder)
        if self._as:
            for place in (self._folder, self._socket):
                os.chown(place, self._as["user"], self._as["group"])
            self._check_reach()
        if not (self._data / "PG_VERSION").exists():
            self._run("initdb", "--auth=trust", "-E", "UTF8", "-U", USER, "-D", str(self._data))
        command = [str(self._binaries / "postgres"), "-D", str(self._data), "-h", ""]
        command += ["-k", str(self._socket)]
        command += [part for setting in _SETTINGS for part in ("-c", setting)]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603
                command, cwd=self._folder, stdout=log, stderr=log, **self._as
            )
        self._wait()

    def _wait(self) -> None:
        end_ = time.monotonic() + PATIENCE
        while time.monotonic() < end_ and self.is_running:
            try:
                psycopg.connect(host=str(self._socket), user=USER, dbname=DATABASE).close()
                return
            except psycopg.OperationalError:
                time.sleep(0.1)
        last = (self._folder / "log").read_text(errors="replace").strip().splitlines()[-1:]
        raise NoProgramError(f"PostgreSQL ne démarre pas : {''.join(last)}")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._binaries / program), *arguments]
        done = subprocess.run(  # noqa: S603
            command, cwd=self._folder, capture_output=True, text=True, **self._as
        )
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines()[-1:]
            raise NoProgramError(f"{program} échoue : {''.join(said)}")

    def _check_reach(self) -> None:
        test = ["/bin/sh", "-c", f'test -w "{self._folder}" && test -x "{self._binaries}/postgres"']
        if subprocess.run(test, cwd="/", **self._as).returncode:  # noqa: S603
            raise NoProgramError(
                f"PostgreSQL, qui ne s'exécute pas en tant que root, n'atteint pas "
                f"« {self._folder} » : prenez un autre compte que root, ou donnez une base "
                "avec --database"
            )

    def stop(self) -> None:
        """End its connections and stop; nothing acknowledged is lost."""
        if self._process is not None:
            end(self._process, signal.SIGINT, PATIENCE)
        shutil.rmtree(self._socket, ignore_errors=True)
