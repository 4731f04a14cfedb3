"""What an organiser, or a game that is over, asks of a tournament of Jarnac.

A program sends those of :data:`AnyCommand` as they are, as JSON; what only the server may say can
be sent as nothing but nothing, since msgspec looks at limits when it decodes.
"""

from typing import Annotated

import msgspec

from raccord.tournament.commands import Instant, Number, Reason
from raccord.tournament.jarnac.events import Outcome, Player, Source, System, tag

MOST_MINUTES = 60
Count = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
Players = Annotated[tuple[Player, ...], msgspec.Meta(max_length=0)]
Nothing = Annotated[str, msgspec.Meta(max_length=0)]


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command", tag=tag):
    """Base of all commands; ``at`` is the server's."""

    at: Instant = msgspec.field(default=0, name="#at")


class Open(Command, frozen=True, kw_only=True):
    """Ouvrir a tournament; who plays, with their codes, and the list of words are the server's."""

    system: System = "swiss"
    rounds: Count = 3
    formula: Annotated[str, msgspec.Meta(max_length=40)] = "libre"
    minutes: Count = 10
    players: Players = msgspec.field(default=(), name="#players")
    lexicon: Nothing = msgspec.field(default="", name="#lexicon")


class Enter(Command, frozen=True, kw_only=True):
    """Engager somebody who comes late: he is paired from the next round on."""

    number: Number
    code: Nothing = msgspec.field(default="", name="#code")


class PairRound(Command, frozen=True, kw_only=True):
    """Apparier the next round."""


class SeatTable(Command, frozen=True, kw_only=True):
    """Dresser a table: its game has this name."""

    round: int
    table: int
    name: str


class NoteResult(Command, frozen=True, kw_only=True):
    """Noter a result; typed over one that is there, it needs a reason."""

    round: int
    table: int
    outcome: Outcome
    source: Source
    reason: str = ""


class TypeResult(Command, frozen=True, kw_only=True):
    """Saisir a result; who won follows from it. Over one that is there it needs a reason."""

    round: Count
    table: Count
    points: tuple[Count, Count]
    jarnacs: tuple[Count, Count] = (0, 0)
    reason: Reason = ""


class Withdraw(Command, frozen=True, kw_only=True):
    """Abandonner."""

    number: Number


class Close(Command, frozen=True, kw_only=True):
    """Clore."""


AnyCommand = Open | Enter | PairRound | TypeResult | Withdraw | Close
"""What the organiser may ask."""
