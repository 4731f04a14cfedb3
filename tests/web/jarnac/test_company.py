"""Jarnac in company: « d'accord », rematches, the arbiter of a tournament, learning, figures."""

import re
from collections.abc import Callable
from itertools import product
from string import ascii_uppercase
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from raccord import jarnac
from raccord.hall.jarnac import service
from raccord.jarnac.mat import Play
from raccord.lexicon import Lexicon
from tests.web.conftest import LiveServer, WebClient
from tests.web.jarnac.test_api import begin, move, toss
from tests.web.jarnac.test_pages import begin as begin_table
from tests.web.jarnac.test_pages import button, look, mat_of, shown, type_word
from tests.web.jarnac.test_pages import toss as toss_here
from tests.web.jarnac.test_tournament import check_in_view


def seat(client: WebClient, guest: WebClient, **choices: object) -> dict[str, Any]:
    """Two phones at one table, tossed."""
    view = begin(client, mode="phones", first="Zoé", **choices)
    guest.post(f"/api/jarnac/{view['id']}/seat", json={"name": "Luc"})
    return toss(client, view)


def test_an_early_draw_waits_for_the_other_to_agree(
    client: WebClient, live_server: LiveServer
) -> None:
    guest = live_server.client().sign_in()
    view = seat(client, guest)
    turn = view["game"]["turn"]
    author, other = (client, guest) if turn == "A" else (guest, client)
    foe = jarnac.other(turn)
    drawn = move(author, view, type="draw", seat=turn).json()["game"]["sides"]
    word = drawn["AB".index(turn)]["loose"][:3]
    move(author, view, type="lay", seat=turn, word=word)
    held = move(author, view, type="draw", seat=turn).json()
    assert held["game"]["held"]
    assert held["window_ends"]
    assert held["last"]["kind"] == "held"
    assert len(held["game"]["sides"]["AB".index(turn)]["loose"]) == 3
    assert {"agree", "contest"} <= set(held["game"]["sides"]["AB".index(foe)]["offers"])
    agreed = move(other, view, type="agree", seat=foe).json()
    assert len(agreed["game"]["sides"]["AB".index(turn)]["loose"]) == 4
    assert agreed["new_letters"] == {"seat": turn, "count": 1}


def test_a_rematch_needs_both_players_and_nobody_else(
    client: WebClient, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, stranger = live_server.client().sign_in(), live_server.client().sign_in()
    view = seat(client, guest, timing="clock", minutes=1)
    path = f"/api/jarnac/{view['id']}"
    early = client.post(f"{path}/rematch")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "refused")
    finish(view, {"A": client, "B": guest}, live_server, monkeypatch)
    assert stranger.post(f"{path}/rematch").status_code == 403
    asked = client.post(f"{path}/rematch").json()
    assert (asked["rematch"], asked["next"]) == (["A"], "")
    assert client.post(f"{path}/rematch").json()["next"] == "", "one player is not two"
    opened = guest.post(f"{path}/rematch").json()
    again = client.get(f"/api/jarnac/{opened['next']}").json()
    assert again["seated"] == [True, True]
    assert sum(again["series"]) == 1
    guest.get(f"/api/jarnac/{opened['next']}")
    assert move(stranger, again, type="toss", seat="A").status_code == 403
    assert move(guest, again, type="toss", seat="B").status_code == 200, "each kept his seat"

    # The finished game is listed, its people are rated, and it can be read again.
    assert "Zoé – Luc" in client.get("/jarnac/parties").text
    figures = client.get("/jarnac/joueurs").text
    assert "Zoé" in figures
    assert "Luc" in figures
    own = client.get("/jarnac/joueurs/zoe").text
    assert "Zoé – Luc" in own
    assert client.get("/jarnac/joueurs/personne").status_code == 404
    assert client.get(f"/jarnac/{view['id']}/feuille.pdf").content.startswith(b"%PDF")
    assert client.get("/jarnac/enigmes").status_code == 200


def finish(
    view: dict[str, Any],
    players: dict[str, WebClient],
    server: LiveServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Let both flags fall."""
    turn = view["game"]["turn"]
    move(players[turn], view, type="draw", seat=turn)
    clock = server.services.clock
    with monkeypatch.context() as patch:
        patch.setattr(server.services, "clock", lambda: clock() + 600)
        move(players[turn], view, type="draw", seat=turn)
    assert players["A"].get(f"/api/jarnac/{view['id']}").json()["result"]


def test_the_computer_is_told_of_with_its_article(client: WebClient) -> None:
    view = begin(client, mode="computer", pace=0, seed=3, first="Zoé")
    while not view["toss"] and view["game"]["phase"] == "toss":  # the computer tosses by itself
        view = client.get(f"/api/jarnac/{view['id']}").json()
    told = [line["text"] for line in view["log"]]
    assert any("l’ordinateur tire" in text for text in told)
    assert not any(re.search(r"\bOrdinateur\b", text) for text in told)


def test_the_arbiter_of_a_tournament_settles_what_the_list_cannot(
    make_server: Callable[..., LiveServer],
) -> None:
    server = with_doubtful_words(make_server())
    desk = server.client().sign_in()
    event = open_tournament(desk)
    table = desk.get(f"/api/tournaments/{event}/jarnac").json()["tables"][0]["name"]
    assert contested(server, desk, event, table)["game"]["phase"] == "ruling"
    assert "On demande l’arbitre" in desk.get(f"/competition/{event}/jarnac/gerer").text
    form = {"name": table, "valid": "1", "_csrf": desk.headers["x-csrf-token"]}
    assert desk.post(f"/competition/{event}/jarnac/arbitrage", data=form).status_code == 303
    after = desk.get(f"/api/jarnac/{table}").json()
    assert after["verdict"]["by"] == "arbiter"
    assert after["verdict"]["valid"]


def with_doubtful_words(server: LiveServer) -> LiveServer:
    """Every three letters are a word, of no known entry: in competition an arbiter must tell."""
    threes = ("".join(letters) for letters in product(ascii_uppercase, repeat=3))
    server.services.__dict__["lexicon"] = Lexicon.of(threes, "trois")
    return server


def contested(server: LiveServer, desk: WebClient, event: str, table: str) -> dict[str, Any]:
    """Both players sit down, one lays the first letters he draws and the other contests them."""
    players = dict(zip("AB", seated(server, desk, event), strict=True))
    view = toss(players["A"], desk.get(f"/api/jarnac/{table}").json())
    turn = view["game"]["turn"]
    drawn = move(players[turn], view, type="draw", seat=turn).json()["game"]["sides"]
    word = drawn["AB".index(turn)]["loose"][:3]
    move(players[turn], view, type="lay", seat=turn, word=word)
    foe = jarnac.other(turn)
    asked: dict[str, Any] = move(players[foe], view, type="contest", seat=foe).json()
    return asked


def open_tournament(desk: WebClient) -> str:
    """A competition of two with its first round paired."""
    csrf = {"_csrf": desk.headers["x-csrf-token"]}
    made = desk.post("/competitions", data={"title": "Coupe", **csrf})
    event = made.headers["location"].split("/")[2]
    base = f"/competition/{event}"
    desk.post(f"{base}/engages", data={"text": "Zoé\nLuc", **csrf})
    choices = {"system": "round-robin", "formula": "competition", "minutes": "5", "rounds": "1"}
    assert desk.post(f"{base}/jarnac/ouvrir", data={**choices, **csrf}).status_code == 303
    assert desk.post(f"{base}/jarnac/ronde", data=csrf).status_code == 303
    return str(event)


def seated(server: LiveServer, desk: WebClient, event: str) -> list[WebClient]:
    """Both players at their table, in order of seats; a wrong code opens nothing."""
    base = f"/competition/{event}/jarnac"
    codes = re.findall(r'data-code="\d+"[^>]*>\s*(\w+)', desk.get(f"{base}/gerer").text)
    found: dict[str, WebClient] = {}
    for code in codes:
        phone = server.client().sign_in()
        csrf = {"_csrf": phone.headers["x-csrf-token"]}
        assert phone.post(f"{base}/joueur", data={"code": "ZZZZZZ", **csrf}).status_code == 404
        assert phone.post(f"{base}/table", data=csrf).status_code == 409
        assert phone.post(f"{base}/joueur", data={"code": code.lower(), **csrf}).status_code == 303
        place = phone.post(f"{base}/table", data=csrf).headers["location"]
        mine = re.search(r'data-mine="(\w)"', phone.get(place).text)
        assert mine
        found[mine.group(1)] = phone
    return [found["A"], found["B"]]


def test_a_beginner_plays_the_rules_through_and_finds_the_jarnac_of_the_day(
    visit: Callable[..., Page], live_server: LiveServer, check_accessible: Callable[[Page], None]
) -> None:
    page = visit("phone")
    page.goto("/jarnac")
    page.get_by_role("link", name="Apprendre").click()
    check_accessible(page)
    first = page.locator('[data-lesson="poser"]')
    for letter in "CHAT":
        first.locator(f'[data-letter="{letter}"]').click()
    first.get_by_role("button", name="Poser").click()
    expect(first.locator(".lesson-answer")).to_contain_text("Oui : CHAT, 16 points")
    doubt = page.locator('[data-lesson="contester"]')
    doubt.get_by_role("button", name="Je laisse").click()
    expect(doubt.locator(".lesson-answer")).to_contain_text("Non")
    page.get_by_role("link", name="Trouvez le Jarnac").click()
    page.get_by_role("link", name="L’énigme du jour").click()
    check_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Prendre").click()
    expect(page.locator(".lesson-answer")).to_contain_text("Non")
    page.get_by_role("link", name="Voir la solution").click()
    expect(page.locator(".left-list li")).not_to_have_count(0)
    check_accessible(page)


STRIP = """async (mats) => {
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const { drawStrip } = await import(loaded.find((name) => name.includes("jarnac/mat.js")));
  const strip = document.querySelector(".mat:not(.is-unfolded) .mat-strip");
  return mats.map((lines) => {
    drawStrip(strip, { lines, loose: "QU" }, false);
    const boxes = [...strip.querySelectorAll(".strip-words > span, .strip-loose")]
      .map((one) => one.getBoundingClientRect());
    const meet = (a, b) => a.right > b.left + 1 && b.right > a.left + 1 &&
      a.bottom > b.top + 1 && b.bottom > a.top + 1;
    const over = boxes.filter((a, i) =>
      a.right > innerWidth || boxes.some((b, j) => i !== j && meet(a, b))
    );
    return [over.length, Math.round(strip.getBoundingClientRect().height)];
  });
}"""
"""Draws mats in the strip of the other: how many words lie on others, and its height."""
LONGEST = [
    "ENLIASSEE",
    "PASSIVANT",
    "DEBATIMES",
    "PELOTARIS",
    "RETOURNER",
    "COMMANDOS",
    "ALIENANTE",
    "FREGATEES",
]
SHORTER = ["BOF", "TABLE", "GOMMEUX", "DEBANDER"]


def test_one_phone_for_two_shows_all_that_is_needed(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    name = begin_table(page, mode="screen", first="Anne", second="Bruno")
    page.goto(f"/jarnac/{name}")
    toss_here(page, name)
    turn = look(page, name)["game"]["turn"]
    button(page, turn, "Piocher 6").click()
    view = shown(page, name, turn)
    check_in_view(page)
    mats = [SHORTER + LONGEST[:more] for more in range(5)]
    mats += [[], SHORTER * 2, LONGEST[2:] + SHORTER[1:3], LONGEST]
    strips = page.evaluate(STRIP, mats)
    assert [over for over, _ in strips] == [0] * len(mats)
    assert len({height for _, height in strips}) == 1, "nothing jumps"
    word = Play(mat_of(view, turn).loose[:3])
    type_word(page, turn, word, mat_of(view, turn))
    expect(button(page, jarnac.other(turn), "Je conteste$")).to_be_visible()
    expect(button(page, turn, "Piocher")).to_be_visible()
    check_in_view(page)


COUNT_FLIGHTS = """() => {
  window.flights = 0;
  const count = (changes) => changes.forEach((change) => change.addedNodes.forEach((one) => {
    if (one.classList?.contains("flight")) window.flights += 1;
  }));
  new MutationObserver(count).observe(document.body, { childList: true });
}"""


@pytest.mark.parametrize(("motion", "flights"), [("no-preference", 1), ("reduce", 0)])
def test_a_word_flies_to_the_other_mat_unless_less_motion_is_asked_for(
    visit: Callable[..., Page],
    live_server: LiveServer,
    monkeypatch: pytest.MonkeyPatch,
    motion: str,
    flights: int,
) -> None:
    monkeypatch.setattr(service, "new_secret", lambda: "a bag with words to find")
    page = visit("laptop", reduced_motion=motion)
    name = begin_table(page, mode="screen", first="Anne", second="Bruno")
    page.goto(f"/jarnac/{name}")
    toss_here(page, name)
    turn = look(page, name)["game"]["turn"]
    button(page, turn, "Piocher 6").click()
    mat = mat_of(shown(page, name, turn), turn)
    button(page, turn, "Passer").click()
    foe = jarnac.other(turn)
    button(page, foe, "Jarnac").click()
    page.evaluate(COUNT_FLIGHTS)
    play = next(jarnac.plays(live_server.services.lexicon, mat, jarnac.FORMULAS["libre"]))
    type_word(page, foe, play)
    # The mark of the robbed mat is there for everybody.
    expect(page.locator(f"#mat-{turn} .line-robbed")).to_have_text(f"{play.word} pris")
    assert page.evaluate("window.flights") == flights
