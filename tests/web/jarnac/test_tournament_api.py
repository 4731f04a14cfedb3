"""A tournament of Jarnac by programs: every command of the organiser, and what is refused."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from raccord.web.doors import organiser_path
from tests.web.conftest import LiveServer, WebClient
from tests.web.jarnac.test_company import contested, with_doubtful_words

NAMES = ("Anne", "Bruno", "Chloé", "David")
OPEN: dict[str, Any] = {
    "command": "open",
    "system": "swiss",
    "rounds": 2,
    "formula": "competition",
    "minutes": 5,
}


def enter(desk: WebClient, event: str, *names: str) -> None:
    for name in names:
        body = {"command": "enter", "people": [{"name": name}]}
        reply = desk.post(f"/api/tournaments/{event}", json=body)
        assert reply.status_code == 200, reply.text


def competition(desk: WebClient, *names: str) -> str:
    made = desk.post("/api/tournaments", json={"command": "open", "title": "Coupe"})
    assert made.status_code == 201, made.text
    event = str(made.json()["code"])
    enter(desk, event, *names)
    return event


def ask(desk: WebClient, event: str, command: str, **body: Any) -> httpx.Response:
    return desk.post(f"/api/tournaments/{event}/jarnac", json={"command": command, **body})


def done(desk: WebClient, event: str, command: str, **body: Any) -> dict[str, Any]:
    reply = ask(desk, event, command, **body)
    assert reply.status_code == 200, reply.text
    told: dict[str, Any] = reply.json()
    return told


def refusal(reply: httpx.Response) -> str:
    assert reply.status_code == 409, reply.text
    assert reply.json()["error"]["code"] == "refused"
    return str(reply.json()["error"]["message"])


def test_a_program_leads_a_tournament_from_its_opening_to_its_ranking(client: WebClient) -> None:
    event = competition(client, *NAMES)
    told = done(client, event, **OPEN)
    assert (told["system"], told["rounds"], told["tables"]) == ("swiss", 2, [])
    players = client.get(f"/api/tournaments/{event}/jarnac/players").json()
    assert [player["name"] for player in players] == list(NAMES)
    assert len({player["code"] for player in players}) == 4

    tables = done(client, event, "pair-round")["tables"]
    assert [(table["round"], table["table"]) for table in tables] == [(1, 1), (1, 2)]
    assert all(client.get(f"/api/jarnac/{table['name']}").status_code == 200 for table in tables)
    done(client, event, "type-result", round=1, table=1, points=[300, 100])
    close = done(client, event, "type-result", round=1, table=2, points=[150, 140], jarnacs=[0, 1])
    assert [table["winner"] for table in close["tables"]] == [tables[0]["first"], None]

    enter(client, event, "Élise")
    done(client, event, "enter", number=5)
    done(client, event, "withdraw", number=2)
    second = [t for t in done(client, event, "pair-round")["tables"] if t["round"] == 2]
    playing = {name for table in second for name in (table["first"], table["second"])}
    assert playing == {"Anne", "Chloé", "David", "Élise"}
    for table in (1, 2):
        done(client, event, "type-result", round=2, table=table, points=[90, 10])
    last = done(client, event, "type-result", round=2, table=1, points=[10, 90], reason="inversé")
    assert last["tables"][2]["winner"] == last["tables"][2]["second"]
    ended = done(client, event, "close")
    assert ended["closed"]
    assert ended == client.get(f"/api/tournaments/{event}/jarnac").json()
    assert ended["ranking"][0]["place"] == 1
    assert {line["name"] for line in ended["ranking"] if line["withdrawn"]} == {"Bruno"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"formula": "sans-voyelles"}, "formule"),
        ({"minutes": 0}, "minutes"),
        ({"rounds": 0}, "rondes"),
        ({"rounds": 9}, "plus de 3 rondes"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused(
    change: dict[str, Any], said: str, client: WebClient
) -> None:
    event = competition(client, *NAMES)
    assert said in refusal(ask(client, event, **OPEN | change))
    assert client.get(f"/api/tournaments/{event}/jarnac").status_code == 404


def test_what_comes_too_early_or_too_late_is_refused(client: WebClient) -> None:
    event = competition(client, *NAMES[:2])
    result: dict[str, Any] = {"round": 1, "table": 1, "points": [100, 0]}
    for command, body in (("pair-round", {}), ("type-result", result), ("close", {})):
        assert "ouvert" in refusal(ask(client, event, command, **body))
    assert "plus de 1" in refusal(ask(client, event, **OPEN))
    done(client, event, **OPEN | {"rounds": 1})
    assert "déjà ouvert" in refusal(ask(client, event, **OPEN))
    done(client, event, "pair-round")
    assert "terminée" in refusal(ask(client, event, "pair-round"))
    assert "terminée" in refusal(ask(client, event, "close"))
    assert "table 7" in refusal(ask(client, event, "type-result", **result | {"table": 7}))
    assert "Jarnacs" in refusal(ask(client, event, "type-result", **result, jarnacs=[100, 0]))
    done(client, event, "type-result", **result)
    assert "motif" in refusal(ask(client, event, "type-result", **result))
    assert "déjà du tournoi" in refusal(ask(client, event, "enter", number=1))
    assert "pas engagé" in refusal(ask(client, event, "enter", number=8))
    enter(client, event, "Zoé")
    assert "dernière ronde" in refusal(ask(client, event, "enter", number=3))
    assert "n° 3" in refusal(ask(client, event, "withdraw", number=3))
    done(client, event, "close")
    left: dict[str, Any] = {"number": 1}
    for command, body in (("pair-round", {}), ("type-result", result), ("withdraw", left)):
        assert "clos" in refusal(ask(client, event, command, **body))


def test_nobody_enters_once_all_are_to_meet(client: WebClient) -> None:
    event = competition(client, *NAMES[:3])
    done(client, event, **OPEN | {"system": "round-robin"})
    enter(client, event, "Zoé")
    assert "tous les autres" in refusal(ask(client, event, "enter", number=4))


@pytest.mark.parametrize(
    "body",
    [
        {"command": "seat-table", "round": 1, "table": 1, "name": "x"},
        {"command": "note-result", "round": 1, "table": 1},
        {**OPEN, "#players": [{"number": 1, "code": "AAAAAA"}]},
        {**OPEN, "#lexicon": "autre"},
        {**OPEN, "system": "knock-out"},
        {**OPEN, "minutes": "dix"},
        {"command": "enter", "number": 1, "#code": "AAAAAA"},
        {"command": "pair-round", "#at": 1},
        {"command": "type-result", "round": 1, "table": 1, "points": [-1, 0]},
        {"command": "type-result", "round": 1, "table": 1, "points": [1]},
        {"command": "withdraw", "number": 0},
        {},
        [],
    ],
)
def test_what_only_the_server_may_say_and_what_is_no_command_are_bad_requests(
    body: Any, client: WebClient
) -> None:
    event = competition(client, *NAMES)
    reply = client.post(f"/api/tournaments/{event}/jarnac", json=body)
    assert reply.status_code == 400, reply.text
    assert reply.json()["error"]["code"]
    assert client.get(f"/api/tournaments/{event}/jarnac").status_code == 404


def test_the_organiser_alone_leads_it(make_server: Callable[..., LiveServer]) -> None:
    server = make_server(host="0.0.0.0")
    desk, stranger = server.client(), server.client().sign_in()
    assert desk.get(f"/{organiser_path(server.services)}").status_code == 303
    desk.sign_in()
    event = competition(desk, *NAMES)
    path = f"/api/tournaments/{event}/jarnac"
    done(desk, event, **OPEN)
    for command, body in (
        ("open", OPEN),
        ("enter", {"number": 1}),
        ("pair-round", {}),
        ("type-result", {"round": 1, "table": 1, "points": [1, 0]}),
        ("withdraw", {"number": 1}),
        ("close", {}),
    ):
        asked = stranger.post(path, json={**body, "command": command})
        assert asked.status_code in {401, 403}, command
    assert stranger.get(f"{path}/players").status_code in {401, 403}
    table = done(desk, event, "pair-round")["tables"][0]["name"]
    answer = {"type": "answer", "valid": True}
    assert stranger.post(f"{path}/tables/{table}", json=answer).status_code in {401, 403}
    assert "code" not in stranger.get(path).json()["ranking"][0]


def test_a_contest_is_settled_at_a_table_of_the_tournament_only(
    make_server: Callable[..., LiveServer],
) -> None:
    server = with_doubtful_words(make_server())
    desk = server.client().sign_in()
    event, elsewhere = competition(desk, *NAMES[:2]), competition(desk, *NAMES[:2])
    for one in (event, elsewhere):
        done(desk, one, **OPEN | {"rounds": 1})
    table = done(desk, event, "pair-round")["tables"][0]["name"]
    path = f"/api/tournaments/{event}/jarnac/tables/{table}"
    answer = {"type": "answer", "valid": True}
    assert desk.post(path, json=answer).status_code == 409, "nobody asked"

    contested(server, desk, event, table)
    other = f"/api/tournaments/{elsewhere}/jarnac/tables/{table}"
    assert desk.post(other, json=answer).status_code == 404
    assert desk.post(path, json={"type": "lay", "seat": "A", "word": "ABC"}).status_code == 400
    assert desk.get(f"/api/jarnac/{table}").json()["game"]["phase"] == "ruling"
    assert desk.post(path, json=answer).status_code == 200
    verdict = desk.get(f"/api/jarnac/{table}").json()["verdict"]
    assert (verdict["by"], verdict["valid"]) == ("arbiter", True)


def test_the_commands_are_described(client: WebClient) -> None:
    schema = client.get("/schema/openapi.json").json()
    posted = schema["paths"]["/api/tournaments/{code}/jarnac"]["post"]
    text = str(posted["requestBody"]) + str(schema["components"]["schemas"])
    for command in ("open", "enter", "pair-round", "type-result", "withdraw", "close"):
        assert f"'{command}'" in text, command
    assert "409" in posted["responses"]
    assert "#players" not in str(posted)
    assert "/api/tournaments/{code}/jarnac/tables/{name}" in schema["paths"]
