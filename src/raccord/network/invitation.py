"""The organiser's file: all that one centre needs to play an event, signed.

It holds the event, its slots, edition, formula and word list, the sealed games and the hub's
address. Whoever opens it sees the fingerprint of the key that signed it, and can compare it with
the one on the organiser's page.
"""

from typing import Annotated

import msgspec

from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.rules.solos import SoloRule
from raccord.network.contest.state import Contest
from raccord.network.envelopes import digest, seal
from raccord.network.errors import InvitationError, Refusal
from raccord.network.keys import Pen, derived, fingerprint, is_signed
from raccord.network.telephone import wrapped
from raccord.regulation import EditionId

SCHEMA = "raccord.centre"
VERSION = 1
MOST_BYTES = 8 << 20
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9-]+$")]


class SealedScript(msgspec.Struct, frozen=True, kw_only=True):
    """Partie scellée: its envelopes, and each key shut with the code told by telephone."""

    game: int
    id: str
    title: str
    opens: int
    closes: int
    boxes: tuple[bytes, ...]
    phone: tuple[bytes, ...]
    live: bool = False
    """Whether it has no envelopes: its draws are told as they are made."""

    @property
    def digest(self) -> str:
        """Empreinte: the same in every centre, and published beforehand."""
        return digest(self.boxes)


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """Convocation d'un centre."""

    event: Name
    title: str
    centre: Name
    name: str
    hub: str
    token: str
    edition: EditionId
    formula: Formula
    lexicon: str
    lexicon_digest: str
    embargo: int
    solo: SoloRule | None = None
    games: tuple[SealedScript, ...] = ()

    def game(self, number: int) -> SealedScript:
        """One of its games."""
        for one in self.games:
            if one.game == number:
                return one
        raise Refusal(f"l'épreuve n'a pas de partie {number}")


class _File(msgspec.Struct, frozen=True, kw_only=True):
    schema: str = SCHEMA
    version: int = VERSION
    key: str
    signature: bytes
    body: bytes


class Opened(msgspec.Struct, frozen=True):
    """Convocation ouverte: what it says, and the key of the hub that signed it."""

    invitation: Invitation
    key: str

    @property
    def fingerprint(self) -> str:
        """What is compared with the organiser's page."""
        return fingerprint(self.key)


def token_of(seed: bytes, event: str, centre: str) -> str:
    """The word by which the hub knows the holder of a centre's file."""
    return derived(seed, "token", event, centre).hex()[:40]


def invitation_of(seed: bytes, event: str, contest: Contest, centre: str, hub: str) -> Invitation:
    """The file of one centre; slow, since it shuts every key with a telephone code."""
    found, opened = contest.centres.get(centre), contest.opened
    if found is None:
        raise Refusal(f"l'épreuve n'a pas de centre « {centre} »")
    games = []
    for game in contest.games.values():
        boxes = () if game.live else seal(seed, game.id, game.script)
        slot = contest.slot(centre, game.game)
        phone = tuple(wrapped(seed, centre, game.id, turn) for turn in range(1, len(boxes) + 1))
        games.append(
            SealedScript(
                game=game.game,
                id=game.id,
                title=game.title,
                opens=slot.opens,
                closes=slot.closes,
                boxes=boxes,
                phone=phone,
                live=bool(game.live),
            )
        )
    return Invitation(
        event=event,
        title=opened.title,
        centre=centre,
        name=found.name,
        hub=hub,
        token=token_of(seed, event, centre),
        edition=opened.edition,
        formula=opened.formula,
        lexicon=opened.lexicon,
        lexicon_digest=opened.lexicon_digest,
        embargo=contest.embargo,
        solo=opened.solo,
        games=tuple(games),
    )


def write(invitation: Invitation, pen: Pen) -> bytes:
    """The file as it is sent."""
    body = msgspec.json.encode(invitation)
    return msgspec.json.encode(_File(key=pen.public, signature=pen.sign(body), body=body))


def read(data: bytes) -> Opened:
    """The file as it came; ``InvitationError`` says what is wrong with it."""
    if len(data) > MOST_BYTES:
        raise InvitationError("ce fichier est trop gros pour être une convocation")
    try:
        head = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise InvitationError("ce fichier n'est pas la convocation d'un centre") from error
    if not isinstance(head, dict) or head.get("schema") != SCHEMA:
        raise InvitationError("ce fichier n'est pas la convocation d'un centre")
    if head.get("version") != VERSION:
        raise InvitationError("cette convocation est d'une autre version de Raccord")
    try:
        file = msgspec.convert(head, _File)
        if not is_signed(file.key, file.body, file.signature):
            raise InvitationError("cette convocation a été modifiée : redemandez-la")
        return Opened(msgspec.json.decode(file.body, type=Invitation), file.key)
    except msgspec.MsgspecError as error:
        raise InvitationError("cette convocation est incomplète : redemandez-la") from error
