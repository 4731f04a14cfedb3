"""Who found the tops: the desk after each turn, everybody at the end or when the referee likes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, Visitors, WebClient
from tests.web.seeded import FROM_ELSEWHERE

PLAYERS = "1 Anne Petit\n2 Émile Durand\n3 Zoé Martin"


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    """A paper game whose first turn is marked: tables 1 and 2 at the top, no slip of table 3."""
    club = open_club(live_server, PLAYERS, entry="paper")
    club.draw("AEINRST")
    club.post("start")
    club.finish_turn()
    club.post("marks/top", {"tables": [1, 2], "turn": 1})
    club.post("marks/missing", {"rest": True, "turn": 1})
    return club


def stranger(club: Club) -> WebClient:
    client = club.server.client()
    client.headers.update(FROM_ELSEWHERE)
    return client.sign_in()


def told(club: Club, client: WebClient) -> tuple[object, object, object]:
    """What a visitor is told of the first turn: count, list of the last turn, page of the turn."""
    seen = client.get(club.base).json()
    page = client.get(f"/partie/{club.code}/coup/1.json").json()
    return seen["turns"][0]["reached"], seen["found"], page["found"]


def test_the_desk_knows_after_the_turn_and_nobody_else(club: Club) -> None:
    found = club.get("referee")["slips"]["found"]
    assert [one["table"] for one in found["finders"]] == [1, 2]
    assert [(one["count"], one["points"]) for one in found["solutions"]] == [(2, 66)]
    assert (found["nothing"], found["missing"]) == (1, 0)
    assert told(club, stranger(club)) == (None, None, None)
    assert told(club, club.phone(3)) == (None, None, None)
    assert "Émile Durand" not in stranger(club).get(f"/partie/{club.code}/coup/1").text
    assert club.desk.get(f"/partie/{club.code}/coup/1.json").json()["found"] == found


def test_everybody_knows_after_the_turn_where_the_referee_shows_it(club: Club) -> None:
    settings = club.get("referee")["settings"] | {"show_found": True}
    assert club.desk.put(f"{club.base}/settings", json=settings).status_code == 200
    count, last, page = told(club, stranger(club))
    assert count == 2
    assert last == page == club.get("referee")["slips"]["found"]


def test_everybody_knows_at_the_end_but_not_while_a_slip_is_unread(club: Club) -> None:
    club.draw("ELOPRUT")
    club.post("start")
    club.finish_turn()
    club.post("stop", {"reason": "fin de soirée"})
    assert told(club, stranger(club))[0] is None
    club.post("marks/missing", {"rest": True, "turn": 2})
    assert told(club, stranger(club))[0] == 2


def test_the_lists_are_on_desk_projector_and_public_page(
    club: Club, visit: Visitors, check_accessible: Callable[[Page], None]
) -> None:
    desk, hall, page = visit("laptop"), visit("projector"), visit("phone")
    desk.goto("/" + club.post("invitations", {"role": "referee"})["link"].split("/", 3)[3])
    expect(desk.locator("#found")).to_contain_text("top trouvé par 2 tables (1 2)")
    expect(desk.locator("#found")).to_contain_text("66 × 2")
    hall.goto(f"/projection/{club.code}")
    expect(hall.locator("#found")).to_be_hidden()
    desk.get_by_text("Réglages, tirage rectifié").click()
    desk.get_by_label("après chaque coup qui a trouvé le top").check()
    desk.locator("#settings").get_by_role("button").click()
    expect(hall.locator("#found")).to_contain_text(
        "Top trouvé par 2 tables : Anne Petit, Émile Durand"
    )
    check_accessible(hall)
    page.goto(f"/partie/{club.code}")
    page.locator("#rows").get_by_role("link", name="2", exact=True).click()
    expect(page.locator(".finders")).to_contain_text("Émile Durand")
    check_accessible(page)
    club.post("stop", {"reason": "fin de soirée"})
    hall.goto(f"/projection/{club.code}")
    expect(hall.get_by_role("heading", name="Qui a trouvé les tops")).to_be_visible(timeout=60_000)
