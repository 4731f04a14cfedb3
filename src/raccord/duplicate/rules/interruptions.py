"""How long a game may stand still, and what becomes of it then.

==================================  ==================================================
2023 3.7                            30 minutes; the turns collected stand
2017 3.6 · 2010 2.7                 15 minutes; void below so many turns collected
==================================  ==================================================

The undated text knows no limit. The limit ends nothing by itself: the head referee does.
"""

from dataclasses import dataclass

from raccord.duplicate.state import Phase, State
from raccord.regulation import Citation, article

_MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Interruption:
    """Interruption en cours: since when, and what the edition does beyond its limit."""

    since: int
    limit: int | None
    """Milliseconds it may last; None where the edition sets no limit."""
    voids: bool
    """Whether too long an interruption annuls the results, too few turns being collected."""
    turns: int
    """Turns collected: those that stand if the game ends here."""
    citation: Citation | None

    def is_too_long(self, at: int) -> bool:
        """Whether the limit is passed: fifteen minutes exactly are not « more than » fifteen."""
        return self.limit is not None and at - self.since > self.limit


@article("3.7", edition="2023")
@article("3.6", edition="2017")
@article("2.7", edition="2010")
def interruption_of(state: State) -> Interruption | None:
    """The interruption under way, None while the game is being played."""
    if state.interrupted is None or state.phase is Phase.OVER:
        return None
    limit = state.edition.interruption
    turns = _collected(state)
    return Interruption(
        since=state.interrupted,
        limit=limit.value * _MINUTE if limit else None,
        voids=turns < _turns_needed(state),
        turns=turns,
        citation=state.edition.cite(limit) if limit else None,
    )


def _collected(state: State) -> int:
    """Turns whose slips were collected: those played, and this one once its time is up."""
    return len(state.turns) + (state.phase is Phase.TIME_UP)


def _turns_needed(state: State) -> int:
    edition = state.edition
    needed = (
        edition.interruption_turns_original
        if state.formula.original
        else edition.interruption_turns
    )
    return needed.value if needed else 0
