"""What a hub and a centre say to each other: signed bytes, the same on a wire and in a file.

A batch is a piece of a log with the log's own chain: whoever takes it in computes every link anew
from the one before. All that a reply tells of draws is shut with the centre's token, so that a
message copied or sent again by somebody else gives nothing away.
"""

import secrets
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Annotated, TypeVar

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from raccord.network.errors import MessageError
from raccord.network.keys import SIGNATURE_BYTES, Pen, derived, is_signed
from raccord.store.chain import link
from raccord.store.records import StoredEvent, from_micros, to_micros

MARK = b"RCC1"
MOST_BYTES = 4 << 20
"""A message unpacked: several times what a whole game of thirty tables takes."""
MOST_GIVEN = 64 << 20
"""A reply unpacked: a whole event of a large centre, for a laptop that lost its disk."""
MOST_ROWS = 4000
JOINING, MOST_JOINING = "join", 4096
_NONCE_BYTES = 12
_LENGTH_BYTES = 4
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
StreamName = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Digest = Annotated[str, msgspec.Meta(max_length=64)]


class Row(msgspec.Struct, frozen=True, array_like=True):
    """An event as it travels: its stream and version follow from its batch."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
    type: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    at: Annotated[int, msgspec.Meta(ge=0, le=10**16)]
    payload: str


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """Lot: events of one stream, one after the other, and the link they follow from."""

    stream: StreamName
    kind: Name
    title: Annotated[str, msgspec.Meta(max_length=200)]
    first: Annotated[int, msgspec.Meta(ge=1, le=10**7)]
    before: Digest
    rows: Annotated[tuple[Row, ...], msgspec.Meta(min_length=1, max_length=MOST_ROWS)]
    link: Digest
    """Of the last event: whoever computes another one was given other events."""

    def events(self) -> list[StoredEvent]:
        """Its events with their links, each computed anew."""
        found, before = [], self.before
        for version, row in enumerate(self.rows, self.first):
            at = from_micros(row.at)
            event = StoredEvent(self.stream, version, row.id, row.type, at, row.payload)
            before = link(before, event)
            found.append(replace(event, link=before))
        if before != self.link:
            raise MessageError("ce lot n'est pas celui qui a été scellé")
        return found


def batch_of(
    stream: str, kind: str, title: str, before: str, events: Sequence[StoredEvent]
) -> Batch:
    """Events of any stream as a batch of this one, sealed under its name."""
    last = before
    for event in events:
        last = link(last, replace(event, stream=stream))
    rows = tuple(Row(e.id, e.type, to_micros(e.at), e.payload) for e in events)
    return Batch(
        stream=stream,
        kind=kind,
        title=title[:200],
        first=events[0].version,
        before=before,
        rows=rows,
        link=last,
    )


class Head(msgspec.Struct, frozen=True, array_like=True):
    """Where a stream stands."""

    version: int = 0
    link: str = ""


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="message"):
    """Base: which event and centre it is about, which laptop, and what its clock showed."""

    event: Name
    centre: Name
    install: Name
    at: int


class Join(Message, frozen=True, tag=JOINING):
    """Se rattacher: the centre's token, and the key this laptop is known by from now on."""

    token: Annotated[str, msgspec.Meta(max_length=80)]
    key: Annotated[str, msgspec.Meta(max_length=80)]


class Sync(Message, frozen=True, tag="sync"):
    """Transmettre: what the hub may not have yet, and what is known of its decisions."""

    batches: Annotated[tuple[Batch, ...], msgspec.Meta(max_length=64)] = ()
    decisions: int = 0
    ask: Annotated[tuple[StreamName, ...], msgspec.Meta(max_length=64)] = ()
    """Streams whose heads the reply tells beside those of the batches."""
    follows: Annotated[dict[int, int], msgspec.Meta(max_length=64)] = {}
    """Games that are followed live, and how far they are here."""
    waits: bool = False
    """Whether the reply may wait a few seconds for the next fact of these games."""


class Refill(Message, frozen=True, tag="refill"):
    """Reprendre: all that the laptop before this one had sent."""

    token: Annotated[str, msgspec.Meta(max_length=80)]


class Key(msgspec.Struct, frozen=True, array_like=True):
    """Clé d'une enveloppe."""

    game: int
    turn: int
    key: bytes


class Told(msgspec.Struct, frozen=True, array_like=True):
    """Fait annoncé of a game that is followed live, and its version in the master's log."""

    game: int
    version: int
    row: Row


class Secret(msgspec.Struct, frozen=True, kw_only=True):
    """What only the centre reads."""

    keys: tuple[Key, ...] = ()
    facts: tuple[Told, ...] = ()


class Reply(Message, frozen=True, tag="reply"):
    """Reçu: what the hub has, by stream, and all that the centre must know.

    ``counts`` is False while two laptops are in question; ``forked`` are streams that another
    laptop has written under this one's name.
    """

    heads: dict[str, Head] = {}
    counts: bool = True
    forked: tuple[str, ...] = ()
    decisions: Batch | None = None
    embargo: int = 0
    slots: dict[int, tuple[int, int]] = {}
    shut: bytes = b""
    written: int = 0


class Given(Message, frozen=True, tag="given"):
    """Reprise: the streams of the laptop before, to be written as one's own."""

    continues: str
    batches: tuple[Batch, ...] = ()
    shut: bytes = b""


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """En-tête: whose a message says it is; of one who joins, the key it is signed with."""

    message: Name
    event: Name
    centre: Name
    install: Name
    key: Annotated[str, msgspec.Meta(max_length=80)] = ""


AnyMessage = Join | Sync | Refill | Reply | Given
_DECODER = msgspec.json.Decoder(AnyMessage)
_ENVELOPE = msgspec.json.Decoder(Envelope)
M = TypeVar("M", bound=Message)


def signed(pen: Pen, message: AnyMessage) -> bytes:
    """A message as it travels."""
    body = zlib.compress(msgspec.json.encode(message), 6)
    return MARK + pen.sign(MARK + body) + body


class Letter:
    """Message reçu: of what nobody has signed yet only whose it says it is is read.

    All of it takes six times as long, and anybody may send one.
    """

    def __init__(self, data: bytes, most: int = MOST_BYTES) -> None:
        head = len(MARK) + SIGNATURE_BYTES
        if not data.startswith(MARK) or len(data) <= head:
            raise MessageError("ces octets ne viennent pas d'un centre")
        self._signature, self._body = data[len(MARK) : head], data[head:]
        try:
            unpacker = zlib.decompressobj()
            self._text = unpacker.decompress(self._body, most)
            if unpacker.unconsumed_tail:
                raise MessageError("ce message est trop long")
            self.envelope = _ENVELOPE.decode(self._text)
        except (zlib.error, msgspec.MsgspecError, RecursionError) as error:
            raise MessageError("ce message est illisible") from error
        # Whoever joins signs with a key of his own: he has nothing long to say.
        if self.envelope.message == JOINING and len(self._text) > MOST_JOINING:
            raise MessageError("ce message est trop long")

    @cached_property
    def message(self) -> AnyMessage:
        """All of it, once somebody was found to have signed it."""
        try:
            found: AnyMessage = _DECODER.decode(self._text)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise MessageError("ce message est illisible") from error
        return found

    def check(self, public: str) -> None:
        """Refuse what somebody else has signed."""
        if not is_signed(public, MARK + self._body, self._signature):
            raise MessageError("cette signature n'est pas la bonne")

    def of(self, kind: type[M]) -> M:
        """The message, which must be of a kind."""
        if not isinstance(self.message, kind):
            raise MessageError("ce n'est pas le message attendu")
        return self.message


def shut(token: str, secret: Secret) -> bytes:
    """What only the holder of the centre's token reads."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    box = ChaCha20Poly1305(derived(token.encode(), "reply"))
    return nonce + box.encrypt(nonce, msgspec.json.encode(secret), None)


def reopened(token: str, data: bytes) -> Secret:
    """What a reply says to this centre alone."""
    if not data:
        return Secret()
    try:
        box = ChaCha20Poly1305(derived(token.encode(), "reply"))
        text = box.decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], None)
    except (InvalidTag, ValueError):
        raise MessageError("cette réponse est destinée à un autre centre") from None
    return msgspec.json.decode(text, type=Secret)


def packed(messages: Sequence[bytes]) -> bytes:
    """Several messages as one file."""
    return b"".join(len(one).to_bytes(_LENGTH_BYTES, "big") + one for one in messages)


def unpacked(data: bytes) -> Iterator[bytes]:
    """The messages of a file; one that was cut short is told, not guessed."""
    begin = 0
    while begin < len(data):
        first = begin + _LENGTH_BYTES
        end = first + int.from_bytes(data[begin:first], "big")
        if len(data) < end or end <= first:
            raise MessageError("ce fichier est coupé ou n'est pas celui d'un centre")
        yield data[first:end]
        begin = end
