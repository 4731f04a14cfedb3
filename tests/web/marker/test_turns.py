"""A marker's own turn: clubs mark a turn while the hall plays the next one."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.club import Club, look, open_club
from tests.web.conftest import LiveServer, Visitors, WebClient

CheckAccessible = Callable[[Page], None]
DRAWS = ("AEINRST", "EILNOUT", "ADEGMOU")


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    """Two turns of paper slips, none of them entered: the time of the second is up."""
    club = open_club(live_server, entry="paper")
    _play(club, DRAWS[0])
    _up(club, DRAWS[1])
    return club


def _up(club: Club, draw: str) -> None:
    club.draw(draw)
    club.post("start")
    club.post("end-time")


def _play(club: Club, draw: str) -> None:
    _up(club, draw)
    club.post("retain")


def _marker(visit: Visitors, club: Club, *tables: int) -> Page:
    return club.invite(visit("laptop"), "marker", tables=tables)


def _enter(page: Page, line: str) -> None:
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    expect(page.locator("#line")).to_have_value("")


def _turn(page: Page, number: int) -> None:
    expect(page.locator("#turn")).to_have_text(f"Coup {number}")
    expect(page.locator("#top")).to_contain_text(DRAWS[number - 1])


def test_a_marker_one_turn_behind_stays_there_until_his_tables_are_entered(
    visit: Visitors, club: Club, check_accessible: CheckAccessible
) -> None:
    page = _marker(visit, club, 1, 2)
    _turn(page, 1)
    expect(page.locator("#hall-turn")).to_have_text("la salle : coup 2")
    page.keyboard.type("1 =")
    club.post("retain")
    _up(club, DRAWS[2])
    expect(page.locator("#hall-turn")).to_have_text("la salle : coup 3")
    expect(page.locator("#line")).to_have_value("1 =")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Table 1, juste")).to_be_visible()
    _turn(page, 1)
    check_accessible(page)
    look(page, "marker-behind")
    _enter(page, "2 =")
    _turn(page, 2)
    assert [club.get(f"marks/{n}?turn=1")["status"] for n in (1, 2)] == ["right", "right"]
    assert club.get("marks/1?turn=3")["status"] == "missing"


def test_the_top_for_the_rest_is_for_the_markers_turn(visit: Visitors, club: Club) -> None:
    page = _marker(visit, club, 2, 3)
    _turn(page, 1)
    page.get_by_role("button", name="Le top pour le reste").click()
    _turn(page, 2)
    _enter(page, "=")
    expect(page.locator("#missing")).to_have_text("Tous les bulletins sont là.")
    club.post("retain")
    _up(club, DRAWS[2])
    _turn(page, 3)
    assert [club.get(f"marks/{n}?turn=3")["status"] for n in (2, 3)] == ["missing", "missing"]
    assert [club.get(f"marks/{n}?turn=1")["status"] for n in (1, 2)] == ["missing", "right"]


def test_a_late_table_is_the_markers_while_his_page_is_open(visit: Visitors, club: Club) -> None:
    page = _marker(visit, club, 1, 2)
    _turn(page, 1)
    (invited,) = club.get("invitations")
    late = {"text": "5 Jeanne Tardieu", "marker": invited["id"]}
    assert club.desk.post(f"/arbitrer/{club.code}/joueurs", data=late).status_code == 303
    club.post("retain")
    _up(club, DRAWS[2])
    expect(page.get_by_role("button", name="Coup 3, manquent les tables 1 2 5")).to_be_visible()
    for turn in (1, 2):
        club.post("marks/missing", {"tables": [1, 2], "turn": turn})
    _turn(page, 3)
    club.post("marks/missing", {"tables": [1, 2], "turn": 3})
    expect(page.locator("#line-table")).to_have_text("Table 5")
    expect(page.locator("#missing")).to_have_text("Manquent : 5")


def test_the_marker_moves_by_keys_and_finds_what_he_had_begun(visit: Visitors, club: Club) -> None:
    page = _marker(visit, club)
    _turn(page, 1)
    page.keyboard.type("1 H4 RET")
    page.keyboard.press("PageDown")
    _turn(page, 2)
    expect(page.locator("#line")).to_have_value("")
    _enter(page, "1 -")
    expect(page.get_by_role("button", name="Table 1, nullité")).to_be_visible()
    page.keyboard.press("Shift+PageUp")
    _turn(page, 1)
    expect(page.locator("#line")).to_have_value("1 H4 RET")
    assert club.get("marks/1?turn=1")["status"] == "missing"


def test_the_strip_tells_which_turns_miss_which_slips(visit: Visitors, club: Club) -> None:
    page = _marker(visit, club, 1, 2, 3)
    club.post("marks/line", {"line": "2 =", "turn": 1})
    strip = page.get_by_role("navigation", name="Les coups")
    first = strip.get_by_role("button", name="Coup 1, manquent les tables 1 3")
    expect(first).to_be_visible()
    strip.get_by_role("button", name="Coup 2, manquent les tables 1 2 3").click()
    _turn(page, 2)
    club.post("marks/line", {"line": "= reste", "turn": 1})
    expect(strip.get_by_role("button", name="Coup 1, complet")).to_be_visible()
    strip.get_by_role("button", name="Coup 1, complet").click()
    _turn(page, 1)
    club.post("marks/line", {"line": "1 -", "turn": 2})
    expect(strip.get_by_role("button", name="Coup 2, manquent les tables 2 3")).to_be_visible()
    # Nothing is missing here: the page stays because the marker went there.
    expect(page.locator("#turn")).to_have_text("Coup 1")


def test_a_line_of_a_cancelled_turn_is_erased_and_told(visit: Visitors, club: Club) -> None:
    club.post("marks/top", {"rest": True, "turn": 1})
    page = _marker(visit, club)
    _turn(page, 2)
    page.keyboard.type("1 15D TONLIEU 98")
    club.post("cancel", {"reason": "mot mal placé"})
    expect(page.locator("#rc-toasts")).to_contain_text("la ligne commencée est effacée")
    expect(page.locator("#line")).to_have_value("")


def test_the_desk_tells_the_slips_of_the_whole_evening_and_leads_to_them(
    visit: Visitors, club: Club, check_accessible: CheckAccessible
) -> None:
    page = visit("laptop", viewport={"width": 1366, "height": 768})
    page.goto(f"/arbitrer/{club.code}")
    told = page.locator("#incomplete")
    expect(told).to_contain_text("coup 1 : 1 2 3 4")
    expect(told).to_contain_text("coup 2 : 1 2 3 4")
    club.post("marks/line", {"line": "2 =", "turn": 1})
    expect(told).to_contain_text("coup 1 : 1 3 4")
    expect(told).to_be_in_viewport(ratio=1)
    check_accessible(page)
    look(page, "desk-incomplete")
    told.get_by_text("coup 1 :").click()
    _turn(page, 1)
    page.get_by_role("button", name="Coup 2, manquent").click()
    _turn(page, 2)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("marks/line", {"line": "1 ="}),
        ("marks/line", {"line": "= reste"}),
        ("marks/line/preview", {"line": "1 -"}),
        ("marks/top", {"rest": True}),
        ("marks/missing", {"tables": [1]}),
        ("marks", {"table": 1, "slip": {"word": "UNE"}}),
        ("second/line", {"line": "1 ="}),
    ],
)
def test_a_slip_read_for_a_draw_is_not_recorded_on_another(
    club: Club, path: str, body: dict[str, object]
) -> None:
    seen = body | {"turn": 2, "draw": DRAWS[1]}
    client = _second(club) if path.startswith("second") else club.desk
    club.post("cancel", {"reason": "mot mal placé"})
    _up(club, DRAWS[2])
    reply = client.post(f"{club.base}/{path}", json=seen)
    assert reply.status_code == 409
    assert re.search("le coup 2 a un autre tirage", reply.text, re.IGNORECASE)
    assert club.get("marks?turn=2")["turns"][1] == {
        "turn": 2,
        "open": True,
        "missing": [1, 2, 3, 4],
    }
    # The letters are what is compared, in whatever order they were drawn.
    again = client.post(f"{club.base}/{path}", json=seen | {"draw": DRAWS[2][::-1]})
    assert again.status_code == 200


def _second(club: Club) -> WebClient:
    link = club.post("invitations", {"role": "second"})["link"]
    client = club.server.client()
    client.get("/" + link.split("/", 3)[3])
    return client.sign_in()
