"""Patterns: what a word looks like, and the letters it must or must not have.

``CH[^EI]* -S +T``: CH, a letter that is neither E nor I, any run; no S anywhere, at least one T.
"""

import re
from collections import Counter
from dataclasses import dataclass

from raccord.lexicon.errors import NotAWordError
from raccord.lexicon.letters import fold
from raccord.quoting import quoted

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LONGEST = 200
_SHAPE = re.compile(r"(?:[A-Z.*]|\[\^?[A-Z]+\])+")
_NEGATED = re.compile(r"\[\^([A-Z]+)\]")
_EXPECTED = (
    "attendu : des lettres, « . » une lettre, « * » une suite, « [AEI] » un choix, « [^AEI] » une"
    " autre lettre ; puis « -XYZ » ces lettres nulle part, « +K » cette lettre quelque part"
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """Motif: the shape of a word, as the core reads it, and letters asked for or excluded."""

    shape: str
    needed: str = ""
    excluded: str = ""

    @classmethod
    def parse(cls, text: str) -> "Pattern":
        """Read a pattern; ``NotAWordError`` where it is none."""
        folded = fold(text)
        shape = "".join(re.split(r"[+-]", folded, maxsplit=1)[0].split()) or "*"
        rest = re.findall(r"([+-])\s*([A-Z]*)", folded[_first_sign(folded) :])
        whole = "".join(sign + letters for sign, letters in rest)
        read = "".join(folded[_first_sign(folded) :].split())
        fits = _SHAPE.fullmatch(shape) and whole == read and all(letters for _, letters in rest)
        if not text.strip() or len(text) > LONGEST or not fits:
            raise NotAWordError(f"ce n’est pas un motif : {quoted(text)} ({_EXPECTED})", text)
        needed, excluded = (
            "".join(letters for sign, letters in rest if sign == wanted) for wanted in "+-"
        )
        return cls(_positive(shape), needed, excluded)

    def suits(self, word: str) -> bool:
        """Whether a word of the shape has the letters asked for and none of those excluded."""
        if any(letter in word for letter in self.excluded):
            return False
        return not Counter(self.needed) - Counter(word)


def _first_sign(text: str) -> int:
    found = re.search(r"[+-]", text)
    return found.start() if found else len(text)


def _positive(shape: str) -> str:
    """The core knows choices only: ``[^AEI]`` is the choice of all the other letters."""

    def others(found: re.Match[str]) -> str:
        left = "".join(letter for letter in ALPHABET if letter not in found.group(1))
        if not left:
            raise NotAWordError(f"aucune lettre ne reste : {quoted(found.group())}", found.group())
        return f"[{left}]"

    return _NEGATED.sub(others, shape)
