"""The core's plays against a slow, obvious search, and the formulas on the free lexicon."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raccord import _core
from raccord.jarnac import FORMULAS, Formula, Mat, Play, impossible, judge, plays
from raccord.jarnac.solver import admits, words_of
from raccord.lexicon import Lexicon

LETTERS = "AEIRSTLNOC"
words = st.text(alphabet=LETTERS, min_size=2, max_size=11)
lines = st.lists(st.text(alphabet=LETTERS, min_size=3, max_size=9), max_size=8)
FREE = Formula()


def obvious_plays(lexicon: Lexicon, mat: Mat) -> list[Play]:
    """Try every word on every line, then sort as documented."""
    found = []
    for word in lexicon:
        if not 3 <= len(word) <= 9:
            continue
        for line, old in [(0, ""), *enumerate(mat.lines, start=1)]:
            if line == 0 and len(mat.lines) == 8:
                continue
            added = Counter(word)
            added.subtract(Counter(old))
            if len(word) > len(old) and all(
                0 <= n <= mat.loose.count(letter) for letter, n in added.items()
            ):
                found.append((len(old) ** 2 - len(word) ** 2, word, line))
    return [Play(word, line or None) for _, word, line in sorted(found)]


@settings(max_examples=300, deadline=None)
@given(
    admitted=st.sets(words, min_size=1, max_size=60),
    mat_lines=lines,
    loose=st.text(alphabet=LETTERS, max_size=14),
    more=st.randoms(use_true_random=False),
)
def test_the_core_finds_what_the_obvious_search_finds(
    admitted: set[str], mat_lines: list[str], loose: str, more: random.Random
) -> None:
    anagrams = {"".join(more.sample(word, len(word))) for word in admitted}
    lexicon = Lexicon.of(admitted | anagrams | {line for line in mat_lines if more.random() < 0.5})
    mat = Mat(tuple(mat_lines), loose)
    assert list(plays(lexicon, mat, FREE)) == obvious_plays(lexicon, mat)


@pytest.mark.parametrize("count", [0, 3, 9, 17, 26, 60])
def test_any_number_of_loose_letters_gives_the_same_answer(count: int, lexicon: Lexicon) -> None:
    chance = random.Random(count)
    small = Lexicon.of(chance.sample([w for w in lexicon if len(w) <= 10], 4_000))
    mat = Mat(("LAC", "TES", "ROUTES"), "".join(chance.choices("AEIOURSTLNDMPC", k=count)))
    assert list(plays(small, mat, FREE)) == obvious_plays(small, mat)


def test_every_play_found_is_possible_and_good(lexicon: Lexicon) -> None:
    chance = random.Random(7)
    pool = [word for word in lexicon if 3 <= len(word) <= 7]
    for formula in FORMULAS.values():
        mat = Mat(tuple(chance.sample(pool, 6)), "".join(chance.choices("AEIOURSTLND", k=8)))
        found = list(plays(lexicon, mat, formula))
        assert found
        for play in found:
            assert impossible(mat, play) is None
            assert judge(lexicon, formula, play.word, mat.old(play)).valid is True


def test_the_formula_removes_exactly_the_plays_it_forbids(lexicon: Lexicon) -> None:
    mat = Mat(("LAC", "JOUER", "MENAGE"), "SRAIE")
    every = list(plays(lexicon, mat, FREE))
    for formula in FORMULAS.values():
        kept = [p for p in every if judge(lexicon, formula, p.word, mat.old(p)).valid]
        assert list(plays(lexicon, mat, formula)) == kept
        assert len(kept) < len(every) or formula == FREE


@settings(max_examples=60, deadline=None)
@given(
    mat_lines=st.lists(st.integers(0, 10**6), max_size=8),
    loose=st.text(alphabet="AEIOURSTLNDMPC", max_size=9),
    formula=st.sampled_from(sorted(FORMULAS)),
    bag=st.text(alphabet="AEIOURSTLNDMPCZ", max_size=20),
)
def test_the_core_applies_a_formula_as_the_slow_generator_does(
    mat_lines: list[int], loose: str, formula: str, bag: str, lexicon: Lexicon
) -> None:
    pool = [word for word in lexicon if 3 <= len(word) <= 8][:: 40 + len(mat_lines)]
    mat = Mat(tuple(pool[number % len(pool)] for number in mat_lines), loose)
    rules = FORMULAS[formula]
    slow = [p for p in plays(lexicon, mat, FREE) if admits(lexicon, rules, p.word, mat.old(p))]
    assert list(plays(lexicon, mat, rules)) == slow
    gains = [max(map(now.gain, plays(lexicon, now, rules)), default=0) for now in _next(mat, bag)]
    found = words_of(lexicon, rules).prospect(mat.lines, mat.loose, bag)
    assert found == pytest.approx(sum(gains) / len(gains))


def _next(mat: Mat, bag: str) -> list[Mat]:
    return [mat.with_letters(letter) for letter in bag] or [mat]


def test_a_word_of_unknown_entry_is_no_sure_play() -> None:
    bare = Lexicon.of(["LAC", "LACS", "CALS"])
    for name in ("sans-conjugaisons", "sans-enchainements", "competition"):
        assert list(plays(bare, Mat(("LAC",), "S"), FORMULAS[name])) == []


def test_doubtful_plays_are_shown_only_on_demand() -> None:
    bare = Lexicon.of(["LAC", "LACS"])
    mat = Mat(("LAC",), "S")
    assert list(plays(bare, mat, FORMULAS["competition"])) == []
    assert list(plays(bare, mat, FORMULAS["competition"], doubtful=True)) == [Play("LACS", 1)]


@pytest.mark.parametrize(
    ("old", "new", "valid"),
    [
        ("LAC", "LACS", False),
        ("LAC", "CALS", True),
        ("ELANCE", "ELANCEE", False),
        ("ELANCE", "ENLACEE", True),
        ("MENAGE", "MENAGER", False),
        ("MENAGE", "MANEGER", True),
        ("FLORE", "FLORES", False),
        ("", "JOUER", True),
        ("", "JOUEES", True),
        ("", "JOUANT", True),
        ("", "JOUA", False),
        ("", "JOUAI", False),
    ],
)
def test_the_examples_of_the_document_under_the_competition_formula(
    old: str, new: str, valid: bool, lexicon: Lexicon
) -> None:
    assert new in lexicon
    assert judge(lexicon, FORMULAS["competition"], new, old).valid is valid


@pytest.mark.parametrize(
    ("lines", "loose", "said"),
    [
        (["LA"], "E", "3 to 9 letters"),
        (["ABCDEFGHIJ"], "E", "3 to 9 letters"),
        (["LAC"] * 9, "E", "at most 8 lines"),
        (["lac"], "E", "letters"),
        (["LAC"], "é", "ASCII"),
        (["LAC"], "?", "letters"),
        (["LAC"], "A" * 300, "at most 255"),
    ],
)
def test_the_core_refuses_what_is_not_a_mat(lines: list[str], loose: str, said: str) -> None:
    automaton = Lexicon.of(["LAC"]).core
    with pytest.raises(ValueError, match=said):
        _core.jarnac_plays(automaton, lines, loose)


def test_the_core_has_no_play_out_of_range() -> None:
    found = _core.jarnac_plays(Lexicon.of(["LAC"]).core, [], "LAC")
    assert (len(found), found.get(0)) == (1, (0, "LAC", 9))
    for index in (-1, 1):
        with pytest.raises(IndexError):
            found.get(index)
