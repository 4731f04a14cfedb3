"""Rulings where a formula asks for several solutions a turn (undated annex 4)."""

from collections.abc import Sequence

import msgspec

from raccord.board import Move
from raccord.duplicate.multitops import Played, award
from raccord.lexicon import Lexicon
from raccord.regulation import Citation, Finding, Ruling, Sanction, Slip, article
from raccord.regulation.marking import Situation, judge
from raccord.regulation.marking.judge import no_valid_slip, solutions_of
from raccord.regulation.marking.verdict import SEVERITY

_CITED = Citation("undated", "annex 4")


@article("annex 4", edition="undated")
def judge_several(situation: Situation, slip: Slip, asked: int, lexicon: Lexicon) -> Ruling:
    """Each solution is judged by itself; of two that overlap the lower scores nothing."""
    if no_valid_slip(situation, slip):
        return judge(situation, slip)
    rulings = [judge(situation, one) for one in solutions_of(slip)]
    standing = _standing(situation, rulings, asked, lexicon)
    found = [finding for ruling in rulings for finding in ruling.findings]
    for ruling, points in zip(rulings, standing, strict=True):
        if points < ruling.points:
            found.append(Finding("multitops", _CITED, Sanction.NONE, _why(ruling)))
    return Ruling(
        edition=situation.edition,
        points=sum(standing),
        base=sum(
            ruling.base if points else 0 for ruling, points in zip(rulings, standing, strict=True)
        ),
        sanction=max((r.sanction for r in rulings), key=SEVERITY.__getitem__),
        findings=tuple(found),
        placement=" ; ".join(r.placement for r in rulings if r.placement) or None,
        outcomes=next((r.outcomes for r in rulings if r.outcomes), ()),
        disciplinary=any(r.disciplinary for r in rulings),
        note_due=any(r.note_due for r in rulings) or sum(standing) < sum(r.points for r in rulings),
    )


def _standing(
    situation: Situation, rulings: Sequence[Ruling], asked: int, lexicon: Lexicon
) -> list[int]:
    """The points each solution keeps; one without a place keeps none."""
    placed = [(i, r) for i, r in enumerate(rulings[:asked]) if r.placement]
    played = [Played(Move.parse(r.placement or ""), r.points) for _, r in placed]
    kept = award(situation.board, played, asked, lexicon)
    points = [0] * len(rulings)
    for (index, _), value in zip(placed, kept, strict=True):
        points[index] = value
    return points


def _why(ruling: Ruling) -> str:
    return f"{ruling.placement or 'Solution'} : recoupe une meilleure solution ou est en trop."


def several_slips(slips: Sequence[Slip]) -> Slip:
    """One slip with several solutions."""
    if len(slips) == 1:
        return slips[0]
    return msgspec.structs.replace(Slip(), solutions=tuple(slips))
