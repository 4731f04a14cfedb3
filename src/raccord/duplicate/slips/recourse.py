"""Recourse: a ruling changed afterwards is a new ruling; totals and solos follow from it.

2017 6.3, 6.4.1 · 2010, undated 5.3. People decide; what they decided is recorded here as a later
ruling of the same table and turn, which cites the article. A ruling is never edited.
"""

import msgspec

from raccord.regulation import Citation, EditionId, Finding, Ruling, Sanction, article

RECOURSE_ARTICLE: dict[EditionId, str] = {"undated": "5.3", "2010": "5.3", "2017": "6.3"}
RECOURSE_MINUTES: dict[EditionId, int | None] = {"undated": None, "2010": None, "2017": 15}
"""Minutes after the last game in which a recourse is still received; None: no limit is set."""


class NotPendingError(ValueError):
    """The ruling does not wait for the commission, or not for that outcome."""


def is_receivable(edition: EditionId, *, next_game_started: bool, minutes_since_last: int) -> bool:
    """Whether a recourse still comes in time."""
    limit = RECOURSE_MINUTES[edition]
    return limit is None or (not next_game_started and minutes_since_last <= limit)


def overturned(
    ruling: Ruling, edition: EditionId, points: int, sanction: Sanction, reason: str
) -> Ruling:
    """The ruling a recourse puts in place of another; what was found remains on record."""
    citation = Citation(edition, RECOURSE_ARTICLE[edition])
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
