"""What is asked of a table: to sit down, to play, to answer as arbiter, to let time pass.

``decide`` gives the events of a wish or raises :class:`RefusedError`; time is the server's, in
milliseconds since 1970, and never runs backwards within a game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from raccord import jarnac
from raccord.hall.errors import ChangedError, RefusedError, UnknownError
from raccord.hall.jarnac.table import AnswerGiven, SeatTaken, TableEvent, TableOpened, TableState
from raccord.jarnac import Phase, Seat
from raccord.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Begin:
    """Open a table."""

    opened: TableOpened
    settings: jarnac.Settings


@dataclass(frozen=True, slots=True)
class Sit:
    """Take the free seat."""

    name: str


@dataclass(frozen=True, slots=True)
class Play:
    """A command of a player or of the clock; ``seen`` is the version its author looked at."""

    command: Callable[[int], jarnac.Command]
    at: int
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A player answers the question put to the arbiter."""

    seat: Seat
    valid: bool
    at: int


Wish = Begin | Sit | Play | Rule
Decide = Callable[[TableState | None, Wish], Sequence[TableEvent]]


def source_of(opened: TableOpened) -> jarnac.Source:
    """The bag of a table."""
    return jarnac.SeededSource(opened.secret)


def decide_with(lexicon: Lexicon) -> Decide:
    """The decision function of tables that play with this word list."""

    def decide(state: TableState | None, wish: Wish) -> Sequence[TableEvent]:
        if isinstance(wish, Begin):
            return _begin(state, wish, lexicon)
        if state is None:
            raise UnknownError
        if isinstance(wish, Sit):
            return _sit(state, wish)
        if isinstance(wish, Rule):
            return _rule(state, wish, lexicon)
        return _play(state, wish, lexicon)

    return decide


def _begin(state: TableState | None, wish: Begin, lexicon: Lexicon) -> Sequence[TableEvent]:
    if state is not None:
        raise ChangedError
    return (wish.opened, jarnac.open_game(wish.settings, lexicon))


def _sit(state: TableState, wish: Sit) -> Sequence[TableEvent]:
    if state.is_full:
        raise ChangedError("Les deux places sont prises.", code="full")
    return (SeatTaken(seat="B", name=wish.name),)


def _play(state: TableState, wish: Play, lexicon: Lexicon) -> Sequence[TableEvent]:
    game = state.play
    at = max(wish.at - state.opened.started, game.now)
    command = wish.command(at)
    if wish.seen is not None and wish.seen != game.version:
        raise ChangedError(code="changed")
    if isinstance(command, jarnac.Toss) and not state.is_full:
        raise RefusedError("attendez que l'autre joueur ait rejoint la partie")
    table = jarnac.Table(lexicon, source_of(state.opened))
    facts = jarnac.decide(game, command, table)
    if isinstance(facts, jarnac.Refusal):
        raise RefusedError(facts.reason, facts.article)
    return facts


def _rule(state: TableState, wish: Rule, lexicon: Lexicon) -> Sequence[TableEvent]:
    """On two phones both players must give the same answer; elsewhere one is enough."""
    if state.play.phase is not Phase.RULING:
        raise RefusedError("aucune question n'est posée à l'arbitre")
    other = state.answers.get(jarnac.other(wish.seat))
    if state.opened.mode == "phones" and other is not wish.valid:
        return (AnswerGiven(seat=wish.seat, valid=wish.valid),)
    answered = Play(lambda at: jarnac.Answer(at=at, valid=wish.valid), wish.at)
    return _play(state, answered, lexicon)
