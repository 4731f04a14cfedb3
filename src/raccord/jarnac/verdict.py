"""Is a word good? The dictionary, then the two criteria of the formula.

When the dictionary does not know the entries of a word, the answer is unknown and the arbiter is
asked; nothing is guessed.
"""

from typing import Protocol

import msgspec

from raccord.jarnac.articles import Ref
from raccord.jarnac.settings import Formula


class Words(Protocol):
    """What Jarnac asks of a dictionary."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def digest(self) -> str:
        """What identifies its word list."""

    def __contains__(self, word: object) -> bool: ...

    def is_only_conjugated(self, word: str) -> bool | None:
        """Whether the word is nothing but a conjugated form; None when unknown."""

    def same_entry(self, first: str, second: str) -> bool | None:
        """Whether two words share an entry; None when unknown."""


class Verdict(msgspec.Struct, frozen=True):
    """Verdict: on a word, ``valid`` is None when only the arbiter can tell."""

    valid: bool | None
    reason: str
    article: Ref


def judge(words: Words, formula: Formula, word: str, old: str = "") -> Verdict:
    """The verdict on a word, laid new or in place of ``old``."""
    if word not in words:
        return Verdict(False, f"{word} n’est pas admis ({words.name})", Ref.DICTIONARY_2)
    doubts = []
    for found in (_conjugation(words, formula, word), _chain(words, formula, word, old)):
        if found and found.valid is False:
            return found
        # A doubt waits: the other criterion may refuse the word for certain.
        doubts += [found] if found else []
    return doubts[0] if doubts else Verdict(True, f"{word} est admis", Ref.DICTIONARY_2)


def _conjugation(words: Words, formula: Formula, word: str) -> Verdict | None:
    if formula.conjugations:
        return None
    only = words.is_only_conjugated(word)
    if only is None:
        reason = f"{word} n’est-il qu’une forme conjuguée ? La liste ne le dit pas"
        return Verdict(None, reason, Ref.FORMULA_1)
    if only:
        return Verdict(False, f"{word} n’est qu’une forme conjuguée", Ref.FORMULA_1)
    return None


def _chain(words: Words, formula: Formula, word: str, old: str) -> Verdict | None:
    # A bad word that stood uncontested has no entry to share.
    if formula.chains or not old or old not in words:
        return None
    same = words.same_entry(old, word)
    if same is None:
        reason = f"{old} et {word} ont-ils une entrée commune ? La liste ne le dit pas"
        return Verdict(None, reason, Ref.FORMULA_2)
    if same:
        return Verdict(False, f"{old} et {word} ont une entrée commune", Ref.FORMULA_2)
    return None
