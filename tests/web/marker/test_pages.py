"""The markers' pages in a real browser: the keyboard does everything."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.web.club import Club, look, open_club, small_targets, too_wide, until
from tests.web.conftest import PATIENCE_MS, LiveServer, Visitors

CheckAccessible = Callable[[Page], None]


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    """Paper slips of a second turn, time up: the word RETINAS is on the board."""
    club = open_club(live_server, entry="paper")
    club.draw("AEINRST")
    club.post("start")
    club.finish_turn()
    club.post("marks/top", {"rest": True})
    return club


def _second_turn(club: Club) -> dict[str, object]:
    found = club.draw("EILNOUT")["tops"]
    club.post("start")
    club.post("end-time")
    assert isinstance(found, dict)
    return found


def _await_second_turn(page: Page) -> None:
    """Until the page has heard of the draw, the line is still the first turn's."""
    expect(page.locator("#top")).to_contain_text("EILNOUT · top")
    expect(page.locator("#line")).to_be_focused()


def _type(page: Page, line: str) -> None:
    page.keyboard.type(line)


def _enter(page: Page, line: str) -> None:
    _type(page, line)
    page.keyboard.press("Enter")
    expect(page.locator("#line")).to_have_value("")


def _insist(page: Page, line: str) -> None:
    """Enter a slip whose ruling is not plain: it is shown first, and Enter again confirms it."""
    _enter_unseen(page, line)
    page.wait_for_timeout(350)
    page.keyboard.press("Enter")
    expect(page.locator("#line")).to_have_value("")


def _enter_unseen(page: Page, line: str) -> None:
    page.keyboard.type(line, delay=0)
    page.keyboard.press("Enter")
    expect(page.locator("#preview")).to_contain_text("Pas encore entré")
    expect(page.locator("#line")).to_have_value(line)


def test_slips_are_typed_on_one_line_and_ruled_before_enter(
    visit: Visitors, club: Club, check_accessible: CheckAccessible
) -> None:
    page = club.invite(visit("laptop"), "marker", label="Claire")
    tops = _second_turn(club)
    _await_second_turn(page)
    expect(page.locator("#top")).to_contain_text(str(tops["points"]))
    top = tops["ties"][0]["move"]  # type: ignore[index]
    _type(page, f"1 {top} {tops['points']}")
    expect(page.locator("#preview")).to_contain_text(f"{tops['points']} points · aucune sanction")
    expect(page.locator("#pane-text")).to_contain_text("Lectures")
    expect(page.locator("#pane-text")).to_contain_text("2010")
    assert club.get("marks/1")["ruling"] is None
    look(page, "marker-preview")
    check_accessible(page)
    page.keyboard.press("Enter")
    cell = page.get_by_role("button", name=re.compile(r"^Table 1, juste"))
    expect(cell).to_be_visible()
    _enter(page, "2 -")
    expect(page.get_by_role("button", name=re.compile("^Table 2, nullité"))).to_be_visible()
    _insist(page, f"3 {top} 1")
    expect(page.get_by_role("button", name=re.compile("^Table 3, avertissement"))).to_be_visible()
    expect(page.locator("#missing")).to_have_text("Manquent : 4")
    _enter(page, "= reste")
    expect(page.get_by_role("button", name=re.compile("^Table 4, juste"))).to_be_visible()
    expect(page.locator("#missing")).to_have_text("Tous les bulletins sont là.")
    points = {line["table"]: club.get(f"marks/{line['table']}")["ruling"] for line in _cells(club)}
    assert [points[n]["points"] for n in (1, 3, 4)] == [tops["points"]] * 3
    check_accessible(page)
    look(page, "marker-entered")


def _cells(club: Club) -> list[dict[str, object]]:
    found: list[dict[str, object]] = club.get("marks")["cells"]
    return found


def test_the_line_says_what_is_wrong_and_helps(
    visit: Visitors, club: Club, check_accessible: CheckAccessible
) -> None:
    page = club.invite(visit("laptop"), "marker", tables=(1, 2))
    _second_turn(club)
    _await_second_turn(page)
    expect(page.locator(".cell")).to_have_count(2)
    _type(page, "1 H4")
    expect(page.locator("#preview")).to_contain_text("le mot est attendu", ignore_case=True)
    page.keyboard.press("Escape")
    _type(page, "3 =")
    page.keyboard.press("Enter")
    expect(page.locator("#preview")).to_contain_text("autre arbitre")
    page.keyboard.press("Escape")
    _type(page, "?")
    expect(page.get_by_role("heading", name="Saisir un bulletin")).to_be_visible()
    check_accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator("#line")).to_be_focused()


def test_nothing_is_typed_while_the_time_runs(visit: Visitors, club: Club) -> None:
    page = club.invite(visit("laptop"), "marker")
    club.draw("EILNOUT")
    club.post("start")
    expect(page.locator("#top")).to_contain_text("les bulletins ne sont pas encore levés")
    expect(page.locator("#line")).to_be_disabled()
    assert "74" not in page.locator("#top").inner_text()
    page.keyboard.press("PageUp")
    expect(page.locator("#line")).to_be_enabled()


def test_a_decision_is_overridden_with_a_reason_and_both_are_kept(
    visit: Visitors, club: Club, check_accessible: CheckAccessible
) -> None:
    page = club.invite(visit("laptop"), "marker", label="Claire")
    _second_turn(club)
    _await_second_turn(page)
    _enter(page, "1 -")
    page.get_by_role("button", name=re.compile("^Table 1, nullité")).click()
    page.get_by_text("Rectifier la décision").click()
    page.locator("#pane").get_by_label("Points").fill("12")
    page.get_by_label("Sanction").select_option("none")
    page.get_by_label("Motif").fill("bulletin retrouvé sous la table")
    page.get_by_role("button", name="Rectifier").click()
    expect(page.locator("#pane-text")).to_contain_text("Décisions successives")
    expect(page.locator("#pane-text")).to_contain_text("bulletin retrouvé")
    expect(page.get_by_role("button", name=re.compile("^Table 1, juste, 12"))).to_be_visible()
    history = [line for line in club.get("marks/1/history") if line["ruling"]]
    assert [line["ruling"]["points"] for line in history] == [0, 12]
    assert history[1]["by"] == "Claire"
    check_accessible(page)
    look(page, "marker-override")


def test_a_slip_entered_again_asks_why(visit: Visitors, club: Club) -> None:
    page = club.invite(visit("laptop"), "marker")
    tops = _second_turn(club)
    _await_second_turn(page)
    _enter(page, "1 =")
    _enter_unseen(page, "1 A1 XX 3")
    page.wait_for_timeout(350)
    page.keyboard.press("Enter")
    expect(page.locator("#again-reason")).to_be_focused()
    _type(page, "mal lu")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Table 1, nullité"))).to_be_visible()
    history = [line for line in club.get("marks/1/history") if line["ruling"]]
    assert [line["ruling"]["points"] for line in history] == [tops["points"], 0]


def test_correction_notes_are_listed_and_marked_as_delivered(visit: Visitors, club: Club) -> None:
    page = club.invite(visit("laptop"), "marker")
    _second_turn(club)
    _await_second_turn(page)
    _insist(page, "1 A1 XX 3")
    notes = page.locator("#notes")
    expect(notes).to_contain_text("Table 1")
    club.post("retain")
    expect(notes.get_by_role("link", name="Imprimer, quatre par page")).to_have_attribute(
        "href", re.compile(r"billets\.pdf\?coup=2")
    )
    printed = club.desk.get(f"/partie/{club.code}/billets.pdf?coup=2")
    assert printed.content.startswith(b"%PDF")
    notes.get_by_role("button", name="Billet de la table 1 remis").click()
    expect(notes).to_contain_text("Tous les billets sont remis")


def test_an_answer_does_not_undo_what_was_told_while_it_was_on_its_way(
    visit: Visitors, club: Club
) -> None:
    page = club.invite(visit("laptop"), "marker")
    _second_turn(club)
    _await_second_turn(page)
    held: list[Route] = []
    asked: list[tuple[Route, APIResponse]] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            # Before it is fetched: another may be asked for meanwhile.
            held.append(route)
            asked.append((route, route.fetch()))

    page.route(re.compile(r"/marks\?second"), hold_the_first)
    page.keyboard.press("PageUp")
    if not _is_asked(page, asked):
        # Where the page was still on its way to the second turn, the key had no effect.
        page.keyboard.press("PageUp")
    _wait_for(page, asked)
    club.post("marks/line", {"line": "3 ="})
    expect(page.get_by_role("button", name="Coup 2, manquent les tables 1 2 4")).to_be_visible()
    correction = {"turn": 1, "table": 2, "points": 12, "reason": "bulletin retrouvé"}
    club.post("rulings", correction)
    # Of the time before the correction, the answer is not shown: it is asked for again.
    asked[0][0].fulfill(response=asked[0][1])
    expect(page.get_by_role("button", name=re.compile("^Table 2, juste, 12"))).to_be_visible()


def test_a_form_being_filled_in_stays_when_its_table_is_drawn_again(
    visit: Visitors, club: Club
) -> None:
    page = club.invite(visit("laptop"), "marker")
    _second_turn(club)
    _await_second_turn(page)
    _enter(page, "1 -")
    cell = page.get_by_role("button", name=re.compile("^Table 1, nullité"))
    expect(page.get_by_text("Rectifier la décision")).to_be_visible()
    held: list[Route] = []
    page.route(re.compile(r"/marks/1\?turn"), lambda route: held.append(route))
    cell.click()
    _wait_for(page, held)
    page.get_by_text("Rectifier la décision").click()
    page.get_by_label("Motif").fill("bulletin retr")
    page.evaluate("document.querySelector('#pane-text .told').replaceChildren()")
    held[0].continue_()
    expect(page.locator("#pane-text")).to_contain_text("nullité")
    expect(page.get_by_label("Motif")).to_be_focused()
    page.keyboard.type("ouvé")
    expect(page.get_by_label("Motif")).to_have_value("bulletin retrouvé")
    page.get_by_role("button", name=re.compile("^Table 2,")).click()
    expect(page.locator("#pane-title")).to_contain_text("Table 2")
    expect(page.get_by_label("Motif")).to_have_count(0)


def test_without_its_stream_the_desk_reads_what_was_entered(visit: Visitors, club: Club) -> None:
    _second_turn(club)
    page = visit("laptop")
    page.route("**/live/**", lambda route: route.abort())
    club.invite(page, "marker")
    expect(page.locator("#line")).to_be_focused()
    _enter(page, "1 -")
    expect(page.get_by_role("button", name=re.compile("^Table 1, nullité"))).to_be_visible()
    page.get_by_role("button", name="Le top pour le reste").click()
    expect(page.locator("#missing")).to_have_text("Tous les bulletins sont là.")


def _is_asked(page: Page, found: list[Any], patience: int = PATIENCE_MS // 3) -> bool:
    for _ in range(patience // 20):
        if found:
            return True
        page.wait_for_timeout(20)
    return False


def _wait_for(page: Page, found: list[Any]) -> None:
    assert _is_asked(page, found, PATIENCE_MS), "nothing was asked for"


def test_the_second_marker_enters_alone_and_the_difference_reaches_the_marker(
    visit: Visitors, club: Club, check_accessible: CheckAccessible
) -> None:
    first = club.invite(visit("laptop"), "marker")
    tops = _second_turn(club)
    top, points = tops["ties"][0]["move"], tops["points"]  # type: ignore[index]
    _await_second_turn(first)
    _enter(first, f"1 {top} {points}")
    _enter(first, f"2 {top} {points}")
    second = club.invite(visit("laptop"), "second", label="Denis")
    _await_second_turn(second)
    expect(second.locator("#cells")).not_to_contain_text(str(points))
    _enter(second, f"1 {top} {points}")
    _insist(second, f"2 {top} 1")
    lines = second.locator("#difference-lines tr")
    expect(lines).to_have_count(2)
    expect(lines.nth(0)).to_contain_text("accord")
    expect(lines.nth(1)).to_contain_text("écart")
    check_accessible(second)
    look(second, "marker-double")
    expect(first.locator("#difference-lines tr")).to_have_count(1)
    expect(first.get_by_role("button", name=re.compile("^Table 2, juste.*écart"))).to_be_visible()
    check_accessible(first)
    look(first, "marker-differences")
    until(lambda: club.get("marks/2")["ruling"]["points"] == points)


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_the_pages_fit_small_screens_and_fingers(
    visit: Visitors, club: Club, check_accessible: CheckAccessible, size: str
) -> None:
    _second_turn(club)
    club.post("marks/line", {"line": "1 A1 XX 3"})
    desk, denis = visit(size), club.invite(visit(size), "second")
    for page, path in ((desk, f"/corriger/{club.code}"), (denis, f"/corriger/{club.code}/double")):
        page.goto(path)
        expect(page.locator("body[data-ready]")).to_be_attached()
        if path.endswith(club.code):
            page.get_by_role("button", name=re.compile("^Table 1,")).click()
            expect(page.locator("#pane-text")).to_contain_text("XX")
        check_accessible(page)
        assert not too_wide(page), path
        assert not small_targets(page), path
        look(page, f"marker-{size}-{path.count('/')}")


NEEDED = "#turns [aria-current], #turn, #line, #entry button, #preview .verdict, #rest button"


@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1366, 768)])
def test_what_the_rhythm_of_a_turn_needs_is_above_the_fold(
    visit: Visitors, club: Club, check_accessible: CheckAccessible, width: int, height: int
) -> None:
    _second_turn(club)
    page = visit("laptop", viewport={"width": width, "height": height})
    club.invite(page, "marker", label="Claire")
    _await_second_turn(page)
    _type(page, "1 A1 XX 3")
    expect(page.locator("#preview")).to_contain_text("nullité")
    needed = page.locator(NEEDED)
    assert needed.count() == 11
    for one in needed.all():
        expect(one).to_be_in_viewport(ratio=1)
    check_accessible(page)
    assert not too_wide(page)
    look(page, f"marker-fold-{width}")
