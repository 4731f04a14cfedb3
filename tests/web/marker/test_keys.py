"""The paper road is quick: few keys for a right slip, one for a top, never the mouse."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.club import Club, look, open_club
from tests.web.conftest import LiveServer, Visitors

CheckAccessible = Callable[[Page], None]
MOST_KEYS = 8
COUNT = """() => {
  window.keys = 0;
  addEventListener('keydown', () => { window.keys += 1; }, true);
  window.beeps = [];
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    const tone = make.call(this);
    window.beeps.push(tone);
    return tone;
  };
}"""


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    """Time is up on a second turn: SENTIRA lies on the row H from column 8."""
    club = open_club(live_server, entry="paper")
    club.draw("AEINRST")
    club.post("start")
    club.finish_turn()
    club.post("marks/top", {"rest": True})
    club.draw("EILNOUT")
    club.post("start")
    club.post("end-time")
    return club


@pytest.fixture
def marker(visit: Visitors, club: Club) -> Page:
    """The markers' page, its keys counted."""
    page = club.invite(visit("laptop"), "marker")
    expect(page.locator("#top")).to_contain_text("EILNOUT · top")
    page.evaluate(COUNT)
    return page


def _is(page: Page, table: int, what: str) -> None:
    expect(page.get_by_role("button", name=re.compile(f"^Table {table}, {what}"))).to_be_visible()


def _keys(page: Page) -> int:
    count: int = page.evaluate("window.keys")
    page.evaluate("window.keys = 0")
    return count


def _places(club: Club, word: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = club.post("marks/places", {"word": word})
    return found


def test_a_right_slip_takes_few_keys_beside_its_word(marker: Page, club: Club) -> None:
    expect(marker.locator("#line-table")).to_have_text("Table 1")
    last = _places(club, "LUTINE")[-1]
    marker.keyboard.type(f"{last['move']} {last['points']}")
    marker.keyboard.press("Enter")
    _is(marker, 1, f"juste, {last['points']} points")
    assert _keys(marker) <= len("LUTINE") + MOST_KEYS
    # Out of turn, with its table: the arrow gives the place and the points to compare.
    marker.keyboard.type("4 lutine")
    marker.keyboard.press("ArrowDown")
    best = _places(club, "LUTINE")[0]
    expect(marker.locator("#line")).to_have_value(f"4 {best['move']} {best['points']}")
    expect(marker.locator("#preview")).to_contain_text("aucune sanction")
    marker.keyboard.press("Enter")
    _is(marker, 4, f"juste, {best['points']} points")
    assert _keys(marker) <= len("lutine") + MOST_KEYS
    expect(marker.locator("#line-table")).to_have_text("Table 2")


def test_the_arrow_goes_through_the_places_of_a_word(marker: Page, club: Club) -> None:
    places = _places(club, "LUTINE")
    assert len(places) > 1
    marker.keyboard.type("lutine")
    for place in places[:2]:
        marker.keyboard.press("ArrowDown")
        value = f"{place['move']} {place['points']}"
        expect(marker.locator("#line")).to_have_value(value)
    marker.keyboard.press("Escape")
    marker.keyboard.type("zzyzx")
    marker.keyboard.press("ArrowDown")
    expect(marker.locator("#preview")).to_contain_text("ne se place nulle part")


def test_a_top_is_one_key_and_keys_are_not_lost_in_a_row(marker: Page, club: Club) -> None:
    slow: list[Route] = []

    def late(route: Route) -> None:
        slow.append(route)
        marker.wait_for_timeout(150)
        route.continue_()

    marker.route(re.compile("/marks/line$"), late)
    for _ in range(3):
        marker.keyboard.press("*")
    marker.keyboard.type("-")
    marker.keyboard.press("Enter")
    for table in (1, 2, 3):
        _is(marker, table, "juste")
    _is(marker, 4, "nullité")
    # What is shown may be told before the last request is handed to this test.
    for _ in range(100):
        if len(slow) < 4:
            marker.wait_for_timeout(50)
    assert len(slow) == 4
    assert _keys(marker) == 5


def test_a_ruling_that_is_not_plain_is_heard_and_seen_before_it_is_given(
    marker: Page, club: Club, check_accessible: CheckAccessible
) -> None:
    marker.keyboard.type("H4 LUTINE 3")
    marker.keyboard.press("Enter")
    expect(marker.locator("#preview")).to_contain_text("Pas encore entré")
    expect(marker.locator("#preview")).to_have_class(re.compile("is-nullity"))
    assert marker.evaluate("window.beeps.length") > 0
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    assert marker.locator("#preview .verdict").evaluate(size) >= 28
    assert club.get("marks/1")["status"] == "missing"
    check_accessible(marker)
    look(marker, "marker-held")
    marker.wait_for_timeout(350)
    marker.keyboard.press("Enter")
    _is(marker, 1, "nullité")


def _held_back(page: Page, waiting: list[Route]) -> Route:
    """The request a route keeps, which may come after what the page shows of it."""
    for _ in range(300):
        if waiting:
            return waiting.pop()
        page.wait_for_timeout(50)
    raise AssertionError("nothing was sent")


def test_the_next_slip_is_typed_while_the_last_is_on_its_way(marker: Page, club: Club) -> None:
    waiting: list[Route] = []
    marker.route(re.compile("/marks/line$"), lambda route: waiting.append(route))
    marker.keyboard.type("H4 LUTINE 3")
    marker.keyboard.press("Enter")
    marker.keyboard.type("lut")
    expect(marker.locator("#line-table")).to_have_text("Table 2")
    _held_back(marker, waiting).continue_()
    # Held, it waits for the line that is being typed.
    expect(marker.locator("#held")).to_contain_text("1 H4 LUTINE 3")
    expect(marker.locator("#line")).to_have_value("lut")
    marker.keyboard.press("Escape")
    expect(marker.locator("#line")).to_have_value("1 H4 LUTINE 3")
    expect(marker.locator("#held")).to_be_hidden()
    marker.keyboard.press("Escape")
    expect(marker.locator("#line")).to_have_value("")
    assert [cell["status"] for cell in club.get("marks")["cells"]] == ["missing"] * 4


def test_a_slip_sent_for_its_table_is_not_given_to_the_one_another_marker_left(
    marker: Page, club: Club
) -> None:
    marker.keyboard.type("-")
    club.post("marks/line", {"line": "1 ="})
    _is(marker, 1, "juste")
    marker.keyboard.press("Enter")
    # Table 1 was meant: its slip is there already, and table 2 is left alone.
    expect(marker.locator("#preview")).to_contain_text("a déjà sa décision")
    assert club.get("marks/2")["status"] == "missing"
