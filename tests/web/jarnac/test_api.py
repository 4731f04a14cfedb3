"""Jarnac for programs: seats, refusals in one shape, keys that count once, what is described."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from raccord import jarnac
from raccord.web import addresses
from raccord.web.i18n import Catalogue
from raccord.web.jarnac import choices
from tests.web.conftest import LiveServer, WebClient


@pytest.fixture
def guest(live_server: LiveServer) -> Iterator[WebClient]:
    """Somebody else."""
    with live_server.client() as made:
        yield made.sign_in()


def begin(client: WebClient, **choices: object) -> dict[str, Any]:
    reply = client.post("/api/jarnac", json=choices)
    assert reply.status_code == 201, reply.text
    view: dict[str, Any] = reply.json()
    return view


def move(client: WebClient, view: dict[str, Any], key: str = "", **body: Any) -> Any:
    headers = {"idempotency-key": key} if key else {}
    return client.post(f"/api/jarnac/{view['id']}/moves", json=body, headers=headers)


def toss(client: WebClient, view: dict[str, Any]) -> dict[str, Any]:
    while view["game"]["phase"] == "toss":
        view = move(client, view, type="toss", seat="A").json()
    return view


def test_a_player_cannot_act_for_the_other(client: WebClient, guest: WebClient) -> None:
    view = begin(client, mode="phones")
    path = f"/api/jarnac/{view['id']}"
    assert move(guest, view, type="toss", seat="B").status_code == 403
    assert guest.post(f"{path}/seat", json={"name": "Bruno"}).json()["names"][1] == "Bruno"
    view = toss(client, view)
    turn = view["game"]["turn"]
    holder, other = (client, guest) if turn == "A" else (guest, client)
    assert move(other, view, type="draw", seat=turn).status_code == 403
    refused = move(other, view, type="draw", seat=jarnac.other(turn))
    assert refused.status_code == 409
    assert refused.json()["error"] == {
        "code": "refused",
        "message": "Ce n’est pas à vous de jouer (TOUR DE JEU 5).",
    }
    assert move(holder, view, type="draw", seat=turn).status_code == 200


@pytest.mark.parametrize(("host", "is_warned"), [("127.0.0.1", True), ("0.0.0.0", False)])
def test_the_other_player_is_given_an_address_that_works_where_there_is_one(
    make_server: Callable[..., LiveServer],
    monkeypatch: pytest.MonkeyPatch,
    host: str,
    is_warned: bool,
) -> None:
    monkeypatch.setattr(addresses, "lan_name", lambda: "192.0.2.7")
    with make_server(host=host).client() as client:
        view = begin(client.sign_in(), mode="phones")
        page = client.get(f"/jarnac/{view['id']}").text
    assert ("ne marche que sur cet appareil" in page) is is_warned
    assert ("http://192.0.2.7:" in page) is not is_warned


def test_nobody_takes_a_third_seat_nor_stops_the_others_clock(
    client: WebClient, guest: WebClient, live_server: LiveServer
) -> None:
    view = begin(client, mode="phones", timing="clock")
    path = f"/api/jarnac/{view['id']}"
    guest.post(f"{path}/seat", json={})
    again = guest.post(f"{path}/seat", json={})
    assert again.status_code == 200, "who sits already may say so again"
    with live_server.client() as third:
        refused = third.sign_in().post(f"{path}/seat", json={})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "full")
    assert move(client, view, type="stop", seat="A").status_code == 403


def test_the_same_key_counts_once(client: WebClient) -> None:
    view = toss(client, begin(client, mode="screen"))
    turn = view["game"]["turn"]
    first = move(client, view, "k1", type="draw", seat=turn).json()
    second = move(client, view, "k1", type="draw", seat=turn).json()
    assert second["game"] == first["game"]
    assert len(second["game"]["sides"]["AB".index(turn)]["loose"]) == 6


def test_a_move_is_dated_by_the_server_alone(client: WebClient) -> None:
    view = begin(client, mode="screen")
    refused = move(client, view, type="toss", seat="A", at=12)
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid")


def test_fields_that_go_with_another_move_make_no_difference(client: WebClient) -> None:
    idle: dict[str, Any] = {"word": "", "line": None, "letters": "", "pressed": True}
    view = toss(client, begin(client, mode="screen"))
    turn = view["game"]["turn"]
    drawn = move(
        client, view, type="draw", seat=turn, jarnac=False, valid=False, version=None, **idle
    )
    assert drawn.status_code == 200
    assert drawn.json()["game"]["phase"] == "play"


def test_a_word_is_read_whatever_its_accents_and_a_bad_one_told_why(client: WebClient) -> None:
    view = toss(client, begin(client, mode="screen"))
    turn = view["game"]["turn"]
    drawn = move(client, view, type="draw", seat=turn).json()
    loose = drawn["game"]["sides"]["AB".index(turn)]["loose"]
    missing = next(letter for letter in "WKXZQJY" if letter not in loose)
    refused = move(client, view, type="lay", seat=turn, word=f"é {missing.lower()} é", line=None)
    assert refused.status_code == 409
    assert f"pour E{missing}E" in refused.json()["error"]["message"]
    laid = move(client, view, type="lay", seat=turn, word=loose[:3].lower())
    assert laid.json()["game"]["claim"]["word"] == loose[:3]


def test_a_move_made_on_an_old_view_says_that_things_changed(client: WebClient) -> None:
    view = toss(client, begin(client, mode="screen"))
    turn = view["game"]["turn"]
    seen = view["game"]["version"]
    assert move(client, view, type="draw", seat=turn, version=seen).status_code == 200
    late = move(client, view, type="pass", seat=turn, version=seen)
    assert (late.status_code, late.json()["error"]["code"]) == (409, "changed")


@pytest.mark.parametrize(
    "body", [{}, {"type": "tick"}, {"type": "lay", "seat": "A"}, {"seat": "A"}]
)
def test_a_move_that_lacks_something_is_said_to_be_invalid(
    client: WebClient, body: dict[str, Any]
) -> None:
    view = begin(client, mode="screen")
    assert move(client, view, **body).status_code == 400


def test_a_numbered_game_gives_the_same_letters_again(client: WebClient) -> None:
    logs = []
    for _ in range(2):
        view = begin(client, seed=42, pace=3)
        while (view := client.get(f"/api/jarnac/{view['id']}").json())["game"]["phase"] == "toss":
            move(client, view, type="toss", seat="A")
        logs.append([line["text"] for line in view["log"] if "Toss" in line["text"]])
    assert logs[0] == logs[1]
    refused = client.post("/api/jarnac", json={"seed": 42, "mode": "phones"})
    assert refused.status_code == 400


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"letters": "ABC"}, "répartition de lettres inconnue"),
        ({"level": "dieu"}, "niveau inconnu"),
        ({"lexicon": "ods"}, "pas installé"),
        ({"minutes": 0}, ""),
        ({"mode": "trois"}, ""),
    ],
)
def test_choices_that_cannot_be_are_refused_with_what_was_expected(
    client: WebClient, body: dict[str, object], said: str
) -> None:
    reply = client.post("/api/jarnac", json=body)
    assert 400 <= reply.status_code < 500
    assert said.lower() in reply.json()["error"]["message"].lower()


def test_a_table_that_does_not_exist_is_not_found(client: WebClient) -> None:
    for path in ("/api/jarnac/ZZZZZ", "/jarnac/ZZZZZ", "/jarnac/rejoindre?code=zzzzz"):
        assert client.get(path).status_code == 404


def test_nothing_of_a_game_is_reviewed_before_its_end(client: WebClient) -> None:
    view = toss(client, begin(client, mode="screen"))
    for path in (f"/api/jarnac/{view['id']}/review", f"/jarnac/{view['id']}/partie.json"):
        reply = client.get(path, headers={"accept": "application/json"})
        assert reply.status_code == 409
        assert reply.json()["error"]["code"] == "refused"


def test_the_form_opens_a_table_of_each_kind(client: WebClient) -> None:
    form = {"_csrf": client.headers["x-csrf-token"], "timing": "clock", "minutes": "10"}
    for mode in choices.MODES:
        reply = client.post("/jarnac", data={**form, "mode": mode, "spread": "A20 B20 C20"})
        assert reply.status_code == 303
        view = client.get(f"/api{reply.headers['location']}").json()
        assert (view["mode"], view["time"], view["game"]["bag"]) == (mode, 600_000, 60)
    bad = client.post("/jarnac", data={**form, "minutes": "vingt"})
    assert bad.status_code == 400


def test_the_form_proposes_the_level_that_is_proposed_everywhere(client: WebClient) -> None:
    levels = re.findall(r'name="level"\s+value="([\w-]+)"\s+(checked)?', client.get("/jarnac").text)
    assert [name for name, checked in levels if checked] == [jarnac.DEFAULT_LEVEL]


def test_a_code_is_tried_a_few_times_only(make_server: Callable[..., LiveServer]) -> None:
    with make_server().client() as stranger:
        codes = {stranger.get(f"/jarnac/rejoindre?code=X{n}").status_code for n in range(40)}
    assert codes == {404, 429}


def test_one_browser_s_wrong_codes_lock_no_other_out(
    make_server: Callable[..., LiveServer],
) -> None:
    """A hall sits behind one address: thirty tries of one browser shut it out for a minute."""
    server = make_server()
    greedy, host = server.client().sign_in(), server.client().sign_in()
    for n in range(60):
        for path in ("rejoindre?code=X", "X"):
            said = greedy.get(f"/jarnac/{path}{n}").status_code
    assert said == 429
    for _ in range(40):
        name = begin(host, mode="phones", first="Anne")["id"]
        guest = server.client().sign_in()
        assert guest.get(f"/jarnac/rejoindre?code={name}").status_code == 303
        assert guest.post(f"/api/jarnac/{name}/seat", json={"name": "Luc"}).status_code == 200
    assert host.get(f"/jarnac/{name}").status_code == 200


def test_the_moves_and_their_refusals_are_described(client: WebClient) -> None:
    paths = client.get("/schema/openapi.json").json()["paths"]
    moves = paths["/api/jarnac/{name}/moves"]["post"]
    assert {"200", "403", "404", "409"} <= set(moves["responses"])
    for path in ("/api/jarnac", "/api/jarnac/{name}", "/api/jarnac/{name}/review"):
        assert path in paths


def test_every_choice_is_translated() -> None:
    english = Catalogue.load().messages["en"]
    texts = {*choices.MODES.values(), *choices.LETTERS.values(), *choices.PACES.values()}
    texts |= {text for pair in choices.FORMULAS.values() for text in pair}
    texts |= {text for pair in choices.TIMINGS.values() for text in pair if text}
    texts |= {level.label.capitalize() for level in jarnac.LEVELS.values()}
    assert texts <= set(english)
