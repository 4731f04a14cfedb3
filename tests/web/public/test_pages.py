"""The public pages: readable without script, live with it, and nothing told early."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from babel.dates import format_date
from playwright.sync_api import Page, expect

from raccord.duplicate import fold, record
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, Visitors, WebClient
from tests.web.played import played, unfinished
from tests.web.seeded import FROM_ELSEWHERE, seed


@pytest.fixture(scope="module")
def over(live_server: LiveServer) -> str:
    return seed(live_server, played(12))


@pytest.fixture
def stranger(live_server: LiveServer) -> Iterator[WebClient]:
    with live_server.client() as made:
        made.headers.update(FROM_ELSEWHERE)
        yield made.sign_in()


def test_the_match_sheet_reads_without_script(visit: Visitors, over: str) -> None:
    state = fold(played(12))
    page = visit("phone", java_script_enabled=False)
    page.goto(f"/partie/{over}")
    rows = page.locator("#rows tr")
    assert rows.count() == len(state.turns)
    assert state.turns[0].move.text in rows.first.inner_text()
    page.get_by_role("link", name="Coup 3", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Coup 3")
    assert page.locator(".sq.last").count() == len(state.turns[2].move.word)
    page.get_by_role("link", name="Suivant").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Coup 4")


def test_a_turn_is_shown_with_the_board_as_it_was(client: WebClient, over: str) -> None:
    state = fold(played(12))
    for number in (1, 5, len(state.turns)):
        told = client.get(f"/partie/{over}/coup/{number}.json").json()
        turn = state.turns[number - 1]
        assert told["before"] == turn.before.board.cells
        assert told["after"] == turn.before.board.place(turn.move).cells
        assert told["move"] == str(turn.move)


def test_the_same_address_with_json_tells_the_same(client: WebClient, over: str) -> None:
    told = client.get(f"/partie/{over}.json").json()
    assert told["phase"] == "over"
    assert told["total"] == fold(played(12)).total
    assert len(told["ranking"]) == 12
    assert any(game["code"] == over for game in client.get("/parties.json").json())
    assert over in client.get("/parties").text


def test_the_game_plays_itself_again(page: Page, over: str) -> None:
    page.clock.install()
    page.goto(f"/partie/{over}/coup/1")
    play = page.get_by_role("button", name="Rejouer d’ici")
    play.click()
    expect(page.get_by_role("button", name="Arrêter")).to_be_visible()
    expect(page.locator("#turn-top")).to_have_text("…")
    expect(page.locator("#board .tile")).to_have_count(0)
    page.clock.run_for(6_000)
    expect(page.locator("#turn-title")).to_have_text("Coup 2")
    page.get_by_role("button", name="Arrêter").click()
    expect(page).to_have_url(re.compile(r"/coup/2$"))
    expect(play).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#turn-title")).to_have_text("Coup 1")


def test_the_proof_is_checked_by_the_server_and_by_the_browser(page: Page, over: str) -> None:
    page.goto(f"/partie/{over}")
    page.get_by_role("link", name="Vérifier").click()
    expect(page.locator(".note.is-good").first).to_contain_text("Vérifié par le serveur")
    page.get_by_role("button", name="Vérifier dans ce navigateur").click()
    expect(page.locator("#here")).to_have_class("note is-good")


def test_the_browser_notices_a_draw_that_does_not_come_from_the_secret(
    page: Page, over: str
) -> None:
    def forge(route: object) -> None:
        response = route.fetch()  # type: ignore[attr-defined]
        told = response.text()
        events = json.loads(told.split('id="record">', 1)[1].split("</script>", 1)[0])["events"]
        drawn = [event["new"] for event in events if event["event"] == "drawn"][3]
        old, forged = json.dumps(drawn), json.dumps(drawn[::-1])
        route.fulfill(response=response, body=told.replace(old, forged, 1))  # type: ignore[attr-defined]

    page.route("**/preuve", forge)
    page.goto(f"/partie/{over}/preuve")
    page.get_by_role("button", name="Vérifier dans ce navigateur").click()
    expect(page.locator("#here")).to_have_class("note is-bad")


def test_a_published_record_can_be_read_again_and_names_nobody(
    stranger: WebClient, over: str
) -> None:
    text = stranger.get(f"/partie/{over}/enregistrement.json").text
    found = record.loads(text)
    assert record.verify(found) == ()
    assert fold(found.events).total == fold(played(12)).total
    assert "Anne Petit" not in text


def test_a_game_under_way_publishes_neither_record_nor_proof(
    live_server: LiveServer, client: WebClient
) -> None:
    code = seed(live_server, unfinished(played(12), 4))
    assert client.get(f"/partie/{code}/enregistrement.json").status_code == 403
    assert client.get(f"/partie/{code}/preuve.json").status_code == 403
    assert client.get(f"/partie/{code}/coup/4").status_code == 404


def test_nothing_public_tells_the_top_before_it_is_announced(
    stranger: WebClient, club: Club
) -> None:
    def heard() -> str:
        paths = (f"/partie/{club.code}", f"/partie/{club.code}.json", f"/projection/{club.code}")
        files = (f"/partie/{club.code}/feuille.json", f"/partie/{club.code}/feuille")
        told = [stranger.get(path).raise_for_status() for path in (*paths, *files)]
        with stranger.stream("GET", f"/live/{club.code}/public") as stream:
            first = next(stream.iter_text())
        return first + "".join(reply.text + str(reply.headers) for reply in told)

    club.draw("ABEILRS")
    tops = club.tops()
    assert tops
    words = {move.split()[1] for move in tops}
    for action in ("start", "end-time"):
        told = heard()
        assert not [word for word in words if word in told]
        club.post(action)
    assert not [word for word in words if word in heard()]
    club.post("retain", {"move": tops[0]})
    assert tops[0].split()[1] in heard()


def test_the_page_follows_the_game(visit: Visitors, club: Club) -> None:
    page = visit("laptop", extra_http_headers=FROM_ELSEWHERE)
    page.goto(f"/partie/{club.code}")
    expect(page.locator("rc-connection")).to_have_attribute("data-state", "open")
    club.draw("ABEILRS")
    tops = club.tops()
    expect(page.locator("#rack .tile")).to_have_count(7)
    club.post("start")
    expect(page.locator("#clock .clock-time")).not_to_have_text("3:00")
    club.post("end-time")
    expect(page.locator("#clock")).to_have_class("clock over")
    club.post("retain", {"move": tops[0]})
    expect(page.locator("#rows tr")).to_have_count(1)
    expect(page.locator("#last-text")).to_contain_text(tops[0].split()[0])
    club.post("cancel", {"reason": "erreur d'annonce"})
    expect(page.locator("#rows tr")).to_have_count(0)
    club.post("stop", {"reason": "fin de la soirée"})
    expect(page.get_by_role("heading", name="Partie terminée")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_public_pages_are_accessible_and_fit_the_window(
    live_server: LiveServer,
    visit: Visitors,
    over: str,
    check_accessible: Callable[[Page], None],
    size: str,
) -> None:
    under_way = seed(live_server, unfinished(played(12), 6))
    page = visit(size)
    for path in (over, f"{over}/coup/6", f"{over}/preuve", under_way, "../parties"):
        page.goto(f"/partie/{path}")
        check_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_lists_of_games_say_their_day(live_server: LiveServer) -> None:
    club = open_club(live_server, players="")
    created = datetime.fromtimestamp(club.server.services.now_ms() / 1000, UTC).astimezone()
    today = format_date(created, format="long", locale="fr")
    for path in ("/parties", "/arbitrer"):
        assert today in club.desk.get(path).text
