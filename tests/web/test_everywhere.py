"""What holds on every page, whoever looks at it: both themes, and a phone's width."""

from collections.abc import Callable
from functools import partial
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.web.club import look, too_wide
from tests.web.conftest import LiveServer, Visitors
from tests.web.everywhere import every_page

Scheme = Literal["light", "dark"]
GROUND = {"light": "rgb(250, 246, 238)", "dark": "rgb(20, 19, 15)"}
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
    wide = []
    for number, (name, page) in enumerate(every_page(live_server, partial(visit, "phone"))):
        look(page, f"phone-{number:02}")
        if too_wide(page):
            wide.append(name)
    assert not wide
