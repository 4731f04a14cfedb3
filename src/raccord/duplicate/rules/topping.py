"""Topping: the time each table took to find every top (2017 7.4).

The clock runs from the first draw to the end: a turn begins when the one before ends, or when the
referee starts it. A top not found costs the time of the turn and a penalty.

Reading: the next draw comes « without dead time »; in a hall that is the referee's to see to, and
what he needs for it is not counted against the tables.
"""

from typing import NamedTuple

from raccord.duplicate.rules.clock import SECOND, thinking_time
from raccord.duplicate.state import State, Turn
from raccord.regulation import article


class Taken(NamedTuple):
    """Temps mis: the milliseconds a turn cost a table, and whether it found the top."""

    ms: int
    found: bool


def finders(state: State, turn: int) -> tuple[int, ...]:
    """The tables that have found the top of a turn."""
    return tuple(p.table for p in state.proposals if p.turn == turn and p.found)


def all_found(state: State) -> bool:
    """Whether no table that plays the turn under way still looks for its top."""
    playing = {table for table, entrant in state.entrants.items() if entrant.plays(state.turn)}
    return playing <= set(finders(state, state.turn))


@article("3.8.4", edition="2023")
@article("7.4", edition="2017")
def topping_times(state: State) -> dict[int, int]:
    """By table, the milliseconds taken over the turns played, penalties included."""
    tables = sorted(state.entrants) or [1]
    return {t: sum(time_taken(state, turn, t).ms for turn in state.turns) for t in tables}


def time_taken(state: State, turn: Turn, table: int) -> Taken:
    """What a turn cost a table: the time to its top, or all of it and the penalty."""
    begun = _begun(state, turn)
    timed = state.formula.timed
    # Without a limit a turn lasts until its top is placed.
    spent = turn.retained_at - begun
    limit = thinking_time(state.formula, turn.number) if timed else spent
    for proposal in state.proposals:
        mine = (proposal.turn, proposal.table) == (turn.number, table)
        if mine and proposal.found and proposal.at - begun <= limit:
            return Taken(proposal.at - begun, found=True)
    return Taken(limit + state.formula.topping_penalty * SECOND, found=False)


def _begun(state: State, turn: Turn) -> int:
    if turn.started is not None:
        return turn.started
    # The clock never stops (2017 7.4): a turn begins where the one before ended.
    return state.turns[turn.number - 2].retained_at if turn.number > 1 else turn.drawn_at
