"""Several machines, by the files of ``deploy/`` and the words of docs/network.md.

A primary and a synchronous standby, two machines with a section each, one with the proxy. The
primary loses its power: nobody refuses anything, the line is just silent.
"""

import os
import pwd
import re
import secrets
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import yaml  # type: ignore[import-untyped]

from raccord.network.programs import find_haproxy
from tests.network.hall import move_of, new_game, pins, seat
from tests.network.machines import DEPLOY, Machines, command_of, of_unit
from tests.store.postgres import copy_binaries, find_binaries
from tests.web.conftest import WebClient
from tests.web.proxied import NAME, make_certificate
from tests.web.served import PATIENCE

pytestmark = [
    pytest.mark.server,
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root makes network namespaces"),
]
RACCORD = Path(sys.executable).with_name("raccord")
PORT = 8001


class Site:
    """All machines of an installation."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.chmod(0o755)
        self.machines = Machines(folder, ["db1", "db2", "host1", "host2", "proxy"])
        self.compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
        self.password = secrets.token_hex(8)
        self.certificate = make_certificate(folder)
        self.binaries = copy_binaries(find_binaries(), folder)
        self._nobody = pwd.getpwnam("nobody").pw_uid

    def data(self, name: str) -> Path:
        return self.folder / name

    def sockets(self, name: str) -> str:
        """Where a server has its socket: not among its data, which are copied."""
        folder = self.folder / f"{name}-run"
        folder.mkdir(exist_ok=True)
        os.chown(folder, self._nobody, -1)
        return str(folder)

    def start_primary(self) -> "subprocess.Popen[bytes]":
        """As the entry point of the image does: data, a database, our script, then the command."""
        data = self.data("db1")
        data.mkdir()
        os.chown(data, self._nobody, -1)
        word = self.folder / "password"
        word.write_text(self.password)
        word.chmod(0o644)
        self.run("db1", "initdb", "-U", "raccord", f"--pwfile={word}", "--auth=trust", "-D", data)
        settings = data / "postgresql.conf"
        settings.write_text(settings.read_text() + "\nlisten_addresses = '*'\n")
        rules = data / "pg_hba.conf"
        rules.write_text(rules.read_text() + "\nhost all all all scram-sha-256\n")
        command = self.compose["postgres"]["command"].split()[1:]
        server = self.postgres("db1", *command, "-c", "listen_addresses=")
        # With nobody to acknowledge it yet.
        self.wait(lambda: self.sql("db1", "SELECT 1", local=True) == 1)
        self.sql("db1", "CREATE DATABASE raccord", local=True)
        self.run_script("db1", DEPLOY / "replication.sh")
        server.send_signal(signal.SIGINT)
        server.wait(60)
        started = self.postgres("db1", *command)
        self.wait(lambda: self.sql("db1", "SELECT 1") == 1)
        return started

    def start_standby(self) -> None:
        self.data("db2").mkdir(mode=0o700)
        os.chown(self.data("db2"), self._nobody, -1)
        script = " ".join(self.compose["standby"]["entrypoint"].split()).replace("$$", "$")
        (line,) = re.findall(r"^sh -c '(.+)'$", script)
        line = line.replace("host=postgres ", f"host={self.machines.address['db1']} ")
        line = line.replace("pg_basebackup ", "pg_basebackup --checkpoint=fast ")
        line = line.replace("exec postgres", f"exec postgres -k {self.sockets('db2')}")
        environment = {
            "PGDATA": str(self.data("db2")),
            "PGPASSWORD": self.password,
            "PATH": f"{self.binaries}:{os.environ['PATH']}",
        }
        self.machines.start("db2", ["sh", "-c", line], environment, "nobody")
        self.wait(lambda: self.sql("db1", "SELECT sync_state FROM pg_stat_replication") == "sync")

    def postgres(self, name: str, *options: str) -> "subprocess.Popen[bytes]":
        data = self.data(name)
        command = [
            str(self.binaries / "postgres"),
            "-D",
            str(data),
            "-k",
            self.sockets(name),
            *options,
        ]
        return self.machines.start(name, command, {}, "nobody")

    def run(self, name: str, program: str, *arguments: object) -> None:
        command = [str(self.binaries / program), *map(str, arguments)]
        assert self.machines.start(name, command, {}, "nobody").wait(PATIENCE) == 0

    def run_script(self, name: str, script: Path) -> None:
        copy = self.folder / script.name
        shutil.copy(script, copy)
        environment = {"PGDATA": str(self.data(name))}
        done = self.machines.start(name, ["sh", str(copy)], environment, "nobody")
        assert done.wait(PATIENCE) == 0

    def sql(self, name: str, text: str, *, local: bool = False) -> Any:
        """One value, asked at the machine itself."""
        host = self.sockets(name) if local else self.machines.address[name]
        try:
            with (
                self.machines.at(name),
                psycopg.connect(
                    host=host,
                    user="raccord",
                    dbname="postgres",
                    password=self.password,
                    autocommit=True,
                    options="-c statement_timeout=20s",
                ) as connection,
            ):
                cursor = connection.execute(text.encode())
                row = cursor.fetchone() if cursor.description else None
                return row and row[0]
        except psycopg.OperationalError as error:
            if "statement timeout" in str(error):
                raise
            return None

    def start_section(self, name: str) -> "subprocess.Popen[bytes]":
        home = self.folder / name
        home.mkdir(exist_ok=True)
        (home / "secret.key").write_bytes(b"k" * 32)
        address = self.machines.address
        told = {
            "RACCORD_DATABASE": f"postgresql+psycopg://raccord:{self.password}@/raccord"
            f"?host={address['db1']},{address['db2']}&target_session_attrs=read-write",
            "RACCORD_HOSTS": NAME,
            "FORWARDED_ALLOW_IPS": address["proxy"],
        }
        environment = of_unit("raccord@.service", PORT, home, told)
        command = command_of("raccord@.service", PORT, RACCORD)
        return self.machines.start(name, command, environment)

    def start_proxy(self) -> None:
        address = self.machines.address
        environment = {
            "HALL_CERTIFICATE": str(self.certificate),
            "SECTION1": f"{address['host1']}:{PORT}",
            "SECTION2": f"{address['host2']}:{PORT}",
            "BOARD1": f"{address['host2']}:{PORT + 1}",
        }
        command = [str(find_haproxy()), "-db", "-f", str(DEPLOY / "sections.cfg")]
        self.machines.start("proxy", command, environment)

    def client(self) -> WebClient:
        trust = ssl.create_default_context(cafile=str(self.folder / "cert.pem"))
        trust.check_hostname = False
        client = WebClient(base_url=f"https://{self.machines.address['proxy']}", verify=trust)
        client.headers["host"] = NAME
        client.timeout = httpx.Timeout(60)
        return client

    def wait(self, is_so: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE / 3
        while not is_so():
            assert time.monotonic() < end, self.said()
            time.sleep(0.1)

    def said(self) -> str:
        logs = sorted(self.folder.glob("*.log"))
        return "\n".join(f"{log.name}: {log.read_text(errors='replace')[-1500:]}" for log in logs)


@pytest.fixture
def site() -> Iterator[Site]:
    # Not pytest's folder: its path is too long for a socket, and closed to who runs PostgreSQL.
    with tempfile.TemporaryDirectory(prefix="raccord-site-") as name:
        made = Site(Path(name))
        try:
            yield made
        finally:
            made.machines.close()


def answers(client: WebClient, path: str = "/readyz") -> bool:
    try:
        return client.get(path).status_code == 200
    except httpx.TransportError:
        return False


def hand_in(site: Site, phone: WebClient, code: str, move: str, key: str) -> None:
    """As a phone does: again under the same key until there is a receipt."""
    body = {"turn": 1, "entered": {"move": move}, "key": key}

    def is_taken() -> bool:
        try:
            reply = phone.post(f"/api/games/{code}/slip", json=body)
        except httpx.TransportError:
            return False
        assert reply.status_code == 200 or reply.status_code >= 500, reply.text
        return reply.status_code == 200

    site.wait(is_taken)


def test_a_turn_outlives_a_silent_primary_a_restarted_section_and_a_pulled_cable(
    site: Site,
) -> None:
    site.start_primary()
    site.start_standby()
    first = site.start_section("host1")
    site.start_proxy()
    with site.machines.at("proxy"), site.client() as desk, site.client() as phone:
        site.wait(lambda: answers(desk))
        site.start_section("host2")
        said = site.machines.log("host1")
        site.wait(lambda: "/organisateur/" in said.read_text())
        found = re.search(r"/organisateur/[\w.-]+", said.read_text())
        assert found
        assert desk.get(found[0]).status_code in {200, 303}
        desk.sign_in()
        code = new_game(desk, time="900")
        move = move_of(desk, code)
        known = pins(desk, code)
        assert desk.post(f"/api/games/{code}/start").is_success
        seat(phone, code, 1, known[1])
        hand_in(site, phone, code, move, "before")
        assert desk.get("/metrics").status_code == 403

        site.machines.cable("db1", False)
        assert site.sql("db2", "SELECT pg_promote()") is True
        site.sql("db2", "ALTER SYSTEM SET synchronous_standby_names = ''")
        site.sql("db2", "SELECT pg_reload_conf()")
        hand_in(site, phone, code, move, "after")

        first.terminate()
        hand_in(site, phone, code, move, "one section")
        first.wait(60)
        site.start_section("host1")
        site.wait(lambda: said.read_text().count("/organisateur/") >= 2)

        site.machines.cable("host2", False)
        hand_in(site, phone, code, move, "other section")
        site.machines.cable("host2", True)
        assert desk.post(f"/api/games/{code}/end-time", json={}).is_success
