"""A process of several, and the people who talk to it."""

import secrets
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.web.conftest import WebClient
from tests.web.served import PATIENCE, Served

SECRET = secrets.token_hex(32)


class Process(Served):
    """``raccord serve`` with the key that all processes of a test share."""

    def __init__(
        self,
        data: Path,
        database: str,
        *options: str,
        environment: Mapping[str, str] | None = None,
        module: str = "raccord.cli",
    ) -> None:
        self.database = database
        shared = {"RACCORD_SECRET": SECRET, **(environment or {})}
        super().__init__(data, database, *options, environment=shared, module=module)

    def refused(self) -> int:
        """Start where it is not to; its exit code."""
        with self._log.open("wb") as log:
            done = subprocess.run(
                self._command, stdout=log, stderr=log, env=self._environment, timeout=PATIENCE
            )
        return done.returncode

    @contextmanager
    def client(self) -> Iterator[WebClient]:
        """A visitor of this process, at its machine."""
        with WebClient(base_url=self.url, timeout=60) as client:
            yield client.sign_in()


def new_game(desk: WebClient, tables: int = 2, **wish: Any) -> str:
    reply = desk.post("/api/games", json=wish)
    assert reply.status_code == 201, reply.text
    code: str = reply.json()["code"]
    names = "\n".join(f"{n} Joueur{n}" for n in range(1, tables + 1))
    reply = desk.post(f"/api/games/{code}/tables", json={"text": names})
    assert reply.is_success, reply.text
    return code


def pins(desk: WebClient, code: str) -> dict[int, str]:
    return {line["table"]: line["pin"] for line in desk.get(f"/api/games/{code}/pins").json()}


def seat(phone: WebClient, code: str, table: int, pin: str) -> WebClient:
    phone.sign_in()
    reply = phone.post(f"/api/games/{code}/join", json={"table": table, "pin": pin})
    assert reply.status_code == 200, reply.text
    return phone


def move_of(desk: WebClient, code: str) -> str:
    """Draw; a top of it."""
    assert desk.post(f"/api/games/{code}/draw", json={}).is_success
    top: str = desk.get(f"/api/games/{code}/referee").json()["tops"]["ties"][0]["move"]
    return top
