"""Games put away, and taken out again."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, Visitors
from tests.web.seeded import FROM_ELSEWHERE

CheckAccessible = Callable[[Page], None]


def listed(club: Club, *, archived: bool = False) -> list[str]:
    found = club.desk.get("/api/games", params={"archived": str(archived).lower()}).json()
    return [game["code"] for game in found]


def test_a_game_put_away_is_in_no_list_and_still_opens(live_server: LiveServer) -> None:
    club = open_club(live_server)
    assert club.code in listed(club)
    assert club.post("archive", {})["archived"] is True
    assert (club.code in listed(club), club.code in listed(club, archived=True)) == (False, True)
    assert f"/{club.code}" not in club.desk.get("/parties").text
    assert club.desk.get(f"/api/games/{club.code}").status_code == 200
    club.post("archive", {"archived": False})
    assert (club.code in listed(club), club.code in listed(club, archived=True)) == (True, False)


def test_only_the_organiser_puts_games_away(live_server: LiveServer) -> None:
    club = open_club(live_server)
    with live_server.client() as stranger:
        reply = stranger.sign_in().post(f"{club.base}/archive", json={}, headers=FROM_ELSEWHERE)
        assert reply.status_code == 401
    assert club.code in listed(club)


def test_the_organiser_archives_a_trial_and_takes_it_back(
    live_server: LiveServer, visit: Visitors, check_accessible: CheckAccessible
) -> None:
    club = open_club(live_server)
    page = visit("phone")
    page.goto("/arbitrer")
    game = page.locator(".game-list li", has_text=club.code)
    game.get_by_role("button", name="Archiver").click()
    expect(page.locator(".game-list li", has_text=club.code)).to_have_count(0)
    page.goto("/archives")
    check_accessible(page)
    page.get_by_role("button", name="Remettre dans les listes").first.click()
    expect(page.get_by_text("Aucune partie n")).to_be_visible()
    page.goto("/arbitrer")
    expect(page.locator(".game-list li", has_text=club.code)).to_have_count(1)
