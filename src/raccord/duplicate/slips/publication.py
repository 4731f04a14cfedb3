"""Whether results stand: which slips nobody has ruled on, and whether the referee published them.

A slip that waits for its ruling counts nothing in the ranking: until the referee publishes it, the
ranking is provisional and says what is missing.
"""

from collections.abc import Mapping

import msgspec

from raccord.duplicate.slips.scores import eliminated
from raccord.duplicate.slips.situation import playing
from raccord.duplicate.state import State


class MissingSlips(msgspec.Struct, frozen=True):
    """Bulletins manquants of a turn whose top is known: the tables without a ruling."""

    turn: int
    tables: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.tables)


def missing_slips(state: State) -> tuple[MissingSlips, ...]:
    """The slips not ruled on, by turn; those of the turn under way are not missing yet."""
    out = eliminated(state)
    found = (MissingSlips(t.number, missing_on(state, t.number, out)) for t in state.turns)
    return tuple(missing for missing in found if missing.tables)


def missing_on(state: State, turn: int, out: Mapping[int, int]) -> tuple[int, ...]:
    """The tables that play a turn without a ruling, ``out`` those that sudden death has taken."""
    # Topping has no slips: what counts is the time to the top (2017 7.4).
    if state.formula.topping:
        return ()
    row = state.marks.get(turn, {})
    ruled = {table for table, mark in row.items() if mark.ruling is not None}
    return playing(state, turn, (t for t in state.entrants if t not in ruled), out)


def is_published(state: State) -> bool:
    """Whether the results stand: at the end, and published where that is the referee's to do."""
    if state.end is None:
        return False
    return not awaits_publication(state) or state.published is not None


def awaits_publication(state: State) -> bool:
    """Whether there are results that the referee publishes."""
    is_void = bool(state.end and state.end.void)
    anybody = bool(state.entrants or state.sections)
    return state.opened.awaits_publication and anybody and not is_void


def is_settled(state: State) -> bool:
    """Whether what compares tables can be told: nothing is missing, or it was published so."""
    return state.published is not None or not missing_slips(state)
