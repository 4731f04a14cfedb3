"""A server that is asked to stop while its database lets it wait."""

import sqlite3
import threading
from pathlib import Path

import httpx
import pytest

from tests.web.conftest import WebClient
from tests.web.served import Served

PATIENCE = 60.0


@pytest.mark.slow
def test_a_request_cut_off_by_a_stop_is_to_be_sent_again_under_its_key(tmp_path: Path) -> None:
    base = tmp_path / "base.sqlite"
    server = Served(tmp_path, f"sqlite:///{base}")
    server.start()
    key = {"idempotency-key": "draw-1"}
    with WebClient(base_url=server.url, timeout=PATIENCE) as desk:
        code = desk.sign_in().post("/api/games", json={}).json()["code"]
        path = f"/api/games/{code}/draw"
        replies: list[httpx.Response] = []
        asking = threading.Thread(
            target=lambda: replies.append(desk.post(path, json={}, headers=key))
        )
        held = sqlite3.connect(base, isolation_level=None)
        held.execute("BEGIN EXCLUSIVE")
        asking.start()
        # Being written by now, or soon: the stop finds it waiting for the file.
        asking.join(1.0)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        asking.join(PATIENCE)
        held.close()
        stopping.join(PATIENCE)
        assert [reply.status_code for reply in replies] == [503]
        assert replies[0].json()["error"]["code"] == "stopping"
        server.start()
        assert desk.post(path, json={}, headers=key).is_success
        assert desk.get(f"/api/games/{code}/referee").json()["game"]["turn"] == 1
    server.stop()
