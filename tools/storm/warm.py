"""A server that starts at once: a process that has read the programme already, and forks.

Half of a run's work was reading the same modules again. Each server is still a process of its own,
with the command's own options; it is killed and started again like any other.
"""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.web.served import Process, Served


class Warm:
    """The process that forks servers; one for a whole storm."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-m", "storm.warm", str(theirs.fileno())]
        path = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
        environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": path}
        with theirs:
            self._process = subprocess.Popen(
                command, env=environment, pass_fds=(theirs.fileno(),), stdin=subprocess.DEVNULL
            )
        self._line = ours.makefile("rw", encoding="utf-8")
        ours.close()
        self._asking = threading.Lock()

    def fork(self, command: list[str], environment: Mapping[str, str], log: Path) -> "Forked":
        """Start ``raccord`` with these words after its name."""
        asked = {"argv": ["raccord", *command], "environment": dict(environment), "log": str(log)}
        with self._asking:
            self._line.write(json.dumps(asked) + "\n")
            self._line.flush()
            return Forked(int(self._line.readline()))

    def close(self) -> None:
        """End; servers that still run go on."""
        self._line.close()
        self._process.wait(30)


class WarmServed(Served):
    """A server that is forked."""

    def __init__(self, warm: Warm, data: Path, database: str, *options: str) -> None:
        super().__init__(data, database, *options)
        self._warm = warm

    def _launch(self) -> Process:
        interpreter = len([sys.executable, "-m", "raccord.cli"])
        return self._warm.fork(self._command[interpreter:], self._environment, self._log)


class Forked:
    """What ``Served`` asks of a process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        # It stays ours to ask for, whoever gets its number afterwards.
        self._handle = os.pidfd_open(pid)

    def poll(self) -> int | None:
        """None while it runs."""
        return 0 if self._is_over(0) else None

    def _is_over(self, seconds: float | None) -> bool:
        # Not by ``select``, which knows a thousand files only: a long storm has more.
        waiting = select.poll()
        waiting.register(self._handle, select.POLLIN)
        return bool(waiting.poll(None if seconds is None else seconds * 1000))

    def __del__(self) -> None:
        os.close(self._handle)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""
        if not self._is_over(timeout):
            raise subprocess.TimeoutExpired("raccord", timeout or 0)
        return 0

    def kill(self) -> None:
        """kill -9."""
        self._send(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to stop."""
        self._send(signal.SIGTERM)

    def _send(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, number)


def _serve(asked: dict[str, Any]) -> None:
    """In the child: be the command."""
    from raccord.cli import main as start

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(asked["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for number in (1, 2):
        os.dup2(log, number)
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = asked["argv"]
    start()


def main() -> None:
    """Read the programme, then fork for every line."""
    from raccord.cli import serve  # noqa: F401
    from raccord.store import database  # noqa: F401
    from raccord.web import Settings, create_app, server  # noqa: F401

    # What the application reads when it is made, is read for all of them.
    with TemporaryDirectory(prefix="raccord-storm-") as name:
        create_app(Settings(data=Path(name)))

    # Nobody waits for the servers here: the system takes their names off its list.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    line = socket.socket(fileno=int(sys.argv[1])).makefile("rw", encoding="utf-8")
    for asked in line:
        pid = os.fork()
        if not pid:
            line.close()
            _serve(json.loads(asked))
            os._exit(0)
        line.write(f"{pid}\n")
        line.flush()


if __name__ == "__main__":
    main()
