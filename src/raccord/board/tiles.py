"""Tiles: the letters, their numbers and their values.

A rack or a draw is a plain string of ``A`` to ``Z`` and ``?`` for a joker; the order is the order
of drawing and never matters to the solver.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from raccord.board.errors import NotARackError

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
JOKER = "?"
MOST_LETTERS, MOST_JOKERS = 15, 2
LIGATURES = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"})


def plain(text: str) -> str:
    """Upper case without accents or ligatures: ``œufs`` is ``OEUFS``."""
    decomposed = unicodedata.normalize("NFD", text.translate(LIGATURES))
    return "".join(c for c in decomposed if not unicodedata.combining(c)).upper()


def parse_rack(text: str) -> str:
    """Read a rack as a person types it: spaces, accents and lower case are welcome."""
    letters = plain("".join(text.split()))
    if any(c != JOKER and c not in ALPHABET for c in letters):
        raise NotARackError(text)
    return letters


def solver_rack(text: str) -> str:
    """Read a rack the solver takes: 1 to 15 letters, two jokers at most."""
    letters = parse_rack(text)
    if not 1 <= len(letters) <= MOST_LETTERS:
        raise NotARackError(text, "1 to 15 letters", "de 1 à 15 lettres")
    if letters.count(JOKER) > MOST_JOKERS:
        raise NotARackError(text, "two jokers at most", "deux jokers au plus")
    return letters


def alphabetical(letters: Iterable[str]) -> str:
    """The letters in alphabetical order, jokers last."""
    ordered = "".join(sorted(letters))
    return ordered.replace(JOKER, "") + JOKER * ordered.count(JOKER)


def contains(letters: str, wanted: str) -> bool:
    """Whether every letter wanted is there, as often as wanted."""
    return not Counter(wanted) - Counter(letters)


def without(letters: str, taken: str) -> str:
    """The letters left once ``taken`` are gone, in their order; all of ``taken`` must be there."""
    left = letters
    for letter in taken:
        # From the end: of equal letters the first one drawn stays where it was.
        at = left.rfind(letter)
        if at < 0:
            raise NotARackError(
                letters, f"the letters {taken!r} among them", f"un tirage qui contient {taken}"
            )
        left = left[:at] + left[at + 1 :]
    return left


@dataclass(frozen=True, slots=True)
class TileSet:
    """Jeu de lettres: how many tiles of each letter there are and what each is worth."""

    name: str
    counts: tuple[int, ...]
    values: tuple[int, ...]
    jokers: int

    def __post_init__(self) -> None:
        if len(self.counts) != 26 or len(self.values) != 26:
            raise ValueError("a tile set needs 26 counts and 26 values, A to Z")
        if min(self.counts) < 0 or min(self.values) < 0 or max(self.values) > 99:
            raise ValueError("counts are 0 or more, values 0 to 99")
        if not 0 <= self.jokers <= 9:
            raise ValueError("a tile set holds 0 to 9 jokers")

    def value(self, letter: str) -> int:
        """What a letter is worth: nothing for a joker or a letter in lower case."""
        return self.values[ord(letter) - 65] if "A" <= letter <= "Z" else 0

    def letters(self) -> str:
        """Every tile, alphabetically, jokers last."""
        tiles = (letter * n for letter, n in zip(ALPHABET, self.counts, strict=True))
        return "".join(tiles) + JOKER * self.jokers


FRENCH = TileSet(
    name="français",
    #        A  B  C  D  E   F  G  H  I  J  K   L  M  N  O  P  Q  R  S  T  U  V  W   X   Y   Z
    counts=(9, 2, 2, 3, 15, 2, 2, 2, 8, 1, 1, 5, 3, 6, 6, 2, 1, 6, 6, 6, 6, 2, 1, 1, 1, 1),
    values=(1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 10, 1, 2, 1, 1, 3, 8, 1, 1, 1, 1, 4, 10, 10, 10, 10),
    jokers=2,
)
