"""Every route has a declared right, and lets nobody else in."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from raccord.web import create_app
from raccord.web.doors import organiser_path
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient

DECLARED = Path(__file__).parents[2] / "docs" / "security.md"
DOCUMENTS = re.compile(r"(/partie/.*/(?:billets|classement|feuille|preuve|route))\.\w+")
DESK = {"organiser", "referee"}
MARKERS = DESK | {"marker"}
OFFICIALS = MARKERS | {"second"}
EVERYBODY = OFFICIALS | {"player", "public"}
MAY = {
    "those the audience names": EVERYBODY,
    "everybody": EVERYBODY,
    "everybody but seats in play": EVERYBODY,
    "everybody once the game is over": set(),
    "organiser": {"organiser"},
    "commission": DESK,
    "commission of the event": {"organiser"},
    "those who see a page of the event": EVERYBODY,
    "desk": DESK,
    "markers, own tables": MARKERS,
    "markers; everybody once it is shown or published": MARKERS,
    "markers, own tables; a seat its own": MARKERS | {"player"},
    "officials": OFFICIALS,
    "officials, own tables": OFFICIALS,
    "second markers, own tables": {"second"},
    "seated": {"player"},
}
SLIP = {"word": "RETINAS", "reference": "H4", "score": 70}
LINE = {"line": "1 ="}
BODIES: dict[str, Any] = {
    "correct-draw": {"letters": "AEINRST", "reason": "x"},
    "cancel": {"reason": "x"},
    "stop": {"reason": "x"},
    "invitations": {"role": "marker"},
    "invitations/x/tables": {"tables": [1]},
    "tables": {"text": "9 Luc"},
    "sections": {"name": "Nord"},
    "tables/1/exclude": {"reason": "x"},
    "tables/1/withdraw": {"reason": "x"},
    "marks": {"table": 1, "slip": SLIP, "reason": "x"},
    "marks/drawn": {"table": 1, "cells": [{"row": 8, "column": 8, "letter": "A"}]},
    "marks/line": LINE,
    "marks/line/preview": LINE,
    "marks/line/why": LINE,
    "marks/preview": {"slip": SLIP},
    "marks/places": {"word": "RATE"},
    "tables/1": {"players": ["Luc"]},
    "tables/1/merge": {"into": 2},
    "tables/1/renumber": {"to": 9},
    "public-number": {"number": "12345"},
    "rulings": {"turn": 1, "table": 1, "points": 1, "reason": "x"},
    "notes": {"turn": 1, "table": 1},
    "second": {"turn": 1, "table": 1, "slip": SLIP},
    "second/line": LINE,
    "second/line/preview": LINE,
    "slip": {"turn": 1, "entered": {"word": "A"}},
    "propose": {"move": "H8 TARI"},
    "own/appeals": {"turn": 1, "reason": "x"},
    "appeals": {"turn": 1, "table": 1, "reason": "x"},
}
FORMS: dict[str, Any] = {
    "joueurs": {"text": "9 Luc"},
    "invitations": {"role": "marker"},
    "decisions": {"turn": 1, "table": 1, "points": 1, "reason": "x"},
    "avertissement": {"turn": 1, "table": 1},
    "recours": {"turn": 1, "table": 1, "reason": "x"},
    "tables/1/exclure": {"reason": "x"},
    "tables/1/nom": {"names": "Luc", "name": "Luc", "text": "Luc", "players": "Luc"},
    "tables/1/numero": {"to": 9},
    "tables/1/reunir": {"into": 2},
}
OF_A_GAME = tuple(
    f"/{place}/{{code}}"
    for place in ("api/games", "arbitrer", "corriger", "jouer", "partie", "projection")
)
QUERIES = {
    "/mots": "?q=lustre",
    "/api/words/check": "?words=lustre",
    "/api/words/study": "?question=valide&q=lustre",
}


def declared() -> dict[str, str]:
    """Who may call each route, as the documentation says."""
    _, _, rest = DECLARED.read_text(encoding="utf-8").partition("## Who may call what")
    found, who = {}, ""
    for line in rest.split("```")[1].splitlines():
        if line.startswith(" "):
            found[line.strip()] = who
        elif line:
            who = line
    return found


def routes(club: Club) -> set[str]:
    """The routes there are, without the types of their parameters."""
    found = set()
    for route in create_app(club.server.services.settings, club.server.services).routes:
        path = re.sub(r"{(\w+):\w+}", r"{\1}", route.path)
        path = DOCUMENTS.sub(r"\1", path)
        found |= {f"{method} {path}" for method in getattr(route, "methods", ())}
    return {one for one in found if not one.startswith(("OPTIONS ", "HEAD "))}


@pytest.fixture
def club(make_server: Callable[..., LiveServer]) -> Club:
    return open_club(make_server(host="0.0.0.0"))


def people(club: Club) -> dict[str, WebClient]:
    """Somebody in each role, each with table 1 where he has tables."""
    found = {"organiser": club.desk, "player": club.phone(1), "public": club.server.client()}
    found["public"].sign_in()
    assert club.desk.get(f"/{organiser_path(club.server.services)}").status_code == 303
    for role in ("referee", "marker", "second"):
        tables = [] if role == "referee" else [1]
        link = club.post("invitations", {"role": role, "tables": tables})["link"]
        found[role] = club.server.client()
        assert found[role].get(urlsplit(link).path).status_code == 303
        found[role].sign_in()
    return found


def test_every_route_has_a_declared_right_and_none_is_declared_in_vain(club: Club) -> None:
    told = declared()
    assert routes(club) - set(told) == set(), "say in docs/security.md who may call these"
    assert set(told) - routes(club) == set()
    assert set(told.values()) == set(MAY)


def of_games() -> Iterator[tuple[str, str, str]]:
    """Method, path and declaration of the routes of a game that can be asked in one go."""
    for route, who in declared().items():
        method, path = route.split(" ")
        if path.startswith(OF_A_GAME):
            yield method, path, who


def asked(client: WebClient, club: Club, method: str, path: str) -> int:
    known = {"code": club.code, "table": "1", "turn": "1"}
    filled = re.sub(r"{(\w+)}", lambda found: known.get(found[1], "x"), path)
    action = filled.partition(f"{club.code}/")[2]
    if method in {"GET", "DELETE"}:
        return client.request(method, filled).status_code
    if filled.startswith("/api/"):
        return client.request(method, filled, json=BODIES.get(action, {})).status_code
    return client.request(method, filled, data=FORMS.get(action, {})).status_code


def test_no_route_of_a_game_lets_in_who_is_not_named(club: Club) -> None:
    club.draw("AEINRST")
    club.post("start")
    club.post("end-time")
    visitors = people(club)
    before = club.get("referee")["revision"]
    turned_away = 0
    for method, path, who in of_games():
        for role in sorted(EVERYBODY - MAY[who]):
            status = asked(visitors[role], club, method, path)
            led = {303} if path in {"/jouer/{code}", "/partie/{code}/route"} else set()
            assert status in {401, 403} | led, (role, method, path, status)
            turned_away += 1
    assert club.get("referee")["revision"] == before, "nothing was written"
    assert turned_away > 200


def test_every_page_of_a_game_opens_to_those_who_are_named(club: Club) -> None:
    club.draw("AEINRST")
    club.post("start")
    visitors = people(club)
    opened = 0
    for method, path, who in of_games():
        for role in sorted(MAY[who]) if method == "GET" else ():
            status = asked(visitors[role], club, method, path)
            assert status not in {401, 403}, (role, path)
            opened += status == 200
    assert opened > 60


def test_a_seat_in_play_is_refused_every_other_game_and_every_word(club: Club) -> None:
    phone = club.phone(1)
    club.draw("AEINRST")
    walked = 0
    for route, who in declared().items():
        method, path = route.split(" ")
        if who != "everybody but seats in play":
            continue
        filled = path.replace("{number}", "1").replace("{name}", "x") + QUERIES.get(path, "")
        kind: dict[str, Any] = {"json": {}} if filled.startswith("/api/") else {"data": {}}
        body = kind if method == "POST" else {}
        reply = phone.request(method, filled, headers={"accept": "application/json"}, **body)
        assert reply.status_code == 403, (route, reply.status_code)
        assert "turn-under-way" in reply.text or "Le coup est en cours" in reply.text, route
        walked += 1
    assert walked > 25
