"""A second PostgreSQL that holds all the first has acknowledged."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

from tests.store.postgres import PostgresServer

PATIENCE = 120


class Standby:
    """A copy of a running server, which then waits for it at every commit."""

    def __init__(self, primary: PostgresServer) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="raccord-pg-"))
        self._data = self.folder / "data"
        self._as: dict[str, Any] = primary._as
        self._binaries = primary._binaries
        if self._as:
            os.chown(self.folder, self._as["user"], self._as["group"])
        self._primary = primary
        self._copy()
        self._process = self._start()
        self._wait(lambda c: c.execute("SELECT pg_is_in_recovery()").fetchone() == (True,))
        # From now on the primary acknowledges nothing the standby has not on its disk.
        with primary._connect() as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'second'")
            connection.execute("SELECT pg_reload_conf()")
        self._await_sync()

    def _copy(self) -> None:
        source = f"host={self._primary.folder} user=raccord application_name=second"
        command = [str(self._binaries / "pg_basebackup"), "-D", str(self._data), "-R"]
        command += ["-X", "stream", "--checkpoint=fast", "-d", source]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, **self._as)
        assert done.returncode == 0, done.stderr
        with (self._data / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"primary_conninfo = '{source}'\n")

    def _start(self) -> "subprocess.Popen[bytes]":
        command = [str(self._binaries / "postgres"), "-D", str(self._data), "-h", ""]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [*command, "-k", str(self.folder)],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                **self._as,
            )

    def _connect(self) -> "psycopg.Connection[Any]":
        return psycopg.connect(
            host=str(self.folder), user="raccord", dbname="postgres", autocommit=True
        )

    def _wait(self, is_so: Any) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                with self._connect() as connection:
                    if is_so(connection):
                        return
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.1)
        raise AssertionError((self.folder / "log").read_text())

    def _await_sync(self) -> None:
        end = time.monotonic() + PATIENCE
        with self._primary._connect() as connection:
            while time.monotonic() < end:
                row = connection.execute("SELECT sync_state FROM pg_stat_replication").fetchone()
                if row == ("sync",):
                    return
                time.sleep(0.1)
        raise AssertionError("the standby is not synchronous")

    def promote(self) -> None:
        """Make it the primary."""
        with self._connect() as connection:
            assert connection.execute("SELECT pg_promote(true, 100)").fetchone() == (True,)
        # What it had from the first goes for it too: it has no standby of its own.
        with self._connect() as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
            connection.execute("SELECT pg_reload_conf()")

    def stop(self) -> None:
        """Stop and delete everything."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)
