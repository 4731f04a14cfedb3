"""No single key destroys: what cannot be undone asks first, what can be undone has its button."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, Visitors

CheckAccessible = Callable[[Page], None]


def _desk(page: Page, club: Club) -> Page:
    page.goto(f"/arbitrer/{club.code}")
    expect(page.locator(".desk-bar .primary:visible")).to_have_count(1)
    return page


def _phase(club: Club) -> str:
    return str(club.get("referee")["game"]["phase"])


def test_the_top_is_not_validated_before_the_clock_by_a_single_key(
    page: Page, live_server: LiveServer, check_accessible: CheckAccessible
) -> None:
    club = open_club(live_server)
    club.draw("AEINRST")
    _desk(page, club)
    page.keyboard.press("v")
    asked = page.get_by_role("dialog", name=re.compile("Valider le top du coup 1 sans lancer"))
    expect(asked).to_contain_text("Personne n’a joué ce coup")
    check_accessible(page)
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    page.keyboard.press("v")
    page.keyboard.press("Enter")
    expect(asked).to_have_count(0)
    assert _phase(club) == "drawn", "the key pressed too often says no"
    page.keyboard.press("v")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#turns tbody tr")).to_have_count(1)


def test_an_end_called_two_seconds_after_the_start_is_reopened(
    visit: Visitors, live_server: LiveServer
) -> None:
    club = open_club(live_server)
    phone = club.join(visit("phone"), 1)
    club.draw("AEINRST")
    desk = _desk(visit("laptop"), club)
    reopen = desk.get_by_role("button", name="Rouvrir le temps")
    desk.keyboard.press("l")
    expect(phone.get_by_role("button", name="Remettre")).to_be_enabled()
    expect(reopen).to_be_hidden()
    desk.keyboard.press("f")
    expect(phone.locator("#say")).to_contain_text("Temps écoulé")
    reopen.click()
    expect(phone.get_by_role("button", name="Remettre")).to_be_enabled()
    expect(phone.locator("#clock")).to_contain_text(re.compile(r"2:5\d"))
    expect(desk.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", "end-time")
    expect(reopen).to_be_hidden()


def test_the_secret_and_the_end_of_the_game_are_asked_for(
    page: Page, live_server: LiveServer
) -> None:
    club = open_club(live_server, draw="software")
    _desk(page, club)
    page.get_by_text("Réglages, tirage rectifié").click()
    page.get_by_role("button", name="Arrêter définitivement").click()
    asked = page.get_by_role("dialog", name="Arrêter la partie")
    expect(asked).to_contain_text("ne pourra pas reprendre")
    page.keyboard.press("Enter")
    expect(asked).to_be_visible()
    assert _phase(club) == "drawing", "no reason, no end"
    page.keyboard.type("orage")
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_have_text("Partie terminée")
    page.keyboard.press("p")
    secret = page.get_by_role("dialog", name="Publier le secret")
    expect(secret).to_contain_text("ne pourra plus être annulé")
    page.keyboard.press("Escape")
    expect(secret).to_have_count(0)
    assert not club.get("referee")["game"]["secret"]


def test_a_cancelled_turn_is_named_and_told_on_every_screen(
    visit: Visitors, live_server: LiveServer, check_accessible: CheckAccessible
) -> None:
    club = open_club(live_server)
    for letters in ("AEINRST", ""):
        drawn = letters or _completing(club)
        club.draw(drawn)
        club.post("start")
        club.finish_turn()
    screens = [_desk(visit("laptop"), club), visit("projector"), visit("laptop"), visit("phone")]
    screens[1].goto(f"/projection/{club.code}")
    screens[2].goto(f"/partie/{club.code}")
    club.join(screens[3], 1)
    expect(screens[3].locator("#result")).to_be_visible()
    desk = screens[0]
    desk.keyboard.press("a")
    asked = desk.get_by_role("dialog", name="Annuler le coup 2")
    expect(asked).to_contain_text("le coup 2 est tiré de nouveau")
    desk.keyboard.type("Erreur d'épellation")
    desk.keyboard.press("Enter")
    for page in screens:
        told = page.locator("#cancelled")
        expect(told).to_contain_text("Coup 2 annulé")
        expect(told).to_contain_text("Erreur d’épellation")
        expect(told).to_contain_text("art. 6.2 (2017)")
    for page in screens[1:3]:
        expect(page.locator("#last")).to_be_hidden()
    expect(screens[3].locator("#result")).to_be_hidden()
    expect(desk.locator("#tops")).not_to_contain_text("Dernier top")
    expect(desk.locator("#say")).to_contain_text("Coup 2 annulé")
    expect(screens[1].locator("#said")).to_contain_text(re.compile("annulé|retournent au sac"))
    check_accessible(screens[2])
    club.draw(_completing(club, skip=3))
    for page in screens:
        expect(page.locator("#cancelled")).to_be_visible()
    club.post("start")
    club.finish_turn()
    for page in screens:
        expect(page.locator("#cancelled")).to_be_hidden()


BAG = "EAINRSTULOEAINRSTULO"


def _completing(club: Club, skip: int = 0) -> str:
    """Letters that complete the draw."""
    return BAG[skip : skip + club.get("referee")["to_draw"]]


def test_a_withdrawal_is_taken_back_by_a_visible_button(
    page: Page, live_server: LiveServer
) -> None:
    club = open_club(live_server)
    page.goto(f"/arbitrer/{club.code}/joueurs")
    page.get_by_role("button", name="Abandonne : table 2").click()
    row = page.get_by_role("row", name="Émile Durand")
    expect(row).to_contain_text("abandon")
    page.get_by_role("button", name="Annuler l’abandon : table 2").click()
    expect(row).to_contain_text("oui")
    expect(page.get_by_role("button", name="Abandonne : table 2")).to_be_visible()


def test_all_codes_are_changed_only_after_a_yes(page: Page, live_server: LiveServer) -> None:
    club = open_club(live_server)
    page.goto(f"/arbitrer/{club.code}/codes")
    before = club.pin(1)
    change = page.get_by_role("button", name="Changer tous les codes")
    change.click()
    expect(page.get_by_role("dialog")).to_contain_text("mis dehors")
    page.keyboard.press("Escape")
    assert club.pin(1) == before
    change.click()
    page.get_by_role("dialog").get_by_role("button", name="Changer tous les codes").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".codes")).not_to_contain_text(before)
