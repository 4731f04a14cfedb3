"""A table: a game of Jarnac, who plays it from where, and what only the server knows of it.

The secret of the draws stands in an event of its own, so that the record of the game can be shown
without telling what is to come.
"""

from typing import Literal

import msgspec
from msgspec.structs import replace

from raccord import jarnac
from raccord.jarnac import Seat
from raccord.store.codec import Codec
from raccord.store.kinds import Kind

Mode = Literal["computer", "screen", "phones"]


class TableOpened(msgspec.Struct, frozen=True, kw_only=True, tag="table-opened", tag_field="event"):
    """Table ouverte: ``started`` is the server's time in milliseconds at which facts count 0.

    ``pace`` slows the computer down to a person's speed; at 0 it plays at once.
    """

    mode: Mode
    secret: str
    started: int
    lexicon: str
    names: tuple[str, str]
    level: str = ""
    pace: float = 1.0


class SeatTaken(msgspec.Struct, frozen=True, kw_only=True, tag="seat-taken", tag_field="event"):
    """Place prise: the second player sits down."""

    seat: Seat
    name: str


class AnswerGiven(msgspec.Struct, frozen=True, kw_only=True, tag="answer-given", tag_field="event"):
    """Avis: what one player answers where the dictionary cannot tell; both must agree."""

    seat: Seat
    valid: bool


TableEvent = TableOpened | SeatTaken | AnswerGiven | jarnac.Event
AnyTableEvent = TableOpened | SeatTaken | AnswerGiven | jarnac.AnyEvent


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """Table de Jarnac: what the events tell; ``game`` is None only between the first two."""

    opened: TableOpened
    names: tuple[str, str]
    seated: tuple[bool, bool]
    facts: tuple[jarnac.Event, ...] = ()
    game: jarnac.State | None = None
    answers: dict[Seat, bool] = {}

    @property
    def play(self) -> jarnac.State:
        """The game."""
        assert self.game is not None
        return self.game

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and self.game.phase is jarnac.Phase.OVER

    @property
    def is_full(self) -> bool:
        """Whether both seats are taken."""
        return all(self.seated)

    @property
    def is_on_phones(self) -> bool:
        """Whether each player has a screen of his own."""
        return self.opened.mode == "phones"

    @property
    def computer(self) -> Seat | None:
        """The seat of the computer, if it plays."""
        return "B" if self.opened.mode == "computer" else None


def evolve(state: TableState | None, event: TableEvent) -> TableState:
    """The state after one more event."""
    if isinstance(event, TableOpened):
        return TableState(opened=event, names=event.names, seated=(True, event.mode != "phones"))
    assert state is not None
    if isinstance(event, SeatTaken):
        names = (event.name, state.names[1]) if event.seat == "A" else (state.names[0], event.name)
        return replace(state, names=names, seated=(True, True))
    if isinstance(event, AnswerGiven):
        return replace(state, answers={**state.answers, event.seat: event.valid})
    game = (
        jarnac.begin(event)
        if isinstance(event, jarnac.Opened)
        else jarnac.evolve(state.play, event)
    )
    return replace(state, game=game, facts=(*state.facts, event), answers={})


JARNAC_TABLE: Kind[TableState, TableEvent] = Kind("jarnac-table", Codec(AnyTableEvent), evolve)
