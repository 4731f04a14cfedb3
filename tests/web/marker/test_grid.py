"""The little grid of the markers' page: a slip filled in by clicks, one with its line."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.club import Club, look, open_club, too_wide
from tests.web.conftest import LiveServer, Visitors

CheckAccessible = Callable[[Page], None]
PARALLEL = "1 > ENTE 7 :3ENTE/INES"


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    """Time is up on a second turn; ERBINES lies on the row H from column 2."""
    club = open_club(live_server, entry="paper")
    club.draw("BEEINRS")
    club.post("start")
    club.finish_turn()
    club.post("marks/top", {"rest": True})
    club.draw("AEELNOT")
    club.post("start")
    club.post("end-time")
    return club


def _open(visit: Visitors, club: Club, size: str = "laptop") -> Page:
    page = club.invite(visit(size), "marker")
    expect(page.locator("#top")).to_contain_text("AEELNOT · top")
    if not page.locator("#drawn").is_visible():
        page.locator("#drawn-open").click()
    return page


def _square(page: Page, row: int, column: int) -> Locator:
    return page.locator("#drawn-grid").get_by_label(f"Rangée {row}, colonne {column},")


def _ruling(page: Page) -> Locator:
    return page.locator("#preview")


def _drawn(page: Page) -> list[str]:
    """The rows of the grid that hold letters, links in small letters."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('#drawn-grid [role=row]')]
        .map(row => [...row.children].map(e => {
            const letter = e.textContent || '.';
            const cased = e.classList.contains('link') ? letter.toLowerCase() : letter;
            return e.classList.contains('circled') ? `(${cased})` : cased;
        }).join('').replace(/^\\.+|\\.+$/g, '')).filter(Boolean)"""
    )
    return found


def test_a_link_beside_a_parallel_word_is_entered_by_clicks_and_ruled_without_sanction(
    visit: Visitors, club: Club, check_accessible: CheckAccessible
) -> None:
    page = _open(visit, club)
    page.get_by_label("Table", exact=True).fill("1")
    page.locator("#drawn-points").fill("7")
    _square(page, 7, 8).click()
    page.keyboard.type("ente")
    page.get_by_role("button", name="Raccord").click()
    _square(page, 8, 5).click()
    page.keyboard.type("ines")
    expect(page.locator("#line")).to_have_value(PARALLEL)
    expect(_ruling(page)).to_contain_text("7 points · aucune sanction")
    check_accessible(page)
    look(page, "marker-grid")
    page.get_by_role("button", name="Entrer").click()
    expect(page.get_by_role("button", name="Table 1, juste, 7 points")).to_be_visible()
    mark = club.get("marks/1")
    assert mark["slip"]["grid"] == "...ENTE\nINES"
    assert mark["ruling"]["placement"].startswith("G8 ENTE")
    assert _drawn(page) == []


def test_a_line_fills_the_grid_and_the_keyboard_goes_on_in_it(visit: Visitors, club: Club) -> None:
    page = _open(visit, club)
    page.locator("#line").fill("2 7G v NO[M.I<]TER 12")
    page.locator("#line").press("End")
    expect(page.locator("#drawn-reference")).to_have_value("7G")
    expect(page.locator("#drawn-points")).to_have_value("12")
    assert _drawn(page) == ["N", "O", "m.iT", "E", "R"]
    page.keyboard.press("Alt+g")
    _square(page, 8, 7).click()
    page.keyboard.press("(")
    expect(page.locator("#line")).to_have_value("2 7G N(O)[M.I<]TER 12")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Delete")
    expect(page.locator("#line")).to_have_value("2 7G N(O)[M.I<]T.R 12")
    expect(page.locator("#preview")).to_contain_text("nullité")
    page.wait_for_timeout(350)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Table 2, nullité")).to_be_visible()
    expect(page.locator("#line")).to_have_value("")


def test_squares_that_make_no_slip_say_why_and_leave_the_line(visit: Visitors, club: Club) -> None:
    page = _open(visit, club)
    page.locator("#line").fill("3 > ENTE 7")
    expect(_ruling(page)).to_contain_text("ENTE")
    _square(page, 12, 12).click()
    page.keyboard.type("z")
    expect(_ruling(page)).to_contain_text("même ligne")
    page.keyboard.press("Backspace")
    expect(_ruling(page)).to_contain_text("ENTE")
    page.keyboard.press("Escape")
    expect(page.locator("#line")).to_be_focused()


def test_a_phone_types_its_letters_in_a_field(visit: Visitors, club: Club) -> None:
    page = _open(visit, club, "phone")
    page.get_by_label("Table", exact=True).fill("4")
    _square(page, 7, 8).click()
    page.get_by_label("Lettres", exact=True).press_sequentially("ente")
    expect(page.locator("#line")).to_have_value("4 > ENTE")
    assert not too_wide(page)
    look(page, "marker-grid-phone")
