"""Moves: a whole word at a reference.

The word is written with the board letters it passes through. A letter in lower case is a joker
from the rack; the French notation shows it in parentheses: ``H4 WOOLMAR(K)``.
"""

import re
from dataclasses import dataclass

from raccord.board.errors import NotAMoveError, NotAReferenceError
from raccord.board.reference import Reference
from raccord.board.tiles import plain

_MOVE = re.compile(r"\s*([A-Oa-o]\s*\d{1,2}|\d{1,2}\s*[A-Oa-o])\s+(\S(?:.*\S)?)\s*")
_LETTER = re.compile(r"\(([A-Z])\)|([A-Z])")


def parse_word(text: str) -> str:
    """Read a word whose joker letters stand in parentheses; they come out in lower case."""
    compact = plain("".join(text.split()))
    word, end = "", 0
    for found in _LETTER.finditer(compact):
        if found.start() != end:
            break
        word += found[1].lower() if found[1] else found[2]
        end = found.end()
    if end != len(compact) or len(word) < 1:
        raise NotAMoveError(
            text,
            "a word whose joker letters stand in parentheses",
            "un mot, la lettre d'un joker entre parenthèses",
        )
    return word


def format_word(word: str) -> str:
    """Write a word with its joker letters in parentheses."""
    return "".join(f"({c.upper()})" if c.islower() else c for c in word)


@dataclass(frozen=True, slots=True)
class Move:
    """Mot placé: a word and its place."""

    reference: Reference
    word: str

    def __post_init__(self) -> None:
        if not (2 <= len(self.word) <= 15 and self.word.isascii() and self.word.isalpha()):
            raise NotAMoveError(self.word, "a word of 2 to 15 letters", "un mot de 2 à 15 lettres")

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read ``H4 RET(I)NAS``."""
        found = _MOVE.fullmatch(text)
        if not found:
            raise NotAMoveError(text)
        try:
            return cls(Reference.parse(found[1]), parse_word(found[2]))
        except NotAReferenceError as error:
            raise NotAMoveError(text) from error

    @property
    def text(self) -> str:
        """The word in upper case, jokers or not."""
        return self.word.upper()

    def __str__(self) -> str:
        return f"{self.reference} {format_word(self.word)}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"
