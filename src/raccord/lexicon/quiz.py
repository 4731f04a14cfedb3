"""Quizzes on a list of words: which exist, which hooks a word takes, which anagrams letters have.

A quiz follows from its list, its kind and its number: the same for whoever asks for it again, so
that answers are marked without anything being kept.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from raccord.lexicon.errors import NotAWordError
from raccord.lexicon.letters import fold
from raccord.lexicon.lexicon import Lexicon
from raccord.lexicon.patterns import ALPHABET
from raccord.lexicon.profile import hooks
from raccord.lexicon.study_lists import StudyList, study_list
from raccord.quoting import quoted

QUESTIONS = 10
MOST_QUESTIONS = 50
MOST_NUMBER = 999_999
LONGEST_SAID = 400
"""Characters of an answer that are read."""
_TRIES = 200
_SPARE = 4
"""Words drawn for each question on hooks: those that take none are asked last."""
_VOWELS = frozenset("AEIOUY")


class QuizKind(StrEnum):
    """Genre de quiz: what is asked of each word."""

    EXISTS = "existe"
    HOOKS = "rajouts"
    ANAGRAMS = "anagrammes"

    @property
    def french(self) -> str:
        """The question, in French."""
        return _FRENCH[self]


_FRENCH = {
    QuizKind.EXISTS: "Quels mots existent ?",
    QuizKind.HOOKS: "Quelles lettres, devant ou derrière ?",
    QuizKind.ANAGRAMS: "Quels mots avec ces lettres ?",
}


@dataclass(frozen=True, slots=True)
class Question:
    """Question: what is shown, and the answers that are right."""

    shown: str
    answers: tuple[str, ...]
    """``oui`` for a word that exists; letters as ``-S`` and ``S-``; words."""


@dataclass(frozen=True, slots=True)
class Quiz:
    """Quiz: the questions drawn from one list."""

    study: StudyList
    kind: QuizKind
    number: int
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Marked:
    """Question corrigée: which answers were found, missed, and wrong."""

    question: Question
    found: tuple[str, ...]
    missed: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether everything was found and nothing else was said."""
        return not self.missed and not self.wrong


def quiz(lexicon: Lexicon, code: str, kind: str, number: int, size: int = QUESTIONS) -> Quiz:
    """The quiz of a list, a kind and a number."""
    study, asked = study_list(code), quiz_kind(kind)
    luck = random.Random(f"raccord-quiz-1:{code}:{asked}:{number}:{lexicon.digest}")  # noqa: S311
    words = study.words(lexicon)
    if not words:
        raise NotAWordError(f"liste d’étude sans mot dans {lexicon.name} : {study.title}", code)
    size = min(size, MOST_QUESTIONS)
    spare = _SPARE if asked is QuizKind.HOOKS else 1
    chosen = luck.sample(words, min(size * spare, len(words)))
    made = [_MAKERS[asked](lexicon, word, luck) for word in chosen]
    if asked is QuizKind.HOOKS:
        made.sort(key=lambda question: not question.answers)
    return Quiz(study, asked, number, tuple(made[:size]))


def quiz_kind(text: str) -> QuizKind:
    """A kind by its name; ``NotAWordError`` names those there are."""
    if text not in tuple(QuizKind):
        known = ", ".join(QuizKind)
        raise NotAWordError(f"quiz inconnu : {quoted(text)} (attendu : {known})", text)
    return QuizKind(text)


def _exists(lexicon: Lexicon, word: str, luck: random.Random) -> Question:
    """Every other word is a plausible one that does not exist."""
    invented = _invented(lexicon, word, luck) if luck.random() < 0.5 else None
    return Question(invented, ()) if invented else Question(word, ("oui",))


def _invented(lexicon: Lexicon, word: str, luck: random.Random) -> str | None:
    """The word with one vowel or consonant changed for another: it looks like one."""
    for _ in range(_TRIES):
        place = luck.randrange(len(word))
        letter = luck.choice(ALPHABET)
        other = word[:place] + letter + word[place + 1 :]
        if (letter in _VOWELS) == (word[place] in _VOWELS) and other not in lexicon:
            return other
    return None


def _hooks(lexicon: Lexicon, word: str, _: random.Random) -> Question:
    found = hooks(lexicon, word)
    front, back = ([*found.front], [*found.back])
    return Question(word, (*(f"{c}-" for c in front), *(f"-{c}" for c in back)))


def _anagrams(lexicon: Lexicon, word: str, _: random.Random) -> Question:
    return Question("".join(sorted(word)), lexicon.anagrams(word))


_MAKERS = {
    QuizKind.EXISTS: _exists,
    QuizKind.HOOKS: _hooks,
    QuizKind.ANAGRAMS: _anagrams,
}


def mark(asked: Quiz, said: Sequence[str]) -> tuple[Marked, ...]:
    """Each question with what was said of it; what is missing counts as nothing said."""
    padded = [*said[: len(asked.questions)], *[""] * (len(asked.questions) - len(said))]
    return tuple(
        _marked(q, _read(asked.kind, text)) for q, text in zip(asked.questions, padded, strict=True)
    )


def _marked(question: Question, said: set[str]) -> Marked:
    right = question.answers
    return Marked(
        question,
        found=tuple(answer for answer in right if answer in said),
        missed=tuple(answer for answer in right if answer not in said),
        wrong=tuple(sorted(said - set(right))),
    )


def _read(kind: QuizKind, text: str) -> set[str]:
    """What was said: ``oui``; ``S- -S -E`` or ``SE- -S``; words apart."""
    words = fold(text[:LONGEST_SAID]).replace(",", " ").split()
    if kind is QuizKind.EXISTS:
        return {"oui"} if words and words[0] in ("OUI", "O", "1", "ON", "YES", "Y") else set()
    if kind is QuizKind.ANAGRAMS:
        return set(words)
    front = {f"{c}-" for word in words if word.endswith("-") for c in word[:-1]}
    return front | {f"-{c}" for word in words if not word.endswith("-") for c in word.lstrip("-")}
