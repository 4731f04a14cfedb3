"""The judgement of a slip: findings first, then one decision.

The order is the marker's: no valid slip (S1); turn 1 (S5); several solutions (S19); extension; the
placement by both modes (S15, S16), by reference (S11, S9, S10, S7, S8, S6) or by link letters (S12
to S14), the joker with it (S18); the word at that placement (S2) and as written (S3, S4); then the
harshest sanction, a warning never adding to another.
"""

from dataclasses import replace

import msgspec

from raccord.regulation.marking.arrivals import WRITTEN_LATE, late_reason
from raccord.regulation.marking.findings import hard_to_read, misconduct, null
from raccord.regulation.marking.forms import linked_completions
from raccord.regulation.marking.matters import SEVERAL_SOLUTIONS, STACKING
from raccord.regulation.marking.modes import judge_written, linked_fits, referenced_places
from raccord.regulation.marking.notes import is_note_due
from raccord.regulation.marking.practices import PRACTICES
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.verdict import SEVERITY, Verdict, harshest_first
from raccord.regulation.marking.writing import Written, read
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
    verdict = no_valid_slip(situation, slip) or _solutions(situation, slip)
    return decide(situation, slip, verdict)


def no_valid_slip(situation: Situation, slip: Slip) -> Verdict | None:
    """S1: no slip, blank, several, late, exchanged, illegible, grave misconduct."""
    for flag, reason in _VOID.items():
        if flag in slip.flags:
            told = late_reason(slip.arrival) if flag is Flag.LATE else reason
            return null(situation, "S1", told)
    if not any(_is_written(one) for one in solutions_of(slip)):
        return null(situation, "S1", "Bulletin vierge.")
    return None


def _is_written(slip: Slip) -> bool:
    return bool(slip.word.strip() or any(c.isalpha() for c in slip.grid or ""))


def solutions_of(slip: Slip) -> tuple[Slip, ...]:
    """The solutions on the slip; what one leaves blank is read from the slip itself."""
    if not slip.solutions:
        return (slip,)
    own = msgspec.structs.replace(slip, solutions=())
    listed = [_inheriting(one, slip) for one in slip.solutions]
    everything = [own, *listed] if _is_written(own) else listed
    written = [one for one in everything if _is_written(one)]
    return tuple(dict.fromkeys(written)) or (own,)


def _inheriting(solution: Slip, slip: Slip) -> Slip:
    return msgspec.structs.replace(
        solution,
        direction=solution.direction or slip.direction,
        reference=solution.reference if solution.reference is not None else slip.reference,
        score=solution.score if solution.score is not None else slip.score,
        flags=tuple(dict.fromkeys((*solution.flags, *slip.flags))),
        solutions=(),
    )


def _solutions(situation: Situation, slip: Slip) -> Verdict:
    found = solutions_of(slip)
    verdicts = [_one(situation, solution) for solution in found]
    if len(verdicts) == 1:
        return verdicts[0]
    return _several(situation, found, verdicts)


@SEVERAL_SOLUTIONS.applied
def _several(situation: Situation, solutions: tuple[Slip, ...], verdicts: list[Verdict]) -> Verdict:
    """S19: the lowest solution, nullity included; in 2017 the claimed score may pick another."""
    chosen, how = min(verdicts, key=lambda v: v.rank), "la plus faible est retenue"
    if PRACTICES[situation.edition].score_picks_solution:
        named = [
            verdict
            for verdict, solution in zip(verdicts, solutions, strict=True)
            if _is_named(verdict, solution.score)
        ]
        if named and len({verdict.points for verdict in named}) == 1:
            chosen, how = named[0], "le score désigne celle qui compte"
    reason = f"{len(verdicts)} solutions sur le bulletin : {how}."
    return chosen.plus(*SEVERAL_SOLUTIONS.found(situation, "S19", Sanction.NONE, reason))


def _is_named(verdict: Verdict, claimed: int | None) -> bool:
    """Whether the claimed score is that of a correct and well determined place."""
    right = SEVERITY[verdict.sanction] <= SEVERITY[Sanction.WARNING]
    return right and verdict.option is not None and verdict.option.points == claimed


def _one(situation: Situation, slip: Slip) -> Verdict:
    if Flag.ILLEGIBLE_WORD in slip.flags:
        return null(situation, "S1", _VOID[Flag.ILLEGIBLE_WORD])
    written = choose(situation, read(slip))
    if written is None:
        return null(situation, "S1", _VOID[Flag.ILLEGIBLE_WORD])
    return judge_written(situation, written)


def choose(situation: Situation, readings: tuple[Written, ...]) -> Written | None:
    """The reading of the little grid that can be played, else its longest run."""
    if not situation.is_first:
        for written in readings:
            if len(readings) > 1 and _is_located(situation, written):
                return written
        for written in readings:
            if _lacks_last_letter(situation, written):
                return written.with_flanks()
    for written in readings:
        if written.letters in situation.lexicon:
            return written
    return readings[0] if readings else None


def _is_located(situation: Situation, written: Written) -> bool:
    return bool(referenced_places(situation, written) or linked_fits(situation, written))


def _lacks_last_letter(situation: Situation, written: Written) -> bool:
    """Whether the links show a last letter left out of a word that is placed nowhere as it is."""
    if written.reaching == written.drawings or _is_located(situation, written):
        return False
    found = linked_completions(situation, written.with_flanks())
    return any(completion.is_missing for completion in found)


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
