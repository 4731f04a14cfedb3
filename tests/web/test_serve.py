"""``raccord serve`` as a person starts it."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from raccord.web.settings import USUAL_PORT, DamagedSecretError, Settings

pytestmark = pytest.mark.slow
COMMAND = [sys.executable, "-m", "raccord.cli", "serve", "--no-browser"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Started:
    """The command as a person starts it, without a port unless one is given."""

    def __init__(self, data: Path, *options: str) -> None:
        command = [*COMMAND, "--data", str(data), *options]
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, encoding="utf-8", env=environment
        )
        assert self.process.stdout
        self.said = ""
        while "Raccord est prêt" not in self.said:
            line = self.process.stdout.readline()
            assert line, f"it ended: {self.said}"
            self.said += line
        found = re.search(r"Raccord est prêt : (http://localhost:(\d+)/)", self.said)
        assert found, self.said
        self.address, self.port = found[1], int(found[2])

    def end(self, by: signal.Signals = signal.SIGINT) -> None:
        self.process.send_signal(by)
        self.process.wait(60)
        if self.process.stdout:
            self.process.stdout.close()


@pytest.fixture
def start() -> Iterator[Callable[..., Started]]:
    """Start servers; whatever is left of them ends with the test."""
    started: list[Started] = []

    def make(data: Path, *options: str) -> Started:
        started.append(Started(data, *options))
        return started[-1]

    yield make
    for server in started:
        server.end(signal.SIGKILL)


def run(data: Path, *options: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The command where it is to end by itself."""
    command = [*COMMAND, "--data", str(data), *options]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", env={**os.environ, **more}, timeout=120
    )


def test_the_server_tells_its_address_keeps_its_data_and_stops(
    tmp_path: Path, start: Callable[..., Started]
) -> None:
    port = free_port()
    server = start(tmp_path, "--port", str(port))
    assert server.said.startswith(f"Raccord est prêt : http://localhost:{port}/")
    assert httpx.get(f"http://127.0.0.1:{port}/").status_code == 200
    server.end()
    assert (tmp_path / "raccord.sqlite").exists()
    key = tmp_path / "secret.key"
    assert key.stat().st_mode & 0o077 == 0
    assert len(key.read_bytes()) == 32


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_second_start_opens_the_server_that_runs(
    tmp_path: Path, start: Callable[..., Started], host: str
) -> None:
    server = start(tmp_path, "--host", host, "--port", str(free_port()))
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    for options in ((), ("--port", str(server.port)), ("--host", host)):
        done = run(tmp_path, "--browser", *options, BROWSER=f"{browser} %s")
        told = (done.returncode, done.stdout, done.stderr)
        assert told == (0, f"Raccord est déjà ouvert : {server.address}\n", "")
    assert opened.read_text().split() == [server.address] * 3


def test_a_server_elsewhere_on_the_same_games_is_refused(
    tmp_path: Path, start: Callable[..., Started]
) -> None:
    server = start(tmp_path, "--port", str(free_port()))
    for options in (["--port", str(free_port())], ["--host", "0.0.0.0"]):
        done = run(tmp_path, *options)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"Raccord est déjà ouvert à {server.address} avec les parties" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_where_the_usual_port_is_taken_the_next_free_one_is_used_and_said(
    tmp_path: Path, start: Callable[..., Started]
) -> None:
    with ExitStack() as kept:
        with suppress(OSError):  # then some other program has it, which will do as well
            kept.enter_context(socket.create_server(("127.0.0.1", USUAL_PORT)))
        server = start(tmp_path)
    assert server.port > USUAL_PORT
    first, *_ = server.said.splitlines()
    assert first == (
        f"Le port {USUAL_PORT} est pris par un autre programme : Raccord prend le {server.port}."
    )
    assert "Raccord" in httpx.get(server.address).text


def test_a_killed_server_leaves_its_games_to_the_next(
    tmp_path: Path, start: Callable[..., Started]
) -> None:
    port = ("--port", str(free_port()))
    start(tmp_path, *port).end(signal.SIGKILL)
    assert httpx.get(start(tmp_path, *port).address).status_code == 200


def test_what_cannot_be_served_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        busy = str(taken.getsockname()[1])
        wrong = (
            ["--port", busy],
            ["--port", "0"],
            ["--port", str(free_port()), "--lexicon", "inconnu"],
            ["--port", str(free_port()), "--database", "mysql://x/y"],
        )
        for options in wrong:
            done = run(tmp_path, *options)
            assert done.returncode == 2, (options, done.stderr)
            assert "Traceback" not in done.stderr
            assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_a_damaged_key_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_bytes(b"short")
    with pytest.raises(DamagedSecretError, match=re.escape(str(tmp_path))):
        Settings(data=tmp_path).secret()
