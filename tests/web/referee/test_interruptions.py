"""An interruption on every screen: its length, its limit, the question before a game ends."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from raccord.duplicate import events as ev
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, Visitors
from tests.web.played import played, unfinished
from tests.web.seeded import seed

CheckAccessible = Callable[[Page], None]
MINUTE = 60_000


def _interrupted(server: LiveServer, minutes: float, turn: int) -> str:
    """A game that stands still for so many minutes."""
    at = time.time_ns() // 1_000_000 - round(minutes * MINUTE)
    return seed(server, (*unfinished(played(), turn), ev.Interrupted(at=at)))


def test_every_screen_tells_how_long_the_game_stands_still(
    visit: Visitors, live_server: LiveServer
) -> None:
    club: Club = open_club(live_server)
    club.draw("ABEILRS")
    screens = {
        "desk": visit("laptop"),
        "projector": visit("projector"),
        "public": visit("laptop"),
        "phone": club.join(visit("phone"), 1),
    }
    screens["desk"].goto(f"/arbitrer/{club.code}")
    screens["projector"].goto(f"/projection/{club.code}")
    screens["public"].goto(f"/partie/{club.code}")
    for page in screens.values():
        expect(page.locator("#interruption")).to_be_hidden()
    club.post("interrupt")
    for page in screens.values():
        told = page.locator("#interruption")
        expect(told).to_contain_text(re.compile(r"interrompue depuis 0:0[1-9]"))
        expect(told).to_contain_text("Au-delà de 15")
        expect(told).to_contain_text("art. 3.6 (2017)")
    club.post("resume")
    for page in screens.values():
        expect(page.locator("#interruption")).to_be_hidden()


def test_beyond_the_limit_the_desk_asks_before_the_game_ends(
    page: Page, live_server: LiveServer, check_accessible: CheckAccessible
) -> None:
    code = _interrupted(live_server, 20, turn=4)
    page.goto(f"/arbitrer/{code}")
    told = page.locator("#interruption")
    expect(told).to_contain_text("dépassée")
    expect(told).to_contain_text("annulés")
    assert page.request.get(f"/api/games/{code}").json()["phase"] == "drawn", "nothing ended it"
    page.get_by_role("button", name="Arrêter la partie", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Faute de coups relevés")
    check_accessible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Arrêter la partie", exact=True).click()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_have_text("Partie terminée")
    assert page.request.get(f"/api/games/{code}").json()["end"]["reason"] == "interrupted"


def test_a_pause_that_was_left_to_run_is_resumed_with_its_reason(
    page: Page, live_server: LiveServer
) -> None:
    code = _interrupted(live_server, 20, turn=3)
    page.goto(f"/arbitrer/{code}")
    expect(page.locator("#interruption")).to_contain_text("dépassée")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.type("Reprise non notée")
    page.keyboard.press("Enter")
    expect(page.locator("#interruption")).to_be_hidden()
    expect(page.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", "start")


def test_the_limit_passes_while_the_desk_is_open(page: Page, live_server: LiveServer) -> None:
    code = _interrupted(live_server, 14, turn=2)
    page.clock.install()
    # Its clock is put forward: the server must not put it right.
    page.route("**/api/time", lambda route: route.abort())
    page.goto(f"/arbitrer/{code}")
    stop = page.get_by_role("button", name="Arrêter la partie", exact=True)
    expect(page.locator("#interruption")).to_contain_text("Au-delà de")
    expect(stop).to_be_hidden()
    page.clock.fast_forward(90_000)
    expect(page.locator("#interruption")).to_contain_text("dépassée")
    expect(stop).to_be_visible()
