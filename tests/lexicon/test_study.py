"""One word's page, the lists that are learnt, quizzes, patterns that exclude."""

import pytest

from raccord.lexicon import (
    STUDY_LISTS,
    Lexicon,
    NotAWordError,
    QuizKind,
    lists_of,
    mark,
    profile,
    quiz,
    study_list,
)


@pytest.fixture(scope="module")
def small() -> Lexicon:
    words = (
        "CHIEN CHINE NICHE CHIENS CHIENT CHIENNE NICHER CHEMIN HEIN LE LES ILES ILE AILES FAILES"
    )
    return Lexicon.of(words.split())


def test_a_word_leads_to_hooks_anagrams_and_longer_words(small: Lexicon) -> None:
    found = profile(small, "chien")
    assert found.is_admitted
    assert (found.hooks.front, found.hooks.back) == ("", "ST")
    assert found.anagrams == ("CHINE", "NICHE")
    assert found.plus_one == {
        "M": ("CHEMIN",),
        "R": ("NICHER",),
        "S": ("CHIENS",),
        "T": ("CHIENT",),
    }
    assert found.minus_one == {"C": ("HEIN",)}
    assert found.extensions.back == ("CHIENNE",)


def test_a_word_that_is_not_admitted_still_tells_what_its_letters_make(small: Lexicon) -> None:
    found = profile(small, "NICEH")
    assert not found.is_admitted
    assert found.forms == {}
    assert found.anagrams == ("CHIEN", "CHINE", "NICHE")


def test_a_longest_word_has_its_page(small: Lexicon) -> None:
    assert profile(small, "A" * 15).plus_one == {}
    with pytest.raises(NotAWordError):
        profile(small, "A" * 16)


def test_entries_bring_their_forms(free: Lexicon) -> None:
    found = profile(free, "FRANCHE")
    assert {str(entry): "FRANCS" in forms for entry, forms in found.forms.items()} == {
        "franc": True
    }
    assert [one.french for one in found.analyses] == [("adjectif",)]


@pytest.mark.parametrize("code", STUDY_LISTS)
def test_a_word_is_held_by_a_list_that_has_it_and_by_no_other(free: Lexicon, code: str) -> None:
    study = STUDY_LISTS[code]
    words = set(study.words(free))
    assert words
    tried = ["QI", "WOK", "CLIMAT", "CHANTAT", "ALBUM", "PARKING", "MIROIR", "OUIE", "CHIEN", "IF"]
    tried += list(words)[:20]
    assert [w for w in tried if study.holds(w, free)] == [w for w in tried if w in words]


def test_benjamins_lengthen_a_word_by_three_letters(free: Lexicon) -> None:
    words = STUDY_LISTS["benjamins"].words(free)
    assert all(word[3:] in free for word in words)
    assert "benjamins" in {one.code for one in lists_of(free, "REMPORTE")}


@pytest.mark.parametrize("kind", list(QuizKind))
def test_a_quiz_is_the_same_under_the_same_number(free: Lexicon, kind: QuizKind) -> None:
    first, second = (quiz(free, "trois", kind, 12) for _ in range(2))
    assert first == second
    assert first.questions != quiz(free, "trois", kind, 13).questions


def test_what_a_quiz_says_to_exist_exists_and_nothing_else(free: Lexicon) -> None:
    asked = quiz(free, "cheres", QuizKind.EXISTS, 3, 50)
    truth = [question.shown in free for question in asked.questions]
    assert truth == [question.answers == ("oui",) for question in asked.questions]
    assert {True, False} == set(truth)
    marked = mark(asked, ["oui"] * 50)
    assert [one.is_right for one in marked] == truth


def test_hooks_and_anagrams_are_marked_one_by_one(free: Lexicon) -> None:
    hooks = quiz(free, "trois", QuizKind.HOOKS, 1)
    question = hooks.questions[0]
    assert question.answers
    right = mark(hooks, [" ".join(question.answers)])[0]
    assert right.is_right
    missed, wrong = mark(hooks, [""])[0], mark(hooks, [f"{' '.join(question.answers)} ?-"])[0]
    assert missed.missed == question.answers
    assert wrong.wrong == ("?-",)
    anagrams = quiz(free, "trois", QuizKind.ANAGRAMS, 1)
    assert all(one.missed for one in mark(anagrams, []))
    assert mark(anagrams, [", ".join(anagrams.questions[0].answers).lower()])[0].is_right


def test_a_list_or_a_quiz_that_is_none_is_named(free: Lexicon) -> None:
    with pytest.raises(NotAWordError, match="inconnue"):
        study_list("mots")
    with pytest.raises(NotAWordError, match="quiz inconnu"):
        quiz(free, "deux", "autre", 1)
    with pytest.raises(NotAWordError, match="sans mot"):
        quiz(Lexicon.of(["CHIEN"]), "deux", "existe", 1)


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("CHI*", "CHIEN CHIENNE CHIENS CHIENT CHINE"),
        ("CHI* -S", "CHIEN CHIENNE CHIENT CHINE"),
        ("CHI* - ST", "CHIEN CHIENNE CHINE"),
        ("CHI[^E]*", "CHINE"),
        ("*+NN", "CHIENNE"),
        ("-CH +S", "AILES FAILES ILES LES"),
    ],
)
def test_a_pattern_may_exclude_and_ask_for_letters(
    small: Lexicon, pattern: str, found: str
) -> None:
    assert set(small.matching(pattern)) == set(found.split())


@pytest.mark.parametrize(
    "pattern", ["", "A-", "+", "[^]", "A -1", "A -B*", "[^" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "]"]
)
def test_a_pattern_that_means_nothing_is_refused(small: Lexicon, pattern: str) -> None:
    with pytest.raises(NotAWordError):
        small.matching(pattern)
