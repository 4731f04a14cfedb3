"""The JSON API of a live game, as programs use it."""

import json
from collections.abc import Callable, Iterator

import pytest

from raccord.web.doors import organiser_path
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient

MakeServer = Callable[..., LiveServer]


class Table:
    """A client of the API in one role."""

    def __init__(self, client: WebClient, code: str) -> None:
        self.client = client
        self.base = f"/api/games/{code}"

    def post(self, path: str, body: object = None, status: int = 200) -> dict[str, object]:
        reply = self.client.post(f"{self.base}/{path}", json={} if body is None else body)
        assert reply.status_code == status, reply.text
        found: dict[str, object] = reply.json() if reply.content else {}
        return found


def _create(server: LiveServer, *, private: bool = False) -> tuple[WebClient, str]:
    club = open_club(server, "1 Anne\n2 Luc / Zoé", draw="software", private=private)
    return club.desk, club.code


@pytest.fixture
def game(live_server: LiveServer) -> Iterator[tuple[WebClient, str]]:
    client, code = _create(live_server)
    yield client, code
    client.close()


def _join(server: LiveServer, desk: WebClient, code: str, table: int) -> Table:
    return Table(Club(server, desk, code).phone(table), code)


def test_a_player_joins_hands_in_and_reads_the_road_sheet(
    live_server: LiveServer, game: tuple[WebClient, str]
) -> None:
    desk, code = game
    base = f"/api/games/{code}"
    player = _join(live_server, desk, code, 2)
    assert desk.post(f"{base}/draw", json={}).status_code == 200
    top = desk.get(f"{base}/referee").json()["tops"]["ties"][0]["move"]
    assert desk.post(f"{base}/start").status_code == 200
    receipt = player.post("slip", {"turn": 1, "entered": {"move": top}, "key": "a"})
    assert receipt["turn"] == 1
    assert desk.post(f"{base}/end-time").status_code == 200
    view = desk.post(f"{base}/retain", json={}).json()
    assert view["next"] in {"draw", "reveal"}
    own = player.client.get(f"{base}/own").json()
    assert own["road"][0]["points"] == view["game"]["turns"][0]["top"]["points"]
    assert own["place"] is None


def test_a_refusal_is_told_in_french_with_409(game: tuple[WebClient, str]) -> None:
    desk, code = game
    reply = desk.post(f"/api/games/{code}/start")
    assert reply.status_code == 409
    assert reply.json()["error"]["code"] == "refused"
    assert "tirage" in reply.json()["error"]["message"]


def test_a_player_may_not_see_or_do_what_is_the_referees(
    live_server: LiveServer, game: tuple[WebClient, str]
) -> None:
    desk, code = game
    player = _join(live_server, desk, code, 1)
    for path in ("referee", "pins", "invitations", "marks", "tables"):
        assert player.client.get(f"{player.base}/{path}").status_code == 403, path
    for path in ("draw", "start", "end-time", "retain", "marks/top"):
        player.post(path, status=403)
    assert player.client.get(f"/live/{code}/referee").status_code == 403
    assert player.client.get(f"/live/{code}/marker").status_code == 403


def test_wrong_pins_soon_have_to_wait(live_server: LiveServer, game: tuple[WebClient, str]) -> None:
    desk, code = game
    pins = {line["table"]: line["pin"] for line in desk.get(f"/api/games/{code}/pins").json()}
    wrong = next(p for p in ("0000", "0001") if p != pins[1])
    stranger = Table(live_server.client().sign_in(), code)
    for _ in range(6):
        stranger.post("join", {"table": 1, "pin": wrong}, 403)
    stranger.post("join", {"table": 1, "pin": pins[1]}, 429)


def test_a_renewed_pin_shuts_the_old_phone_out(
    live_server: LiveServer, game: tuple[WebClient, str]
) -> None:
    desk, code = game
    player = _join(live_server, desk, code, 1)
    assert player.client.get(f"{player.base}/own").status_code == 200
    desk.post(f"{player.base}/pins", json={"tables": [1]})
    assert player.client.get(f"{player.base}/own").status_code in {401, 403}


def test_a_marker_comes_in_by_a_link_until_it_is_revoked(
    live_server: LiveServer, game: tuple[WebClient, str]
) -> None:
    desk, code = game
    base = f"/api/games/{code}"
    line = desk.post(f"{base}/invitations", json={"role": "marker", "tables": [1]}).json()
    marker = Table(live_server.client().sign_in(), code)
    path = "/" + line["link"].split("/", 3)[3]
    assert marker.client.get(path).headers["location"] == f"/corriger/{code}"
    assert marker.client.get(f"{base}/me").json()["role"] == "marker"
    assert marker.client.get(f"{base}/referee").status_code == 403
    desk.post(f"{base}/draw", json={})
    desk.post(f"{base}/start")
    marker.post("marks/top", {"rest": True}, 409)
    desk.post(f"{base}/end-time")
    assert marker.post("marks/top", {"rest": True})["tables"] == [1]
    marker.post("marks/top", {"tables": [2]}, 409)
    assert desk.delete(f"{base}/invitations/{line['id']}").status_code == 204
    assert marker.client.get(f"{base}/me").json()["role"] != "marker"


def test_an_invented_invitation_is_refused(
    live_server: LiveServer, game: tuple[WebClient, str]
) -> None:
    _, code = game
    with live_server.client() as stranger:
        assert stranger.get(f"/invitation/{code}.abc.def").status_code == 403


def test_players_that_cannot_be_read_are_told_line_by_line(game: tuple[WebClient, str]) -> None:
    desk, code = game
    text = {"text": "3 Noé\n4\n1 Max\nA / B / C"}
    reply = desk.post(f"/api/games/{code}/tables", json=text)
    assert reply.status_code == 400
    told = reply.json()["error"]["message"]
    assert all(part in told for part in ("Ligne 2", "Ligne 3", "Ligne 4"))
    assert len(desk.get(f"/api/games/{code}/tables").json()) == 2


def test_an_unknown_game_is_not_found(client: WebClient) -> None:
    for path in ("ZZZZ", "é", "ZZZZ/referee", "../x"):
        assert client.get(f"/api/games/{path}").status_code == 404


def test_with_a_host_only_the_organisers_link_creates_games(make_server: MakeServer) -> None:
    server = make_server(host="0.0.0.0")
    with server.client() as stranger:
        stranger.sign_in()
        assert stranger.post("/api/games", json={}).status_code == 401
        assert stranger.get("/api/games").status_code == 401
        assert stranger.get("/organisateur/abc").status_code == 403
        assert stranger.get(f"/{organiser_path(server.services)}").status_code == 303
        assert stranger.post("/api/games", json={}).status_code == 201


def test_behind_a_proxy_nobody_is_the_organiser_by_chance(live_server: LiveServer) -> None:
    with live_server.client() as client:
        client.sign_in()
        asked = {"x-forwarded-for": "192.0.2.7"}
        assert client.get("/api/games", headers=asked).status_code == 401
        assert client.get("/api/games", headers={"host": "club.example"}).status_code == 421


def test_a_live_stream_begins_with_the_state_and_tells_changes(
    live_server: LiveServer, game: tuple[WebClient, str]
) -> None:
    desk, code = game
    with (
        live_server.client() as spectator,
        spectator.stream("GET", f"/live/{code}/public") as reply,
    ):
        lines = reply.iter_lines()
        first = json.loads(next(x for x in lines if x.startswith("data:"))[5:])
        assert first["phase"] == "drawing"
        desk.post(f"/api/games/{code}/draw", json={})
        second = json.loads(next(x for x in lines if x.startswith("data:"))[5:])
        assert second["phase"] == "drawn"
        assert len(second["draw"]["letters"]) == 7


def test_the_api_is_described(client: WebClient) -> None:
    paths = client.get("/schema/openapi.json").json()["paths"]
    assert {"/api/games", "/api/games/{code}/slip", "/api/games/{code}/retain"} <= set(paths)


def test_after_the_end_the_server_refuses_all_that_the_desk_does_not_offer(
    game: tuple[WebClient, str],
) -> None:
    desk, code = game
    base = f"/api/games/{code}"
    assert desk.post(f"{base}/interrupt").json()["offered"] == [
        "resume",
        "end-interrupted",
        "stop",
    ]
    told = desk.post(f"{base}/stop", json={"reason": "panne"}).json()
    assert told["offered"] == ["reveal", "publish"]
    bodies: dict[str, dict[str, str]] = {
        "correct-draw": {"letters": "RETINAS", "reason": "mal lu"},
        "cancel": {"reason": "mal placé"},
        "stop": {"reason": "encore"},
    }
    plain = ("draw", "start", "end-time", "retain", "no-solution", "interrupt", "resume")
    for action in (*plain, *bodies):
        reply = desk.post(f"{base}/{action}", json=bodies.get(action, {}))
        assert reply.status_code == 409, action
        assert reply.json()["error"]["code"] == "refused", action
    assert desk.post(f"{base}/reveal").json()["offered"] == ["publish"]
    assert desk.post(f"{base}/publish", json={}).json()["offered"] == []


def test_a_private_game_is_in_no_list_and_open_to_who_has_its_code(
    live_server: LiveServer,
) -> None:
    desk, code = _create(live_server, private=True)
    assert len(code) == 8
    stranger = live_server.client()
    assert code not in stranger.get("/parties").text
    assert code not in stranger.get("/parties.json").text
    assert code not in stranger.get("/").text
    assert stranger.get(f"/partie/{code}").status_code == 200
    assert stranger.get(f"/live/{code}/nobody").status_code == 404
    assert _join(live_server, desk, code, 1).client.get(f"/api/games/{code}/own").status_code == 200
    listed = [game["code"] for game in desk.get("/api/games?limit=200").json()]
    assert code in listed, "the organiser finds it again"
    settings = desk.get(f"/api/games/{code}/referee").json()["settings"]
    assert settings["private"]
    opened = desk.put(f"/api/games/{code}/settings", json=settings | {"private": False})
    assert opened.status_code == 200, opened.text
    assert code in stranger.get("/parties.json").text
    desk.close()
    stranger.close()
