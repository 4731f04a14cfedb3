"""The shipped lexicon says what a club player expects."""

from __future__ import annotations

from functools import reduce
from operator import or_
from pathlib import Path

import pytest
from lexicon_lists import LISTS, items

from raccord.lexicon import Entry, Kind, Lexicon, Tag

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
    "word",
    [
        "KG",
        "CM",
        "QU",
        "JUSQU",
        "LORSQU",
        "MADRID",
        "SNCF",
        "HTTP",
        "YOTTAGRAMME",
        "CCAL",
        "OK",
        "YO",
    ],
)
def test_symbols_elisions_and_names_are_not_words(free: Lexicon, word: str) -> None:
    assert word not in free


@pytest.mark.parametrize(
    "words",
    [
        "DECONFINER RECONFINAIENT VACCINODROMES VISIO VAPOTER VAPOTA",
        "CHATBOT DEADLINES EBOOK EMAILS FOLLOWER GAMING GHOSTEE LED METAVERS STORIES",
        "BI BOOK BOOTS CARDIO CHINOS EXAM EXO KID MUSCU PADEL RHINO TEAM WHISKEY",
        "KALE MASALA MEZZE MOCHIS POKE PROSECCO TEMPURA UDON",
        "PASTEURE RABBINES RAPPORTEURE RUGBYWOMEN",
    ],
)
def test_words_of_every_day_are_admitted(free: Lexicon, words: str) -> None:
    assert [word for word in words.split() if word not in free] == []


def adjective_or_noun(free: Lexicon, word: str) -> Tag:
    """What a word is when it is not a verb."""
    return reduce(or_, (item.tags & ~Tag.VERBAL for item in free.analyses(word) or ()), Tag(0))


@pytest.mark.parametrize(
    ("masculine", "feminine", "kind"),
    [
        ("C", "CHE", Tag.ADJECTIVE),
        ("C", "QUE", Tag.ADJECTIVE),
        ("I", "ITE", Tag.ADJECTIVE),
        ("RS", "RCE", Tag.ADJECTIVE),
        ("O", "OTE", Tag.ADJECTIVE),
        ("OU", "OUSE", Tag.ADJECTIVE),
        ("AU", "AUDE", Tag.ADJECTIVE),
        ("ES", "ESSE", Tag.ADJECTIVE),
        ("E", "ESSE", Tag.ADJECTIVE | Tag.NOUN),
        ("EUR", "ERESSE", Tag.ADJECTIVE | Tag.NOUN),
        ("MAN", "WOMAN", Tag.NOUN),
    ],
)
def test_a_feminine_is_of_the_entry_of_its_masculine(
    free: Lexicon, masculine: str, feminine: str, kind: Tag
) -> None:
    apart = {word for word, _ in items(LISTS / "apart.txt")}
    split = [
        word
        for word in free.matching(f"*{feminine}")
        if (other := word.removesuffix(feminine) + masculine) in free
        and word not in apart
        and adjective_or_noun(free, word) & kind
        and adjective_or_noun(free, other) & kind
        and not free.same_entry(word, other)
    ]
    assert split == []


@pytest.mark.parametrize(
    "pair",
    [
        "FRANC FRANCHES",
        "FAVORI FAVORITE",
        "LAIC LAIQUE",
        "COI COITES",
        "TIERS TIERCE",
        "HOTE HOTESSE",
        "CLE CLEFS",
        "OIGNON OGNON",
        "NENUPHAR NENUFARS",
        "BALLOTTER BALLOTE",
    ],
)
def test_variants_and_feminines_are_one_entry(free: Lexicon, pair: str) -> None:
    first, second = pair.split()
    assert free.same_entry(first, second) is True


def test_a_regular_verb_has_its_persons(free: Lexicon) -> None:
    words = ["CONCERNAI", "DOUAIT", "GRAFFENT", "VOITURERA", "ROCHAMES", "DIFFERENTIEZ"]
    assert [word for word in words if word not in free] == []


DEFECTIVE = (
    "ABALOURDIR ABLUER ACCROIRE ADIRER ARDRE ASSAVOIR ATTRAIRE AVENIR BIENVENIR COMPAROIR COURRE"
    " ENQUERRE ESTER FERIR FORCLORE ISSIR MALFAIRE MEFAIRE OCCIRE QUERIR RAVOIR RECLURE SOULOIR"
    " STUPEFAIRE SUBDUIRE TISTRE"
)


def test_only_defective_verbs_have_no_person(free: Lexicon) -> None:
    alone = [
        word
        for word in free.matching("*R") + free.matching("*RE")
        for item in free.analyses(word) or ()
        if item.tags & Tag.INF
        and not any(
            found.tags & Tag.CONJ
            for form in (free.of_entry(word) or {}).get(item.entry, ())
            for found in free.analyses(form) or ()
            if found.entry == item.entry
        )
    ]
    assert sorted(alone) == DEFECTIVE.split()


@pytest.mark.parametrize(
    "words",
    [
        "GITEE SKIEES JASEE LOFEES VAGIE COINCIDEE IODLEES ROCHEE ENDEVEES DEAMBULEE INTERAGIE",
        "PLEUS PLEUVONS ESTANT MALFAISAIT NEIGEONS FALLONS",
    ],
)
def test_a_verb_has_no_form_that_dictionaries_deny_it(free: Lexicon, words: str) -> None:
    assert [word for word in words.split() if word in free] == []


@pytest.mark.parametrize("word", ["TRAITANCE", "SHIRT", "FRUTTI", "FIFTY"])
def test_a_piece_of_a_compound_is_not_a_word(free: Lexicon, word: str) -> None:
    assert word not in free


def test_a_noun_in_x_or_z_takes_no_s(free: Lexicon) -> None:
    assert free.matching("*XS") + free.matching("*ZS") == ()


def test_every_form_has_at_least_one_entry(free: Lexicon) -> None:
    assert free.known_count == len(free)
    assert len(free) > 370_000
    assert free.entry_count > 60_000


def test_every_entry_of_a_form_lists_that_form(free: Lexicon) -> None:
    for word in ["BEL", "VUS", "PECHE", "FUT"]:
        forms = free.of_entry(word)
        assert forms is not None
        assert all(word in words for words in forms.values())


def test_an_entry_shows_its_accents_and_its_kind(free: Lexicon) -> None:
    assert free.entries("PECHA") == (Entry("pécher", Kind.VERB), Entry("pêcher", Kind.VERB))


@pytest.mark.parametrize(
    ("file", "notice", "names"),
    [
        ("fr-libre.bin.xz", "NOTICE.md", ["Mozilla Public License", "Dicollecte"]),
        (
            "fr-libre-plus.tsv.xz",
            "NOTICE-plus.md",
            ["LGPL-LR", "Morphalou", "Lefff", "DELA", "Lexique", "Wiktionary", "CLDR"],
        ),
    ],
)
def test_each_shipped_file_is_small_and_has_its_notice(
    file: str, notice: str, names: list[str]
) -> None:
    assert (PACKED / file).stat().st_size < 2_000_000
    text = (PACKED / notice).read_text("utf-8")
    assert file in text
    assert [name for name in names if name not in text] == []


def test_the_licences_of_the_added_words_are_shipped_with_them() -> None:
    assert "(LGPL-LR)" in (PACKED / "LICENSE-LGPL-LR.txt").read_text("utf-8")
    assert "UNICODE LICENSE V3" in (PACKED / "LICENSE-Unicode-3.0.txt").read_text("utf-8")
