"""Who found the top of a turn, and how many found each solution.

Told to the hall it tells the solos of a turn too, which the regulation keeps for the end of the
game (2017 3.5 · 2010, undated 2.6.4): whoever shows it decides when.
"""

from collections import Counter
from collections.abc import Mapping

import msgspec

from raccord.duplicate.slips.publication import missing_on
from raccord.duplicate.slips.scores import eliminated
from raccord.duplicate.state import State, Turn
from raccord.regulation import Ruling


class Finder(msgspec.Struct, frozen=True):
    """Table au top: who reached the top of a turn."""

    table: int
    players: tuple[str, ...]


class FoundSolution(msgspec.Struct, frozen=True):
    """Solution trouvée: what it earned, and how many tables found it."""

    move: str
    points: int
    count: int


class TurnFound(msgspec.Struct, frozen=True, kw_only=True):
    """Trouvailles du coup: the tables at the top, the solutions by points, and the others."""

    turn: int
    finders: tuple[Finder, ...]
    solutions: tuple[FoundSolution, ...]
    nothing: int
    """Tables that earned nothing."""
    missing: int
    """Tables whose slip nobody has ruled on."""


def found_on(state: State, turn: Turn) -> TurnFound:
    """What the tables found on a turn whose top is known."""
    return _found(state, turn, eliminated(state))


def found_by_turn(state: State) -> tuple[TurnFound, ...]:
    """The same for every turn."""
    out = eliminated(state)
    return tuple(_found(state, turn, out) for turn in state.turns)


def reached(state: State, turn: Turn) -> int:
    """How many tables reached the top of a turn."""
    return sum(ruling.points >= turn.reference for ruling in _rulings(state, turn.number).values())


def _found(state: State, turn: Turn, out: Mapping[int, int]) -> TurnFound:
    rulings = _rulings(state, turn.number)
    placed = Counter((r.placement or "", r.points) for r in rulings.values() if r.points > 0)
    ordered = sorted(placed.items(), key=lambda found: (-found[0][1], -found[1], found[0][0]))
    return TurnFound(
        turn=turn.number,
        finders=tuple(
            Finder(table, state.entrants[table].players)
            for table, ruling in rulings.items()
            if ruling.points >= turn.reference
        ),
        solutions=tuple(FoundSolution(move, points, count) for (move, points), count in ordered),
        nothing=sum(ruling.points <= 0 for ruling in rulings.values()),
        missing=len(missing_on(state, turn.number, out)),
    )


def _rulings(state: State, turn: int) -> dict[int, Ruling]:
    """The rulings of the tables that play a turn, by table."""
    marks = sorted(state.marks.get(turn, {}).items())
    return {
        table: mark.ruling
        for table, mark in marks
        if mark.ruling is not None and state.entrants[table].plays(turn)
    }
