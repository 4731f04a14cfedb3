"""``raccord serve`` as its own process, to be killed and started again at the same address."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Protocol

PATIENCE = 180
"""Seconds; a busy machine is slow, not wrong."""


class Process(Protocol):
    """What is asked of a process that serves."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Served:
    """A server of its own; its data outlive it. ``options`` are further ones of the command.

    ``module`` starts the command, for those who want to hold its clock.
    """

    def __init__(
        self,
        data: Path,
        database: str = "",
        *options: str,
        module: str = "raccord.cli",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-m", module, "serve", "--no-browser"]
        self._command += ["--port", str(self.port), "--data", str(data)]
        self._command += ["--database", database] if database else []
        self._command += options
        self._environment = {**os.environ, "PYTHONUTF8": "1", **(environment or {})}
        self._log = data / "server.log"
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def start(self) -> None:
        """Start and wait until it answers."""
        self._process = self._launch()
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self.log
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.05)

    def _launch(self) -> Process:
        with self._log.open("ab") as log:
            return subprocess.Popen(self._command, stdout=log, stderr=log, env=self._environment)

    def _answers(self) -> bool:
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request("GET", "/api/session")
            return line.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            line.close()

    @property
    def organiser(self) -> str:
        """The path of the organiser's link, as the server printed it."""
        found = re.search(r"/organisateur/\S+", self.log)
        assert found, self.log
        return found[0]

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        assert self._process.poll() is None, self.log
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Stop politely."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(30)
