"""A lexicon answers the questions players ask, on a list small enough to check by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.lexicon import (
    DamagedListError,
    Lexicon,
    LexiconError,
    NotAdmittedError,
    NotAWordError,
    compile_image,
)
from raccord.lexicon.packed import pack, unpack

SMALL = Lexicon.of(["mettre", "PERMETTRE", "admettre", "METTREZ", "remettrez", "été", "ETES"])


def test_words_are_folded_sorted_and_unique() -> None:
    lexicon = Lexicon.of(["noël", "NOEL", "cœur"])
    assert list(lexicon) == ["COEUR", "NOEL"]
    assert len(lexicon) == 2


def test_only_admitted_words_are_in_it() -> None:
    assert "METTRE" in SMALL
    assert "METTR" not in SMALL
    assert "mettre" not in SMALL
    assert 12 not in SMALL
    assert "" not in SMALL


def test_extensions_are_told_by_the_side_they_grow_on() -> None:
    found = SMALL.extensions("mettre")
    assert found.front == ("ADMETTRE", "PERMETTRE")
    assert found.back == ("METTREZ",)
    assert found.both == ("REMETTREZ",)


def test_a_benjamin_adds_exactly_three_letters_in_front() -> None:
    assert SMALL.benjamins("METTRE") == ("PERMETTRE",)


def test_anagrams_use_every_letter_and_jokers_stand_for_any() -> None:
    assert SMALL.anagrams("tee") == ("ETE",)
    assert SMALL.anagrams("te?e") == ("ETES",)
    assert SMALL.from_rack("tees") == ("ETE", "ETES")


def test_a_pattern_has_letters_wildcards_and_choices() -> None:
    assert SMALL.matching("..E*") == ("ETE", "ETES")
    assert SMALL.matching("[AP]*METTRE") == ("ADMETTRE", "PERMETTRE")


def test_entries_of_a_bare_list_are_unknown_and_callers_can_tell() -> None:
    assert SMALL.entries("ETE") is None
    assert SMALL.analyses("ETE") is None
    assert SMALL.is_only_conjugated("ETE") is None
    assert SMALL.same_entry("ETE", "ETES") is None
    assert SMALL.of_entry("ETE") is None


def test_the_entries_of_a_word_not_admitted_cannot_be_asked() -> None:
    with pytest.raises(NotAdmittedError, match="mot non admis : ZZZ"):
        SMALL.entries("ZZZ")
    with pytest.raises(KeyError):
        SMALL.same_entry("ETE", "ZZZ")


@pytest.mark.parametrize("text", ["", "A", "ABC1", "A" * 16, "AB CD"])
def test_what_is_not_a_word_is_refused(text: str) -> None:
    with pytest.raises(NotAWordError):
        Lexicon.of([text])
    with pytest.raises(NotAWordError):
        SMALL.benjamins(text)


@pytest.mark.parametrize("text", ["", "12", "A" * 16, "A*"])
def test_what_is_not_a_rack_is_refused(text: str) -> None:
    with pytest.raises(NotAWordError, match="tirage"):
        SMALL.anagrams(text)


@pytest.mark.parametrize("text", ["", "(", "[", "[]", "A]", "A" * 201])
def test_what_is_not_a_pattern_is_refused(text: str) -> None:
    with pytest.raises(NotAWordError, match="motif"):
        SMALL.matching(text)


def test_two_lists_of_the_same_words_have_the_same_digest() -> None:
    words = ["AB", "CD"]
    assert Lexicon.of(words, "x").digest == Lexicon.of(reversed(words), "y").digest
    assert Lexicon.of(words).digest != Lexicon.of(["AB"]).digest


@given(st.binary(max_size=300))
def test_no_bytes_pass_for_an_image(data: bytes) -> None:
    with pytest.raises(DamagedListError):
        Lexicon.read(data)


@given(st.data())
def test_an_image_with_one_byte_changed_is_refused(data: st.DataObject) -> None:
    image = bytearray(compile_image(["AB", "ABC", "BAC"], "x"))
    image[data.draw(st.integers(0, len(image) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises(DamagedListError):
        Lexicon.read(bytes(image))


WORDS = st.text(alphabet="ABE", min_size=2, max_size=6)


@given(st.sets(WORDS, min_size=1), st.text(alphabet="ABE?", min_size=2, max_size=6))
def test_anagrams_agree_with_counting_letters(words: set[str], letters: str) -> None:
    def makes(word: str) -> bool:
        missing = sum(max(0, word.count(x) - letters.count(x)) for x in "ABE")
        return missing <= letters.count("?")

    lexicon = Lexicon.of(words)
    expected = sorted(word for word in words if makes(word))
    assert list(lexicon.from_rack(letters)) == expected
    assert list(lexicon.anagrams(letters)) == [w for w in expected if len(w) == len(letters)]


@given(st.binary(max_size=200))
def test_a_damaged_packed_list_is_refused(data: bytes) -> None:
    with pytest.raises(LexiconError):
        unpack(data)


def test_packing_keeps_words_entries_and_tags() -> None:
    from raccord.lexicon import Tag

    forms = {
        "JOUE": {("jouer", True): Tag.CONJ | Tag.PPA, ("joue", False): Tag.NOUN},
        "JOUER": {("jouer", True): Tag.INF},
    }
    content = unpack(pack(forms))
    lexicon = Lexicon.read(compile_image(content.words, "x", content.links))
    assert list(lexicon) == ["JOUE", "JOUER"]
    assert lexicon.same_entry("JOUE", "JOUER") is True
    analyses = lexicon.analyses("JOUE")
    assert analyses is not None
    assert [(a.entry.lemma, a.tags) for a in analyses] == [
        ("joue", Tag.NOUN),
        ("jouer", Tag.CONJ | Tag.PPA),
    ]
