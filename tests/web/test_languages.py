"""French is the source; English must follow wherever French leads."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from raccord.board import Fault, FaultKind
from raccord.regulation.catalogue import Status
from raccord.web import errors
from raccord.web.i18n import LOCALES, Catalogue, typography
from raccord.web.pages import player, solo, words

from .extraction import messages

ENGLISH = Catalogue.load().messages["en"]


def made_in_python() -> set[str]:
    """Messages that templates receive from code."""
    found = {message for _, message in errors._BY_STATUS.values()} | {errors._OURS[1]}
    found |= set(words.QUESTIONS.values()) | set(player._TOLD.values()) | {player._ASKED}
    found |= {*solo.RACKS.values(), *solo.TIMES.values()}
    found |= {text for texts in solo.MODES.values() for text in texts}
    found |= {status.french for status in Status} | {status.plural for status in Status}
    return found | {Fault(kind, "{}").french for kind in FaultKind}


def test_every_message_of_templates_scripts_and_code_is_translated() -> None:
    wanted = messages()
    assert len(wanted) > 100
    missing = [f"{where}: {text}" for text, where in wanted.items() if text not in ENGLISH]
    missing += [f"code: {text}" for text in made_in_python() if text not in ENGLISH]
    assert not missing, "\n".join(missing)


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
                    assert seen.setdefault(str(message.id), str(message.string)) == message.string


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
