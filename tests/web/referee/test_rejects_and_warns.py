"""What a referee may add: a draw rejected at will, a disciplinary warning beside any ruling."""

from playwright.sync_api import Page, expect

from tests.web.club import open_club
from tests.web.conftest import LiveServer


def test_a_draw_that_counts_on_its_joker_can_be_rejected_from_the_desk(
    page: Page, live_server: LiveServer
) -> None:
    club = open_club(live_server, draw="hand")
    club.draw("RSTLNE?")
    page.goto(f"/arbitrer/{club.code}")
    page.locator("#more-title").click()
    page.get_by_role("button", name="Rejeter ce tirage").click()
    page.get_by_role("dialog").get_by_role("button", name="Rejeter ce tirage").click()
    expect(page.locator("#turn")).to_have_text("Coup 1")
    expect(page.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", "draw")
    assert club.get("referee")["game"]["phase"] == "drawing"


def test_a_draw_that_needs_no_help_offers_no_rejection(page: Page, live_server: LiveServer) -> None:
    club = open_club(live_server, draw="hand")
    club.draw("RAINETS")
    assert "reject-draw" not in club.get("referee")["offered"]


def test_a_disciplinary_warning_is_added_from_the_decisions_between_two_turns(
    page: Page, live_server: LiveServer
) -> None:
    club = open_club(live_server)
    club.draw("RAINETS")
    club.post("start")
    club.finish_turn()
    page.goto(f"/arbitrer/{club.code}/decisions?coup=1")
    reasons = page.locator("tbody tr").first.locator("small")
    expect(reasons).to_have_count(1)
    page.get_by_role("button", name="Avertissement disciplinaire").first.click()
    expect(reasons).to_have_count(2)
    expect(reasons.last).to_contain_text("Avertissement disciplinaire")
    page.get_by_role("button", name="Avertissement disciplinaire").first.click()
    expect(page.locator("[role=alert]")).to_be_visible()
