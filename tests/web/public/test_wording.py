"""What pages and papers call things: words of a club, not of the software."""

import io

import msgspec
import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from raccord import documents
from raccord.duplicate import Event, fold
from tests.web.club import open_club
from tests.web.conftest import LiveServer, WebClient
from tests.web.played import played
from tests.web.seeded import seed


@pytest.fixture(scope="module")
def old_game() -> tuple[Event, ...]:
    """A game under the regulation that bears no date."""
    first, *rest = played()
    return (msgspec.structs.replace(first, edition="undated"), *rest)


def test_the_oldest_regulation_is_named_in_french(
    client: WebClient, live_server: LiveServer, old_game: tuple[Event, ...]
) -> None:
    code = seed(live_server, old_game)
    for path in ("", "/classement", "/coup/3"):
        text = client.get(f"/partie/{code}{path}").text
        assert "d’avant 2010" in text, path
        assert "règlement undated" not in text.lower(), path
    pdf = documents.to_pdf(documents.ranking(fold(old_game)))
    assert "règlement d’avant 2010" in PdfReader(io.BytesIO(pdf)).pages[0].extract_text()


def test_articles_say_who_sees_to_them(client: WebClient) -> None:
    text = client.get("/reglement/2017").text
    assert "confié à l’arbitre" in text
    assert "non appliqué" in client.get("/reglement/2010").text


def test_a_tie_says_what_its_number_measures(client: WebClient, live_server: LiveServer) -> None:
    code = seed(live_server, played())
    tied = next(line for line in documents.game_sheet(fold(played())).lines if line.ties)
    assert "top suivant : " in client.get(f"/partie/{code}/coup/{tied.turn}").text.replace(
        "\u202f", " "
    ).replace("\xa0", " ")


def test_the_delay_of_slips_is_told_in_seconds_and_kept_in_milliseconds(
    page: Page, live_server: LiveServer
) -> None:
    club = open_club(live_server)
    page.goto(f"/arbitrer/{club.code}")
    page.get_by_text("Réglages, tirage rectifié").click()
    delay = page.get_by_label("Retard admis")
    expect(delay).to_have_value("1")
    delay.fill("2.5")
    page.locator("#settings").get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".toast").first).to_be_visible()
    page.reload()
    expect(delay).to_have_value("2.5")
