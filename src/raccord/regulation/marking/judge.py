"""The judgement of a slip: findings first, then one decision.

First, whether there is a valid slip (S1); then what is written on it, as the edition treats it;
then the harshest sanction, a warning never adding to another.
"""

from dataclasses import replace

from raccord.regulation.marking.arrivals import WRITTEN_LATE, late_reason
from raccord.regulation.marking.findings import hard_to_read, misconduct, null
from raccord.regulation.marking.listed import is_written, solutions_of
from raccord.regulation.marking.matters import STACKING
from raccord.regulation.marking.notes import is_note_due
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.treatments import TREATMENTS
from raccord.regulation.marking.verdict import Verdict, harshest_first
from raccord.regulation.ruling import Outcome, Ruling, Sanction
from raccord.regulation.slip import Flag, Slip

_VOID = {
    Flag.NONE: "Aucun bulletin remis.",
    Flag.SEVERAL: "Plusieurs bulletins remplis ont été remis.",
    Flag.LATE: WRITTEN_LATE,
    Flag.EXCHANGED: "Bulletin échangé après la fin du coup.",
    Flag.ILLEGIBLE_WORD: "Mot illisible.",
    Flag.GRAVE_MISCONDUCT: "Motif disciplinaire grave.",
}


def judge(situation: Situation, slip: Slip) -> Ruling:
    """What a slip earns, and why. Any slip whatsoever is ruled."""
    verdict = no_valid_slip(situation, slip) or TREATMENTS[situation.edition].rule(situation, slip)
    return decide(situation, slip, verdict)


def no_valid_slip(situation: Situation, slip: Slip) -> Verdict | None:
    """S1: no slip, blank, several, late, exchanged, illegible, grave misconduct."""
    for flag, reason in _VOID.items():
        if flag in slip.flags:
            told = late_reason(slip.arrival) if flag is Flag.LATE else reason
            return null(situation, "S1", told)
    if not any(is_written(one) for one in solutions_of(slip)):
        return null(situation, "S1", "Bulletin vierge.")
    return None


@STACKING.applied
def decide(situation: Situation, slip: Slip, verdict: Verdict) -> Ruling:
    """One warning at most, never on top of a penalty or a nullity; a disciplinary one may add."""
    seen = list(verdict.findings)
    if Flag.HARD_TO_READ in slip.flags:
        seen += hard_to_read(situation)
    disciplinary = Flag.MISCONDUCT in slip.flags
    if disciplinary:
        seen += misconduct(situation)
    full = replace(verdict, findings=tuple(sorted(seen, key=harshest_first)))
    sanction = full.sanction
    kept = full.option if sanction is not Sanction.NULLITY else None
    return Ruling(
        edition=situation.edition,
        points=full.points,
        base=full.base,
        sanction=sanction,
        findings=full.findings,
        placement=str(kept) if kept else None,
        outcomes=_outcomes(full),
        disciplinary=disciplinary,
        note_due=is_note_due(situation, slip, full),
    )


def _outcomes(verdict: Verdict) -> tuple[Outcome, ...]:
    """Before the commission: five points off the claimed place by default, or a nullity."""
    if verdict.sanction is not Sanction.COMMISSION:
        return ()
    return Outcome(verdict.points, Sanction.PENALTY), Outcome(0, Sanction.NULLITY)
