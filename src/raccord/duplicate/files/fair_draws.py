"""Fair draws that anybody can check.

Before turn 1 a commitment is published: the SHA-256 of the scheme's name, the secret and the
game's parameters, each followed by a zero byte. After the end the secret is revealed. The n-th
draw of the game (from 0; rejected and given-up ones count) uses the bytes of
HMAC-SHA256(key, ``n:block``) for block 0, 1, 2…, read as 32-bit big-endian words. To choose
among k tiles a word below the largest multiple of k is taken modulo k; any other is skipped, so
no tile is favoured. The tiles of the bag stand in alphabetical order, jokers last, and a chosen
tile leaves the row.

In ``raccord-draws-1`` the key is the secret: whoever makes secrets can make many and keep the one
he likes. In ``raccord-draws-2`` it is HMAC-SHA256(secret, commitment + public number), the number
being told once the commitment is out: nobody knows a draw before, and nobody can change one after.
"""

import hashlib
import hmac
import struct
import unicodedata
from collections.abc import Iterator
from typing import Literal

from raccord.board import alphabetical

Scheme = Literal["raccord-draws-1", "raccord-draws-2"]
ALONE: Scheme = "raccord-draws-1"
"""Draws that come from the secret alone."""
MIXED: Scheme = "raccord-draws-2"
"""Draws that come from the secret and a public number."""
SECRET_BYTES = 32
LEAST_NUMBER, MOST_NUMBER = 6, 256
"""Characters of a public number: enough that no secret suits all of them, or a beacon's value."""
_WORDS = 1 << 32


def secret_of_seed(seed: int) -> str:
    """The secret of a game drawn from a seed, in hexadecimal."""
    return hashlib.sha256(f"raccord-seed-1:{seed}".encode()).hexdigest()


def derive(secret: str, index: int) -> str:
    """The secret of one game of a series, from the secret of the series."""
    return hmac.digest(bytes.fromhex(secret), f"game:{index}".encode(), "sha256").hex()


def commit(secret: str, parameters: str, scheme: Scheme = ALONE) -> str:
    """The hash published before turn 1."""
    parts = (scheme.encode(), bytes.fromhex(secret), parameters.encode())
    return hashlib.sha256(b"".join(part + b"\0" for part in parts)).hexdigest()


def mix(secret: str, commitment: str, number: str) -> str:
    """The key of the draws once the public number is known, in hexadecimal."""
    message = bytes.fromhex(commitment) + number.encode()
    return hmac.digest(bytes.fromhex(secret), message, "sha256").hex()


def public_number(text: str) -> str:
    """A public number as it counts, however it was typed: ``48 271-93`` is ``4827193``.

    Empty where it cannot be one: other signs than letters and digits, too short, too long.
    """
    found = "".join(c for c in unicodedata.normalize("NFKC", text).lower() if c not in " \t\n.-_")
    fits = LEAST_NUMBER <= len(found) <= MOST_NUMBER and found.isascii() and found.isalnum()
    return found if fits else ""


def is_secret(text: str) -> bool:
    """Whether the text is a secret: 32 bytes in hexadecimal."""
    return len(text) == 2 * SECRET_BYTES and all(c in "0123456789abcdef" for c in text)


def draw(key: str, number: int, bag: str, count: int) -> str:
    """The letters of the n-th draw, in drawing order."""
    words = _words(bytes.fromhex(key), str(number))
    return pick(words, alphabetical(bag), count)


def pick(words: Iterator[int], bag: str, count: int) -> str:
    """Take tiles one by one, each equally likely."""
    row, drawn = list(bag), []
    for _ in range(count):
        drawn.append(row.pop(_below(words, len(row))))
    return "".join(drawn)


def public_luck(label: str) -> tuple[bytes, str]:
    """The key and the label of a stream that everybody can read."""
    return ALONE.encode(), label


def _words(key: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        yield from struct.unpack(">8I", hmac.digest(key, f"{label}:{block}".encode(), "sha256"))
        block += 1


def _below(words: Iterator[int], bound: int) -> int:
    # Taken modulo at once, the first tiles would come up more often.
    limit = _WORDS - _WORDS % bound
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % bound
