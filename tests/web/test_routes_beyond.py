"""Routes that belong to no single game: competitions, centres, people, lists, the server itself."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient
from tests.web.test_routes import EVERYBODY, MAY, OF_A_GAME, declared, people

FILE = {"file": ("a.csv", b"Nom\nLuc Roy\n")}
SPOT = {"verdict": "uphold", "reason": "x", "text": "x", "title": "x", "what": "x", "who": "x"}
JSON: dict[str, Any] = {
    "/api/people": [{"name": "Luc Roy"}],
    "/api/people/1": {"name": "Luc Roy"},
    "/api/tournament-templates": {"name": "x", "title": "x", "terms": {}},
    "/api/tournaments": {"command": "open", "title": "x"},
    "/api/tournaments/{event}": {"command": "close"},
    "/api/tournaments/{event}/presence": {"numbers": [1], "presence": "present"},
    "/api/tournaments/{event}/sudden-death": {"numbers": [1, 2]},
    "/api/tournaments/{event}/appeals/1-1-1": SPOT,
}
FORMS: dict[str, Any] = {
    "/epreuve/{world}/centre/lyon/code": {"game": 1, "turn": 1},
    "/epreuve/{world}/centre/lyon/creneau": {"game": 1},
    "/epreuve/{world}/centre/lyon/ordinateur": {"install": "x"},
    "/epreuve/{world}/decisions": {"centre": "lyon", "game": 1, "turn": 1, "table": 1},
    "/competition/{event}/absences": {"game": 1, "partie": 1},
    "/competition/{event}/coupe": {"keep": 1, "count": 1},
    "/competition/{event}/engages/1/reunir": {"into": 2},
    "/competition/{event}/jarnac/abandon": {"number": "1"},
    "/competition/{event}/jarnac/arbitrage": {"name": "x"},
    "/competition/{event}/jarnac/resultat": {"round": "1", "table": "1"},
    "/listes/choisir": {"name": "fr-libre"},
    "/listes/retirer": {"name": "fr-libre"},
    "/personnes/effacer": {"number": 1, "sure": "1"},
    "/personnes/retirer": {"number": 1},
    "/personnes/reunir": {"number": 1, "into": 2},
}
FILES = ("/competition/{event}/engages/fichier", "/competition/{event}/plan/table", "/modeles")
UNREADABLE = 12
"""Routes whose body is refused before anybody's rights are asked for: it does nothing."""


@pytest.fixture
def club(make_server: Callable[..., LiveServer]) -> Club:
    return open_club(make_server(host="0.0.0.0"))


def beyond() -> Iterator[tuple[str, str, set[str]]]:
    """Method, path and who is not named, of every route beyond single games."""
    for route, who in declared().items():
        method, path = route.split(" ")
        if not path.startswith(OF_A_GAME) and who.startswith(("organiser", "commission", "desk")):
            yield method, path, EVERYBODY - MAY[who]


def asked(client: WebClient, method: str, path: str, known: dict[str, str]) -> int:
    scope = "world" if path.startswith("/epreuve") else "event"
    names = {"code": f"{{{scope}}}", "number": "1", "centre": "lyon", "name": "1-1-1"}
    named = re.sub(r"{(\w+)}", lambda found: names.get(found[1], "x"), path)
    address = named.format(**known)
    if method in {"GET", "DELETE"}:
        return client.request(method, address).status_code
    if named in FILES:
        return client.post(address, files=FILE, data={"which": "grades"}).status_code
    if named.startswith("/api/"):
        body = JSON.get(named, SPOT if "/appeals/" in named else {})
        return client.request(method, address, json=body).status_code
    return client.request(method, address, data=FORMS.get(named, {})).status_code


def test_no_route_beyond_single_games_lets_in_who_is_not_named(club: Club) -> None:
    club.draw("AEINRST")
    club.post("start")
    club.post("end-time")
    visitors, desk = people(club), club.desk
    event = desk.post("/api/tournaments", json={"command": "open", "title": "x"}).json()["code"]
    assert desk.post(f"/competition/{event}/engages", data={"text": "Anne\nLuc"}).is_redirect
    world = {"title": "x", "embargo": "2027-03-06T14:00", "centres": "Lyon"}
    made = desk.post("/epreuves", data=world).headers["location"].split("/")[2]
    known = {"event": event, "world": made}
    before = desk.get(f"/api/tournaments/{event}/summary").text, desk.get("/api/people").text
    turned_away, unreadable = 0, set()
    for method, path, strangers in beyond():
        for role in sorted(strangers):
            status = asked(visitors[role], method, path, known)
            assert status in {400, 401, 403}, (role, method, path, status)
            turned_away += status != 400
            unreadable |= {path} if status == 400 else set()
    assert turned_away > 500
    assert len(unreadable) <= UNREADABLE, unreadable
    after = desk.get(f"/api/tournaments/{event}/summary").text, desk.get("/api/people").text
    assert after == before, "nothing was written"
