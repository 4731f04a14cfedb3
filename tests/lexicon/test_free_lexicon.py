"""The shipped lexicon says what a club player expects."""

from __future__ import annotations

from pathlib import Path

import pytest

from raccord.lexicon import Entry, Kind, Lexicon

DATA = Path(__file__).parent / "data"
PACKED = Path(__file__).parents[2] / "src/raccord/data"


@pytest.mark.parametrize("length", [2, 3])
def test_the_short_words_are_those_reviewed_by_eye(free: Lexicon, length: int) -> None:
    reviewed = (DATA / f"words-of-{length}.txt").read_text().split()
    assert list(free.matching("." * length)) == reviewed


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("LAC", "LACS"),
        ("MENAGE", "MENAGER"),
        ("FLORE", "FLORES"),
        ("ELANCE", "ELANCEE"),
        ("CHEVAL", "CHEVAUX"),
        ("BEAU", "BELLE"),
        ("OEIL", "YEUX"),
        ("CIEL", "CIEUX"),
        ("AIEUL", "AIEUX"),
        ("AIL", "AULX"),
        ("BONHOMME", "BONSHOMMES"),
        ("MONSIEUR", "MESSIEURS"),
        ("MADAME", "MESDAMES"),
        ("ALLER", "IRONS"),
        ("CONNAIT", "CONNAITRE"),
        ("EVENEMENT", "EVENEMENTS"),
        ("ACTEUR", "ACTRICES"),
    ],
)
def test_two_forms_of_an_entry_share_it(free: Lexicon, first: str, second: str) -> None:
    assert free.same_entry(first, second) is True
    assert free.same_entry(second, first) is True


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("LAC", "CALS"),
        ("PECHE", "PECHEUR"),
        ("MENAGE", "MANEGER"),
        ("ELANCE", "ENLACEE"),
        ("METRE", "KILOMETRE"),
    ],
)
def test_forms_of_other_entries_share_none(free: Lexicon, first: str, second: str) -> None:
    assert free.same_entry(first, second) is False


@pytest.mark.parametrize("word", ["JOUER", "JOUE", "JOUES", "JOUEE", "JOUEES", "JOUANT", "LAC"])
def test_a_form_with_one_other_analysis_is_not_only_conjugated(free: Lexicon, word: str) -> None:
    assert free.is_only_conjugated(word) is False


@pytest.mark.parametrize("word", ["JOUA", "JOUAI", "JOUONS", "SERAIENT", "FUSSENT"])
def test_a_form_of_a_verb_alone_is_only_conjugated(free: Lexicon, word: str) -> None:
    assert free.is_only_conjugated(word) is True


@pytest.mark.parametrize(
    "words",
    [
        "CONNAITRE CONNAIT",
        "EVENEMENT",
        "OIGNON OGNON",
        "NENUPHAR NENUFAR",
        "CLE CLEF",
        "CHARIOT CHARRIOT",
        "WEEKEND PORTEMONNAIE",
        "COEUR NAEVUS OEUF",
        "KILOWATT MILLILITRES",
    ],
)
def test_both_spellings_and_open_ligatures_are_admitted(free: Lexicon, words: str) -> None:
    assert [word for word in words.split() if word not in free] == []


@pytest.mark.parametrize(
    "word", ["KG", "CM", "QU", "JUSQU", "LORSQU", "MADRID", "SNCF", "HTTP", "YOTTAGRAMME", "CCAL"]
)
def test_symbols_elisions_and_names_are_not_words(free: Lexicon, word: str) -> None:
    assert word not in free


@pytest.mark.parametrize(
    "words",
    [
        "DECONFINER RECONFINAIENT VACCINODROMES VISIO VAPOTER VAPOTA",
        "CHATBOT DEADLINES EBOOK EMAILS FOLLOWER GAMING GHOSTEE LED METAVERS STORIES",
        "BI BOOK BOOTS CARDIO CHINOS EXAM EXO KID MUSCU OK PADEL RHINO TEAM WHISKEY",
        "KALE MASALA MEZZE MOCHIS POKE PROSECCO TEMPURA UDON",
        "PASTEURE RABBINES RAPPORTEURE RUGBYWOMEN",
    ],
)
def test_words_of_every_day_are_admitted(free: Lexicon, words: str) -> None:
    assert [word for word in words.split() if word not in free] == []


def test_a_noun_in_x_or_z_takes_no_s(free: Lexicon) -> None:
    assert free.matching("*XS") + free.matching("*ZS") == ()


def test_every_form_has_at_least_one_entry(free: Lexicon) -> None:
    assert free.known_count == len(free)
    assert len(free) > 380_000
    assert free.entry_count > 60_000


def test_every_entry_of_a_form_lists_that_form(free: Lexicon) -> None:
    for word in ["BEL", "VUS", "PECHE", "FUT"]:
        forms = free.of_entry(word)
        assert forms is not None
        assert all(word in words for words in forms.values())


def test_an_entry_shows_its_accents_and_its_kind(free: Lexicon) -> None:
    assert free.entries("PECHA") == (Entry("pécher", Kind.VERB), Entry("pêcher", Kind.VERB))


def test_the_shipped_file_is_small_and_has_its_notice() -> None:
    assert (PACKED / "fr-libre.bin.xz").stat().st_size < 2_000_000
    notice = (PACKED / "NOTICE.md").read_text("utf-8")
    assert "Mozilla Public License" in notice
    assert "Dicollecte" in notice
