"""What is asked of a table: to open it, to sit down, and every command of the game.

``decide`` gives the events of a wish or raises ``Refusal``. A command comes with the server's time
in milliseconds since 1970; within a game time never runs backwards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from raccord import jarnac
from raccord.hall.errors import ChangedError, UnknownError
from raccord.hall.jarnac.table import (
    AnswerGiven,
    RematchAsked,
    RematchOpened,
    SeatTaken,
    TableEvent,
    TableOpened,
    TableState,
)
from raccord.jarnac import SEATS, Phase, Seat
from raccord.lexicon import Lexicon
from raccord.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Begin:
    """Ouvrir une table."""

    opened: TableOpened
    settings: jarnac.Settings


@dataclass(frozen=True, slots=True)
class Sit:
    """S'asseoir: take a free seat."""

    name: str
    seat: Seat = "B"


@dataclass(frozen=True, slots=True)
class AskRematch:
    """Demander la revanche, once the game is over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LinkRematch:
    """Ouvrir la revanche: tell where it is played."""

    name: str


Wish = Begin | Sit | AskRematch | LinkRematch | jarnac.Command
Decide = Callable[[TableState | None, Wish], Sequence[TableEvent]]


def source_of(opened: TableOpened) -> jarnac.Source:
    """The bag of a table."""
    return jarnac.SeededSource(opened.secret)


def unknown_table() -> UnknownError:
    """No table has this name, or not any more."""
    return UnknownError(expected="le code affiché par l'autre joueur")


def decide_with(named: Callable[[str], Lexicon]) -> Decide:
    """The decision function of tables whose word lists are found by name."""

    def decide(state: TableState | None, wish: Wish) -> Sequence[TableEvent]:
        if isinstance(wish, Begin):
            return _begin(state, wish, named(wish.opened.lexicon))
        if state is None:
            raise unknown_table()
        if isinstance(wish, Sit):
            return _sit(state, wish)
        if isinstance(wish, AskRematch | LinkRematch):
            return _rematch(state, wish)
        return _play(state, wish, named(state.opened.lexicon))

    return decide


def _begin(state: TableState | None, wish: Begin, lexicon: Lexicon) -> Sequence[TableEvent]:
    if state is not None:
        raise ChangedError
    return (wish.opened, jarnac.open_game(wish.settings, lexicon))


def _sit(state: TableState, wish: Sit) -> Sequence[TableEvent]:
    if state.seated[SEATS.index(wish.seat)]:
        raise ChangedError("Les deux places sont prises.", code="full")
    return (SeatTaken(seat=wish.seat, name=wish.name),)


def _rematch(state: TableState, wish: AskRematch | LinkRematch) -> Sequence[TableEvent]:
    if not state.is_over:
        raise Refusal("la revanche vient une fois la partie terminée")
    if state.next:
        return ()
    if isinstance(wish, LinkRematch):
        return (RematchOpened(name=wish.name),)
    return () if wish.seat in state.rematch else (RematchAsked(seat=wish.seat),)


def _play(state: TableState, command: jarnac.Command, lexicon: Lexicon) -> Sequence[TableEvent]:
    game = state.play
    if command.version is not None and command.version != game.version:
        raise ChangedError(code="changed")
    if isinstance(command, jarnac.Toss) and not state.is_full:
        raise Refusal("attendez que l'autre joueur ait rejoint la partie")
    if isinstance(command, jarnac.Answer) and command.seat and _is_alone(state, command):
        return (AnswerGiven(seat=command.seat, valid=command.valid),)
    at = max(command.at - state.opened.started, game.now)
    table = jarnac.Table(lexicon, source_of(state.opened))
    return jarnac.decide(game, replace(command, at=at), table)


def _is_alone(state: TableState, answer: jarnac.Answer) -> bool:
    """On two phones both players must give the same answer; elsewhere one is enough."""
    if not state.is_on_phones or state.play.phase is not Phase.RULING:
        return False
    return any(state.answers.get(seat) is not answer.valid for seat in SEATS if seat != answer.seat)
