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

    ``pace`` slows the computer down to a person's speed; at 0 it plays at once. A rematch names
    the table of the ``previous`` game, whose players keep their seats, and the ``series`` so far:
    games won by A, by B, and drawn. A table of a tournament names its ``competition``: both its
    players come with their own codes.
    """

    mode: Mode
    secret: str
    started: int
    lexicon: str
    names: tuple[str, str]
    level: str = ""
    pace: float = 1.0
    previous: str = ""
    series: tuple[int, int, int] = (0, 0, 0)
    competition: str = ""


class SeatTaken(msgspec.Struct, frozen=True, kw_only=True, tag="seat-taken", tag_field="event"):
    """Place prise: the second player sits down."""

    seat: Seat
    name: str


class AnswerGiven(msgspec.Struct, frozen=True, kw_only=True, tag="answer-given", tag_field="event"):
    """Avis: what one player answers where the dictionary cannot tell; both must agree."""

    seat: Seat
    valid: bool


class RematchAsked(
    msgspec.Struct, frozen=True, kw_only=True, tag="rematch-asked", tag_field="event"
):
    """Revanche demandée by one player of a finished game."""

    seat: Seat


class RematchOpened(
    msgspec.Struct, frozen=True, kw_only=True, tag="rematch-opened", tag_field="event"
):
    """Revanche ouverte: the table to go to."""

    name: str


Around = TableOpened | SeatTaken | AnswerGiven | RematchAsked | RematchOpened
"""What is told of a table beside the facts of its game."""
TableEvent = Around | jarnac.Event
AnyTableEvent = Around | jarnac.AnyEvent


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """Table de Jarnac: what the events tell; ``game`` is None only between the first two."""

    opened: TableOpened
    names: tuple[str, str]
    seated: tuple[bool, bool]
    facts: tuple[jarnac.Event, ...] = ()
    game: jarnac.State | None = None
    answers: dict[Seat, bool] = {}
    rematch: tuple[Seat, ...] = ()
    next: str = ""

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
    def series(self) -> tuple[int, int, int]:
        """The games of the series won by A, by B and drawn, this one included once it is over."""
        a, b, drawn = self.opened.series
        if self.game is None or self.game.ended is None:
            return a, b, drawn
        winner = self.game.ended.winner
        return a + (winner == "A"), b + (winner == "B"), drawn + (winner is None)

    @property
    def computer(self) -> Seat | None:
        """The seat of the computer, if it plays."""
        return "B" if self.opened.mode == "computer" else None


def evolve(state: TableState | None, event: TableEvent) -> TableState:
    """The state after one more event."""
    if isinstance(event, TableOpened):
        is_full = event.mode != "phones" or bool(event.previous)
        seated = (False, False) if event.competition else (True, is_full)
        return TableState(opened=event, names=event.names, seated=seated)
    assert state is not None
    if isinstance(event, RematchAsked):
        return replace(state, rematch=(*state.rematch, event.seat))
    if isinstance(event, RematchOpened):
        return replace(state, next=event.name)
    if isinstance(event, SeatTaken):
        names = (event.name, state.names[1]) if event.seat == "A" else (state.names[0], event.name)
        seats = tuple(
            taken or seat == event.seat for seat, taken in zip("AB", state.seated, strict=True)
        )
        return replace(state, names=names, seated=(seats[0], seats[1]))
    if isinstance(event, AnswerGiven):
        return replace(state, answers={**state.answers, event.seat: event.valid})
    game = (
        jarnac.begin(event)
        if isinstance(event, jarnac.Opened)
        else jarnac.evolve(state.play, event)
    )
    return replace(state, game=game, facts=(*state.facts, event), answers={})


JARNAC_TABLE: Kind[TableState, TableEvent] = Kind("jarnac-table", Codec(AnyTableEvent), evolve)
