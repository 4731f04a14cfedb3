"""The loop serves slips: pages, documents and long lists are made in other threads.

``bench/loop.py`` measures the same of every route on a large installation.
"""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from raccord import documents
from raccord.duplicate import record
from raccord.hall import appeals, competitions, people
from raccord.hall.people import DIRECTORY
from raccord.hall.pictures import Pictures
from raccord.store.codec import Codec
from raccord.store.games import TOURNAMENT
from raccord.tournament import columns
from raccord.web.competition import entries, manage
from raccord.web.competition import people as people_pages
from raccord.web.doors import Doors
from raccord.web.marker import second_api
from raccord.web.public import projector
from raccord.web.referee import tables_api
from raccord.web.render import Renderer
from tests.web.club import open_club
from tests.web.conftest import LiveServer, WebClient
from tests.web.played import played, unfinished
from tests.web.seeded import FROM_ELSEWHERE, seed
from tests.web.test_routes import OF_A_GAME, declared

TABLES = 60


class Spy:
    """Counts what is called on the loop's own thread, request by request."""

    def __init__(self, loop: int) -> None:
        self._loop = loop
        self.calls: dict[str, int] = {}
        self.elsewhere: dict[str, int] = {}

    def on(self, name: str, really: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any, **kwargs: Any) -> Any:
            calls = self.calls if threading.get_ident() == self._loop else self.elsewhere
            calls[name] = calls.get(name, 0) + 1
            return really(*args, **kwargs)

        return called


@pytest.fixture
def spy(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Spy:
    told: list[int] = []
    heard = threading.Event()

    def tell() -> None:
        told.append(threading.get_ident())
        heard.set()

    live_server.loop.call_soon_threadsafe(tell)
    assert heard.wait(60)
    found = Spy(told[0])
    for owner, name in (
        *((Renderer, "render"), (Codec, "decode"), (Doors, "pin"), (record, "dumps")),
        *((documents, "ranking"), (documents, "game_sheet"), (documents, "road_sheets")),
        *((documents, "road_sheet"), (documents, "notes"), (documents, "proof_sheet")),
        *((documents, "turn_pictures"), (documents, "to_pdf"), (Pictures, "listed")),
        *((projector, "found_by_turn"), (second_api, "difference_views")),
    ):
        monkeypatch.setattr(owner, name, found.on(name, getattr(owner, name)))
    return found


@pytest.fixture(scope="module")
def games(live_server: LiveServer) -> list[str]:
    """A game over, and one under way."""
    events = played(TABLES)
    return [seed(live_server, events), seed(live_server, unfinished(events, 4))]


def pages(code: str) -> Iterator[str]:
    """Every page, document and answer of a game."""
    for route in declared():
        method, path = route.split(" ")
        if method == "GET" and path.startswith(OF_A_GAME):
            filled = path.replace("{code}", code).replace("{table}", "3").replace("{turn}", "2")
            yield filled + ("?tous=1" if path.endswith("/billets") else "")
            if path.endswith(("/feuille", "/classement")):
                yield filled + ".pdf"


def test_no_page_of_a_large_game_is_made_on_the_loop(
    live_server: LiveServer, games: list[str], spy: Spy
) -> None:
    desk, stranger = live_server.client(), live_server.client()
    stranger.headers.update(FROM_ELSEWHERE)
    shown = 0
    for client, path in [(c, p) for c in (desk, stranger) for g in games for p in pages(g)]:
        spy.calls = {}
        reply = client.get(path)
        assert reply.status_code < 500, path
        # An error is a short page, made where it happens.
        allowed = {"render"} if reply.status_code >= 400 else set()
        made = {name for name, count in spy.calls.items() if (name, count) != ("pin", 1)}
        assert made <= allowed, (path, spy.calls)
        shown += reply.status_code == 200
    assert shown > 60


def _pairs(first: int) -> list[tuple[str, str]]:
    return [(f"Anne Petit {n}", f"Luc Roy {n}") for n in range(first, first + TABLES)]


def _lists(client: WebClient, event: str) -> Iterator[httpx.Response]:
    """What an organiser sends by the hundred."""
    home, api = f"/competition/{event}", f"/api/tournaments/{event}"
    text = "\n".join(" / ".join(pair) for pair in _pairs(0))
    yield client.post(f"{home}/engages", data={"text": text})
    csv = "Nom\n" + "\n".join(" / ".join(pair) for pair in _pairs(100))
    yield client.post(f"{home}/engages/fichier", files={"file": ("a.csv", csv.encode())})
    people = [{"name": f"Zoé Martin {n}"} for n in range(TABLES)]
    yield client.post("/api/people", json=people)
    yield client.post("/personnes", files={"file": ("b.csv", b"Nom\nJean Long\n")})
    numbers = [str(number) for number in range(1, TABLES)]
    yield client.post(f"{home}/engages/annuaire", data={"number": numbers})
    entries = [{"people": [{"name": a}, {"name": b}]} for a, b in _pairs(200)]
    yield client.post(api, json={"command": "enter-all", "entries": entries})
    yield client.post(f"{api}/presence", json={"numbers": [1, 2], "presence": "present"})
    yield client.post(f"{api}/seating", json={})
    lines = [{"number": number, "total": 500 - number} for number in range(1, TABLES)]
    tally = {"top": 900, "lines": lines}
    yield client.post(api, json={"command": "type-result", "title": "Un", "tally": tally})
    yield client.post(f"{home}/coupe", data={"first": "20"})
    totals = "joueur;total;top\n" + "\n".join(f"Invité {n};{500 - n};900" for n in range(TABLES))
    yield client.post(f"{home}/resultats", data={"title": "Deux", "text": totals})
    yield client.get("/api/people")
    yield client.get("/personnes")


def test_long_lists_of_an_organiser_are_worked_out_in_other_threads(
    live_server: LiveServer, client: WebClient, spy: Spy, monkeypatch: pytest.MonkeyPatch
) -> None:
    for owner, name in (
        *((competitions, "decide"), (people, "importing"), (people, "recogniser")),
        *((entries, "plain"), (columns, "plain"), (manage, "reporting")),
        *((people_pages, "_by_name"), (people_pages, "_written")),
    ):
        monkeypatch.setattr(owner, name, spy.on(name, getattr(owner, name)))
    really, seen = Codec.encode, spy.on("encode", Codec.encode)

    def encode(codec: Codec[Any], event: Any) -> Any:
        """Seen here alone: the clock of a game that another test left may write meanwhile."""
        ours = codec in (TOURNAMENT.codec, DIRECTORY.codec)
        return seen(codec, event) if ours else really(codec, event)

    monkeypatch.setattr(Codec, "encode", encode)
    opened = client.post("/api/tournaments", json={"command": "open", "title": "x"})
    spy.calls = {}
    for reply in _lists(client, opened.json()["code"]):
        assert reply.is_success or reply.is_redirect, reply.text
    assert spy.calls == {}
    pages = ("reporting", "_by_name", "_written")
    for name in ("decide", "importing", "recogniser", "encode", *pages):
        assert spy.elsewhere.get(name), f"{name} was never called: the test sees nothing"


def test_what_concerns_a_whole_hall_is_worked_out_in_other_threads(
    live_server: LiveServer, spy: Spy, monkeypatch: pytest.MonkeyPatch
) -> None:
    for owner, name in (
        *((tables_api, "entering"), (appeals, "decide"), (appeals, "cases_of")),
        *((appeals, "limit_of"), (appeals, "cases"), (competitions, "decide")),
    ):
        monkeypatch.setattr(owner, name, spy.on(name, getattr(owner, name)))
    monkeypatch.setattr(Codec, "encode", spy.on("encode", Codec.encode))
    club = open_club(live_server, "")
    spy.calls = {}
    text = "\n".join(f"{n} Anne Petit {n} / Luc Roy {n}" for n in range(1, 2 * TABLES + 1))
    club.post("tables", {"text": text})
    phone = club.phone(1)
    club.draw("AEINRST")
    club.post("start")
    club.post("end-time")
    club.post("marks/top", {"tables": list(range(1, TABLES + 1))})
    club.post("marks/missing", {"rest": True})
    club.post("retain")
    spy.calls.pop("pin", None)
    filed = phone.post(f"{club.base}/own/appeals", json={"turn": 1, "reason": "relu"})
    assert filed.status_code == 201, filed.text
    assert phone.get(f"{club.base}/own/appeals").status_code == 200
    assert club.desk.get(f"{club.base}/appeals").status_code == 200
    # What is one fact, or a handful, is written where it is decided.
    assert spy.calls.pop("encode") < TABLES / 4
    spy.calls.pop("pin", None)
    assert spy.calls == {}
    assert spy.elsewhere["encode"] > 4 * TABLES
    for name in ("entering", "decide", "cases_of", "limit_of"):
        assert spy.elsewhere.get(name), f"{name} was never called: the test sees nothing"
