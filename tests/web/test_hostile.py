"""People who mean harm: they get one clear refusal, and nobody else notices."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from raccord.web.security import MAX_BODY
from tests.store.postgres import PostgresServer
from tests.web.club import Club
from tests.web.conftest import LiveServer, WebClient

MakeServer = Callable[..., LiveServer]
SCRIPT = "<script>alert(1)</script>"
NAMES = (
    "<script>alert(1) \"onload='alert(1)'",
    "<img src=x onerror=alert(1)>",
    '#panic("typst") $x$ \\ [',
    "{{ 7*7 }} {% raise %}",
    "‮gnorw‬ Zoé 😀 e\u0301",
    "=HYPERLINK(1) Excel",
)

PAGES = (
    *("/arbitrer", "/arbitrer/{}", "/arbitrer/{}/joueurs", "/arbitrer/{}/codes"),
    *("/arbitrer/{}/decisions", "/projection/{}", "/parties", "/parties.json", "/partie/{}"),
    *("/partie/{}.json", "/partie/{}/coup/1", "/partie/{}/preuve", "/partie/{}/route"),
    *(f"/partie/{{}}/classement{ending}" for ending in ("", ".pdf", ".csv", ".json")),
    *(f"/partie/{{}}/feuille{ending}" for ending in ("", ".pdf", ".csv", ".json")),
    *(f"/partie/{{}}/route/1{ending}" for ending in ("", ".pdf", ".csv", ".json")),
    *(f"/partie/{{}}/billets{ending}" for ending in ("?tous=1", ".pdf?tous=1")),
    "/partie/{}/route.pdf",
)


class Seat:
    """A phone in a game."""

    def __init__(self, server: LiveServer, desk: WebClient, code: str, table: int) -> None:
        self.base = f"/api/games/{code}"
        self.client = Club(server, desk, code).phone(table)

    def slip(self, body: Any) -> httpx.Response:
        return self.client.post(f"{self.base}/slip", json=body)


def new_game(desk: WebClient, players: str = "1 Anne\n2 Luc", **wish: Any) -> str:
    desk.sign_in()
    code: str = desk.post("/api/games", json=wish).json()["code"]
    assert desk.post(f"/api/games/{code}/tables", json={"text": players}).is_success
    return code


def start(desk: WebClient, code: str) -> str:
    """Draw and start; gives the top."""
    desk.post(f"/api/games/{code}/draw", json={})
    view = desk.get(f"/api/games/{code}/referee").json()
    assert desk.post(f"/api/games/{code}/start").is_success
    top: str = view["tops"]["ties"][0]["move"]
    return top


@pytest.fixture
def desk(live_server: LiveServer) -> Iterator[WebClient]:
    with live_server.client() as client:
        yield client


def test_a_phone_hands_in_for_its_own_table_only(live_server: LiveServer, desk: WebClient) -> None:
    code = new_game(desk)
    top = start(desk, code)
    seat = Seat(live_server, desk, code, 1)
    body = {"turn": 1, "table": 2, "entered": {"move": top}}
    assert seat.slip(body).is_success
    other = Seat(live_server, desk, code, 2)
    assert other.client.get(f"{other.base}/own").json()["slip"] is None
    assert seat.client.get(f"{seat.base}/own").json()["slip"] is not None


def test_a_session_of_one_game_opens_no_other(live_server: LiveServer, desk: WebClient) -> None:
    first, second = new_game(desk), new_game(desk)
    top = start(desk, second)
    seat = Seat(live_server, desk, first, 1)
    seat.client.headers["x-forwarded-for"] = "192.0.2.7"
    seat.base = f"/api/games/{second}"
    assert seat.slip({"turn": 1, "entered": {"move": top}}).status_code == 401
    assert seat.client.get(f"/live/{second}/player").status_code == 401
    for audience in ("marker", "referee"):
        assert seat.client.get(f"/live/{second}/{audience}").status_code == 401


def test_a_forged_or_foreign_cookie_is_nobody(live_server: LiveServer, desk: WebClient) -> None:
    code = new_game(desk)
    seat = Seat(live_server, desk, code, 1)
    value = seat.client.cookies["raccord"]
    headers = {"x-forwarded-for": "192.0.2.7"}
    for forged in (value[:-2], "x" + value, "é.è", ".", "a" * 5000):
        cookie = {"cookie": f"raccord={forged}"} | headers
        raw = {key.encode(): text.encode() for key, text in cookie.items()}
        reply = httpx.get(f"{live_server.url}{seat.base}/own", headers=raw)
        assert reply.status_code == 401, forged


def test_a_request_without_its_token_changes_nothing(
    live_server: LiveServer, desk: WebClient
) -> None:
    code = new_game(desk)
    token = desk.headers.pop("x-csrf-token")
    for headers in ({}, {"x-csrf-token": "x"}, {"x-csrf-token": token, "origin": "http://evil"}):
        reply = desk.post(f"/api/games/{code}/draw", json={}, headers=headers)
        assert reply.status_code == 403
    form = desk.post(f"/api/games/{code}/draw", data={"_csrf": "x"})
    assert form.status_code == 403
    assert desk.get(f"/api/games/{code}").json()["phase"] == "drawing"


def test_a_flood_of_wrong_pins_is_told_when_to_come_back(
    live_server: LiveServer, desk: WebClient
) -> None:
    code = new_game(desk)
    with live_server.client() as stranger:
        stranger.sign_in()
        for _ in range(7):
            body = {"table": 1, "pin": "abcd"}
            reply = stranger.post(f"/api/games/{code}/join", json=body)
        assert reply.status_code == 429
        assert 1 <= int(reply.headers["retry-after"]) <= 60
        assert reply.json()["error"]["code"] == "too-many-requests"
        # Another table is not held up by it.
        assert Seat(live_server, desk, code, 2).client.get(f"/api/games/{code}/own").is_success


def test_what_is_too_large_is_refused_before_it_is_read(
    live_server: LiveServer, desk: WebClient
) -> None:
    code = new_game(desk)
    base = f"/api/games/{code}"
    seat = Seat(live_server, desk, code, 1)
    huge = b'{"turn":1,"entered":{"word":"' + b"A" * (MAX_BODY + 1) + b'"}}'
    kind = {"content-type": "application/json"}
    reply = seat.client.post(f"{base}/slip", content=huge, headers=kind)
    assert reply.status_code == 413
    chunked = seat.client.post(f"{base}/slip", content=iter([huge]), headers=kind)
    assert chunked.status_code == 413
    start(desk, code)
    long = {"turn": 1, "entered": {"word": "A" * 5000}}
    assert seat.slip(long).status_code == 400
    assert seat.slip({"turn": 10**40, "entered": {"score": 10**30}}).status_code == 400


@pytest.mark.parametrize(
    "text",
    [
        "1;" + "A" * 190_000,
        "9" * 5000 + " Anne",
        '"' * 1000 + ";" + "x",
        "\0 \x1b[31m",
        "1 \ud800",
        "1" + "\n" * 100_000,
    ],
    ids=["long", "digits", "quotes", "control", "surrogate", "empty"],
)
def test_weird_lists_of_players_are_refused_in_french(desk: WebClient, text: str) -> None:
    code = new_game(desk)
    content = json.dumps({"text": text}).encode()
    headers = {"content-type": "application/json"}
    reply = desk.post(f"/api/games/{code}/tables", content=content, headers=headers)
    assert reply.status_code == 400
    assert "digits" not in reply.json()["error"]["message"]


def test_a_slip_with_odd_separators_comes_back_whole(
    live_server: LiveServer, desk: WebClient
) -> None:
    code = new_game(desk, settings={"entry": "strict"})
    start(desk, code)
    odd = "A\u2028B\x85\x0bC"
    seat = Seat(live_server, desk, code, 1)
    assert seat.slip({"turn": 1, "entered": {"word": odd, "reference": "H8"}}).is_success
    desk.post(f"/api/games/{code}/end-time")
    desk.post(f"/api/games/{code}/retain", json={})
    with seat.client.stream("GET", f"/live/{code}/player") as reply:
        data = []
        for line in reply.iter_raw():
            data += [x[6:] for x in line.decode().split("\n") if x.startswith("data: ")]
            if len(data) > 1:
                break
    assert json.loads(data[1])["road"][0]["slip"]["word"] == odd


def test_names_and_titles_are_text_everywhere(live_server: LiveServer, desk: WebClient) -> None:
    players = "\n".join(f"{n}\t{name}" for n, name in enumerate(NAMES, 1))
    code = new_game(desk, players, title=SCRIPT)
    start(desk, code)
    desk.post(f"/api/games/{code}/end-time")
    desk.post(f"/api/games/{code}/retain", json={})
    desk.post(f"/api/games/{code}/stop", json={"reason": f"fin {SCRIPT}"})
    seen = 0
    for address in PAGES:
        reply = desk.get(address.format(code))
        assert reply.status_code == 200, (address, reply.text[:300])
        kind = reply.headers["content-type"]
        if "html" in kind:
            seen += "&lt;script&gt;" in reply.text
            for raw in ("<script>alert", "<img src=x", "49 {%"):
                assert raw not in reply.text, address
        elif "pdf" in kind:
            assert reply.content.startswith(b"%PDF")
        elif "csv" in kind:
            cells = re.split(r'[;,\n"]', reply.text.lstrip("\ufeff"))
            assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))], address
    assert seen >= 8


def test_no_address_leaves_its_folder(live_server: LiveServer, desk: WebClient) -> None:
    digest = live_server.services.assets.digest
    for path in (
        f"/static/{digest}/../../settings.py",
        f"/static/{digest}/%2e%2e/%2e%2e/settings.py",
        f"/static/{digest}/..%2f..%2fsettings.py",
        f"/static/{digest}//etc/passwd",
        "/static/x/%00",
    ):
        with httpx.Client(base_url=live_server.url) as raw:
            assert raw.get(httpx.URL(live_server.url + path)).status_code == 404, path
    desk.sign_in()
    for name in ("../../etc/passwd", "/etc/passwd", "fr-libre/../x", "\0", "file:///etc/passwd"):
        reply = desk.post("/api/games", json={"lexicon": name})
        assert reply.status_code in {400, 404}, name


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()


def test_a_null_character_is_no_fault_of_the_database(
    make_server: MakeServer, postgres: PostgresServer
) -> None:
    server = make_server(database=postgres.new_database())
    with server.client() as desk:
        code = new_game(desk, title="a\0b", settings={"entry": "strict"})
        assert desk.get(f"/api/games/{code}").json()["title"] == "a b"
        start(desk, code)
        seat = Seat(server, desk, code, 1)
        odd = {"turn": 1, "entered": {"word": "A\0B", "reference": "H\0"}}
        assert seat.slip(odd).is_success
        assert seat.slip(odd | {"key": "a\0b"}).status_code == 400
        desk.post(f"/api/games/{code}/end-time")
        reason = {"reason": "a\0b", "points": 3, "sanction": "none", "table": 1, "turn": 1}
        assert desk.post(f"/api/games/{code}/retain", json={}).is_success
        assert desk.post(f"/api/games/{code}/marks/correct", json=reason).status_code < 500
        for body in ({"title": "\0"}, {"formula": "\0"}, {"lexicon": "\0"}, {"time": "\0"}):
            assert desk.post("/api/games", json=body).status_code < 500, body
        assert desk.get("/api/games/%00").status_code == 404
