"""Draws checked by the browser alone, and by the command: both say the same of any game."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from raccord import wordlists
from raccord.cli import cli
from raccord.duplicate import Event, record
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.rules import formulas
from tests.duplicate.files.test_forged_draws import FORGERIES, begun, ended, forged
from tests.duplicate.helpers import Hall, fair_game
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, Visitors
from tests.web.played import played

JUDGE = """async ([url, text]) => {
  const { verify } = await import(url);
  const classic = JSON.parse(document.getElementById("classic").textContent);
  return verify(JSON.parse(text), classic);
}"""
FORMULAS = [*(name for name in formulas.PARTS if name != "replay"), "7-8-9+joker", "7et8+joker"]
SAID_ALIKE = ("status", "caveat", "secret", "draws", "commitment", "scheme", "number", "source")


def by_command(text: str, folder: Path, *options: str) -> dict[str, Any]:
    file = folder / "partie.json"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(cli, ["verify", "--json", str(file), *options])
    assert result.exit_code in (0, 1), result.output
    found: dict[str, Any] = json.loads(result.stdout)
    assert found["ok"] is (result.exit_code == 0)
    return found


@pytest.fixture
def judge(page: Page, live_server: LiveServer) -> Callable[[str], Any]:
    """The verdict of the page's own script, the network gone."""
    page.goto("/verifier")
    url = live_server.services.assets.url("js/public/fair_draws.js")
    page.evaluate("async (url) => { await import(url); }", url)
    page.context.set_offline(True)
    return lambda text: page.evaluate(JUDGE, [url, text])


def without_spaces(text: str) -> str:
    return "".join(text.split()).replace("\u2019", "'")


def agree(here: dict[str, Any], there: dict[str, Any]) -> None:
    for name in SAID_ALIKE:
        assert without_spaces(str(here[name])) == without_spaces(str(there[name])), name


def spoiled(game: list[Event], kind: str, changes: dict[str, object]) -> str:
    """The record with its last event of a kind changed."""
    document = json.loads(record.dumps(game))
    found = [event for event in document["events"] if event["event"] == kind]
    found[-1] |= changes
    return json.dumps(document)


def test_page_and_command_verify_games_of_every_formula_alike(judge: Any, tmp_path: Path) -> None:
    french = wordlists.load("fr-libre")
    for name in FORMULAS:
        text = record.dumps(fair_game(french, "482719", name))
        found = judge(text)
        assert found["status"] == "verified", (name, found)
        assert found["number"] == "482719"
        agree(found, by_command(text, tmp_path))


def test_page_and_command_verify_games_of_before_and_say_what_they_lack(
    judge: Any, tmp_path: Path
) -> None:
    without_number = fair_game(wordlists.load("fr-libre"), None)
    for game in (list(played(0)), without_number):
        text = record.dumps(game)
        found = judge(text)
        assert found["status"] == "verified"
        assert "Sans nombre public" in found["caveat"]
        agree(found, by_command(text, tmp_path))


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("public-number", {"number": "482718"}),
        ("public-number", {"number": "12"}),
        ("opened", {"title": "Une autre"}),
        ("opened", {"game": "AAAA"}),
        ("opened", {"at": 12}),
        ("secret-revealed", {"secret": "0" * 64}),
        ("drawn", {"new": "KWK"}),
        ("drawn", {"leave": "ZZ"}),
        ("retained", {"move": "A1 WWW"}),
    ],
)
def test_page_and_command_tell_what_was_tampered_with(
    judge: Any, tmp_path: Path, kind: str, changes: dict[str, object]
) -> None:
    game = fair_game(wordlists.load("fr-libre"), "482719")
    text = spoiled(game, kind, changes)
    found = judge(text)
    assert found["status"] == "failed"
    agree(found, by_command(text, tmp_path))


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.__name__)
def test_page_and_command_refuse_every_false_way_to_a_draw(
    judge: Any, tmp_path: Path, forgery: Callable[[Hall], None]
) -> None:
    text = record.dumps(forged(wordlists.load("fr-libre"), forgery))
    found = judge(text)
    assert found["status"] in ("failed", "partial")
    agree(found, by_command(text, tmp_path))


def test_page_and_command_tell_of_turns_that_were_cancelled(judge: Any, tmp_path: Path) -> None:
    game = begun(wordlists.load("fr-libre"))
    for _ in range(40):
        game.draw()
        game.do(cmd.CancelTurn(reason="bruit"))
    text = record.dumps(ended(game))
    found = judge(text)
    assert found["status"] == "verified"
    assert "annulés" in found["caveat"]
    agree(found, by_command(text, tmp_path))


def test_what_a_witness_noted_is_held_against_the_record(tmp_path: Path) -> None:
    text = record.dumps(fair_game(wordlists.load("fr-libre"), "482719"))
    hash_ = by_command(text, tmp_path)["commitment"]
    short = f"{hash_[:8].upper()} {hash_[8:16]}"
    assert by_command(text, tmp_path, "--commitment", short, "--number", "48 27 19")["ok"]
    for wrong in (("--commitment", "0" * 16), ("--number", "482718"), ("--commitment", hash_[:8])):
        assert by_command(text, tmp_path, *wrong)["faults"]


def test_a_game_is_drawn_from_the_number_of_the_hall(
    visit: Visitors, live_server: LiveServer
) -> None:
    club = opened(live_server)
    desk, hall = visit("laptop"), visit("projector")
    line = club.post("invitations", {"role": "referee"})
    desk.goto("/" + line["link"].split("/", 3)[3])
    hall.goto(f"/projection/{club.code}")
    commitment = club.get("referee")["game"]["commitment"].upper()
    expect(hall.locator(".proj-fair")).to_contain_text(f"{commitment[:4]} {commitment[4:8]}")
    expect(hall.locator("#number-text")).to_have_text("à donner par la salle")
    refused = club.desk.post(f"{club.base}/draw", json={})
    assert refused.status_code == 409
    desk.get_by_label("Nombre public").fill("48 27 19")
    desk.get_by_role("button", name="Donner le nombre").click()
    expect(hall.locator("#number-text")).to_have_text("482719")
    expect(desk.locator("#number-told")).to_contain_text("482719")
    again = club.desk.post(f"{club.base}/public-number", json={"number": "999999"})
    assert again.status_code == 409
    club.draw()
    expect(desk.locator("#number-told")).to_be_hidden()


def opened(server: LiveServer) -> Club:
    """A game drawn by the software, which asks for a public number."""
    club = open_club(server, public_number=True, draw="software")
    assert club.get("referee")["next"] == "public-number"
    return club


def test_the_published_record_of_a_hall_verifies_on_the_page(
    visit: Visitors, live_server: LiveServer, tmp_path: Path
) -> None:
    club = opened(live_server)
    club.post("public-number", {"number": "f00dcafe", "source": "balise, tour 12"})
    club.draw()
    club.post("start")
    club.finish_turn()
    club.post("stop", {"reason": "essai"})
    club.post("reveal")
    text = club.desk.get(f"/partie/{club.code}/enregistrement.json").text
    kinds = {type(event) for event in record.loads(text).events}
    assert ev.PublicNumberGiven in kinds
    assert ev.Registered not in kinds
    file = tmp_path / "partie.json"
    file.write_text(text, encoding="utf-8")
    page = visit("phone")
    page.goto("/verifier")
    page.context.set_offline(True)
    page.locator("#file").set_input_files(file)
    expect(page.locator("#verdict")).to_have_attribute("data-status", "verified")
    expect(page.locator("#of-number")).to_have_text("f00dcafe")
    page.get_by_label("Nombre noté").fill("f00dcaff")
    expect(page.locator("#verdict")).to_have_attribute("data-status", "failed")
    expect(page.locator("#differs")).to_contain_text("nombre noté")
    page.context.set_offline(False)
    page.goto(f"/partie/{club.code}/preuve")
    page.get_by_role("button", name="Vérifier dans ce navigateur").click()
    expect(page.locator("#here")).to_contain_text("secret publié et du nombre public")


def test_a_page_says_plainly_what_is_no_record(page: Page) -> None:
    page.goto("/verifier")
    page.locator("#record").fill("bonjour")
    expect(page.locator("#result")).to_contain_text("n’est pas l’enregistrement")
