"""Any board and any rack, looked at on the page, by programs, and from the turns of games."""

import re

import pytest
from playwright.sync_api import Page, expect

from raccord.board import Board, Move, score
from tests.web.club import open_club
from tests.web.conftest import LiveServer, Visitors, WebClient
from tests.web.played import played
from tests.web.seeded import seed

GRID = Board.empty().place(Move.parse("H4 MAISON"))


def test_a_program_is_told_everything_a_rack_can_do(client: WebClient) -> None:
    asked = {"grid": GRID.packed, "rack": "aeinrs?"}
    found = client.get("/api/analysis", params=asked).json()
    assert found["best"] == found["tops"][0]["points"] > 60
    assert found["sub_tops"][0]["points"] < found["best"]
    assert {one["points"] for one in found["tops"]} == {found["best"]}
    for key, one in found["by_length"].items():
        assert len(Move.parse(one["move"]).word) == int(key)
    for line, one in found["by_place"].items():
        assert one["reference"].startswith(line)
    for tiles, one in found["by_tiles"].items():
        counted = score(GRID, Move.parse(one["move"]))
        assert (len(counted.tiles), counted.total) == (int(tiles), one["points"])
    assert found["scrabbles"]
    assert any("ARSINE" in group["words"] for group in found["rack_alone"])


def test_a_board_is_read_on_one_line_or_fifteen(client: WebClient) -> None:
    boards = (GRID.packed, str(GRID), GRID.cells)
    found = [client.get("/api/analysis", params={"grid": g, "rack": "ET"}).json() for g in boards]
    assert found[0] == found[1] == found[2]
    assert Board.unpack(found[0]["grid"]) == GRID


@pytest.mark.parametrize(
    ("grid", "rack"),
    [("12", "ET"), ("999", "ET"), ("é", "ET"), ("", "E1"), ("", "ABCDEFGHIJK"), ("", "A???")],
)
def test_what_is_no_position_is_told_in_one_line(client: WebClient, grid: str, rack: str) -> None:
    reply = client.get("/api/analysis", params={"grid": grid, "rack": rack})
    assert reply.status_code == 400
    assert reply.json()["error"]["code"] == "invalid"
    assert client.get("/analyse", params={"grille": grid, "tirage": rack}).status_code == 400


@pytest.mark.parametrize(
    ("grid", "rack", "lexicon"),
    [(GRID.packed, "E1", ""), (GRID.packed, "ET", "absente"), ("12MAISON", "ET", "")],
)
def test_what_is_wrong_with_a_rack_or_a_list_costs_no_board(
    client: WebClient, grid: str, rack: str, lexicon: str
) -> None:
    asked = {"grille": grid, "tirage": rack, "jouables": "8", "lexicon": lexicon}
    shown = client.get("/analyse", params=asked).text
    assert 'role="alert"' in shown
    assert re.search(rf"<textarea[^>]*>{grid}</textarea>", shown)
    assert re.search(r"<option\s+selected\s*>\s*8", shown)


def test_moves_are_written_place_word_points(client: WebClient) -> None:
    shown = client.get("/analyse", params={"tirage": "AEINRST"}).text
    first = re.search(r'data-move="([^"]+)"[^>]*>(.*?)</button>', shown, re.DOTALL)
    assert first
    text = re.sub(r"<[^>]+>|\s+", " ", first[2]).split()
    assert " ".join(text[:2]) == first[1]
    assert text[2].isdigit()


def test_a_board_is_typed_on_and_solutions_are_shown_on_it(
    live_server: LiveServer, page: Page
) -> None:
    page.goto(f"{live_server.url}/analyse")
    expect(page.locator("body[data-ready]")).to_be_attached()
    page.locator('[data-index="108"]').click()
    page.keyboard.type("maiso")
    page.keyboard.press("Shift+N")
    page.get_by_label("Poser un mot").fill("8h onde")
    page.get_by_role("button", name="Poser").click()
    expect(page.locator("#grille")).to_have_value("108MAISOn13N14D14E67")
    page.get_by_label("Tirage").fill("AEINRST")
    page.get_by_role("button", name="Chercher").click()
    top = page.locator("[data-move]").first
    top.click()
    expect(page.locator("#board .sq.last")).not_to_have_count(0)
    expect(page.locator("#shown")).to_contain_text(top.locator("strong").inner_text())


def test_on_a_phone_a_solution_is_shown_on_a_board_in_sight(visit: Visitors) -> None:
    page = visit("phone")
    page.goto(f"/analyse?grille={GRID.packed}&tirage=AEINRST")
    expect(page.locator("body[data-ready]")).to_be_attached()
    page.locator("[data-move]").nth(30).tap()
    expect(page.locator("#board .sq.last").first).to_be_in_viewport(ratio=1)
    page.get_by_label("Poser un mot").tap()
    expect(page.get_by_label("Poser un mot")).to_be_focused()
    position = "e => getComputedStyle(e).position"
    assert page.locator(".analysis-board").evaluate(position) == "static", "out of the way"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_on_a_phone_held_across_the_board_stays_beside_its_solutions(visit: Visitors) -> None:
    page = visit("phone", viewport={"width": 740, "height": 360})
    page.goto(f"/analyse?grille={GRID.packed}&tirage=AEINRST")
    expect(page.locator("body[data-ready]")).to_be_attached()
    page.locator("[data-move]").nth(30).tap()
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.98)
    assert page.evaluate("document.documentElement.scrollWidth") <= 740


def test_every_turn_of_a_public_game_leads_to_its_analysis(
    live_server: LiveServer, client: WebClient
) -> None:
    code = seed(live_server, played())
    turn = client.get(f"/partie/{code}/coup/3").text
    address = re.search(r'href="(/analyse[^"]+)"', turn)
    assert address
    page = client.get(address.group(1).replace("&amp;", "&"))
    assert page.status_code == 200
    told = client.get(f"/partie/{code}/coup/3.json").json()["line"]["points"]
    assert re.search(rf"Top à {told}\W+point", page.text)
    assert f'href="/partie/{code}/coup/3"' in page.text


def test_a_seated_phone_analyses_nothing_while_its_letters_are_in_play(
    live_server: LiveServer, client: WebClient
) -> None:
    club = open_club(live_server)
    player = live_server.client().sign_in()
    player.post(f"{club.base}/join", json={"table": 1, "pin": club.pin(1)})
    paths = ("/analyse", "/analyse?tirage=ET", "/api/analysis?rack=ET")
    assert {player.get(path).status_code for path in paths} == {200}
    club.post("draw", {"letters": "AEINRST"})
    assert {player.get(path).status_code for path in paths} == {403}
    assert {client.get(path).status_code for path in paths} == {200}
