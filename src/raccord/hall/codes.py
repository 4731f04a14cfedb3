"""Codes of games: what people type, and what opens a game by now.

A game keeps the code it was created with as its identity. Made private later, it gets a key of its
own behind it: ``K7QX`` becomes ``K7QX8DMNR2WT``, and ``K7QX`` alone opens nothing any more.
"""

import secrets

# Without I, O, 0 and 1; 32 letters, so that a code is a whole number of bits.
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of game codes: none that is taken for another."""
CODE_LENGTH = 4
PRIVATE_LENGTH = 8
KEY_LENGTH = 8
"""The code is all that guards a private game: too long to be found by trying."""
MOST_LETTERS = PRIVATE_LENGTH + KEY_LENGTH


def new_code(*, private: bool = False) -> str:
    """A code for a game: short and easy to read aloud, unless it must not be guessed."""
    return _letters(PRIVATE_LENGTH if private else CODE_LENGTH)


def new_key() -> str:
    """What a game made private bears behind its old code."""
    return _letters(KEY_LENGTH)


def clean_code(text: str) -> str:
    """A code as people type it."""
    return "".join(text.split()).replace("-", "").upper()


def identity(code: str) -> str:
    """The code the game was created with; no code was ever longer than a private one's."""
    return code[:-KEY_LENGTH] if len(code) > PRIVATE_LENGTH else code


def is_code(text: str) -> bool:
    """Whether a game could bear this code."""
    return text.isascii() and text.isalnum() and len(text) <= MOST_LETTERS


def _letters(count: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(count))
