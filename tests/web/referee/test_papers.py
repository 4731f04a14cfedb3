"""The page of papers: everything a hall prints is there, for those who may have it."""

import io

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    made = open_club(live_server)
    made.draw("AEINRST")
    made.post("start")
    made.finish_turn()
    return made


def pages(club: Club, path: str) -> int:
    reply = club.desk.get(path)
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"] == "application/pdf"
    return len(PdfReader(io.BytesIO(reply.content)).pages)


def test_every_paper_of_the_page_prints(club: Club, page: Page) -> None:
    page.goto(f"/arbitrer/{club.code}")
    page.get_by_role("link", name="Papiers").click()
    expect(page.get_by_role("heading", name="Papiers")).to_be_visible()
    links = page.locator("main a[href*='.pdf']").evaluate_all("all => all.map((a) => a.href)")
    forms = page.locator("main form").evaluate_all(
        "all => all.map((f) => `${f.action}?${new URLSearchParams(new FormData(f))}`)"
    )
    assert len(links) >= 8
    assert len(forms) == 3
    for address in (*links, *forms):
        path = "/" + address.split("/", 3)[3]
        if "bulletins.pdf?tables" in path:
            assert pages(club, path) == 24, "four tables, 24 slips each, four to a page"
        else:
            assert pages(club, path) <= 2, path


def test_a_marker_prints_the_sheet_of_his_own_tables(club: Club) -> None:
    club.post("marks/line", {"turn": 1, "line": "2 ="})
    link = club.post("invitations", {"role": "marker", "tables": [2, 3], "label": "Claire"})["link"]
    marker = club.server.client()
    marker.get("/" + link.split("/", 3)[3])
    sheets = marker.get(f"/partie/{club.code}/arbitrage.json?coup=1").json()
    assert [[line["table"] for line in sheet["lines"]] for sheet in sheets] == [[2, 3]]
    assert sheets[0]["marker"] == "Claire"
    assert sheets[0]["lines"][0]["points"] == sheets[0]["top_points"]


def test_slips_say_in_json_where_their_boxes_are(club: Club) -> None:
    form = club.desk.get(f"/arbitrer/{club.code}/bulletins.json?tables=3").json()
    assert {box["name"] for box in form["boxes"]} >= {"grid", "table", "turn", "reference", "score"}
    assert [mark["number"] for mark in form["slips"][0]["marks"]] == [12, 13, 14, 15]


def test_too_many_slips_and_unreadable_tables_are_refused(club: Club) -> None:
    base = f"/arbitrer/{club.code}/bulletins.pdf"
    assert club.desk.get(f"{base}?tables=1-200&exemplaires=40").status_code == 400
    assert club.desk.get(f"{base}?exemplaires=0").status_code == 400
    assert club.desk.get(f"{base}?tables=nord").status_code in (400, 409)


def test_several_games_are_open_only_to_who_may_see_each(
    club: Club, live_server: LiveServer
) -> None:
    assert club.desk.get("/parties/feuilles.pdf").status_code == 400
    stranger = live_server.client()
    away = {"x-forwarded-for": "203.0.113.9"}
    good = stranger.get(f"/parties/feuilles.pdf?partie={club.code}", headers=away)
    assert good.status_code == 200
    bad = stranger.get(f"/parties/feuilles.pdf?partie={club.code}&partie=ZZZZ", headers=away)
    assert bad.status_code == 404
