"""The processes of one machine: sections and boards on one PostgreSQL behind one HAProxy.

``Sections`` starts them, starts again what ends by itself, and restarts them one after the other:
the others answer meanwhile, and what one held is handed over before it goes.
"""

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from raccord.network.errors import NoProgramError
from raccord.network.postgres import OwnPostgres
from raccord.network.programs import end
from raccord.network.proxy import Proxy, configuration

READY_WITHIN = 120.0
STOP_WITHIN = 20.0
LOOKED_AT = 0.5
"""Seconds between two looks at who is still there."""


@dataclass(frozen=True)
class Plan:
    """What to start: how many of each, where people come in, and what every process is told."""

    sections: int
    boards: int
    host: str
    port: int
    data: Path
    database: str
    """A PostgreSQL address; empty for one of our own."""
    options: Sequence[str] = ()
    certificate: str = ""
    proxies: int = 1
    """How many HAProxy share the port: one may not open enough files for the whole hall."""


class Child:
    """One process of ``raccord serve``."""

    def __init__(self, name: str, command: Sequence[str], port: int, plan: Plan) -> None:
        self.name = name
        self.port = port
        self._command = command
        self._log = plan.data / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start; ``wait`` tells when it serves."""
        # What a process prints is for whoever starts one by hand: the organiser's link among it.
        with open(self._log, "ab", opener=_for_its_owner) as log:
            self.process = subprocess.Popen(  # noqa: S603
                self._command, stdout=subprocess.DEVNULL, stderr=log
            )

    @property
    def where(self) -> str:
        """Its process and its port, for who looks after it."""
        return f"processus {self.process.pid if self.process else 0}, port {self.port}"

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self.process is not None and self.process.poll() is None

    def wait(self) -> None:
        """Wait until it is ready."""
        end_ = time.monotonic() + READY_WITHIN
        while time.monotonic() < end_ and self.is_running:
            if self._is_ready():
                return
            time.sleep(0.1)
        said = self._log.read_text(errors="replace").strip().splitlines()[-1:]
        raise NoProgramError(f"{self.name} ne démarre pas : {''.join(said) or self._log}")

    def _is_ready(self) -> bool:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", "/readyz")
            return line.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    def stop(self) -> None:
        """Let it finish what it has in hand and hand over the rest."""
        if self.process is not None:
            end(self.process, signal.SIGTERM, STOP_WITHIN)


class Sections:
    """All processes of a machine; ``tell`` is given a line about each step."""

    def __init__(self, plan: Plan, tell: Callable[[str], None]) -> None:
        self._plan = plan
        self._tell = tell
        self._postgres = None if plan.database else OwnPostgres(plan.data / "postgres")
        self.children = [self._child(f"section{n}", "section") for n in range(1, plan.sections + 1)]
        self.children += [self._child(f"board{n}", "board") for n in range(1, plan.boards + 1)]
        self._proxies: list[Proxy] = []
        self._ended = threading.Event()
        self._restart = threading.Event()

    def _child(self, name: str, role: str) -> Child:
        plan, port = self._plan, _free_port()
        database = plan.database or (self._postgres.address if self._postgres else "")
        command = [sys.executable, "-m", "raccord.cli", "serve", "--no-browser", "--role", role]
        command += ["--port", str(port), "--data", str(plan.data), "--database", database]
        return Child(name, [*command, *plan.options], port, plan)

    def start(self) -> None:
        """Start everything, the database first and the proxy last."""
        if self._postgres:
            self._postgres.start()
            self._tell("PostgreSQL est prêt")
        # The first one alone: it makes the tables and compiles the word list.
        for child in self.children[:1]:
            child.start()
            child.wait()
        for child in self.children[1:]:
            child.start()
        for child in self.children:
            child.wait()
            self._tell(f"{child.name} est prêt ({child.where})")
        self._proxies = self._new_proxies()
        for proxy in self._proxies:
            proxy.start()

    def _new_proxies(self) -> list[Proxy]:
        plan = self._plan
        ports = [child.port for child in self.children]
        host = f"[{plan.host}]" if ":" in plan.host else plan.host
        written = configuration(
            f"{host}:{plan.port}",
            ports[: plan.sections],
            ports[plan.sections :],
            certificate=plan.certificate,
        )
        names = ["haproxy", *(f"haproxy{n}" for n in range(2, plan.proxies + 1))]
        return [Proxy(plan.data, (plan.host, plan.port), written, name) for name in names]

    def run(self) -> None:
        """Keep everything going until ``stop`` is asked for."""
        while not self._ended.wait(LOOKED_AT):
            if self._restart.is_set():
                self._restart.clear()
                self._roll()
            for child in self.children:
                self._revive(child)
            for proxy in self._proxies:
                self._revive_proxy(proxy)

    def _revive(self, child: Child) -> None:
        if not child.is_running and not self._ended.is_set():
            self._tell(f"{child.name} s'est arrêté : il repart")
            child.start()

    def _revive_proxy(self, proxy: Proxy) -> None:
        if not proxy.is_running:
            self._tell(f"{proxy.name} s'est arrêté : il repart")
            with contextlib.suppress(NoProgramError):
                proxy.start()

    def _roll(self) -> None:
        """Restart the processes one after the other."""
        for child in self.children:
            if self._ended.is_set():
                return
            child.stop()
            child.start()
            try:
                child.wait()
            except NoProgramError as error:
                # The others go on as they are: better old than none.
                self._tell(f"{error} ; les autres ne sont pas relancés")
                return
            self._tell(f"{child.name} est relancé ({child.where})")
        self._tell("tous les processus sont relancés")

    def ask_restart(self) -> None:
        """Have all processes restarted, one after the other."""
        self._restart.set()

    def ask_stop(self) -> None:
        """Have ``run`` come to its end."""
        self._ended.set()

    def stop(self) -> None:
        """Stop everything, the database last."""
        self._ended.set()
        for proxy in self._proxies:
            proxy.stop()
        for child in self.children:
            if child.process is not None and child.is_running:
                child.process.terminate()
        for child in self.children:
            child.stop()
        if self._postgres:
            self._postgres.stop()


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o600)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
