"""Several HAProxy on one port: a hall larger than one of them may open files for."""

import contextlib
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from raccord.cli import serve_sections
from raccord.network.proxy import FILES_A_CONNECTION, SPARE_FILES, proxies_for
from raccord.web import Settings
from tests.network.hall import new_game
from tests.network.test_sections import Machine
from tests.store.postgres import PostgresServer

FILES = 640
PHONES = 190
STREAMS = 330
"""More than half the files of one proxy, fewer than a section takes."""


@pytest.mark.parametrize(
    ("connections", "files", "expected"),
    [
        (0, 20_000, 1),
        (9_900, 20_000, 1),
        # One more is shared by two, and each has room for somewhat more than its half.
        (9_901, 20_000, 2),
        (20_000, 20_000, 3),
        (80_000, 65_536, 3),
        # Fewer files than it needs itself: nothing helps, and nothing is divided by nought.
        (3, 100, 4),
    ],
)
def test_as_many_proxies_as_the_connections_ask_for(
    connections: int, files: int, expected: int
) -> None:
    assert proxies_for(connections, files) == expected


@pytest.mark.parametrize("connections", [1, 500, 9_901, 33_333, 200_000])
def test_the_proxies_together_hold_all_connections_with_something_to_spare(
    connections: int,
) -> None:
    files = 4096
    proxies = proxies_for(connections, files)
    each = (files - SPARE_FILES) // FILES_A_CONNECTION
    assert proxies * each >= connections * (1.2 if proxies > 1 else 1)
    assert (proxies - 1) * each < 1.2 * connections


@pytest.mark.parametrize(
    ("sections", "said"),
    [(1, "50 téléphones sur les 200 ("), (4, "50 téléphones sur les 75 de chacun des 4 processus")],
)
def test_too_few_connections_are_told_of_each_process(
    sections: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(serve_sections, "room_for_connections", lambda: 100)
    phones = {1: 200, 4: 300}[sections]
    serve_sections._plan(Settings(data=tmp_path), sections, 0, phones, "text", "")
    assert said in capsys.readouterr().err
    serve_sections._plan(Settings(data=tmp_path), sections, 0, 40, "text", "")
    assert capsys.readouterr().err == ""


@pytest.fixture
def machine(postgres: PostgresServer, tmp_path: Path) -> Iterator[Machine]:
    options = ("--sections", "1", "--phones", str(PHONES))
    made = Machine(tmp_path, postgres.new_database(), *options, files=FILES)
    try:
        made.until("Lien de l'organisateur")
        yield made
    finally:
        made.stop()


def proxies_of(machine: Machine) -> list[int]:
    pid = machine.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(one) for one in children if _name(one) == "haproxy"]


def _name(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def follow(machine: Machine, code: str) -> socket.socket:
    """A live stream that nobody reads further than its head."""
    line = socket.create_connection(("127.0.0.1", machine.port), timeout=30)
    line.sendall(f"GET /live/{code}/public HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return line


def is_answered(line: socket.socket) -> bool:
    try:
        return line.recv(12) == b"HTTP/1.1 200"
    except OSError:
        return False


@pytest.mark.server
@pytest.mark.slow
def test_a_hall_larger_than_one_proxy_is_answered_and_a_dead_proxy_comes_back(
    machine: Machine,
) -> None:
    assert "HAProxy : 3 processus se partagent le port" in machine.log
    first = proxies_of(machine)
    assert len(first) == 3
    with machine.desk() as desk, contextlib.ExitStack() as stack:
        code = new_game(desk)
        lines = [stack.enter_context(follow(machine, code)) for _ in range(STREAMS)]
        # Every one of them, all open at once.
        assert sum(map(is_answered, lines)) == STREAMS
        with machine.client() as phone:
            assert phone.get("/", timeout=20).is_success
        os.kill(first[1], signal.SIGKILL)
        with machine.client() as phone:
            # The others answer meanwhile: whoever is cut off comes again.
            assert phone.get("/healthz", timeout=20).is_success
        machine.until("haproxy2 s'est arrêté : il repart")
        machine.wait(lambda: len(proxies_of(machine)) == 3)
        assert set(first) - set(proxies_of(machine)) == {first[1]}
