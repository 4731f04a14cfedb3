"""Decisions after the ruling: a ruling changed is a new ruling; totals and solos follow from it.

2017 5.3.2 · 2023, 2017 6.3, 6.4.1 · 2010, undated 5.3. People decide; what they decided is recorded
here as a later ruling of the same table and turn, which cites the article: that of the commission
where a slip waited for it, that of recourse on an appeal, else that of the sanction itself. A
ruling is never edited: the history keeps the reasons overturned, the player is told only those
that stand.
"""

import msgspec

from raccord.regulation import Citation, EditionId, Finding, Ruling, Sanction, article
from raccord.regulation.editions import EDITIONS
from raccord.regulation.marking.matters import (
    AMBIGUITY,
    NOTIFICATION,
    NULLITY,
    PENALTY,
    WARNING,
    Matter,
)
from raccord.regulation.marking.verdict import PENALTY_POINTS
from raccord.regulation.ruling import DISCIPLINE

_OF_SANCTION: dict[Sanction, Matter] = {
    Sanction.WARNING: WARNING,
    Sanction.PENALTY: PENALTY,
    Sanction.NULLITY: NULLITY,
}
_LESS_FIVE = (Sanction.PENALTY, Sanction.COMMISSION)


def overturned(
    ruling: Ruling,
    edition: EditionId,
    points: int,
    sanction: Sanction,
    reason: str,
    *,
    appeal: bool = False,
) -> Ruling:
    """The ruling a decision puts in place of another; a disciplinary warning stays beside it."""
    waited = Sanction.COMMISSION in (ruling.sanction, sanction)
    cite = _appeal if appeal else _commission if waited else _correction
    decision = Finding("recourse", cite(edition, sanction), sanction, reason)
    conduct = (f for f in ruling.findings if f.code == DISCIPLINE)
    return msgspec.structs.replace(
        ruling,
        points=points,
        base=_base(ruling, points, sanction),
        sanction=sanction,
        findings=(decision, *conduct),
        placement=None if sanction is Sanction.NULLITY else ruling.placement,
        outcomes=(),
        note_due=True,
    )


@article("3.5", edition="2023")
@article("3.5", edition="2017")
def _base(ruling: Ruling, points: int, sanction: Sanction) -> int:
    """What is compared for a solo: the score before the penalty, on appeal too."""
    if sanction not in _LESS_FIVE:
        return points
    same_place = max(0, ruling.base - PENALTY_POINTS) == points and ruling.base > 0
    return ruling.base if same_place else points + PENALTY_POINTS


@article("6.3", edition="2023")
@article("6.3", edition="2017")
@article("5.3", edition="2010")
@article("5.3", edition="undated")
def _appeal(edition: EditionId, _: Sanction) -> Citation:
    """A player or a referee appealed against the ruling."""
    edition_ = EDITIONS[edition]
    return edition_.cite(edition_.recourse)


@AMBIGUITY.applied
def _commission(edition: EditionId, sanction: Sanction) -> Citation:
    """The commission settles a slip, or gets it; where no article says so it hears an appeal."""
    return AMBIGUITY.cite(edition) if AMBIGUITY.number(edition) else _appeal(edition, sanction)


@NOTIFICATION.applied
def _correction(edition: EditionId, sanction: Sanction) -> Citation:
    """A plain correction: the article of the sanction, else that of correction notes."""
    matter = _OF_SANCTION.get(sanction, NOTIFICATION)
    return (matter if matter.number(edition) else NOTIFICATION).cite(edition)


def objection(edition: EditionId, points: int, sanction: Sanction, top: int | None) -> str | None:
    """Why a decision cannot be right, in French; None where it can."""
    if points < 0:
        return "des points négatifs"
    if sanction is Sanction.NULLITY and points:
        return f"une nullité avec {points} points"
    if sanction is Sanction.PENALTY and PENALTY.number(edition) is None:
        return "une pénalité de 5 points, que cette édition ne connaît pas"
    if top is None:
        return None
    most = max(0, top - PENALTY_POINTS) if sanction in _LESS_FIVE else top
    return f"{points} points quand {most} sont possibles au plus" if points > most else None
