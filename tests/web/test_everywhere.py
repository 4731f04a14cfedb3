"""What holds on every page, whoever looks at it: both themes, and a phone's width."""

import re
from collections.abc import Callable
from functools import partial
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.web.club import cut_off, too_wide
from tests.web.conftest import LiveServer, Visitors
from tests.web.everywhere import OF_A_GAME, every_page
from tests.web.played import played
from tests.web.seeded import seed

Scheme = Literal["light", "dark"]
GROUND = {"light": "rgb(250, 246, 238)", "dark": "rgb(20, 19, 15)"}
SQUEEZED = """main => [...main.querySelectorAll("p, td, th, li, h2")]
  .filter((e) => e.checkVisibility() && e.innerText.trim().length > 12)
  .filter((e) => e.getBoundingClientRect().width < 24 && !e.closest(".sr-only, thead"))
  .map((e) => e.outerHTML.slice(0, 100))"""
"""Text in a column narrower than a letter or two."""
FIRST_PAINT = """() => {
  const paint = () => document.body && getComputedStyle(document.body).backgroundColor;
  new MutationObserver((_, watch) => {
    if (!document.body) return;
    window.firstGround = paint();
    watch.disconnect();
  }).observe(document, { childList: true, subtree: true });
}"""


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible_in_either_theme(
    scheme: Scheme,
    live_server: LiveServer,
    visit: Visitors,
    check_accessible: Callable[[Page], None],
) -> None:
    for name, page in every_page(live_server, partial(visit, color_scheme=scheme)):
        is_projector = page.locator("body.projector").count()
        assert ground(page) == GROUND["dark" if is_projector else scheme], name
        check_accessible(page)


def test_the_page_follows_the_system_until_the_visitor_chooses(visit: Visitors) -> None:
    page = visit(color_scheme="dark")
    page.goto("/mots")
    assert ground(page) == GROUND["dark"]
    page.emulate_media(color_scheme="light")
    assert ground(page) == GROUND["light"]
    page.get_by_label("Apparence").select_option("dark")
    assert ground(page) == GROUND["dark"]


def test_the_choice_is_kept_and_no_page_flashes_in_the_other_theme(visit: Visitors) -> None:
    page = visit()
    page.goto("/")
    page.get_by_label("Apparence").select_option("dark")
    page.add_init_script(f"({FIRST_PAINT})()")
    page.goto("/mots")
    assert page.evaluate("window.firstGround") == GROUND["dark"]
    expect(page.get_by_label("Apparence")).to_have_value("dark")
    page.get_by_label("Apparence").select_option("")
    page.reload()
    assert ground(page) == GROUND["light"]


def test_the_choice_reaches_the_other_windows_of_the_browser(visit: Visitors) -> None:
    here = visit()
    here.goto("/")
    there = here.context.new_page()
    there.goto("/mots")
    here.get_by_label("Apparence").select_option("dark")
    expect(there.get_by_label("Apparence")).to_have_value("dark")
    assert ground(there) == GROUND["dark"]


def test_paper_is_white_whatever_the_theme(visit: Visitors) -> None:
    page = visit(color_scheme="dark")
    page.goto("/mots")
    page.get_by_label("Apparence").select_option("dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert ground(page) == "rgb(255, 255, 255)"


def test_no_page_scrolls_sideways_on_a_phone(live_server: LiveServer, visit: Visitors) -> None:
    wide = {}
    for name, page in every_page(live_server, partial(visit, "phone")):
        if too_wide(page) or cut_off(page):
            wide[name] = cut_off(page)
    assert not wide


@pytest.mark.parametrize("size", [(768, 1024), (1366, 768), (1920, 1080), (3840, 2160)])
def test_nothing_of_a_page_is_cut_off_on_a_wider_screen(
    size: tuple[int, int], live_server: LiveServer, visit: Visitors
) -> None:
    width, height = size
    code = seed(live_server, played())
    page = visit(viewport={"width": width, "height": height})
    for path in OF_A_GAME:
        page.goto(path.format(code))
        assert not too_wide(page), path
        assert not cut_off(page), path
        assert not page.locator("main").evaluate(SQUEEZED), path


def test_a_page_grows_with_a_screen_of_four_metres(visit: Visitors) -> None:
    page = visit(viewport={"width": 3840, "height": 2160})
    page.goto("/")
    size = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    assert size > 30


def test_a_line_of_a_table_is_a_card_on_a_phone(live_server: LiveServer, visit: Visitors) -> None:
    code = seed(live_server, played())
    phone = visit("phone")
    phone.goto(f"/partie/{code}/classement")
    line = phone.get_by_role("row").nth(1)
    # Who wins depends on the word list.
    expect(line.get_by_role("rowheader")).to_have_text(re.compile(r"\w{2,} \w{2,}"))
    total = line.locator("td[data-label=Total]")
    expect(total).to_have_text(re.compile(r"^\s*\d{3}\s*$"))
    box, card = total.bounding_box(), line.bounding_box()
    assert box
    assert card
    assert box["y"] > card["y"] + 5, "the figures stand under the name"
    assert box["x"] + box["width"] <= 360
