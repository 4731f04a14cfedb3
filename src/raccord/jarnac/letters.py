"""The bag: which letters it holds and where draws come from."""

import random
from collections import Counter
from typing import Protocol

from raccord.jarnac.errors import NotLettersError
from raccord.quoting import quoted

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BOX = 144
# Six letters each for the first turn of both.
SMALLEST_BAG = 12


def _letters(*counts: int) -> str:
    return "".join(letter * n for letter, n in zip(ALPHABET, counts, strict=True))


DISTRIBUTIONS: dict[str, str] = {
    # A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
    "2012": _letters(
        14, 4, 6, 5, 19, 2, 4, 2, 10, 1, 1, 4, 4, 10, 9, 4, 2, 10, 10, 10, 6, 2, 1, 1, 1, 2
    ),
    "inventeur": _letters(
        14, 4, 7, 5, 19, 2, 4, 2, 11, 1, 1, 6, 5, 9, 8, 4, 1, 10, 7, 9, 8, 2, 1, 1, 1, 2
    ),
}
"""The box the document describes, and the inventor's own."""


def parse_distribution(text: str) -> str:
    """The letters of a named box, of ``A14 B4 …``, or of the letters themselves."""
    if text in DISTRIBUTIONS:
        return DISTRIBUTIONS[text]
    parts = text.upper().replace(",", " ").split()
    if any(not p[0].isascii() or not p[0].isalpha() for p in parts):
        raise _not_letters(text)
    if len(parts) == 1 and parts[0].isalpha():
        return _checked(parts[0], text)
    if not all(p[1:].isascii() and p[1:].isdigit() and len(p) <= 5 for p in parts):
        raise _not_letters(text)
    return _checked("".join(p[0] * int(p[1:]) for p in parts), text)


def _checked(letters: str, text: str) -> str:
    if len(letters) < SMALLEST_BAG or len(set(letters)) < 2 or set(letters) - set(ALPHABET):
        raise _not_letters(text)
    return "".join(sorted(letters))


def unusual(letters: str) -> str:
    """What MATÉRIEL 2 has to say of a bag: nothing when it holds as many letters as the box."""
    if len(letters) == BOX:
        return ""
    return f"Ce sac compte {len(letters)} lettres au lieu de {BOX} (MATÉRIEL 2)"


def _not_letters(text: str) -> NotLettersError:
    names = ", ".join(f"« {name} »" for name in DISTRIBUTIONS)
    return NotLettersError(
        f"répartition de lettres inconnue : {quoted(text)} "
        f"(attendu : {names}, ou « A14 B4 … » : {SMALLEST_BAG} lettres au moins, variées)",
        text,
    )


def missing(wanted: str, letters: str) -> str:
    """The letters wanted that are not among ``letters``, as often as they lack."""
    return "".join(sorted((Counter(wanted) - Counter(letters)).elements()))


def without(letters: str, taken: str) -> str:
    """The letters left, in their order, once ``taken`` are gone; what is not there is ignored."""
    rest = Counter(taken)
    left = []
    for letter in letters:
        if rest[letter]:
            rest[letter] -= 1
        else:
            left.append(letter)
    return "".join(left)


class Source(Protocol):
    """Where letters come from. ``step`` is the number of facts the game already has."""

    def draw(self, bag: str, count: int, step: int) -> str:
        """``count`` letters out of the bag, or all of them if it holds fewer."""


class SeededSource:
    """Draws that depend on nothing but a seed and the step: reloading a game changes no draw."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def draw(self, bag: str, count: int, step: int) -> str:
        """A fair draw of this step."""
        stream = random.Random(f"{self.seed}/{step}")  # noqa: S311
        return "".join(stream.sample(sorted(bag), min(count, len(bag))))


class FixedSource:
    """Draws written in advance, as the arbiter of a real bag calls them out."""

    def __init__(self, letters: str) -> None:
        self.letters = letters

    def draw(self, bag: str, count: int, step: int) -> str:  # noqa: ARG002
        """The next letters written down, then the first ones of the alphabet."""
        drawn = ""
        for _ in range(min(count, len(bag))):
            wanted, self.letters = self.letters[:1], self.letters[1:]
            letter = wanted if wanted and wanted in bag else min(bag)
            drawn, bag = drawn + letter, without(bag, letter)
        return drawn
