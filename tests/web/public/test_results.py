"""Results on the web: who may see what, and in which form."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Page

from tests.web.conftest import LiveServer, Visitors, WebClient
from tests.web.played import played, unfinished
from tests.web.seeded import FROM_ELSEWHERE, seed

FORMS = {
    "pdf": ("application/pdf", b"%PDF-"),
    "csv": ("text/csv; charset=utf-8", b"\xef\xbb\xbf"),
    "json": ("application/json", b"{"),
}


@pytest.fixture(scope="module")
def over(live_server: LiveServer) -> str:
    return seed(live_server, played(20))


@pytest.fixture(scope="module")
def under_way(live_server: LiveServer) -> str:
    return seed(live_server, unfinished(played(20), 6))


@pytest.fixture
def stranger(live_server: LiveServer) -> Iterator[WebClient]:
    with live_server.client() as made:
        made.headers.update(FROM_ELSEWHERE)
        yield made.sign_in()


def seat(server: LiveServer, client: WebClient, code: str, table: int) -> WebClient:
    """A stranger who has given the PIN of a table, which the referee has read to him."""
    with server.client() as desk:
        lines = desk.get(f"/api/games/{code}/pins").raise_for_status().json()
    pin = next(line["pin"] for line in lines if line["table"] == table)
    client.post(f"/api/games/{code}/join", json={"table": table, "pin": pin}).raise_for_status()
    return client


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize("path", ["classement", "feuille", "route/2", "billets"])
def test_every_result_comes_as_a_file(client: WebClient, over: str, path: str, kind: str) -> None:
    reply = client.get(f"/partie/{over}/{path}.{kind}")
    assert reply.status_code == 200
    assert reply.headers["content-type"] == FORMS[kind][0]
    assert reply.content.startswith(FORMS[kind][1])


def test_all_road_sheets_come_as_one_file(client: WebClient, over: str) -> None:
    assert client.get(f"/partie/{over}/route.pdf").content.startswith(b"%PDF-")
    assert len(client.get(f"/partie/{over}/route.json").json()) == 20


def test_the_ranking_is_public_once_the_game_is_over(stranger: WebClient, over: str) -> None:
    assert "Anne Petit" in stranger.get(f"/partie/{over}/classement").text


@pytest.mark.parametrize("kind", ["", *(f".{kind}" for kind in FORMS)])
def test_before_the_end_the_ranking_is_for_officials(
    client: WebClient, stranger: WebClient, under_way: str, kind: str
) -> None:
    assert stranger.get(f"/partie/{under_way}/classement{kind}").status_code == 403
    assert client.get(f"/partie/{under_way}/classement{kind}").status_code == 200


def test_the_referee_may_show_the_ranking_during_the_game(
    live_server: LiveServer, stranger: WebClient
) -> None:
    code = seed(live_server, unfinished(played(20), 6), show_ranking=True)
    told = stranger.get(f"/partie/{code}/classement")
    assert told.status_code == 200
    assert "Provisoire" in told.text


@pytest.mark.parametrize("path", ["route/2", "route/2.pdf", "route", "billets", "billets.csv"])
def test_what_a_table_has_played_is_not_public(stranger: WebClient, over: str, path: str) -> None:
    assert stranger.get(f"/partie/{over}/{path}").status_code == 401


def test_a_table_sees_its_own_road_sheet_and_notes_and_no_other(
    live_server: LiveServer, stranger: WebClient, under_way: str
) -> None:
    seat(live_server, stranger, under_way, 3)
    own = stranger.get(f"/partie/{under_way}/route/3.json").json()
    assert own["line"]["table"] == 3
    assert own["is_placed"] is False
    assert stranger.get(f"/partie/{under_way}/route/4.json").status_code == 403
    assert stranger.get(f"/partie/{under_way}/route").headers["location"].endswith("/route/3")
    notes = stranger.get(f"/partie/{under_way}/billets.json").json()["notes"]
    assert {note["table"] for note in notes} <= {3}
    asked = stranger.get(f"/partie/{under_way}/billets.json?table=4")
    assert {note["table"] for note in asked.json()["notes"]} <= {3}


def test_a_marker_sees_the_tables_assigned_to_him(
    live_server: LiveServer, client: WebClient, stranger: WebClient, over: str
) -> None:
    invited = client.post(
        f"/api/games/{over}/invitations", json={"role": "marker", "tables": [2, 5]}
    ).raise_for_status()
    link = httpx.URL(invited.json()["link"]).path
    stranger.get(link)
    assert stranger.get(f"/partie/{over}/route/5").status_code == 200
    assert stranger.get(f"/partie/{over}/route/6").status_code == 403
    roads = stranger.get(f"/partie/{over}/route.json").json()
    assert [road["line"]["table"] for road in roads] == [2, 5]
    notes = stranger.get(f"/partie/{over}/billets.json").json()["notes"]
    assert notes
    assert {note["table"] for note in notes} <= {2, 5}


@pytest.mark.parametrize(
    "path", ["route/99", "route/x", "route/2.exe", "route.csv", "billets?coup=0", "coup/99"]
)
def test_what_does_not_exist_is_told_in_one_shape(client: WebClient, over: str, path: str) -> None:
    reply = client.get(f"/partie/{over}/{path}", headers={"accept": "application/json"})
    assert reply.status_code in (400, 404)
    assert reply.json()["error"]["message"]


def test_an_unknown_game_has_no_results(client: WebClient) -> None:
    for path in ("", "/classement", "/feuille.pdf", "/preuve", "/coup/1"):
        assert client.get(f"/partie/ZZZZZZ{path}").status_code == 404
    assert client.get("/projection/ZZZZZZ").status_code == 404


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_results_are_accessible_and_fit_the_window(
    visit: Visitors, over: str, check_accessible: Callable[[Page], None], size: str
) -> None:
    page = visit(size)
    for path in ("classement", "feuille", "route", "route/2", "billets?coup=1"):
        page.goto(f"/partie/{over}/{path}")
        check_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_names_are_shown_as_typed_and_never_as_markup(page: Page, over: str) -> None:
    page.goto(f"/partie/{over}/classement")
    assert page.get_by_role("rowheader", name="<b>Jean</b> & fils").is_visible()
    assert page.locator("b", has_text="Jean").count() == 0
