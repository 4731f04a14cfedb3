"""Prepared games: draws and tops taken from a game already recorded."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.evolve import evolve, fold
from raccord.duplicate.sketch import Sketched
from raccord.duplicate.state import State, begin


def prepared_draw(
    events: Sequence[ev.Event], state: State
) -> cmd.DrawLetters | cmd.RejectUntold | None:
    """The draw the recorded game made from this very position; None if it went another way.

    Where the bag is empty a draw takes no new letter; that is no rejected draw of unknown letters.
    """
    recorded = _opened(events)
    for event in events[1:]:
        if isinstance(event, ev.Drawn | ev.DrawRejected) and _same(recorded, state):
            if isinstance(event, ev.DrawRejected) and not event.new:
                return cmd.RejectUntold()
            return cmd.DrawLetters(letters=event.new, origin="prepared")
        recorded = evolve(recorded, event)
    return None


def prepared_move(events: Sequence[ev.Event], state: State) -> str | None:
    """The top the recorded game retained for this very draw."""
    recorded = _opened(events)
    for event in events[1:]:
        same = _same(recorded, state) and recorded.rack == state.rack
        if isinstance(event, ev.Retained) and same:
            return event.move
        recorded = evolve(recorded, event)
    return None


def _opened(events: Sequence[ev.Event]) -> State:
    first = events[0]
    assert isinstance(first, ev.Opened)
    return begin(first)


def _same(recorded: State, state: State) -> bool:
    return (
        recorded.turn == state.turn
        and recorded.position == state.position
        # Rejected draws count: the second draw of a turn is not taken for the first.
        and recorded.draws == state.draws
    )


@dataclass(frozen=True, slots=True)
class Criteria:
    """Cahier des charges of a prepared game; None asks for nothing."""

    turns: tuple[int, int] | None = None
    total: tuple[int, int] | None = None
    scrabbles: int = 0
    """At least so many retained moves that earn a bonus."""
    least_top: int = 0
    """No top below that score while the bag still holds letters."""
    joker_by: int | None = None
    """A joker drawn by that turn."""
    no_ties: bool = False
    """One single top on every turn."""


def is_hopeless(turns: Sequence[Sketched], criteria: Criteria, rack_size: int) -> bool:
    """Whether a game cannot meet the order any more, whatever follows its last turn so far."""
    last, total = turns[-1], sum(turn.points for turn in turns)
    flat = last.points < criteria.least_top and last.pool > rack_size
    late = last.number == criteria.joker_by and not any("?" in turn.draw for turn in turns)
    return (
        flat
        or late
        or (criteria.no_ties and last.ties > 1)
        or (criteria.turns is not None and last.number > criteria.turns[1])
        or (criteria.total is not None and total > criteria.total[1])
    )


def is_promising(turns: Iterable[Sketched], criteria: Criteria, rack_size: int) -> bool:
    """Whether a sketched game meets the order; it is read no further than it has to be."""
    seen: list[Sketched] = []
    for turn in turns:
        seen.append(turn)
        if is_hopeless(seen, criteria, rack_size):
            return False
    joker = any("?" in turn.draw for turn in seen)
    return (
        _within(len(seen), criteria.turns)
        and _within(sum(turn.points for turn in seen), criteria.total)
        and sum(turn.is_scrabble for turn in seen) >= criteria.scrabbles
        and (criteria.joker_by is None or joker)
    )


def shortcomings(events: Sequence[ev.Event], criteria: Criteria) -> tuple[str, ...]:
    """What a game lacks, in French; empty when it meets the order."""
    state = fold(events)
    checks = (
        (_within(len(state.turns), criteria.turns), "nombre de coups"),
        (_within(state.total, criteria.total), "total des tops"),
        (_scrabbles(state) >= criteria.scrabbles, "nombre de scrabbles"),
        (_no_flat(state, criteria.least_top), "coup sous le minimum"),
        (_joker_by(state, criteria.joker_by), "joker trop tardif"),
        (not criteria.no_ties or all(len(t.ties) == 1 for t in state.turns), "tops ex aequo"),
    )
    return tuple(name for met, name in checks if not met)


def _within(value: int, bounds: tuple[int, int] | None) -> bool:
    return bounds is None or bounds[0] <= value <= bounds[1]


def _scrabbles(state: State) -> int:
    return sum(is_scrabble(state, index) for index in range(len(state.turns)))


def is_scrabble(state: State, index: int) -> bool:
    """Whether the retained move of a turn earned a bonus; the first turn has index 0."""
    turn = state.turns[index]
    board = turn.before.board
    squares = turn.move.reference.squares(len(turn.move.word)) or []
    placed = sum(board.is_free(square) for square in squares)
    return state.formula.rules.bonus(placed) > 0


def _no_flat(state: State, least: int) -> bool:
    size = state.formula.rack_size
    # The last draws cannot be helped: a criterion on them would refuse nearly every game.
    return all(t.points >= least for t in state.turns if len(t.before.pool) > size)


def _joker_by(state: State, turn: int | None) -> bool:
    return turn is None or any("?" in t.draw for t in state.turns if t.number <= turn)
