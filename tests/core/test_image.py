"""Compiled lexicons: what is asked of them, and what is refused."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raccord import _core

from . import games

WORDS = ["AS", "ES", "RATE", "SA", "TARE", "TARES"]


def automaton(*words: str, extra: bytes = b"") -> _core.Automaton:
    return _core.Automaton.of(_core.compile("\n".join(words).encode(), extra))


def test_words_are_ranked_in_alphabetical_order() -> None:
    words = games.words(900)
    lexicon = games.automaton(900)
    assert len(lexicon) == len(words)
    assert [lexicon.word(i) for i in range(len(words))] == list(words)
    assert [lexicon.index(word) for word in words] == list(range(len(words)))


@pytest.mark.parametrize(
    "word", ["", "A", "AE", "as", "ÉS", "A S", "TARESTARESTARESTARES", "\0", "\ud800"]
)
def test_what_is_not_a_word_has_no_rank(word: str) -> None:
    assert automaton(*WORDS).index(word) == -1


def test_a_rank_outside_the_list_is_refused() -> None:
    for index in (-1, len(WORDS)):
        with pytest.raises(IndexError):
            automaton(*WORDS).word(index)


def test_an_empty_list_has_no_words() -> None:
    empty = automaton()
    assert len(empty) == 0
    assert empty.index("AS") == -1
    assert empty.anagrams("AS??", sub=True) == []
    assert empty.matching("*") == []


def found(words: list[str], ranks: list[int]) -> list[str]:
    return [words[rank] for rank in ranks]


@pytest.mark.parametrize(
    ("letters", "sub", "expected"),
    [
        ("TEAR", False, ["RATE", "TARE"]),
        ("TEAR?", False, ["TARES"]),
        ("SA", True, ["AS", "SA"]),
        ("S?", True, ["AS", "ES", "SA"]),
        ("????", False, ["RATE", "TARE"]),
        ("", True, []),
    ],
)
def test_anagrams_take_jokers(letters: str, sub: bool, expected: list[str]) -> None:
    assert found(WORDS, automaton(*WORDS).anagrams(letters, sub)) == expected


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("T*", ["TARE", "TARES"]),
        ("*S", ["AS", "ES", "TARES"]),
        (".A*E*", ["RATE", "TARE", "TARES"]),
        ("[AE]S", ["AS", "ES"]),
        ("....", ["RATE", "TARE"]),
        ("*", WORDS),
        ("", []),
        ("." * 20, []),
    ],
)
def test_patterns_take_wildcards(pattern: str, expected: list[str]) -> None:
    assert found(WORDS, automaton(*WORDS).matching(pattern)) == expected


@pytest.mark.parametrize("pattern", ["a", "[", "[]", "[AB", "A]", "É"])
def test_a_wrong_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="pattern: expected"):
        automaton(*WORDS).matching(pattern)


@settings(max_examples=100, deadline=None)
@given(st.text("AERST?", max_size=7), st.booleans())
def test_anagrams_are_what_counting_letters_says(letters: str, sub: bool) -> None:
    def makeable(word: str) -> bool:
        missing = sum(max(0, word.count(c) - letters.count(c)) for c in set(word))
        return missing <= letters.count("?") and (sub or len(word) == len(letters))

    words = list(games.words(900))
    ranks = games.automaton(900).anagrams(letters, sub)
    assert found(words, ranks) == [
        word for word in words if makeable(word) and len(word) <= len(letters)
    ]


def test_the_extra_bytes_come_back_and_outlive_the_automaton() -> None:
    lexicon = automaton(*WORDS, extra=b"\0entries\xff")
    view = lexicon.extra
    del lexicon
    assert bytes(view) == b"\0entries\xff"
    assert view.readonly


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (b"SA\nAS", "sorted"),
        (b"AS\nAS", "sorted"),
        (b"A", "2 to 15 letters"),
        (b"ABCDEFGHIJKLMNOP", "2 to 15 letters"),
        (b"as", "A to Z"),
        (b"AS\n", None),
        (b"AS\n\nES", "2 to 15 letters"),
        ("ÉS".encode(), "A to Z"),
    ],
)
def test_a_wrong_list_is_refused_with_the_word_at_fault(words: bytes, expected: str | None) -> None:
    if expected is None:
        assert len(_core.Automaton.of(_core.compile(words))) == 1
    else:
        with pytest.raises(ValueError, match=expected):
            _core.compile(words)


def test_an_image_is_mapped_from_disk(tmp_path: Path) -> None:
    path = tmp_path / "list.bin"
    path.write_bytes(_core.compile("\n".join(WORDS).encode(), b"more"))
    lexicon = _core.Automaton.open(str(path))
    assert [lexicon.word(i) for i in range(len(lexicon))] == WORDS
    assert bytes(lexicon.extra) == b"more"


def test_the_same_words_make_the_same_image() -> None:
    assert _core.compile(b"AS\nES") == _core.compile(b"AS\nES")


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda image: b"", "too short"),
        (lambda image: image[:100], "too short"),
        (lambda image: b"X" + image[1:], "not a compiled lexicon"),
        (lambda image: image[:8] + b"\xff" + image[9:], "another format"),
        (lambda image: image[:-1], "truncated"),
        (lambda image: image + b"\0", "truncated"),
        (lambda image: image[:-5] + b"\xff" + image[-4:], "checksum"),
    ],
)
def test_a_damaged_image_is_refused_with_the_reason(damage, reason, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    image = damage(_core.compile("\n".join(WORDS).encode(), b"some more bytes"))
    with pytest.raises(ValueError, match=reason):
        _core.Automaton.of(image)
    (tmp_path / "list.bin").write_bytes(image)
    with pytest.raises(ValueError, match=reason if image else "not a compiled lexicon"):
        _core.Automaton.open(str(tmp_path / "list.bin"))


def test_a_missing_file_is_refused_with_its_name(tmp_path: Path) -> None:
    for path in (tmp_path / "absent", tmp_path):
        with pytest.raises(ValueError, match=path.name):
            _core.Automaton.open(str(path))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_change_of_one_byte_is_noticed(data: st.DataObject) -> None:
    image = bytearray(_core.compile("\n".join(WORDS).encode()))
    at = data.draw(st.integers(0, len(image) - 1))
    image[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(ValueError, match=r"."):
        _core.Automaton.of(bytes(image))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes among its files")
def test_a_pipe_in_place_of_an_image_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ValueError, match="not a compiled lexicon"):
        _core.Automaton.open(str(tmp_path / "pipe"))
