"""``raccord serve --sections``: everything by one command, restarted and killed under way."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from sqlalchemy import Connection, select

from raccord.cli.serve import _make_room, serve_command
from raccord.network.postgres import OwnPostgres
from raccord.network.programs import POSTGRES_VARIABLE, find_haproxy
from raccord.network.proxy import configuration
from raccord.store.records import NewEvent
from raccord.store.schema import request_keys
from raccord.store.store import Store
from raccord.web import Settings
from raccord.web.services import Services
from raccord.web.watch import Watch
from tests.network.hall import move_of, new_game, pins, seat
from tests.store.postgres import PostgresServer
from tests.web.conftest import WebClient
from tests.web.proxied import make_certificate
from tests.web.served import PATIENCE, free_port

pytestmark = [pytest.mark.server, pytest.mark.slow]
DEPLOY = Path(__file__).parents[2] / "deploy"


class Machine:
    """``raccord serve --sections`` as a process of its own."""

    def __init__(self, folder: Path, database: str, *options: str, files: int = 0) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self._log = folder / "machine.log"
        command = [sys.executable, "-m", "raccord.cli", "serve", "--port", str(self.port)]
        command += ["--no-browser", "--data", str(folder), "--database", database, *options]
        if files:
            command = ["prlimit", f"--nofile={files}:{files}", *command]
        with self._log.open("wb") as log:
            environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def until(self, text: str, times: int = 1) -> None:
        self.wait(lambda: self.log.count(text) >= times)

    def wait(self, is_so: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not is_so():
            assert self.process.poll() is None, self.log
            assert time.monotonic() < end, self.log
            time.sleep(0.05)

    def pids(self, name: str) -> list[int]:
        return [int(pid) for pid in re.findall(rf"{name}\d+ est \w+ \(processus (\d+)", self.log)]

    @contextmanager
    def client(self) -> Iterator[WebClient]:
        with WebClient(base_url=self.url, timeout=60) as client:
            yield client.sign_in()

    @contextmanager
    def desk(self) -> Iterator[WebClient]:
        found = re.search(r"/organisateur/\S+", self.log)
        assert found, self.log
        with WebClient(base_url=self.url, timeout=60) as client:
            assert client.get(found[0]).status_code in {200, 303}
            yield client.sign_in()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            assert self.process.wait(PATIENCE) == 0, self.log


@pytest.fixture(scope="module")
def database(postgres: PostgresServer) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def machine(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("machine")
    made = Machine(folder, database, "--sections", "2", "--boards", "1")
    try:
        made.until("Lien de l'organisateur")
        yield made
    finally:
        made.stop()


class Phone(threading.Thread):
    """Hands in again and again, as a phone does: kept until the receipt, under the same key."""

    def __init__(self, machine: Machine, code: str, table: int, pin: str, move: str) -> None:
        super().__init__()
        self._client = WebClient(base_url=machine.url, timeout=30)
        seat(self._client, code, table, pin)
        self._path = f"/api/games/{code}/slip"
        self.table = table
        self._move = move
        self.receipts: list[str] = []
        self.refused: list[str] = []
        self.stopping = threading.Event()

    def run(self) -> None:
        number = 0
        while not self.stopping.is_set():
            number += 1
            self._hand_in(f"{self.table}.{number}")
            self.stopping.wait(0.5)
        self._client.close()

    def _hand_in(self, key: str) -> None:
        body = {"turn": 1, "entered": {"move": self._move}, "key": key}
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                reply = self._client.post(self._path, json=body)
            except httpx.TransportError:
                time.sleep(0.1)
                continue
            if reply.status_code == 200:
                self.receipts.append(key)
                return
            if reply.status_code == 429:
                self.stopping.wait(1.0)
                return
            if reply.status_code < 500:
                self.refused.append(reply.text)
                return
            time.sleep(0.1)


def keys_in(database: str, code: str) -> Counter[str]:
    with Store.open(database) as store:
        found = store.blocking.read(_keys)
    return Counter(key for stream, key in found if stream == f"hall:{code}")


def _keys(connection: Connection) -> list[tuple[str, str]]:
    return [
        tuple(row) for row in connection.execute(select(request_keys.c.stream, request_keys.c.key))
    ]


def test_logs_of_processes_are_their_owner_s_and_hold_no_link(
    machine: Machine,
) -> None:
    logs = sorted(machine.folder.rglob("section*.log"))
    assert len(logs) == 2
    assert "/organisateur/" in machine.log
    for log in logs:
        assert log.stat().st_mode & 0o077 == 0
        assert "/organisateur/" not in log.read_text(encoding="utf-8")


def test_a_rolling_restart_and_a_killed_section_lose_no_slip_that_was_acknowledged(
    machine: Machine, database: str
) -> None:
    with machine.desk() as desk:
        code = new_game(desk, tables=4, time="900")
        known = pins(desk, code)
        move = move_of(desk, code)
        assert desk.post(f"/api/games/{code}/start").is_success
        phones = [Phone(machine, code, table, known[table], move) for table in known]
        for phone in phones:
            phone.start()
        machine.wait(lambda: all(phone.receipts for phone in phones))
        machine.process.send_signal(signal.SIGHUP)
        machine.until("tous les processus sont relancés")
        told = [len(phone.receipts) for phone in phones]
        # One of the two writes the game: it dies, and the other goes on.
        os.kill(machine.pids("section")[-2], signal.SIGKILL)
        os.kill(machine.pids("section")[-1], signal.SIGKILL)
        machine.until("s'est arrêté : il repart", 2)
        machine.wait(lambda: all(len(p.receipts) > n for p, n in zip(phones, told, strict=True)))
        for phone in phones:
            phone.stopping.set()
        for phone in phones:
            phone.join()
        acknowledged = [f"slip:{p.table}:{key}" for p in phones for key in p.receipts]
        there = keys_in(database, code)
        assert [phone.refused for phone in phones] == [[]] * len(phones)
        assert set(acknowledged) <= set(there)
        assert set(there.values()) == {1}
        assert desk.post(f"/api/games/{code}/end-time", json={}).is_success


def test_the_clock_of_a_killed_section_is_kept_by_another(machine: Machine) -> None:
    with machine.desk() as desk:
        code = new_game(desk, time="15")
        move_of(desk, code)
        assert desk.post(f"/api/games/{code}/start").is_success
        for pid in machine.pids("section")[-4:]:
            try:
                os.kill(pid, signal.SIGKILL)
                break
            except ProcessLookupError:
                continue

        def is_over() -> bool:
            reply = desk.get(f"/api/games/{code}")
            return reply.status_code == 200 and reply.json()["phase"] == "time-up"

        machine.wait(is_over)


def test_public_pages_come_from_a_board_and_show_what_sections_write(machine: Machine) -> None:
    with machine.desk() as desk, machine.client() as public:
        code = new_game(desk)
        with public.stream("GET", f"/live/{code}/public") as stream:
            told = (line for line in stream.iter_lines() if line.startswith("data:"))
            assert '"phase":"drawing"' in next(told)
            assert desk.post(f"/api/games/{code}/draw", json={}).is_success
            assert '"phase":"drawn"' in next(told)
        assert public.sign_in().post("/api/games", json={}).status_code == 401
        assert public.get("/metrics").status_code == 401


def test_a_postgresql_of_ones_own_keeps_what_it_was_given(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(POSTGRES_VARIABLE, str(postgres._binaries))
    with tempfile.TemporaryDirectory(prefix="raccord-own-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for version in range(2):
            own = OwnPostgres(folder / "postgres")
            own.start()
            try:
                with Store.open(own.address) as store:
                    store.blocking.append("s", version, [NewEvent("told", "{}")], kind="game")
            finally:
                own.stop()


def test_the_proxy_sends_every_address_of_a_game_by_the_first_letters_of_its_code() -> None:
    written = configuration("127.0.0.1:80", [8001, 8002], [8003])
    assert "server section2 127.0.0.1:8002" in written
    assert "server board1 127.0.0.1:8003" in written
    assert "ssl" not in written
    assert "ssl crt /c.pem" in configuration("127.0.0.1:443", [1], certificate="/c.pem")


@pytest.mark.parametrize(
    ("options", "said"),
    [(("--database", "sqlite:///x.sqlite"), "demande PostgreSQL")],
)
def test_what_cannot_be_is_told_in_one_line(
    options: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "raccord.cli", "serve", "--sections", "2", "--no-browser"]
    command += ["--data", str(tmp_path), "--port", str(free_port()), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr


def test_the_files_for_several_machines_are_sound(tmp_path: Path) -> None:
    certificate = make_certificate(tmp_path)
    places = {"SECTION1": "127.0.0.1:1", "SECTION2": "127.0.0.1:2", "BOARD1": "127.0.0.1:3"}
    environment = {**os.environ, **places, "HALL_CERTIFICATE": str(certificate)}
    command = [str(find_haproxy()), "-c", "-f", str(DEPLOY / "sections.cfg")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert {"section1", "section2", "board1", "haproxy", "postgres", "standby"} == set(services)
    units = [*(DEPLOY / "systemd").glob("*.service")]
    for text in (
        *(services[name]["command"] for name in ("section1", "board1")),
        *map(_unit, units),
    ):
        told = re.search(r"raccord serve ([^'\n]+)", " ".join(text.split()).partition(" User=")[0])
        assert told
        for option in re.findall(r"--[\w-]+", told[1]):
            assert any(option in (*o.opts, *o.secondary_opts) for o in serve_command.params), option


def _unit(path: Path) -> str:
    return next(line for line in path.read_text().splitlines() if line.startswith("ExecStart="))


def test_behind_a_proxy_connections_are_not_counted_by_its_address(tmp_path: Path) -> None:
    for hosts in ((), ("club.example",)):
        services = Services(Settings(data=tmp_path, hosts=hosts))
        _make_room(services, 10)
        crowd = services.get(Watch).crowd
        assert (crowd.per_network == crowd.most) is bool(hosts)
