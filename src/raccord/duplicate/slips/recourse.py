"""Recourse: a ruling changed afterwards is a new ruling; totals and solos follow from it.

2017 5.3.2, 6.3, 6.4.1 · 2010, undated 5.3. People decide; what they decided is recorded here as a
later ruling of the same table and turn, which cites the article. A ruling is never edited.
"""

import msgspec

from raccord.regulation import Citation, EditionId, Finding, Outcome, Ruling, Sanction, article

RECOURSE_ARTICLE: dict[EditionId, str] = {"undated": "5.3", "2010": "5.3", "2017": "6.3"}
COMMISSION_ARTICLE: dict[EditionId, str] = {"2017": "5.3.2"}


@article("6.3", edition="2017")
@article("5.3", edition="2010")
@article("5.3", edition="undated")
def overturned(
    ruling: Ruling, edition: EditionId, points: int, sanction: Sanction, reason: str
) -> Ruling:
    """The ruling a decision puts in place of another; what was found remains on record."""
    recourse = Citation(edition, RECOURSE_ARTICLE[edition])
    citation = settling(edition, ruling, Outcome(points, sanction)) or recourse
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
def settling(edition: EditionId, ruling: Ruling, chosen: Outcome) -> Citation | None:
    """An ambiguous slip goes to the commission, which chooses one of its two provisional outcomes.

    None where it does neither, or where the edition has no such article: that is recourse.
    """
    waits = chosen.sanction is Sanction.COMMISSION or chosen in ruling.outcomes
    number = COMMISSION_ARTICLE.get(edition)
    return Citation(edition, number) if waits and number else None
