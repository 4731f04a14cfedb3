"""Playing alone: in a real browser to the end, and through the JSON API."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from raccord.board import FRENCH, Board, Move, moves
from raccord.duplicate import record as records
from raccord.duplicate.alone import sources
from raccord.hall.alone.service import SOLO, SoloGames
from tests.web.conftest import LiveServer, WebClient


def begin(client: WebClient, **body: object) -> dict[str, Any]:
    reply = client.post("/api/solo", json=body)
    assert reply.status_code == 201, reply.text
    view: dict[str, Any] = reply.json()
    return view


def answer(client: WebClient, view: dict[str, Any], move: str | None) -> dict[str, Any]:
    body = {"turn": view["turn"], "move": move}
    reply = client.post(f"/api/solo/{view['id']}/answer", json=body)
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def go_on(client: WebClient, view: dict[str, Any]) -> dict[str, Any]:
    reply = client.post(f"/api/solo/{view['id']}/next", json={})
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def solutions(server: LiveServer, view: dict[str, Any]) -> list[tuple[str, int]]:
    found = moves(Board(view["cells"]), view["draw"], server.services.lexicon)
    return [(str(s.move), s.score) for s in found[:40]]


def play_out(client: WebClient, server: LiveServer, view: dict[str, Any]) -> dict[str, Any]:
    """Play to the end, answering the top every other turn and nothing otherwise."""
    while view["phase"] != "over":
        if view["phase"] == "result":
            view = go_on(client, view)
            continue
        best = solutions(server, view)[0][0]
        view = answer(client, view, best if view["turn"] % 2 else None)
    return view


def test_a_person_plays_within_two_clicks_and_to_the_end(
    page: Page, live_server: LiveServer, check_accessible: Callable[[Page], None]
) -> None:
    page.goto("/")
    page.get_by_role("link", name=re.compile("Jouer seul .*top")).click()
    page.get_by_role("button", name="Commencer").first.click()
    expect(page.locator("body[data-ready]")).to_be_visible()
    check_accessible(page)
    lexicon = live_server.services.lexicon
    turn = 0
    while True:
        turn += 1
        expect(page.locator("#turn")).to_have_text(f"Coup {turn}")
        cells = page.locator("#board").get_attribute("data-cells") or ""
        draw = page.locator("#rack").get_attribute("data-draw") or ""
        chosen = moves(Board(cells), draw, lexicon)[0]
        compose(page, Board(cells), chosen.move)
        expect(page.locator("#slip-move")).to_contain_text(str(chosen.move.reference))
        expect(page.locator("#slip-move .points")).to_contain_text(str(chosen.score))
        expect(page.locator("#slip-note")).to_contain_text("✓")
        page.keyboard.press("Enter")
        expect(page.locator(".verdict")).to_contain_text("c’est le top")
        if turn == 2:
            check_accessible(page)
        following = page.locator("#next")
        over = following.inner_text() == "Voir le bilan"
        following.click()
        if over:
            break
    expect(page.get_by_role("heading", name="Bilan de la partie")).to_be_visible()
    expect(page.locator(".figures")).to_contain_text("100,0")
    expect(page.get_by_text("rien à réviser")).to_be_visible()
    expect(page.locator("rc-plot svg")).to_be_visible()
    check_accessible(page)
    for kind in ("JSON", "GCG", "PDF"):
        with page.expect_download() as download:
            page.get_by_role("link", name=kind, exact=True).click()
        assert download.value.path().stat().st_size > 300
    page.get_by_role("link", name="3", exact=True).first.click()
    expect(page.get_by_role("heading", name="Coup 3")).to_be_visible()
    check_accessible(page)
    page.go_back()
    page.get_by_role("button", name="Rejouer ces tirages").click()
    expect(page.locator("#turn")).to_have_text("Coup 1")


def compose(page: Page, board: Board, move: Move) -> None:
    """Type a word on the board as a person does: go to its square, spell it."""
    squares = move.reference.squares(len(move.word)) or []
    page.keyboard.press("Escape")
    first = page.locator(f'#board [data-index="{squares[0].index}"]')
    first.click()
    down = move.reference.direction.value == "down"
    if ("down" in (first.get_attribute("class") or "").split()) != down:
        first.click()
    for square, letter in zip(squares, move.word, strict=True):
        if letter.islower() and board.is_free(square):
            page.keyboard.press("Space")
        page.keyboard.press(letter)


def test_tiles_are_tapped_and_dragged_on_a_phone(
    visit: Callable[..., Page], live_server: LiveServer, check_accessible: Callable[[Page], None]
) -> None:
    page = visit("phone")
    page.goto("/solo")
    check_accessible(page)
    page.get_by_role("button", name="Commencer").first.tap()
    expect(page.locator("body[data-ready]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator('#board [data-index="112"]').tap()
    tiles = page.locator("#rack [data-tile]:not(.blank)")
    tiles.nth(0).tap()
    tiles.nth(1).tap()
    expect(page.locator("#slip-move")).to_contain_text("H8")
    expect(page.locator("#board .placed")).to_have_count(2)
    source, target = tiles.nth(2), page.locator('#board [data-index="111"]')
    drag(page, source, target)
    expect(page.locator("#board .placed")).to_have_count(3)
    expect(page.locator("#slip-move")).to_contain_text("H7")
    drag(page, target, page.locator("#rack"))
    expect(page.locator("#board .placed")).to_have_count(2)
    page.get_by_role("button", name="Effacer").tap()
    expect(page.locator("#board .placed")).to_have_count(0)
    check_accessible(page)


def test_the_way_on_is_in_sight_on_a_phone_however_long_the_result(
    visit: Callable[..., Page],
) -> None:
    page = visit("phone")
    page.goto("/solo")
    page.get_by_role("button", name="Commencer").first.tap()
    expect(page.locator("body[data-ready]")).to_be_visible()
    page.locator('#board [data-index="112"]').tap()
    for tile in (0, 1):
        page.locator("#rack [data-tile]:not(.blank)").nth(tile).tap()
    page.get_by_role("button", name="Valider").tap()
    expect(page.locator("#next")).to_be_in_viewport(ratio=1)
    page.get_by_text("Toutes les solutions").tap()
    page.locator(".solutions li").nth(5).scroll_into_view_if_needed()
    page.mouse.wheel(0, 200)
    expect(page.locator("#next")).to_be_in_viewport(ratio=1)
    page.locator(".solutions button").nth(5).tap()
    expect(page.locator("#board .sq.last").first).to_be_in_viewport(ratio=1)
    page.locator("#next").tap()
    for there in ("#board", "#rack", "#hand-in"):
        expect(page.locator(there)).to_be_in_viewport(ratio=1)
    page.locator("#pass").tap()
    expect(page.locator(".verdict")).to_be_in_viewport(ratio=1)


def drag(page: Page, source: Any, target: Any) -> None:
    start, end = source.bounding_box(), target.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2 + 20, end["y"] + end["height"] / 2 + 20, steps=4)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def test_squares_are_named_for_screen_readers_and_reached_by_arrows(page: Page) -> None:
    page.goto("/solo")
    page.get_by_role("button", name="Commencer").first.click()
    expect(page.locator("body[data-ready]")).to_be_visible()
    expect(page.get_by_role("gridcell", name="A1, mot compte triple")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator('#board [data-index="112"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator('#board [data-index="128"]')).to_be_focused()
    expect(page.locator('#board [data-index="128"]')).to_have_class(re.compile(r"\bdown\b"))
    letter = (page.locator("#rack").get_attribute("data-draw") or "").replace("?", "")[0]
    page.keyboard.press(letter)
    value = FRENCH.value(letter)
    words = {
        1: "un point",
        2: "deux points",
        3: "trois points",
        4: "quatre points",
        8: "huit points",
    }
    name = f"I9, {letter}, {words.get(value, 'dix points')}"
    expect(page.get_by_role("gridcell", name=name)).to_be_visible()


def test_nothing_of_the_coming_top_is_sent_before_the_turn_is_over(
    live_server: LiveServer, page: Page
) -> None:
    seen: list[str] = []
    page.on("response", lambda r: seen.append(r.url) if "/static/" not in r.url else None)
    bodies: list[str] = []

    def keep(response: Any) -> None:
        # Games in stock are others: their words may be ours by chance.
        kept = "/static/" in response.url or "/solo/stock/" in response.url
        if not kept and response.status == 200:
            bodies.append(response.text() + json.dumps(response.headers))

    page.on("response", keep)
    page.goto("/solo")
    page.get_by_role("button", name="Commencer").first.click()
    expect(page.locator("body[data-ready]")).to_be_visible()
    page.locator("#hint").click()
    expect(page.locator("#hint")).to_be_disabled()
    draw = page.locator("#rack").get_attribute("data-draw") or ""
    found = moves(Board.empty(), draw, live_server.services.lexicon)
    tops = {s.move.text for s in found if s.score == found.best and len(s.move.word) > 3}
    assert seen
    # As a word: TYPE stands in every page that says DOCTYPE.
    told = re.compile(rf"\b({'|'.join(tops)})\b") if tops else None
    assert not [body for body in bodies if told and told.search(body)]
    assert not [body for body in bodies if "secret" in body.lower()]


@pytest.mark.parametrize("edition", ["2017", "2010", "undated"])
@pytest.mark.parametrize("formula", ["classic", "7sur8", "7et8+joker@2:00", "solitaire"])
def test_any_formula_and_edition_is_played_to_the_end(
    client: WebClient, live_server: LiveServer, edition: str, formula: str
) -> None:
    view = begin(client, formula=formula, edition=edition, seed=7)
    assert len(view["draw"]) == {"7": 8}.get(formula[0], 7)
    while view["phase"] != "over":
        view = go_on(client, view) if view["phase"] == "result" else answer(client, view, None)
    assert view["you"] == 0
    assert view["total"] > 300
    text = client.get(f"/solo/{view['id']}/partie.json").text
    record = records.loads(text)
    assert record.opened.edition == edition
    assert records.verify(record) == ()


def test_the_player_is_told_why_a_word_earns_nothing(client: WebClient) -> None:
    view = begin(client, seed=3)
    rack = view["draw"].replace("?", "")
    absent = answer(client, view, f"H8 {rack[0]}{rack[0]}")
    assert absent["result"]["verdict"] == "Mot absent du lexique."
    again = go_on(client, absent)
    nothing = answer(client, again, None)
    assert nothing["result"]["verdict"] == "Pas de mot joué."
    far = answer(client, go_on(client, nothing), "O1 ET")
    assert far["result"]["verdict"] == "Mal placé."
    assert any("ne touche aucune" in reason for reason in far["result"]["reasons"])


def test_the_top_and_its_ties_are_shown_after_the_turn(
    client: WebClient, live_server: LiveServer
) -> None:
    view = begin(client, seed=11)
    best = solutions(live_server, view)
    over = answer(client, view, best[0][0])
    assert over["result"]["found"]
    assert over["result"]["points"] == over["result"]["top"]["points"] == best[0][1]
    ties = {f"{t['reference']} {t['word']}" for t in over["result"]["ties"]}
    assert ties == {move for move, points in best if points == best[0][1]}
    assert over["percent"] == 1.0


def test_the_same_answer_sent_twice_counts_once(client: WebClient) -> None:
    view = begin(client, seed=4)
    body, headers = {"turn": 1, "move": None}, {"idempotency-key": "k-1"}
    first = client.post(f"/api/solo/{view['id']}/answer", json=body, headers=headers)
    again = client.post(f"/api/solo/{view['id']}/answer", json=body, headers=headers)
    assert first.json()["result"] == again.json()["result"]
    other = client.post(f"/api/solo/{view['id']}/answer", json=body)
    assert other.status_code == 409
    assert other.json()["error"]["code"] == "refused"


def test_an_answer_after_the_time_earns_nothing(
    client: WebClient, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = begin(client, seed=5, formula="classic@1:00")
    best = solutions(live_server, view)[0][0]
    clock = live_server.services.clock
    monkeypatch.setattr(live_server.services, "clock", lambda: clock() + 64)
    over = answer(client, view, best)
    assert over["you"] == 0
    assert over["result"]["verdict"] == "Trop tard."
    assert "hors délai" in over["result"]["reasons"][0]
    other = begin(client, seed=6, formula="classic@1:00")
    monkeypatch.setattr(live_server.services, "clock", lambda: clock() + 128)
    nothing = answer(client, other, None)
    assert nothing["result"]["verdict"] == "Pas de mot joué."
    assert nothing["result"]["reasons"] == [], "no word came, so none came too late"


def test_topping_goes_on_until_the_top_is_found_or_given(
    client: WebClient, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = begin(client, seed=9, formula="topping")
    best = solutions(live_server, view)
    low = next(move for move, points in best if points < best[0][1])
    wrong = answer(client, view, low)
    assert (wrong["turn"], wrong["phase"]) == (1, "running")
    right = answer(client, wrong, best[0][0])
    assert (right["turn"], right["phase"]) == (2, "running")
    assert right["result"]["found"]
    early = client.post(f"/api/solo/{view['id']}/answer", json={"turn": 2, "move": None})
    assert early.status_code == 409
    clock = live_server.services.clock
    monkeypatch.setattr(live_server.services, "clock", lambda: clock() + 61)
    given = answer(client, right, None)
    assert given["turn"] == 3
    assert given["result"]["seconds"] == 80
    assert given["elapsed"] >= 80


def test_a_game_is_replayed_from_its_own_files(client: WebClient, live_server: LiveServer) -> None:
    view = play_out(client, live_server, begin(client, seed=21))
    for kind in ("json", "gcg"):
        text = client.get(f"/solo/{view['id']}/partie.{kind}").text
        again = begin(client, record=text)
        lexicon = live_server.services.lexicon
        assert again["draw"] == sources.read(text, lexicon, "2017").steps[0].draw
        replayed = play_out(client, live_server, again)
        assert replayed["total"] == view["total"]
        assert replayed["cells"] == view["cells"]


def test_a_replay_that_the_lexicon_does_not_allow_is_refused_beforehand(
    client: WebClient, live_server: LiveServer
) -> None:
    view = play_out(client, live_server, begin(client, seed=21))
    text = client.get(f"/solo/{view['id']}/partie.gcg").text
    for bad in (re.sub(r"(>\S+ )\S+", r"\1EEEEEEE", text, count=1), "{}", "no game", ""):
        reply = client.post("/api/solo", json={"record": bad or "\n"})
        assert reply.status_code == 400, bad
        assert reply.json()["error"]["message"]


def test_only_the_browser_that_began_a_game_plays_it(
    client: WebClient, live_server: LiveServer
) -> None:
    view = begin(client)
    with live_server.client() as other:
        other.sign_in()
        assert other.get(f"/api/solo/{view['id']}").status_code == 403
        reply = other.post(f"/api/solo/{view['id']}/answer", json={"turn": 1})
        assert reply.status_code == 403
    assert client.get("/api/solo/inconnue").status_code == 404


def test_a_game_goes_on_after_the_server_is_started_again(
    make_server: Callable[..., LiveServer],
) -> None:
    first = make_server()
    with first.client() as client:
        view = begin(client.sign_in(), seed=2)
        answered = answer(client, view, None)
        cookie = client.cookies["raccord"]
    second = make_server()
    with second.client() as client:
        client.cookies.set("raccord", cookie)
        kept = client.sign_in().get(f"/api/solo/{view['id']}").json()
        assert kept["result"] == answered["result"]
        assert go_on(client, kept)["turn"] == 2


def test_games_are_streams_of_the_log(client: WebClient, live_server: LiveServer) -> None:
    view = begin(client, seed=1)
    stored = live_server.services.store.blocking.load(f"{SOLO.name}:{view['id']}")
    assert [event.type for event in stored][:3] == ["solo-opened", "opened", "registered"]
    assert live_server.services.get(SoloGames).repository.kind == SOLO.name


def test_multitops_asks_for_solutions_that_go_together(
    client: WebClient, live_server: LiveServer
) -> None:
    view = begin(client, seed=13, formula="multitops", edition="undated")
    first = solutions(live_server, view)[0][0]
    url = f"/api/solo/{view['id']}/answer"
    too_many = {"turn": 1, "move": first, "more": [first, first]}
    assert client.post(url, json=too_many).status_code == 409
    twice = client.post(url, json={"turn": 1, "move": first, "more": [first]}).json()
    best = twice["result"]["best"]
    assert len(best) == 2
    assert twice["result"]["points"] == best[0]["points"], "the same word counts once"
    assert twice["total"] == sum(move["points"] for move in best) == twice["result"]["reference"]
    view = go_on(client, twice)
    only = answer(client, view, solutions(live_server, view)[0][0])
    assert not only["result"]["found"]
    assert only["total"] > only["you"] > 0
