"""The first ten minutes of a beginner on a phone and of an expert at a keyboard.

``docs/first-steps.md`` tells them step by step; ``RACCORD_PICTURES=docs/pictures`` takes its
pictures again.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from raccord.board import Board, moves
from tests.web.club import look
from tests.web.conftest import LiveServer

LAPTOP = {"viewport": {"width": 1366, "height": 768}}


def ready(page: Page) -> None:
    expect(page.locator("body[data-ready]")).to_be_visible()


def draw_of(page: Page) -> str:
    return page.locator("#rack").get_attribute("data-draw") or ""


def best(page: Page, server: LiveServer, place: int = 0) -> str:
    """What a strong player sees."""
    cells = page.locator("#board").get_attribute("data-cells") or ""
    found = moves(Board(cells), draw_of(page), server.services.lexicon)
    return str(found[min(place, len(found) - 1)].move)


def stop(page: Page) -> None:
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Aide", exact=True).click()
    page.locator("#stop").click()
    expect(page.get_by_role("heading", name="Bilan de la partie")).to_be_visible()


def test_a_beginner_on_a_phone(visit: Callable[..., Page], live_server: LiveServer) -> None:
    page = visit("phone")
    page.goto("/")
    page.get_by_role("link", name=re.compile("Jouer seul .*top")).tap()
    page.get_by_role("link", name="Le duplicate en une minute").tap()
    look(page, "beginner-1-minute")
    page.get_by_role("button", name=re.compile("sans chronomètre")).tap()
    ready(page)
    expect(page.locator("#coach")).to_be_in_viewport(ratio=1)
    page.locator('#board [data-index="106"]').tap()
    for letter in "LUMIERE":
        page.locator(f"#rack [data-tile]:not(.used):has-text('{letter}')").first.tap()
    expect(page.locator("#slip-note")).to_contain_text("✓")
    expect(page.locator("#slip-note")).to_be_in_viewport(ratio=1)
    look(page, "beginner-2-example", whole=False)
    page.locator("#hand-in").tap()
    expect(page.locator(".verdict")).to_contain_text("top")
    page.get_by_role("link", name="Jouer une vraie partie").tap()
    page.get_by_role("button", name=re.compile("Partie classique")).tap()
    ready(page)
    page.locator("#entry").fill(best(page, live_server, 30))
    page.locator("#entry").press("Enter")
    expect(page.locator("#slip-note")).to_contain_text("✓")
    page.locator("#hand-in").tap()
    expect(page.locator(".verdict")).to_be_visible()
    page.get_by_text("Toutes les solutions").tap()
    expect(page.locator(".solutions button").first).to_be_visible()
    look(page, "beginner-3-result", whole=False)
    page.locator("#next").tap()
    expect(page.locator("#turn")).to_have_text("Coup 2")
    page.locator("#pause").tap()
    page.locator("#resume").tap()
    page.locator("#pass").tap()
    expect(page.locator("#next")).to_be_in_viewport()
    stop(page)
    page.get_by_role("link", name="Progression").tap()
    ready(page)
    expect(page.locator("#recent-rows tr")).to_have_count(1)
    look(page, "beginner-4-progress")
    page.get_by_role("link", name="Réviser").tap()
    ready(page)
    page.locator("#give-up").tap()
    expect(page.locator(".solutions li").first).to_be_visible()
    look(page, "beginner-5-revision", whole=False)
    page.get_by_role("link", name="Analyser").tap()
    expect(page.get_by_text(re.compile("Top à"))).to_be_visible()
    page.get_by_role("link", name="Retour à la partie").tap()
    ready(page)


def test_an_expert_at_the_keyboard(visit: Callable[..., Page], live_server: LiveServer) -> None:
    page = visit("laptop", **LAPTOP)
    page.goto("/solo")
    look(page, "expert-1-choices")
    page.get_by_role("button", name=re.compile("^Topping")).click()
    ready(page)
    for turn in (1, 2):
        expect(page.locator("#turn")).to_have_text(f"Coup {turn}")
        page.keyboard.type(best(page, live_server))
        page.keyboard.press("Enter")
        expect(page.locator("#slip-note")).to_contain_text("✓")
        page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_have_text("Coup 3")
    look(page, "expert-2-topping", whole=False)
    stop(page)
    page.get_by_role("link", name="Progression").click()
    page.get_by_role("link", name="Jouer la partie du jour").click()
    page.get_by_role("button", name="Jouer la partie du jour").click()
    ready(page)
    expect(page.locator("#hint")).to_be_hidden()
    page.keyboard.type(best(page, live_server, 1))
    page.keyboard.press("Enter")
    expect(page.locator("#slip-move")).not_to_be_empty()
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_be_focused()
    look(page, "expert-3-day", whole=False)
    page.locator("#study").click()
    page.get_by_role("link", name="Analyser").click()
    page.locator("[data-move]").first.click()
    expect(page.locator("#board .sq.last")).not_to_have_count(0)
    look(page, "expert-5-analysis", whole=False)
    page.get_by_role("link", name="Retour à la partie").click()
    page.get_by_role("link", name="Retour à la partie").click()
    ready(page)
    stop(page)
    page.get_by_role("link", name="Voir le classement").click()
    expect(page.locator("tr.is-mine")).to_have_count(1)
    page.goto("/solo/progres")
    ready(page)
    page.locator("#deck").select_option("cheres-k")
    page.get_by_role("button", name="Ajouter dix").click()
    expect(page.locator("#due")).to_contain_text(re.compile(r"1\d fiches"))
    look(page, "expert-4-progress")
    page.locator("#recent-rows a").last.click()
    page.get_by_role("button", name="Défier quelqu’un").click()
    expect(page.locator("tr.is-mine")).to_have_count(1)
    look(page, "expert-6-challenge")
    friend = visit("phone")
    friend.goto(page.locator("#link").input_value())
    friend.get_by_role("button", name="Relever le défi").tap()
    ready(friend)
    expect(friend.locator("#sheet-rows tr")).to_have_count(0)
