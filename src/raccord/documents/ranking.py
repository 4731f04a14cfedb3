"""The ranking of a game as a document: what ranks is the game's own affair."""

import msgspec

from raccord.documents.heading import heading
from raccord.documents.values import Ranking
from raccord.duplicate import State
from raccord.duplicate.slips.ranking import ranking as lines_of
from raccord.duplicate.slips.ranking import solo_lines
from raccord.duplicate.slips.sections import Union


def ranking(state: State, union: Union | None = None) -> Ranking:
    """The ranking as the rulings stand now; of a game in sections that of all its tables."""
    if union is not None:
        return _united(union)
    lines = lines_of(state)
    return Ranking(
        heading=heading(state),
        kind=state.formula.ranking,
        lines=lines,
        solos=solo_lines(state) if lines and state.end else (),
    )


def _united(union: Union) -> Ranking:
    head = msgspec.structs.replace(
        heading(union.state),
        provisional=not union.is_final,
        # The numbers of the union say nothing to anybody: each desk lists its own.
        missing=(),
        sections=union.expected,
        settled=union.settled,
    )
    return Ranking(
        heading=head,
        kind=union.official.formula.ranking,
        lines=union.told_lines,
        solos=union.told_solos if union.official.end else (),
    )
