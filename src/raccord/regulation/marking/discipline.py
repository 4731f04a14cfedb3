"""A disciplinary warning added to a ruling already given, whatever it was."""

import msgspec

from raccord.regulation.citation import Citation, EditionId
from raccord.regulation.marking.findings import DISCIPLINARY
from raccord.regulation.marking.matters import STACKING, WARNING
from raccord.regulation.marking.verdict import harshest_first
from raccord.regulation.ruling import DISCIPLINE, Finding, Ruling, Sanction


@STACKING.applied
@WARNING.applied
def disciplined(ruling: Ruling, edition: EditionId, reason: str = DISCIPLINARY) -> Ruling:
    """The same ruling with a disciplinary warning beside it; one is enough for a turn."""
    number = WARNING.number(edition)
    # One per turn; an edition without an article on warnings could not justify it.
    if ruling.disciplinary or number is None:
        return ruling
    conduct = Finding(DISCIPLINE, Citation(edition, number), Sanction.WARNING, reason)
    # It goes beside any sanction and replaces none (2017 5.5 · 2010 4.5 · undated 4.4).
    is_clean = ruling.sanction is Sanction.NONE
    return msgspec.structs.replace(
        ruling,
        sanction=Sanction.WARNING if is_clean else ruling.sanction,
        findings=tuple(sorted((*ruling.findings, conduct), key=harshest_first)),
        disciplinary=True,
        note_due=True,
    )
