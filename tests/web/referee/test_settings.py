"""The desk says what its settings kept, and shows a turn without scrolling."""

import re

import pytest
from playwright.sync_api import Page, expect

from raccord.duplicate import Refusal
from raccord.web.referee.numbers import parse_tables
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, Visitors


def _desk(page: Page, server: LiveServer, draw: str = "hand") -> Club:
    club = open_club(server, draw=draw)
    page.goto(f"/arbitrer/{club.code}")
    expect(page.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", "draw")
    return club


def _press(page: Page, *keys: tuple[str, str]) -> None:
    """Press keys, each once what the one before led to is shown."""
    for key, then in keys:
        page.keyboard.press(key)
        act = page.locator(".desk-bar .primary:visible")
        expect(act).to_have_attribute("data-act", then)


PARSED = {
    "5-12": list(range(5, 13)),
    "5 - 7, 14": [5, 6, 7, 14],
    "5 à 7 et 9": [5, 6, 7, 9],
    "3;1 1": [1, 3],
    "": [],
    "5-douze": "5-douze",
    "12-5": "12-5",
    "0": "0",
    "4 x": "x",
}


def test_tables_are_read_alike_by_the_desk_and_by_the_forms(
    page: Page, live_server: LiveServer
) -> None:
    page.goto("/")
    read = """async ([url, texts]) => {
      const { parseTables, formatTables } = await import(url);
      const found = texts.map((text) => parseTables(text));
      return [found, formatTables([14, 5, 6, 7])];
    }"""
    url = live_server.services.assets.url("js/core/tables.js")
    found, short = page.evaluate(read, [url, list(PARSED)])
    assert [one.get("tables", one.get("wrong")) for one in found] == list(PARSED.values())
    assert short == "5-7 14"
    for text, expected in PARSED.items():
        if isinstance(expected, list):
            assert list(parse_tables(text)) == expected
        else:
            with pytest.raises(Refusal, match=f"« {expected} »"):
                parse_tables(text)


def test_settings_say_what_they_kept_and_drop_nothing(page: Page, live_server: LiveServer) -> None:
    club = _desk(page, live_server)
    page.get_by_text("Réglages, tirage rectifié").click()
    page.get_by_label("Tables sur papier").fill("2-3 x")
    expect(page.locator("#s-paper-read")).to_contain_text("« x » n’est pas un numéro")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert club.get("referee")["settings"]["paper_tables"] == []
    page.get_by_label("Tables sur papier").fill("2-3")
    page.keyboard.press("Enter")
    expect(page.locator(".toast").last).to_contain_text("2 tables sur papier : 2-3")
    assert club.get("referee")["settings"]["paper_tables"] == [2, 3]
    page.reload()
    page.get_by_text("Réglages, tirage rectifié").click()
    expect(page.get_by_label("Tables sur papier")).to_have_value("2-3")


def _shown_at_once(page: Page, selector: str) -> None:
    """The element is in the window without scrolling."""
    expect(page.locator(selector).first).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize(
    ("size", "wanted"),
    [
        ((1366, 768), ("#slips", ".desk-bar .primary", "#say", "#tops", "#clock", "#rack")),
        ((768, 1024), ("#slips", ".desk-bar .primary", "#say", "#tops")),
    ],
)
def test_the_turn_is_conducted_without_scrolling(
    visit: Visitors, live_server: LiveServer, size: tuple[int, int], wanted: tuple[str, ...]
) -> None:
    page = visit("laptop", viewport={"width": size[0], "height": size[1]})
    _desk(page, live_server)
    page.keyboard.press("t")
    page.keyboard.type("AEINRST")
    _press(page, ("Enter", "start"), ("l", "end-time"))
    for selector in wanted:
        _shown_at_once(page, selector)
    page.keyboard.press("f")
    expect(page.locator("input[name=tie]").first).to_be_visible()
    for selector in (*wanted[:3], "input[name=tie]"):
        _shown_at_once(page, selector)
    page.keyboard.press("v")
    expect(page.locator("#desk-top")).to_be_visible()
    _shown_at_once(page, "#slips")


def test_between_two_turns_the_top_is_large_and_the_clock_small(
    visit: Visitors, live_server: LiveServer
) -> None:
    page, hall = visit("laptop"), visit("projector")
    club = _desk(page, live_server, draw="software")
    hall.goto(f"/projection/{club.code}")
    clock = "e => parseFloat(getComputedStyle(e.querySelector('.clock-time')).fontSize)"
    top = "e => parseFloat(getComputedStyle(e).fontSize)"
    _press(page, ("t", "start"), ("l", "end-time"), ("f", "retain"), ("v", "draw"))
    expect(page.locator("#desk-top")).to_contain_text("pts")
    expect(hall.locator("#play")).to_have_class(re.compile("is-idle"))
    assert page.locator("#desk-top").evaluate(top) > page.locator("#clock").evaluate(clock)
    assert hall.locator("#last").evaluate(top) > hall.locator("#clock").evaluate(clock)


def test_a_decision_that_is_refused_keeps_what_was_typed(
    page: Page, live_server: LiveServer
) -> None:
    club = open_club(live_server, entry="paper")
    club.draw("AEINRST")
    club.post("start")
    club.post("end-time")
    club.post("marks/top", {"rest": True})
    club.post("retain")
    page.goto(f"/arbitrer/{club.code}/decisions?coup=1")
    page.get_by_text("Rectifier table 2").click()
    page.locator("#p2").fill("999")
    page.locator("#r2").fill("mot relu à la table")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("#p2")).to_have_value("999")
    expect(page.locator("#r2")).to_have_value("mot relu à la table")
    expect(page.locator("#p1")).not_to_have_value("999")


def test_an_invitation_with_tables_that_cannot_be_read_keeps_what_was_typed(
    page: Page, live_server: LiveServer
) -> None:
    club = open_club(live_server)
    page.goto(f"/arbitrer/{club.code}/joueurs")
    page.locator("#label").fill("Maïté")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Tables confiées")).to_be_focused()
    page.keyboard.type("1-deux")
    page.get_by_role("button", name="Créer le lien").click()
    expect(page.get_by_role("alert")).to_contain_text("« 1-deux »")
    expect(page.locator("#label")).to_have_value("Maïté")
    expect(page.get_by_label("Tables confiées")).to_have_value("1-deux")
