"""The ranking of a game as a document: what ranks is the game's own affair."""

from raccord.documents.heading import heading
from raccord.documents.values import Ranking
from raccord.duplicate import State
from raccord.duplicate.slips.ranking import ranking as lines_of
from raccord.duplicate.slips.ranking import solo_lines


def ranking(state: State) -> Ranking:
    """The ranking as the rulings stand now."""
    lines = lines_of(state)
    return Ranking(
        heading=heading(state),
        kind=state.formula.ranking,
        lines=lines,
        solos=solo_lines(state) if lines and state.end else (),
    )
