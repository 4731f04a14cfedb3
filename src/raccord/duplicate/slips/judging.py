"""Rulings on the slips of a game: by the software, or by a referee in its place."""

from collections.abc import Iterable
from typing import cast

import msgspec

from raccord.duplicate.slips.recourse import overturned
from raccord.duplicate.slips.solutions import judge_slip
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId, Flag, Outcome, Ruling, Sanction, Slip
from raccord.regulation.marking import Situation
from raccord.regulation.marking.verdict import PENALTY_POINTS

AUTOMATIC = "logiciel"
"""Who signs the rulings of the software."""
NO_SLIP = Slip(flags=(Flag.NONE,))


def decision(situation: Situation, slip: Slip, asked: int) -> Ruling:
    """The ruling on a slip in a game that asks for so many solutions a turn, judged once."""
    key = (situation.edition, asked, situation.retained, situation.top, slip)
    if key not in situation.memory:
        lexicon = cast(Lexicon, situation.lexicon)
        situation.memory[key] = judge_slip(situation, slip, asked, lexicon)
    ruling: Ruling = situation.memory[key]
    return ruling


def judged(
    situation: Situation, slips: Iterable[tuple[int, Slip]], asked: int
) -> tuple[tuple[int, Slip, Ruling], ...]:
    """The rulings of several tables' slips."""
    return tuple((table, slip, decision(situation, slip, asked)) for table, slip in slips)


def overridden(
    standing: Ruling | None, edition: EditionId, points: int, sanction: Sanction, reason: str
) -> Ruling:
    """A decision in place of the standing one; a referee may send any slip to the commission."""
    base = points + PENALTY_POINTS if sanction is Sanction.PENALTY else points
    blank = Ruling(edition=edition, points=0, base=base, sanction=Sanction.NONE)
    ruling = overturned(standing or blank, edition, points, sanction, reason)
    if sanction is not Sanction.COMMISSION:
        return ruling
    outcomes = (Outcome(points, Sanction.PENALTY), Outcome(0, Sanction.NULLITY))
    return msgspec.structs.replace(ruling, outcomes=outcomes)
