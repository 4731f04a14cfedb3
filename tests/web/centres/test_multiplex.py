"""Multiplex through the pages people use: two installations, one draws and the other follows."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.web.centres.test_event import Laptop, MakeServer, done, local
from tests.web.conftest import WebClient

PATIENCE = 60


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def game(desk: WebClient, code: str) -> dict[str, Any]:
    found: dict[str, Any] = desk.get(f"/api/games/{code}").json()
    return found


def test_a_club_follows_the_draws_of_another_installation_as_they_are_made(
    make_server: MakeServer, tmp_path: Path
) -> None:
    hub = make_server(data=tmp_path / "hub").client().sign_in()
    wish = {"title": "Finale", "edition": "2017", "settings": {"draw": "hand", "entry": "paper"}}
    master = hub.post("/api/games", json=wish).json()["code"]

    def act(action: str, body: object = None) -> None:
        reply = hub.post(f"/api/games/{master}/{action}", json=body or {})
        assert reply.is_success, (action, reply.text)

    act("tables", {"text": "1 Odile"})
    form = {"title": "Multiplex", "edition": "2017", "embargo": local(-1), "centres": "Lyon"}
    event = done(hub.post("/epreuves", data=form)).split("/")[2]
    slot = {"opens": local(-1), "closes": local(1)}
    wrong = hub.post(f"/epreuve/{event}/direct", data={**slot, "game": "ZZZZ"})
    assert wrong.status_code == 409
    assert "existe pas dans la salle" in wrong.text
    done(hub.post(f"/epreuve/{event}/direct", data={**slot, "game": master}))
    assert f"/arbitrer/{master}" in hub.get(f"/epreuve/{event}/gerer").text

    lyon = Laptop(make_server(data=tmp_path / "lyon"))
    lyon.join(hub.get(f"/epreuve/{event}/centre/lyon/convocation.json").content)
    assert "en direct" in lyon.desk.get(lyon.home).text
    code = lyon.open(1, 2)
    shown = lyon.desk.get(f"/arbitrer/{code}").text
    assert "suit une autre partie" in shown
    assert 'id="link"' in shown
    assert lyon.desk.post(f"/api/games/{code}/draw", json={"letters": "RETINAS"}).status_code == 409

    act("draw", {"letters": "RETINAS"})
    until(lambda: game(lyon.desk, code)["phase"] == "drawn")
    act("start")
    until(lambda: game(lyon.desk, code)["phase"] == "running")
    # The link is cut: the club waits in the turn, and goes on when it is back.
    lyon.cut(True)
    until(lambda: not lyon.desk.get(f"{lyon.home}/liaison.json").json()["linked"])
    act("end-time")
    assert game(lyon.desk, code)["phase"] == "running"
    lyon.cut(False)
    until(lambda: game(lyon.desk, code)["phase"] == "time-up")
    lyon.act(code, "marks/top", {"tables": [2]})
    lyon.act(code, "marks/missing", {"rest": True})
    act("marks/missing", {"rest": True})
    act("retain")
    act("stop", {"reason": "essai"})
    act("publish")
    until(lambda: bool(game(lyon.desk, code)["published"]))
    until(lambda: not hub.get(f"/epreuve/{event}.json").json()["provisional"])
    world = hub.get(f"/epreuve/{event}.json").json()
    assert (world["lines"][0]["centre"], world["lines"][0]["place"]) == ("Lyon", 1)
    assert {line["centre"] for line in world["lines"]} == {"Lyon", "Salle principale"}
    assert world["top_total"] == world["lines"][0]["total"] > 0
