"""Telephone codes: a key short enough to be read out, for one centre and one turn.

A code has eleven signs and a twelfth that tells a mistyped one. It is no key itself: stretched by
scrypt it opens the wrapping of one key in the file of that centre, so that whoever tries codes
against the file pays for each of 2⁵⁴.
"""

import hashlib

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from raccord.network.envelopes import key_of
from raccord.network.errors import EnvelopeError
from raccord.network.keys import derived

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""31 signs, a prime number: any one wrong sign, and any two swapped, change the last."""
_SIGNS = 11
_GROUP = 4
_NONCE = bytes(12)
# Measured: 5 ms a code, so that the file of a centre with five games takes a second.
_COST, _BLOCK = 2**11, 8


def code_of(seed: bytes, centre: str, game: str, turn: int) -> str:
    """The code that opens one envelope of one centre: ``K7QX-M2P4-9FTR``."""
    number = int.from_bytes(derived(seed, "telephone", centre, game, turn), "big")
    signs = ""
    for _ in range(_SIGNS):
        number, rest = divmod(number, len(ALPHABET))
        signs += ALPHABET[rest]
    whole = signs + _check(signs)
    return "-".join(whole[i : i + _GROUP] for i in range(0, len(whole), _GROUP))


def _check(signs: str) -> str:
    weighed = sum(rank * ALPHABET.index(sign) for rank, sign in enumerate(signs, 2))
    return ALPHABET[weighed % len(ALPHABET)]


def parse_code(text: str) -> str:
    """A code as somebody typed it; ``EnvelopeError`` tells a slip of the ear."""
    signs = "".join(text.upper().replace("-", " ").split())
    if len(signs) != _SIGNS + 1 or set(signs) - set(ALPHABET):
        raise EnvelopeError("ce n'est pas un code d'enveloppe (p. ex. K7QX-M2P4-9FTR)")
    if _check(signs[:-1]) != signs[-1]:
        raise EnvelopeError("un signe de ce code a été mal entendu : faites-le répéter")
    return signs


def wrapped(seed: bytes, centre: str, game: str, turn: int) -> bytes:
    """The key of an envelope, shut with the code of a centre; slow on purpose."""
    code = parse_code(code_of(seed, centre, game, turn))
    label = _label(centre, game, turn)
    box = ChaCha20Poly1305(_stretched(code, label))
    return box.encrypt(_NONCE, key_of(seed, game, turn), label)


def unwrap(text: str, centre: str, game: str, turn: int, box: bytes) -> bytes:
    """The key of an envelope, by the code told on the telephone."""
    label = _label(centre, game, turn)
    try:
        opened = ChaCha20Poly1305(_stretched(parse_code(text), label))
        return opened.decrypt(_NONCE, box, label)
    except InvalidTag:
        raise EnvelopeError(f"ce code n'est pas celui du coup {turn} dans ce centre") from None


def _label(centre: str, game: str, turn: int) -> bytes:
    return f"raccord {centre} {game} {turn}".encode()


def _stretched(code: str, salt: bytes) -> bytes:
    return hashlib.scrypt(code.encode(), salt=salt, n=_COST, r=_BLOCK, p=1, dklen=32)
