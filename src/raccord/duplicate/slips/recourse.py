"""Recourse: a ruling changed afterwards is a new ruling; totals and solos follow from it.

2023, 2017 6.3, 6.4.1 · 2010, undated 5.3. People decide; what they decided is recorded here as a
later ruling of the same table and turn, which cites the article. A ruling is never edited.
"""

import msgspec

from raccord.regulation import EditionId, Finding, Ruling, Sanction, article
from raccord.regulation.editions import EDITIONS


class NotPendingError(ValueError):
    """The ruling does not wait for the commission, or not for that outcome."""


def is_receivable(edition: EditionId, *, next_game_started: bool, minutes_since_last: int) -> bool:
    """Whether a recourse still comes in time."""
    limit = EDITIONS[edition].recourse.value
    return limit is None or (not next_game_started and minutes_since_last <= limit)


def overturned(
    ruling: Ruling, edition: EditionId, points: int, sanction: Sanction, reason: str
) -> Ruling:
    """The ruling a recourse puts in place of another; what was found remains on record."""
    citation = EDITIONS[edition].cite(EDITIONS[edition].recourse)
    decision = Finding("recourse", citation, sanction, reason)
    return msgspec.structs.replace(
        ruling,
        points=points,
        base=max(points, ruling.base) if sanction is Sanction.PENALTY else points,
        sanction=sanction,
        findings=(decision, *ruling.findings),
        placement=None if sanction is Sanction.NULLITY else ruling.placement,
        outcomes=(),
        note_due=True,
    )


@article("5.3.2", edition="2017")
def settled(ruling: Ruling, sanction: Sanction, reason: str) -> Ruling:
    """The commission's choice between the two provisional outcomes of an ambiguous slip."""
    outcome = next((o for o in ruling.outcomes if o.sanction is sanction), None)
    if outcome is None:
        raise NotPendingError(f"aucune issue « {sanction.value} » en attente")
    return overturned(ruling, "2017", outcome.points, outcome.sanction, reason)
