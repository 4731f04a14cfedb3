"""A word's page: everything a lexicon knows of one word."""

from collections import Counter
from dataclasses import dataclass

from raccord.lexicon.entries import Analysis, Entry
from raccord.lexicon.errors import NotAWordError
from raccord.lexicon.letters import LONGEST, fold, is_word
from raccord.lexicon.lexicon import Extensions, Lexicon
from raccord.quoting import quoted


@dataclass(frozen=True, slots=True)
class Hooks:
    """Rajouts d'une lettre: the letters that lengthen a word by one, in front and behind."""

    front: str
    back: str


@dataclass(frozen=True, slots=True)
class Profile:
    """Fiche: one word, whether it is admitted, and every word that it leads to."""

    word: str
    is_admitted: bool
    analyses: tuple[Analysis, ...]
    """Its entries, with what it is in each; none where they are unknown."""
    forms: dict[Entry, tuple[str, ...]]
    hooks: Hooks
    extensions: Extensions
    """By two letters or more, the shortest first."""
    anagrams: tuple[str, ...]
    plus_one: dict[str, tuple[str, ...]]
    """The anagrams with one letter more, by that letter."""
    minus_one: dict[str, tuple[str, ...]]
    """The anagrams with one letter less, by the letter left out."""


def profile(lexicon: Lexicon, text: str) -> Profile:
    """Everything about one word, admitted or not."""
    word = fold(text.strip())
    if not is_word(word):
        raise NotAWordError(
            f"ce n’est pas un mot : {quoted(text)} (attendu : 2 à 15 lettres)", text
        )
    admitted = word in lexicon
    return Profile(
        word=word,
        is_admitted=admitted,
        analyses=(lexicon.analyses(word) or ()) if admitted else (),
        forms=(lexicon.of_entry(word) or {}) if admitted else {},
        hooks=hooks(lexicon, word),
        extensions=_longer(lexicon.extensions(word), len(word)),
        anagrams=tuple(found for found in lexicon.anagrams(word) if found != word),
        plus_one=_plus_one(lexicon, word),
        minus_one=_minus_one(lexicon, word),
    )


def hooks(lexicon: Lexicon, word: str) -> Hooks:
    """The letters that make another word, put before or after this one."""
    return Hooks(
        front="".join(found[0] for found in lexicon.matching(f".{word}")),
        back="".join(found[-1] for found in lexicon.matching(f"{word}.")),
    )


def _longer(found: Extensions, length: int) -> Extensions:
    def kept(words: tuple[str, ...]) -> tuple[str, ...]:
        longer = (word for word in words if len(word) > length + 1)
        return tuple(sorted(longer, key=lambda word: (len(word), word)))

    return Extensions(kept(found.front), kept(found.back), kept(found.both))


def _plus_one(lexicon: Lexicon, word: str) -> dict[str, tuple[str, ...]]:
    groups: dict[str, list[str]] = {}
    for found in lexicon.anagrams(f"{word}?") if len(word) < LONGEST else ():
        added = next(iter(Counter(found) - Counter(word)))
        groups.setdefault(added, []).append(found)
    return {letter: tuple(groups[letter]) for letter in sorted(groups)}


def _minus_one(lexicon: Lexicon, word: str) -> dict[str, tuple[str, ...]]:
    found = {
        letter: lexicon.anagrams(word.replace(letter, "", 1)) if len(word) > 2 else ()
        for letter in sorted(set(word))
    }
    return {letter: words for letter, words in found.items() if words}
