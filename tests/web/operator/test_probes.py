"""What operators ask: alive, ready, measured; and who may know what."""

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from raccord.web.doors import organiser_path
from raccord.web.logs import structure_logs
from raccord.web.operator.probes import TOKEN_VARIABLE
from tests.web.club import open_club
from tests.web.conftest import LiveServer

MakeServer = Callable[..., LiveServer]


def test_a_server_tells_that_it_is_alive_and_ready_and_nothing_else(
    make_server: MakeServer,
) -> None:
    server = make_server(host="0.0.0.0")
    for path in ("/healthz", "/readyz"):
        reply = server.client().get(path)
        assert (reply.status_code, reply.text) == (200, "ok\n")


def test_a_server_whose_database_is_gone_is_alive_and_not_ready(make_server: MakeServer) -> None:
    server = make_server()
    services = server.services
    services.store.engine.dispose()
    (services.data / "raccord.sqlite").rename(services.data / "elsewhere")
    (services.data / "raccord.sqlite").mkdir()
    reply = server.client().get("/readyz")
    assert (reply.status_code, reply.text) == (503, "database\n")
    assert server.client().get("/healthz").status_code == 200
    (services.data / "raccord.sqlite").rmdir()
    (services.data / "elsewhere").rename(services.data / "raccord.sqlite")


def test_slips_are_counted_for_the_organiser_and_nobody_else(
    make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = open_club(make_server(host="0.0.0.0"))
    assert club.desk.get(f"/{organiser_path(club.server.services)}").status_code == 303
    phone = club.phone(1)
    club.draw("AEINRST")
    slip = {"turn": 1, "entered": {"move": club.tops()[0]}}
    club.post("start", {})
    assert phone.post(f"/api/games/{club.code}/slip", json=slip).is_success
    found = club.desk.get("/metrics")
    assert found.status_code == 200
    assert 'raccord_slips_total{late="false"} 1.0' in found.text
    assert "raccord_slip_seconds_count 1.0" in found.text
    assert "raccord_loop_delay_seconds" in found.text
    stranger = club.server.client()
    assert stranger.get("/metrics").status_code == 401
    assert phone.get("/metrics").status_code == 401
    monkeypatch.setenv(TOKEN_VARIABLE, "t0ken")
    told = {"authorization": "Bearer t0ken"}
    assert stranger.get("/metrics", headers=told).status_code == 200
    assert stranger.get("/metrics", headers={"authorization": "Bearer other"}).status_code == 401


def test_logs_are_lines_of_json_where_they_are_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    root = logging.getLogger()
    before, level = root.handlers, root.level
    try:
        structure_logs(process="s1")
        logging.getLogger("alembic.runtime.migration").info("Context impl SQLiteImpl.")
        logging.getLogger("raccord.x").warning("le nom %s\nest long", "é")
    finally:
        root.handlers = before
        root.setLevel(level)
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert told["message"] == "le nom é\nest long"
    assert told["at"].endswith("Z")
    at = datetime.fromisoformat(told["at"])
    assert abs((datetime.now(UTC) - at).total_seconds()) < 3600
    assert (told["level"], told["logger"], told["process"]) == ("WARNING", "raccord.x", "s1")
