"""Games in stock: what a browser is given, and what the server makes of what comes back."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from raccord.board import Board, moves
from raccord.duplicate import record as records
from raccord.duplicate.rules import formulas
from raccord.hall.alone.stock import KINDS
from raccord.lexicon import Lexicon
from raccord.web.alone.stock import Shelf
from tests.web.alone.stocked import every_top, kept, told, top_of
from tests.web.club import open_club
from tests.web.conftest import LiveServer, WebClient

DAY = 86_400


def history(client: WebClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/progress").json()["progress"]["recent"]
    return found


def refused(client: WebClient, body: Any, status: int = 409) -> str:
    """Why a body is refused: one line, in the one shape of errors."""
    reply = client.post("/api/solo/stock", json=body)
    assert reply.status_code == status, reply.text
    message: str = reply.json()["error"]["message"]
    assert message
    assert "\n" not in message
    return message


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_in_stock_holds_every_turn_with_its_tops_and_solutions(
    client: WebClient, live_server: LiveServer, kind: str
) -> None:
    found = kept(client, kind)
    rules = formulas.parse(kind).rules
    for turn in found["game"]["turns"]:
        legal = moves(Board(turn["before"]), turn["draw"], live_server.services.lexicon, rules)
        assert turn["top"]["points"] == legal.best
        assert {f"{t['reference']} {t['word']}" for t in turn["ties"]} == {
            str(s.move) for s in legal if s.score == legal.best
        }
        assert turn["count"] == len(legal)
        assert turn["moves"] == [f"{s.move} {s.score}" for s in legal[:300]]
    assert found["list"] == client.get("/api/solo/stock").json()["list"]


def test_the_same_game_is_made_once_and_those_of_the_day_are_everybodys(
    live_server: LiveServer, client: WebClient
) -> None:
    assert kept(client, number=1) == kept(live_server.client().sign_in(), number=1)
    index = client.get("/api/solo/stock").json()["games"]
    offered = {name for of_a_rack in index.values() for name in of_a_rack}
    assert len({kept(client, number=n)["game"]["digest"] for n in range(12)}) == 12
    assert set(map(str, live_server.services.get(Shelf)._zipped)) <= offered


@pytest.mark.parametrize("way", ["classic", "normal/0", "normal/60", "blitz"])
def test_a_game_brought_back_is_counted_again_and_is_in_the_history(
    client: WebClient, way: str
) -> None:
    found = kept(client, number=2)
    turns = found["game"]["turns"]

    def choose(number: int, turn: dict[str, Any]) -> str | None:
        return {1: top_of(turn), 2: "H8 ZZZ", 3: None}.get(number, turn["moves"][-1][:-2].strip())

    view = client.post("/api/solo/stock", json=told(found, choose, way)).json()
    first, second, third = view["sheet"][:3]
    assert first["points"] == first["reference"] == turns[0]["top"]["points"]
    assert (second["points"], third["points"], third["yours"]) == (0, 0, "")
    assert view["total"] == sum(turn["top"]["points"] for turn in turns)
    assert 0 < view["you"] < view["total"]
    (line,) = history(client)
    assert (line["game"], line["you"], line["total"]) == (view["id"], view["you"], view["total"])
    page = client.get(f"/solo/{view['id']}/bilan").text
    assert "Défier quelqu" not in page
    record = records.loads(client.get(f"/solo/{view['id']}/partie.json").text)
    assert records.verify(record) == ()


def test_topping_follows_the_recorded_tops_whichever_tie_was_found(client: WebClient) -> None:
    found = next(
        game
        for game in (kept(client, number=n) for n in range(12))
        if any(len(turn["ties"]) > 1 for turn in game["game"]["turns"])
    )
    body = told(
        found,
        lambda _, turn: f"{turn['ties'][-1]['reference']} {turn['ties'][-1]['word']}",
        "topping",
    )
    body["wishes"] = [wish for wish in body["wishes"] if wish["do"] == "answer"]
    view = client.post("/api/solo/stock", json=body).json()
    assert view["you"] == view["total"]
    tops = [f"{row['top']['reference']} {row['top']['word']}" for row in view["sheet"]]
    assert tops == [top_of(turn) for turn in found["game"]["turns"]]
    assert view["elapsed"] > 0


def test_a_game_sent_twice_is_one_and_the_first_counts(client: WebClient) -> None:
    found = kept(client, number=3)
    first = client.post("/api/solo/stock", json=told(found, lambda *_: None)).json()
    again = client.post("/api/solo/stock", json=told(found, lambda *_: None)).json()
    better = client.post("/api/solo/stock", json=told(found)).json()
    assert first["id"] == again["id"] == better["id"]
    assert (first["you"], better["you"]) == (0, 0)
    assert len(history(client)) == 1


def test_two_tabs_that_send_the_same_game_at_once_keep_one(
    client: WebClient, live_server: LiveServer
) -> None:
    client.post("/api/solo/stock", json=told(kept(client, number=10)))
    other = live_server.client()
    other.cookies.update(client.cookies)
    body = told(kept(client, number=11))
    with ThreadPoolExecutor(2) as pool:
        tabs = (client, other.sign_in())
        replies = list(pool.map(lambda tab: tab.post("/api/solo/stock", json=body), tabs))
    assert [reply.status_code for reply in replies] == [200, 200]
    assert len({reply.json()["id"] for reply in replies}) == 1
    assert len(history(client)) == 2


def test_two_players_bring_the_same_game_back_each_as_his_own(
    client: WebClient, live_server: LiveServer
) -> None:
    other = live_server.client().sign_in()
    body = told(kept(client, number=4))
    mine, his = (who.post("/api/solo/stock", json=body).json() for who in (client, other))
    assert mine["id"] != his["id"]
    assert len(history(client)) == len(history(other)) == 1


def test_nothing_that_is_claimed_is_believed(client: WebClient) -> None:
    found = kept(client, number=5)
    body = told(found)
    refused(client, {**body, "points": 9999}, 400)
    wishes = body["wishes"]
    refused(client, {**body, "wishes": [{**wishes[0], "points": 99}, *wishes[1:]]}, 400)
    refused(client, {**body, "digest": "0" * 32})
    refused(client, {**body, "way": "multitops"})
    refused(client, {**body, "wishes": wishes[:-2]})
    refused(client, {**body, "wishes": wishes[1:]})
    refused(client, {**body, "wishes": [wishes[0]] * 3})
    refused(client, {**body, "wishes": wishes[::-1]})
    refused(client, {**body, "wishes": [{**wishes[0], "at": 2**52}, *wishes[1:]]})
    refused(client, {**body, "wishes": [{**wishes[0], "at": -1}]}, 400)
    refused(client, {**body, "wishes": [{**wishes[0], "move": "H8"}, *wishes[1:]]})
    refused(client, {**body, "wishes": [{"do": "next", "at": body["at"]}] * 501}, 400)
    refused(client, {**body, "wishes": [{**wishes[0], "move": "x" * 90_000}]}, 413)
    assert history(client) == []


@pytest.mark.parametrize(
    "forged",
    [
        "2026-11-18.classic.99",
        "2026-02-31.classic.1",
        "2026-11-18.multitops.1",
        "2026-11-18.jour.1",
        "jour:2026-11-18",
        "../../etc",
        "",
    ],
)
def test_a_game_that_was_never_in_stock_is_unknown(client: WebClient, forged: str) -> None:
    refused(client, {**told(kept(client)), "game": forged}, 404)
    if forged and "/" not in forged:
        assert client.get(f"/api/solo/stock/{forged}").status_code == 404


def test_another_game_of_ours_is_not_the_one_that_was_played(client: WebClient) -> None:
    body = told(kept(client, number=6))
    refused(client, {**body, "game": kept(client, number=7)["game"]["id"]})


def best_set(turn: dict[str, Any], asked: int) -> list[str]:
    """The solutions that together score most, without their points."""
    return [line.rpartition(" ")[0] for line in turn["sets"][asked - 2]]


@pytest.mark.parametrize("asked", [2, 3])
def test_several_solutions_a_turn_are_counted_against_the_best_set(
    client: WebClient, asked: int
) -> None:
    found = kept(client, number=2)
    way = {2: "multitops/60", 3: "multitops3/0"}[asked]
    body = told(found, lambda number, turn: best_set(turn, asked)[0] if number > 1 else None, way)
    for wish in body["wishes"]:
        if wish["do"] == "answer" and wish["turn"] > 2:
            wish["more"] = best_set(found["game"]["turns"][wish["turn"] - 1], asked)[1:]
    view = client.post("/api/solo/stock", json=body).json()
    goals = [
        sum(int(line.rpartition(" ")[2]) for line in turn["sets"][asked - 2])
        for turn in found["game"]["turns"]
    ]
    assert [row["reference"] for row in view["sheet"]] == goals
    assert [row["points"] for row in view["sheet"]][2:] == goals[2:]
    assert view["sheet"][0]["points"] == 0 < view["sheet"][1]["points"] <= goals[1]
    refused(client, {**body, "way": "normal/60"})


def ranked(client: WebClient) -> str:
    return client.get("/solo/jour").text


def finished(page: str) -> str:
    """How many have a place; other tests play the same day on the same server."""
    found = re.search(r"\d+ joueurs? (a|ont) terminé", page)
    assert found is not None
    return found[0]


def test_the_game_of_the_day_is_played_from_the_stock_beside_its_ranking(
    client: WebClient, live_server: LiveServer
) -> None:
    found = kept(client, "jour")
    online = live_server.client().sign_in()
    name = online.post("/solo/jour").headers["location"].rpartition("/")[2]
    assert online.get(f"/api/solo/{name}").json()["draw"] == found["game"]["turns"][0]["draw"]
    online.post(f"/api/solo/{name}/pass", json={"turn": 1})
    online.post(f"/api/solo/{name}/stop", json={})
    assert list(found["ways"]) == ["classic"]
    before = finished(ranked(online))
    body = told(found)
    view = client.post("/api/solo/stock", json=body).json()
    assert view["competition"]
    assert len(history(client)) == 1
    # His game is played; the ranking, which he now sees, is that of the others.
    page = ranked(client)
    assert "hors classement" in page
    assert finished(page) == before
    assert "hors classement" not in ranked(online)
    assert client.post("/solo/jour").headers["location"] == f"/solo/{view['id']}"
    assert "jour" not in client.get("/api/solo/stock").json()["games"]
    assert client.post("/api/solo/stock", json=body).json()["id"] == view["id"]
    assert client.post(f"/solo/{view['id']}/defier").status_code == 409


def test_the_game_of_the_day_is_played_once_with_the_network_or_without(
    client: WebClient,
) -> None:
    found = kept(client, "jour")
    client.post("/solo/jour")
    assert "jour" not in client.get("/api/solo/stock").json()["games"]
    assert "déjà commencée" in refused(client, told(found))
    assert history(client) == []


def test_the_game_of_the_day_is_competition_whatever_a_browser_claims(client: WebClient) -> None:
    body = told(kept(client, "jour"))
    hint = {"do": "hint", "turn": 1, "at": body["at"]}
    refused(client, {**body, "competition": False, "wishes": [hint, *body["wishes"]]})
    refused(client, {**body, "way": "normal/0"})


def test_a_game_of_the_day_with_a_list_of_the_clubs_own_stays_on_the_server(
    make_server: Callable[..., LiveServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = make_server()
    monkeypatch.setattr(server.services, "lexicon", Lexicon.of(["ET", "LA"], "club"))
    client = server.client().sign_in()
    games = client.get("/api/solo/stock").json()["games"]
    assert "jour" not in games
    name = games["classic"][0].replace("classic.0", "jour.0")
    assert client.get(f"/api/solo/stock/{name}").status_code == 404


def test_a_game_waits_for_months_and_not_for_ever(
    make_server: Callable[..., LiveServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = make_server()
    client = server.client().sign_in()
    bodies = [told(kept(client, number=n)) for n in (0, 1)]
    name, clock = bodies[0]["game"], server.services.clock
    monkeypatch.setattr(server.services, "clock", lambda: clock() + 50 * DAY)
    assert client.get(f"/api/solo/stock/{name}").status_code == 404
    assert client.post("/api/solo/stock", json=bodies[0]).status_code == 200
    monkeypatch.setattr(server.services, "clock", lambda: clock() + 121 * DAY)
    assert "trop attendu" in refused(client.sign_in(), bodies[1])


def test_a_game_in_stock_makes_no_challenge(client: WebClient) -> None:
    view = client.post("/api/solo/stock", json=told(kept(client, number=8))).json()
    reply = client.post(f"/solo/{view['id']}/defier")
    assert reply.status_code == 409


def test_a_seated_phone_is_given_no_game_while_its_letters_are_in_play(
    live_server: LiveServer, client: WebClient
) -> None:
    found = kept(client, number=9)
    club = open_club(live_server)
    player = live_server.client().sign_in()
    player.post(f"{club.base}/join", json={"table": 1, "pin": club.pin(1)})
    club.post("draw", {"letters": "AEINRST"})
    paths = ("/api/solo/stock", f"/api/solo/stock/{found['game']['id']}", "/solo/reserve")
    assert {player.get(path).status_code for path in paths} == {403}
    assert player.post("/api/solo/stock", json=told(found, every_top)).status_code == 403
