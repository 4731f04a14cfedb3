"""The trainer: what a player alone asks beside playing, through the API and on the page."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from raccord.board import Board, Move, gcg
from raccord.duplicate import fold, record
from tests.web.alone.test_pages import answer, begin, compose, go_on, solutions
from tests.web.conftest import LiveServer, WebClient
from tests.web.played import played


def wish(client: WebClient, view: dict[str, Any], what: str, **body: object) -> dict[str, Any]:
    reply = client.post(f"/api/solo/{view['id']}/{what}", json=body)
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def refused(client: WebClient, view: dict[str, Any], what: str) -> str:
    reply = client.post(f"/api/solo/{view['id']}/{what}", json={"turn": view["turn"]})
    assert reply.status_code == 409, reply.text
    return str(reply.json()["error"]["message"])


def test_a_turn_is_passed_and_all_its_solutions_are_told_afterwards(
    client: WebClient, live_server: LiveServer
) -> None:
    view = begin(client, seed=5)
    known = solutions(live_server, view)
    path = f"/api/solo/{view['id']}/solutions/1"
    assert client.get(path).status_code == 404, "nothing of the turn under way"
    over = wish(client, view, "pass", turn=1)
    assert (over["phase"], over["you"], over["result"]["verdict"]) == (
        "result",
        0,
        "Pas de mot joué.",
    )
    told = client.get(path).json()
    assert told["count"] >= len(told["moves"]) >= len(known[:40])
    assert [m["points"] for m in told["moves"][:40]] == [points for _, points in known]
    assert over["sheet"][0]["top"] == over["result"]["top"]
    following = go_on(client, over)
    assert len(following["left"] + following["draw"] + over["cells"].replace(".", "")) == 102


def test_a_pause_stops_the_clock_and_puts_the_letters_away(
    client: WebClient, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = begin(client, seed=6, formula="classic@1:00")
    best = solutions(live_server, view)[0][0]
    paused = wish(client, view, "pause", turn=1)
    assert (paused["phase"], paused["draw"], paused["ends"]) == ("paused", "", None)
    assert 55_000 < paused["paused_left"] <= 60_000
    assert "pause" in refused(client, view, "answer")
    clock = live_server.services.clock
    monkeypatch.setattr(live_server.services, "clock", lambda: clock() + 3600)
    again = wish(client, view, "resume")
    assert (again["phase"], again["draw"]) == ("running", view["draw"])
    assert answer(client, again, best)["result"]["found"]


def test_competition_gives_nothing_away(client: WebClient) -> None:
    view = begin(client, seed=6, competition=True)
    assert view["competition"]
    assert not view["checks"]
    assert "compétition" in refused(client, view, "hint")
    assert "compétition" in refused(client, view, "pause")


def test_topping_without_a_limit_waits_for_the_top_or_gives_it(
    client: WebClient, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"mode": "topping", "time": "0", "_csrf": client.headers["x-csrf-token"]}
    reply = client.post("/solo", files={k: (None, v) for k, v in form.items()})
    name = reply.headers["location"].rpartition("/")[2]
    view = client.get(f"/api/solo/{name}").json()
    assert (view["seconds"], view["ends"], view["topping"]) == (None, None, True)
    clock = live_server.services.clock
    monkeypatch.setattr(live_server.services, "clock", lambda: clock() + 600)
    found = answer(client, view, solutions(live_server, view)[0][0])
    assert found["result"]["found"]
    assert found["elapsed"] >= 600
    given = wish(client, found, "pass", turn=2)
    assert (given["turn"], given["result"]["found"]) == (3, False)
    assert given["result"]["seconds"] >= 20


CLUB = "1|AEIMNOS|MAISON|H4|18|18\n2|E+LRUBEA|ALBUM|4D|16|34\n"


def test_a_clubs_table_is_replayed_and_an_error_stays_on_the_form(client: WebClient) -> None:
    def send(text: str, **more: str) -> Any:
        form = {"source": "record", "_csrf": client.headers["x-csrf-token"], **more}
        files: dict[str, Any] = {key: (None, value) for key, value in form.items()}
        return client.post("/solo", files=files | {"record": ("partie.txt", text.encode())})

    begun = send(CLUB)
    assert begun.status_code == 303, begun.text
    view = client.get(f"/api{begun.headers['location']}").json()
    over = answer(client, view, None)
    assert over["result"]["published"]
    assert over["result"]["top"]["word"] == "MAISON"
    for wrong in ("1|AEIMNOS|MAISON|A1|18|18\n", "coucou", "{", CLUB.replace("AEIMNOS", "ZZZZZZZ")):
        kept = send(wrong, mode="topping", time="120", rack="7et8", help="competition")
        assert kept.status_code == 400
        assert 'id="error"' in kept.text
        for chosen in ("topping", "120", "7et8", "competition", "record"):
            assert re.search(rf'value="{chosen}"\s+checked', kept.text), chosen


def test_a_games_file_is_played_as_soon_as_it_is_chosen(page: Page) -> None:
    def choose(text: str) -> None:
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Ouvrir le fichier d’une partie").click()
        file = {"name": "partie.csv", "mimeType": "text/csv", "buffer": text.encode("cp1252")}
        chooser.value.set_files(file)  # type: ignore[arg-type]

    page.goto("/solo")
    choose("1|AEIMNOS|MAISON|H4|18|18\n" * 100_000)
    expect(page.locator("#rc-toasts")).to_contain_text("trop volumineux pour une partie")
    choose("bonjour à tous")
    expect(page.locator("#error")).to_contain_text("coup|tirage|mot|référence|points|total")
    choose("Coup;Tirage;Référence;Mot;Points;Total\n1;AEIMNOS;H4;MAISON;18;18\n")
    expect(page.locator("body[data-ready]")).to_be_visible()
    expect(page.locator("h1")).to_contain_text("Partie rejouée")
    expect(page.locator("#rack")).to_have_attribute("data-draw", "AEIMNOS")


def test_the_record_of_a_large_evening_is_played_alone(page: Page) -> None:
    """Beyond some twenty tables its file was refused as too large."""
    events = played(tables=30)
    text = record.dumps(events)
    assert len(text) > 300_000
    page.goto("/solo")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Ouvrir le fichier d’une partie").click()
    file = {"name": "soiree.json", "mimeType": "application/json", "buffer": text.encode()}
    chooser.value.set_files(file)  # type: ignore[arg-type]
    expect(page.locator("body[data-ready]")).to_be_visible()
    expect(page.locator("h1")).to_contain_text("Partie rejouée")
    expect(page.locator("#rack")).to_have_attribute("data-draw", fold(events).turns[0].draw)


def test_the_formula_of_an_uploaded_game_is_that_of_its_replay(
    client: WebClient, live_server: LiveServer
) -> None:
    view = begin(client, seed=21, formula="7sur8@1:00")
    while view["phase"] != "over":
        view = go_on(client, view) if view["phase"] == "result" else answer(client, view, None)
    text = client.get(f"/solo/{view['id']}/partie.json").text
    again = begin(client, record=text)
    assert (len(again["draw"]), again["seconds"]) == (8, 60)
    turns = [gcg.GcgTurn("Top", r["draw"], None, 0, 0) for r in view["sheet"]]
    assert len(turns) > 8
    told = client.get(f"/solo/{view['id']}/partie.gcg").text
    assert len(begin(client, record=told)["draw"]) == 8, "eight letters are seen in the draws"


def start(page: Page, **chosen: str) -> None:
    page.goto("/solo")
    page.get_by_text("Choisir la formule").click()
    for name, value in chosen.items():
        page.locator(f'[name="{name}"][value="{value}"]').check()
    page.get_by_role("button", name="Commencer").last.click()
    expect(page.locator("body[data-ready]")).to_be_visible()


def test_nine_letters_fit_a_small_phone_and_a_phone_held_across(
    visit: Callable[..., Page],
) -> None:
    for width, height in ((320, 640), (360, 740), (740, 360)):
        page = visit("phone", viewport={"width": width, "height": height})
        start(page, rack="7-8-9")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        board = page.locator("#board").bounding_box()
        assert board is not None
        assert board["width"] <= width
        for tile in range(9):
            expect(page.locator("#rack [data-tile]").nth(tile)).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("size", [(320, 640), (360, 740), (740, 360)])
def test_on_any_phone_handing_in_is_in_sight_and_a_word_may_be_typed(
    visit: Callable[..., Page], live_server: LiveServer, size: tuple[int, int]
) -> None:
    width, height = size
    page = visit("phone", viewport={"width": width, "height": height})
    start(page, rack="7-8-9", mode="multitops3", time="180")
    expect(page.locator("#hand-in")).to_be_in_viewport(ratio=1)
    tools = [page.locator(f"#{name}").bounding_box() for name in ("shuffle", "sort", "as-drawn")]
    assert len({box["y"] for box in tools if box}) == 1, "one line of tools"
    heads = [page.locator(name).bounding_box() for name in ("#turn", "#clock", "#pause")]
    bottoms = [box["y"] + box["height"] for box in heads if box]
    assert max(bottoms) - min(bottoms) < 30, "one line of turn, clock and pause"
    line = page.locator("#entry")
    line.focus()
    line.press("H")
    box = line.bounding_box()
    assert box is not None
    centre = (box["x"] + box["width"] / 2, box["y"] + box["height"] - 3)
    seen = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.id", centre)
    assert seen == "entry", "nothing lies on the line that is typed on"
    expect(page.locator("#hand-in")).to_be_in_viewport(ratio=1)
    draw = page.locator("#rack").get_attribute("data-draw") or ""
    line.fill(solutions(live_server, {"cells": Board.empty().cells, "draw": draw})[-1][0])
    line.press("Enter")
    page.locator("#hand-in").tap()
    expect(page.locator("#chosen li")).to_have_count(1)
    wide = page.locator("#hand-in").bounding_box()
    assert wide is not None
    assert wide["width"] > 150, "no room is taken from it once a solution is kept"


def test_letters_half_as_large_again_push_nothing_off_a_phone(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    larger = "document.documentElement.style.fontSize = '150%'"
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {larger} }})")
    for path in ("/", "/solo", "/solo/progres", "/mots", "/analyse?tirage=AEINRST", "/salon"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    start(page)
    tools = [tool.bounding_box() for tool in page.locator(".rack-tools button").all()]
    assert all(box and box["x"] + box["width"] <= 360 for box in tools)
    rows = [(box["y"], box["x"], box["x"] + box["width"]) for box in tools if box]
    assert all(b[0] > a[0] or b[1] >= a[2] for a, b in pairwise(rows)), "one on the other"


def test_a_turn_of_multitops_is_typed_taken_back_and_outlives_a_reload(
    page: Page, live_server: LiveServer, check_accessible: Callable[[Page], None]
) -> None:
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url) if "/words/check" in r.url else None)
    start(page, mode="multitops")
    draw = page.locator("#rack").get_attribute("data-draw") or ""
    view = {"cells": Board.empty().cells, "draw": draw}
    first, second = (move for move, _ in solutions(live_server, view)[:2])
    page.keyboard.type(first)
    expect(page.locator("#entry")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#slip-note")).to_contain_text("✓")
    assert all("lexicon=fr-libre" in url for url in asked), asked
    page.keyboard.press("Enter")
    expect(page.locator("#chosen li")).to_have_count(1)
    page.locator("#entry").fill(first)
    page.keyboard.press("Enter")
    page.locator("#hand-in").click()
    expect(page.locator(".toast")).to_contain_text("déjà choisie")
    page.locator("#sort").click()
    ordered = page.locator("#rack [data-tile]").all_inner_texts()
    page.reload()
    expect(page.locator("body[data-ready]")).to_be_visible()
    expect(page.locator("#chosen li")).to_have_count(1)
    expect(page.locator("#slip-move")).to_contain_text(first.split()[0])
    assert page.locator("#rack [data-tile]").all_inner_texts() == ordered
    page.locator("#chosen button").click()
    expect(page.locator("#chosen")).to_be_hidden()
    laid = page.locator("#board .placed").first
    placed = page.locator("#board .placed").count()
    laid.click()
    expect(page.locator("#board .placed")).to_have_count(placed - 1)
    check_accessible(page)
    page.locator("#as-drawn").click()
    assert page.locator("#rack").get_attribute("data-draw") == draw
    page.keyboard.press("Escape")
    page.locator("#entry").fill(second)
    page.keyboard.press("Enter")
    expect(page.locator("#slip-note")).to_contain_text("✓")


def test_the_result_leads_on_shows_every_solution_and_gives_the_keyboard_back(
    page: Page, live_server: LiveServer, check_accessible: Callable[[Page], None]
) -> None:
    start(page, help="competition")
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator("#pause")).to_be_hidden()
    draw = page.locator("#rack").get_attribute("data-draw") or ""
    found = solutions(live_server, {"cells": Board.empty().cells, "draw": draw})
    low = next(move for move, points in found if points < found[0][1])
    compose(page, Board.empty(), Move.parse(low))
    expect(page.locator("#slip-move")).to_contain_text(low.split()[0])
    expect(page.locator("#slip-move .points")).to_have_count(0)
    expect(page.locator("#slip-note")).to_have_text("")
    page.keyboard.press("Enter")
    gap = dict(found)[low] - found[0][1]
    expect(page.locator(".verdict")).to_contain_text(
        f"{dict(found)[low]} / {found[0][1]}, −{abs(gap)}"
    )
    expect(page.locator("#next")).to_be_focused()
    page.get_by_text("Toutes les solutions").click()
    expect(page.locator(".solutions .is-mine")).to_be_visible()
    page.locator("#show-mine").click()
    board = page.locator("#board").get_attribute("data-cells")
    assert board == Board.empty().place(Move.parse(low)).cells
    check_accessible(page)
    expect(page.locator("#sheet-rows tr")).to_have_count(1)
    page.locator(".result-top a").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.url.endswith("?lexicon=fr-libre"), page.url
    page.go_back()
    page.locator("#study").click()
    page.get_by_role("link", name="Analyser").click()
    expect(page.get_by_text(f"Top à {found[0][1]}")).to_be_visible()
    page.get_by_role("link", name="Retour à la partie").click()
    page.get_by_role("link", name="Retour à la partie").click()
    page.locator("#next").click()
    expect(page.locator("#turn")).to_be_focused()
    page.keyboard.press("h")
    expect(page.locator("#entry")).to_be_focused()


def test_a_first_visit_tries_a_turn_without_a_clock(
    page: Page, check_accessible: Callable[[Page], None]
) -> None:
    page.goto("/solo")
    page.get_by_role("link", name="Le duplicate en une minute").click()
    check_accessible(page)
    page.get_by_role("button", name=re.compile("sans chronomètre")).click()
    expect(page.locator("#coach")).to_be_visible()
    expect(page.locator("#clock")).to_be_hidden()
    page.keyboard.type("h2 lumiere")
    page.keyboard.press("Enter")
    expect(page.locator("#slip-note")).to_contain_text("✓")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_visible()
    page.get_by_role("link", name="Jouer une vraie partie").click()
    page.get_by_role("button", name=re.compile("Blitz")).click()
    expect(page.locator("rc-clock .clock-time")).to_contain_text(re.compile("0:5|1:00"))
    state = json.loads(page.locator("#solo-state").inner_text())
    assert state["seconds"] == 60


def test_what_is_typed_on_the_line_is_handed_in_and_outlives_a_reload(
    page: Page, live_server: LiveServer
) -> None:
    """A beginner types « H4 LUSTRE » and touches « Valider », without a thought for Enter."""
    start(page)
    draw = page.locator("#rack").get_attribute("data-draw") or ""
    best, _ = solutions(live_server, {"cells": Board.empty().cells, "draw": draw})[0]
    page.locator("#entry").fill("H8 ZZZZZZ")
    page.locator("#hand-in").click()
    expect(page.locator(".toast")).to_contain_text("Pas de Z dans le tirage")
    page.locator("#clear").click()
    expect(page.locator("#entry")).to_have_value("")
    page.locator("#entry").fill(best)
    page.reload()
    expect(page.locator("body[data-ready]")).to_be_visible()
    expect(page.locator("#entry")).to_have_value(best)
    page.locator("#hand-in").click()
    expect(page.locator(".verdict")).to_contain_text("c’est le top")


def type_the_first_top(page: Page, live_server: LiveServer) -> None:
    """Begin a game of sixty seconds a turn, and write the top on the line."""
    start(page, time="60")
    draw = page.locator("#rack").get_attribute("data-draw") or ""
    best, _ = solutions(live_server, {"cells": Board.empty().cells, "draw": draw})[0]
    page.locator("#entry").fill(best)


def test_a_word_typed_on_the_line_counts_when_the_time_is_up(
    page: Page, live_server: LiveServer
) -> None:
    type_the_first_top(page, live_server)
    page.locator("#clock").dispatch_event("rc-clock-end")
    expect(page.locator(".verdict")).to_contain_text("c’est le top")


def test_a_turn_whose_time_ends_without_the_network_ends_when_it_is_back(
    page: Page, live_server: LiveServer
) -> None:
    """The page stood at 0:00 with the word on the board, and stopping the game said nothing."""
    type_the_first_top(page, live_server)
    page.context.set_offline(True)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Aide", exact=True).click()
    page.locator("#stop").click()
    expect(page.locator("#rc-toasts")).to_contain_text("Hors connexion")
    page.locator("#clock").dispatch_event("rc-clock-end")
    expect(page.locator("#rc-toasts")).to_contain_text("le coup sera corrigé au retour du réseau")
    page.context.set_offline(False)
    expect(page.locator(".verdict")).to_contain_text("c’est le top")


def test_a_preset_keeps_the_help_and_the_edition_that_were_chosen(page: Page) -> None:
    page.goto("/solo")
    page.get_by_text("Choisir la formule").click()
    page.locator('[name="help"][value="competition"]').check()
    edition = page.locator("#edition option:not([selected])").first.get_attribute("value") or ""
    page.locator("#edition").select_option(edition)
    page.get_by_role("button", name=re.compile("Blitz")).click()
    expect(page.locator("body[data-ready]")).to_be_visible()
    state = json.loads(page.locator("#solo-state").inner_text())
    assert (state["seconds"], state["competition"], state["checks"]) == (60, True, False)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Aide", exact=True).click()
    page.locator("#stop").click()
    page.wait_for_url("**/bilan")
    expect(page.locator("main")).to_contain_text(edition)
