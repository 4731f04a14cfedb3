"""Topping: the time each table took to find every top (2017 7.4).

The clock runs from the first draw to the end: a turn begins when the one before ends. A top
not found costs the time of the turn and a penalty.
"""

from raccord.duplicate.state import State, Turn
from raccord.regulation import article

SECOND = 1000


@article("3.8.4", edition="2023")
@article("7.4", edition="2017")
def topping_times(state: State) -> dict[int, int]:
    """By table, the milliseconds taken over the turns played, penalties included."""
    tables = sorted(state.entrants) or [1]
    return {table: sum(_time(state, turn, table) for turn in state.turns) for table in tables}


def _time(state: State, turn: Turn, table: int) -> int:
    begun = _begun(state, turn)
    limit = state.formula.pace(turn.number).seconds * SECOND
    for proposal in state.proposals:
        mine = (proposal.turn, proposal.table) == (turn.number, table)
        if mine and proposal.found and proposal.at - begun <= limit:
            return proposal.at - begun
    return limit + state.formula.topping_penalty * SECOND


def _begun(state: State, turn: Turn) -> int:
    if turn.number > 1:
        return state.turns[turn.number - 2].retained_at
    return turn.drawn_at if turn.started is None else turn.started
