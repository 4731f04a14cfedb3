"""The ranking says what it lacks, and is everybody's when the referee says so."""

import csv
import io
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from pypdf import PdfReader

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, Visitors, WebClient
from tests.web.seeded import FROM_ELSEWHERE

PLAYERS = "1 Anne Petit\n2 Émile Durand\n3 Zoé Martin"


@pytest.fixture
def night(live_server: LiveServer) -> Club:
    """A paper game over after two turns; of three tables only the first was marked throughout."""
    club = open_club(live_server, PLAYERS, entry="paper")
    for letters in ("AEINRST", "ELOPRUT"):
        club.draw(letters)
        club.post("start")
        club.finish_turn()
    for turn in (1, 2):
        club.post("marks/top", {"tables": [1], "turn": turn})
    club.post("marks/top", {"tables": [2], "turn": 2})
    club.post("stop", {"reason": "fin de soirée"})
    return club


MISSING = [{"turn": 1, "tables": [2, 3]}, {"turn": 2, "tables": [3]}]


def stranger(club: Club) -> WebClient:
    client = club.server.client()
    client.headers.update(FROM_ELSEWHERE)
    return client.sign_in()


def mark_the_rest(club: Club) -> None:
    for turn in (1, 2):
        club.post("marks/missing", {"rest": True, "turn": turn})


def test_nobody_sees_a_ranking_with_unread_slips_as_zeros_by_itself(night: Club) -> None:
    anybody = stranger(night)
    seen = anybody.get(night.base).json()
    assert (seen["provisional"], seen["published"], seen["ranking"]) == (True, False, [])
    assert seen["missing"] == MISSING
    for path in (
        f"{night.base}/ranking",
        *(f"/partie/{night.code}/classement{k}" for k in ("", ".csv", ".pdf", ".json")),
    ):
        assert anybody.get(path).status_code == 403, path
    phone = night.phone(1)
    own = phone.get(f"{night.base}/own").json()
    assert (own["provisional"], own["place"]) == (True, None)
    assert own["total"] > 0
    assert "il manque" in " ".join(anybody.get(f"/partie/{night.code}").text.casefold().split())


def test_officials_see_what_is_missing_on_page_csv_pdf_and_json(night: Club) -> None:
    base = f"/partie/{night.code}/classement"
    page = night.desk.get(base).text
    assert "Classement provisoire" in page
    heading = night.desk.get(f"{base}.json").json()["heading"]
    assert (heading["provisional"], heading["published"]) == (True, False)
    assert heading["missing"] == MISSING
    text = night.desk.get(f"{base}.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text), delimiter=";"))
    told = {row["Table"]: (row["État"], row["Coups non corrigés"]) for row in rows}
    assert told == {"1": ("provisoire", ""), "2": ("provisoire", "1"), "3": ("provisoire", "1 2")}
    pdf = PdfReader(io.BytesIO(night.desk.get(f"{base}.pdf").content))
    printed = " ".join(pdf.pages[0].extract_text().split())
    assert "Classement provisoire" in printed
    assert "3 bulletins à corriger (coup 1, tables 2 3 ; coup 2, table 3)" in printed


def test_published_it_is_everybodys_and_no_longer_provisional(night: Club) -> None:
    refused = night.desk.post(f"{night.base}/publish", json={})
    assert refused.status_code == 409
    assert "coup 1, tables 2 3" in refused.json()["error"]["message"]
    mark_the_rest(night)
    assert night.get("referee")["next"] == "publish"
    told = night.post("publish", {})
    assert (told["next"], told["slips"]["incomplete"]) == ("results", [])
    anybody = stranger(night)
    seen = anybody.get(night.base).json()
    assert (seen["provisional"], seen["published"], seen["missing"]) == (False, True, [])
    assert [line["table"] for line in seen["ranking"]] == [1, 2, 3]
    assert anybody.get(f"{night.base}/ranking").status_code == 200
    text = anybody.get(f"/partie/{night.code}/classement.csv").text
    assert "publié" in text
    assert "provisoire" not in text
    assert night.phone(1).get(f"{night.base}/own").json()["place"] == 1


def test_only_the_desk_publishes(night: Club) -> None:
    for client in (stranger(night), night.phone(1)):
        assert client.post(f"{night.base}/publish", json={"insist": True}).status_code in (401, 403)


def test_the_referee_publishes_from_the_desk_and_is_told_what_is_missing(
    night: Club, visit: Visitors, check_accessible: Callable[[Page], None]
) -> None:
    desk = visit("laptop")
    desk.goto("/" + night.post("invitations", {"role": "referee"})["link"].split("/", 3)[3])
    expect(desk.locator("#incomplete")).to_contain_text("coup 1 : 2 3")
    desk.keyboard.press("c")
    expect(desk.locator("#publish-missing")).to_contain_text("coup 1, tables 2 3")
    check_accessible(desk)
    desk.get_by_role("button", name="Pas encore").click()
    mark_the_rest(night)
    expect(desk.locator("#incomplete")).to_be_hidden()
    desk.keyboard.press("c")
    expect(desk.locator("#publish-missing")).to_contain_text("Tous les bulletins sont corrigés")
    desk.get_by_label("de la dernière place").check()
    desk.locator("#publish-form").get_by_role("button", name="Publier le classement").click()
    expect(desk.locator("[data-act=results].primary")).to_be_visible()
    seen = stranger(night).get(night.base).json()
    assert (seen["published"], seen["from_last"]) == (True, True)


def test_the_projector_waits_then_reveals_from_the_last_place(night: Club, visit: Visitors) -> None:
    hall = visit("projector", extra_http_headers=FROM_ELSEWHERE)
    hall.goto(f"/projection/{night.code}")
    # The first: until its script runs, which a busy machine delays, a page shows all of them.
    expect(hall.locator(".slide:visible").first).to_contain_text("Il manque 3 bulletins")
    expect(hall.locator("body")).not_to_contain_text("Émile Durand")
    mark_the_rest(night)
    expect(hall.locator(".slide:visible").first).to_contain_text("Tous les bulletins sont corrigés")
    night.post("publish", {"from_last": True})
    expect(hall.locator(".slide:visible tr.is-veiled")).to_have_count(3)
    expect(hall.locator("tbody tr:not(.is-veiled) .over-name").first).to_have_text("Zoé Martin")
    expect(hall.locator("tr.is-veiled")).to_have_count(2)
    expect(hall.locator("tr.is-veiled")).to_have_count(0, timeout=60_000)
    hall.reload()
    expect(hall.locator("tr.is-veiled")).to_have_count(0)


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("/projection", "h2:text-is('Classement'):visible + .over-table tr.first"),
        ("/partie", ".podium li"),
    ],
)
def test_what_is_published_before_the_stream_speaks_is_shown_all_the_same(
    night: Club, visit: Visitors, page: str, shown: str
) -> None:
    mark_the_rest(night)
    hall = visit("projector", extra_http_headers=FROM_ELSEWHERE)

    def publish_first(route: Route) -> None:
        night.post("publish", {})
        route.continue_()

    hall.route("**/live/**", publish_first, times=1)
    hall.goto(f"{page}/{night.code}")
    expect(hall.locator(shown).first).to_contain_text("Anne Petit")
    hall.wait_for_load_state("load")
    with pytest.raises(PlaywrightTimeout), hall.expect_event("load", timeout=500):
        pass  # one page more is enough


def test_a_phone_learns_its_place_when_it_is_published(night: Club, visit: Visitors) -> None:
    phone = visit("phone")
    night.join(phone, 1)
    expect(phone.locator("#result")).to_contain_text("L’arbitre publiera le classement")
    expect(phone.locator("#result").get_by_role("link", name="Classement")).to_have_count(0)
    mark_the_rest(night)
    night.post("publish", {})
    expect(phone.locator("#result")).to_contain_text("Vous êtes 1er sur 3")
    expect(phone.locator("#result").get_by_role("link", name="Classement")).to_be_visible()
