"""Envelopes: the draws of a prepared game, sealed turn by turn.

Each turn has a key of its own. All envelopes of a game have one size, and there are more of them
than turns, so that a file on a laptop tells neither what is drawn nor how long the game is. Their
digests can be published beforehand: every centre then proves that it was given the same draws.
"""

import hashlib
import struct
import zlib
from collections.abc import Sequence

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from raccord.duplicate import AnyEvent
from raccord.duplicate import events as ev
from raccord.network.errors import EnvelopeError
from raccord.network.keys import KEY_BYTES, derived

# Each key seals one envelope and nothing else, so that its nonce need not differ.
_NONCE = bytes(12)
_LENGTH = struct.Struct(">I")
_ROUND = 256
_TURNS = 8
"""Envelopes come in eights: 17 to 23 turns all make 24."""
_MOST = 1 << 20
_EVENTS = msgspec.json.Decoder(tuple[AnyEvent, ...])

Script = tuple[ev.Event, ...]


def key_of(seed: bytes, game: str, turn: int) -> bytes:
    """The key of one envelope; ``game`` is a name that no other game ever had."""
    return derived(seed, "envelope", game, turn)


def by_turn(script: Sequence[ev.Event]) -> tuple[Script, ...]:
    """What a prepared game tells of each turn, from the first one on."""
    turns: dict[int, list[ev.Event]] = {}
    for event in script[1:]:
        turns.setdefault(getattr(event, "turn", 1), []).append(event)
    return tuple(tuple(turns.get(turn, ())) for turn in range(1, max(turns, default=0) + 1))


def seal(seed: bytes, game: str, script: Sequence[ev.Event]) -> tuple[bytes, ...]:
    """The envelopes of a game, turn after turn; those after its end are empty."""
    turns = by_turn(script)
    # One more than the turns: an empty envelope tells that there is nothing more to draw.
    count = -(-(len(turns) + 1) // _TURNS) * _TURNS
    plain = [zlib.compress(msgspec.json.encode(part)) for part in turns]
    plain += [zlib.compress(b"[]")] * (count - len(turns))
    size = -(-max(map(len, plain)) // _ROUND) * _ROUND
    return tuple(
        _sealed(key_of(seed, game, turn), _label(game, turn), data, size)
        for turn, data in enumerate(plain, 1)
    )


def _label(game: str, turn: int) -> bytes:
    return f"raccord {game} {turn}".encode()


def _sealed(key: bytes, label: bytes, data: bytes, size: int) -> bytes:
    padded = _LENGTH.pack(len(data)) + data.ljust(size, b"\0")
    return ChaCha20Poly1305(key).encrypt(_NONCE, padded, label)


def unseal(key: bytes, game: str, turn: int, box: bytes) -> Script:
    """What an envelope holds; nothing after the last turn."""
    try:
        if len(key) != KEY_BYTES:
            raise InvalidTag
        padded = ChaCha20Poly1305(key).decrypt(_NONCE, box, _label(game, turn))
    except InvalidTag:
        raise EnvelopeError(f"cette clé n'ouvre pas l'enveloppe du coup {turn}") from None
    (length,) = _LENGTH.unpack_from(padded)
    data = zlib.decompressobj().decompress(padded[_LENGTH.size :][:length], _MOST)
    return _EVENTS.decode(data)


def digest(boxes: Sequence[bytes]) -> str:
    """Empreinte: what is published of the envelopes of a game before anybody plays it."""
    whole = hashlib.sha256()
    for box in boxes:
        whole.update(hashlib.sha256(box).digest())
    return whole.hexdigest()
