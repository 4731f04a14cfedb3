"""French is the source; English must follow wherever French leads."""

import html
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from raccord import decoding
from raccord.board import CLASSIC, Fault, FaultKind
from raccord.documents.heading import FLAGS
from raccord.documents.typography import typography
from raccord.duplicate.deciding import context
from raccord.duplicate.files import scripts, told
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.ends import EndReason
from raccord.duplicate.rules.paces import provided
from raccord.hall.views import SANCTIONS
from raccord.jarnac import LEVELS
from raccord.lexicon import STUDY_LISTS, Kind, QuizKind, Reason, patterns
from raccord.lexicon.entries import TAGS
from raccord.network import hub_views as centres
from raccord.quoting import sentence
from raccord.regulation import Flag
from raccord.regulation.catalogue import Status
from raccord.regulation.editions import EDITIONS
from raccord.store import places
from raccord.tournament import totals
from raccord.web import boards, errors
from raccord.web.alone import choosing as solo
from raccord.web.alone import progress
from raccord.web.boards import POINTS, PREMIUMS
from raccord.web.competition import words as events
from raccord.web.i18n import LOCALES, Catalogue
from raccord.web.jarnac import choices
from raccord.web.player import pages as player
from raccord.web.public import access
from raccord.web.referee import new_game
from raccord.web.referee import tables as referee_tables
from raccord.web.words import importing
from raccord.web.words import pages as words
from tests.web.conftest import LiveServer, WebClient
from tests.web.extraction import errors as said_in_errors
from tests.web.extraction import faults, messages, refusals, uses
from tests.web.played import played
from tests.web.seeded import seed

ENGLISH = Catalogue.load().messages["en"]


def made_in_python() -> set[str]:
    """Messages that templates receive from code."""
    found = {message for _, message in errors._BY_STATUS.values()} | {errors._OURS[1]}
    found |= set(words.QUESTIONS.values()) | set(player._TOLD.values()) | {player._ASKED}
    found |= {access._WRONG, importing._OURS} | {*importing.STEPS.values()}
    found |= {reason.french for reason in Reason} | {kind.french for kind in (*Kind, *QuizKind)}
    found |= {french for _, french in TAGS.values()} | {x.title for x in STUDY_LISTS.values()}
    found |= {*solo.RACKS.values(), *solo.TIMES.values()}
    found |= {text for texts in solo.MODES.values() for text in texts}
    found |= {text for texts in solo.PRESETS.values() for text in texts}
    found |= set(progress.DECKS.values())
    found |= {pace.name for edition in EDITIONS.values() for pace in provided(edition)}
    found |= {*new_game.named(new_game.WAYS + new_game.LETTERS).values()}
    found |= {*referee_tables.FILTERS.values()}
    found |= {text for table in OF_EVENTS for text in table.values()}
    found |= NAMED_ONCE | _of_jarnac() | {f"{n} lettres" for n in range(2, 16)}
    found |= {status.french for status in Status} | {status.plural for status in Status}
    found |= {sentence(text) for text in context._STANDING.values()}
    found |= {part.label for part in formulas.PARTS.values()} | {end.french for end in EndReason}
    found |= {text for edition in EDITIONS.values() for text in (edition.title, edition.dated)}
    return found | {Fault(kind, "{}").french for kind in FaultKind}


OF_EVENTS: tuple[Mapping[Any, str], ...] = (
    *(events.WAYS, events.TIES, events.SHOWN, events.PRESENCE, events.ABSENCES, events.GROUPS),
    *(events.SEATINGS, events.TEAM_COUNTS),
    *(centres.WORDS, {key: text for key, text in centres.ADVICE.items() if text}),
)


def _of_jarnac() -> set[str]:
    found = {*choices.MODES.values(), *choices.LETTERS.values(), *choices.PACES.values()}
    for texts in (*choices.FORMULAS.values(), *choices.TIMINGS.values()):
        found |= {text for text in texts if text}
    labels = [level.label for level in LEVELS.values()]
    return found | {*labels, *(label.capitalize() for label in labels)}


def parts() -> set[str]:
    """What stands within other messages: the complaints of decoders and of the system."""
    found = {text for _, text in (*decoding._PLACES, *decoding._FAULTS)}
    found |= {*decoding._TYPES.values(), *places._REASONS.values(), told.FORMS}
    return found | {f"{{}}{scripts._NO_TOP}", patterns._EXPECTED, totals._EXPECTED}


def test_every_part_of_a_message_is_translated() -> None:
    assert not parts() - set(Catalogue.load().parts["en"])


def test_every_message_of_templates_scripts_and_code_is_translated() -> None:
    wanted = messages() | dict(said_in_errors())
    assert len(wanted) > 100
    missing = [f"{where}: {text}" for text, where in wanted.items() if text not in ENGLISH]
    missing += [f"code: {text}" for text in made_in_python() if text not in ENGLISH]
    said = [(sentence(text), where) for text, where in (*refusals(), *faults())]
    assert len(said) > 150
    missing += [f"{where}: {text}" for text, where in said if text not in ENGLISH]
    assert not missing, "\n".join(missing)


NAMED_ONCE = {*SANCTIONS.values(), *FLAGS.values(), *POINTS.values(), *PREMIUMS.values()}
"""What the server names, with the page, for templates and scripts."""


def test_no_script_and_no_board_has_names_of_its_own_for_what_the_server_names() -> None:
    said = {text for text, where in uses() if where.endswith((".js", "macros/board.html"))}
    assert said
    assert not said & NAMED_ONCE


def test_every_flag_every_square_and_every_tile_has_its_name() -> None:
    assert set(FLAGS) == set(Flag)
    assert {boards.MARKS[sign] for sign in CLASSIC.layout.marks} == set(PREMIUMS)
    assert {0, *CLASSIC.tiles.values} == set(POINTS)


def test_a_translation_keeps_the_places_of_its_values() -> None:
    import re

    for source, text in ENGLISH.items():
        for place in re.findall(r"%\(\w+\)s|\{\w*\}", source):
            assert place in text, source


def test_no_message_is_translated_twice_differently() -> None:
    from babel.messages.pofile import read_po

    seen: dict[str, str] = {}
    for path in sorted((LOCALES / "en").glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale="en"):
                if message.id:
                    key = f"{message.context}: {message.id!s}"
                    assert seen.setdefault(key, str(message.string)) == message.string


@pytest.mark.parametrize(
    ("typed", "set_right"),
    [
        ("Y a-t-il un scrabble ?", "Y a-t-il un scrabble\u202f?"),
        ("« H4 » : 12 points", "«\u00a0H4\u00a0»\u00a0: 12\u00a0points"),
        ("l'arbitre n'a pas", "l’arbitre n’a pas"),
        ("%(n)s mots de %(name)s", "%(n)s mots de %(name)s"),
    ],
)
def test_french_typography_is_set_for_the_writer(typed: str, set_right: str) -> None:
    assert typography(typed) == set_right


def test_an_error_is_told_to_a_script_in_the_language_of_its_page(client: WebClient) -> None:
    def told() -> str:
        return str(client.get("/api/nowhere").json()["error"]["message"])

    assert told() == "Cette page n’existe pas."
    client.cookies.set("langue", "en")
    assert told() == "This page does not exist."


@pytest.mark.parametrize(
    ("french", "english"),
    [
        ("La table 12 n'est pas inscrite.", "Table 12 is not entered."),
        (
            "La table 3 ne joue pas le coup 7.",
            "Table 3 does not play turn 7.",
        ),
        (
            "H4 LUSTRE(R) ne peut être retenu : joker [2017 3.4].",
            "H4 LUSTRE(R) cannot be retained: joker [2017 3.4].",
        ),
        ("Le secret est déjà publié.", "The secret is already published."),
        (
            "Partie illisible : events[3].at (attendu : un entier ; reçu : un texte).",
            "Unreadable game: events[3].at (expected: a whole number; found: a text).",
        ),
        ("Ce n'est pas du JSON : ligne 1, colonne 7.", "This is not JSON: line 1, column 7."),
        (
            "Coup 3 : le sac ne peut pas donner ce tirage : WWW [2017 3.4].",
            "Turn 3: the bag cannot give this draw: WWW [2017 3.4].",
        ),
        (
            "Ligne 4 : points illisible « x » (attendu : un nombre).",
            "Line 4: unreadable points “x” (expected: a number).",
        ),
        ("Ceci n'a pas de traduction.", "Ceci n'a pas de traduction."),
    ],
)
def test_a_refusal_keeps_its_values_in_english(french: str, english: str) -> None:
    catalogue = Catalogue.load()
    assert catalogue.reason("en", french) == english
    assert catalogue.reason("fr", french) == typography(french)


def test_the_referee_reads_sanctions_in_the_language_of_the_page(
    client: WebClient, live_server: LiveServer
) -> None:
    code = seed(live_server, played(12))
    client.cookies.set("langue", "en")
    told = client.get(f"/arbitrer/{code}/decisions?coup=1").raise_for_status().text
    assert "penalty of 5 points" in told
    assert "pénalité" not in told


def test_what_is_wrong_with_a_file_is_told_in_english(client: WebClient) -> None:
    client.cookies.set("langue", "en")
    files = {
        "a|b": "No turn was read",
        "{": "This is not JSON: ",
        ">A: 8D": "Not GCG: line 1: ",
        "rien": "This is not a game (expected: ",
    }
    for text, said in files.items():
        reply = client.post("/solo", data={"source": "record"}, files={"record": ("x", text)})
        assert reply.status_code == 400
        assert said in html.unescape(reply.text), text
    refused = client.post("/listes", data={"name": "a b"}, files={"file": ("x.txt", "1 2")})
    assert "Refused as the name of a list: “a b” (expected: 1 to 32 letters" in html.unescape(
        refused.text
    )
    assert "Not a rack: " in client.get("/analyse?tirage=%21").text


def test_a_refusal_of_the_engine_is_told_in_english(client: WebClient) -> None:
    code = client.post("/api/games", json={"settings": {"draw": "hand"}}).json()["code"]
    client.post(f"/api/games/{code}/tables", json={"text": "1 Anne"})
    client.cookies.set("langue", "en")

    def told(action: str, **body: object) -> str:
        reply = client.post(f"/api/games/{code}/{action}", json=body)
        return str(reply.json()["error"]["message"])

    assert told("start") == "No draw is in play: draw the letters first."
    assert told("tables/7/withdraw", reason="") == "Table 7 is not entered."
    assert told("draw", letters="WWWWWWW").startswith("The bag cannot give this draw: ")


def test_formula_edition_and_end_of_a_game_are_told_in_english(client: WebClient) -> None:
    client.cookies.set("langue", "en")
    body = {"formula": "7sur8+joker+solitaire", "edition": "2010"}
    name = client.post("/api/solo", json=body).json()["id"]
    client.post(f"/api/solo/{name}/pass", json={"turn": 1})
    assert "7 out of 8 + Joker + Untimed" in client.get(f"/solo/{name}").text
    client.post(f"/api/solo/{name}/stop", json={})
    balance = " ".join(client.get(f"/solo/{name}/bilan").text.split())
    assert "7 out of 8 + Joker + Untimed · Regulation of 1 September 2010" in balance
    assert "end: stopped by the player" in balance
    assert "0.0%" in balance


def test_a_game_is_played_in_english(page: Page, check_accessible: Callable[[Page], None]) -> None:
    page.goto("/solo")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Play alone")).to_be_visible()
    page.get_by_role("button", name="Begin").first.click()
    expect(page.locator("body[data-ready]")).to_be_visible()
    expect(page.locator("#turn")).to_have_text("Turn 1")
    expect(page.get_by_role("gridcell", name="A1, triple word")).to_be_visible()
    expect(page.locator("#slip-note")).to_have_text("Choose a square and compose your word.")
    check_accessible(page)


def test_what_pretends_to_be_message_within_message_is_not_followed_for_ever() -> None:
    within = "x"
    for _ in range(2000):
        within = f"aucune lettre ne reste : {within}"
    told = Catalogue.load().reason("en", f"Aucune lettre ne reste : {within}.")
    assert told != f"Aucune lettre ne reste : {within}.", "the message itself is translated"
    assert told.endswith("aucune lettre ne reste : x.")
