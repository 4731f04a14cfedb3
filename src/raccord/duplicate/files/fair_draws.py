"""Fair draws that anybody can check.

Before turn 1 a commitment is published: the SHA-256 of ``raccord-draws-1``, the secret and the
game's parameters, each followed by a zero byte. After the end the secret is revealed. The n-th
draw of the game (from 0; rejected and given-up ones count) uses the bytes of
HMAC-SHA256(secret, ``n:block``) for block 0, 1, 2…, read as 32-bit big-endian words. To choose
among k tiles a word below the largest multiple of k is taken modulo k; any other is skipped, so
no tile is favoured. The tiles of the bag stand in alphabetical order, jokers last, and a chosen
tile leaves the row.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator

from raccord.board import alphabetical

SECRET_BYTES = 32
_DOMAIN = b"raccord-draws-1"
_WORDS = 1 << 32


def secret_of_seed(seed: int) -> str:
    """The secret of a game drawn from a seed, in hexadecimal."""
    return hashlib.sha256(f"raccord-seed-1:{seed}".encode()).hexdigest()


def derive(secret: str, index: int) -> str:
    """The secret of one game of a series, from the secret of the series."""
    return hmac.digest(bytes.fromhex(secret), f"game:{index}".encode(), "sha256").hex()


def commit(secret: str, parameters: str) -> str:
    """The hash published before turn 1."""
    parts = (_DOMAIN, bytes.fromhex(secret), parameters.encode())
    return hashlib.sha256(b"".join(part + b"\0" for part in parts)).hexdigest()


def is_secret(text: str) -> bool:
    """Whether the text is a secret: 32 bytes in hexadecimal."""
    return len(text) == 2 * SECRET_BYTES and all(c in "0123456789abcdef" for c in text)


def draw(secret: str, number: int, bag: str, count: int) -> str:
    """The letters of the n-th draw, in drawing order."""
    words = _words(bytes.fromhex(secret), str(number))
    return pick(words, alphabetical(bag), count)


def pick(words: Iterator[int], bag: str, count: int) -> str:
    """Take tiles one by one, each equally likely."""
    row, drawn = list(bag), []
    for _ in range(count):
        drawn.append(row.pop(_below(words, len(row))))
    return "".join(drawn)


def sampler(label: str) -> Iterator[int]:
    """A public stream of words derived from a label, for measures that sample."""
    return _words(_DOMAIN, label)


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
