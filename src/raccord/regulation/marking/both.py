"""Both modes on one slip (S15, S16): reference and link letters, one or both wrong."""

from raccord.regulation.citation import article
from raccord.regulation.marking.matters import BOTH_MODES, NULLITY, SEVERAL_SOLUTIONS
from raccord.regulation.marking.practice import Modes
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.verdict import SEVERITY, Verdict
from raccord.regulation.ruling import Finding, Sanction


def _lower(modes: Modes) -> Verdict:
    return min(modes.by_reference, modes.by_links, key=lambda verdict: verdict.rank)


def _at_least_warned(verdict: Verdict) -> Sanction:
    return max(verdict.sanction, Sanction.WARNING, key=SEVERITY.__getitem__)


@BOTH_MODES.applied
def _warned(situation: Situation, modes: Modes, verdict: Verdict) -> Verdict:
    """The word counts by the mode that is right, with a warning for the other."""
    reason = f"{modes.discord} ; le mode correct est retenu."
    return verdict.plus(*BOTH_MODES.found(situation, "S15", Sanction.WARNING, reason))


@NULLITY.applied
@BOTH_MODES.applied
def _void(situation: Situation, code: str, reason: str) -> tuple[Finding, ...]:
    """The two modes together make the slip void."""
    return (
        *BOTH_MODES.found(situation, code, Sanction.NULLITY, reason),
        *NULLITY.found(situation, code, Sanction.NULLITY, reason),
    )


def _void_if_spoiled(situation: Situation, modes: Modes, code: str) -> Verdict | None:
    if modes.spoiled is None:
        return None
    reason = f"L'un des deux modes prolongerait à tort un mot de la grille : {modes.spoiled}."
    return Verdict(None, _void(situation, code, reason))


@article("3.4", edition="undated")
@article("4.5", edition="undated")
def lower_of_the_two(situation: Situation, modes: Modes) -> Verdict:
    """undated: the lower of the two modes counts, nullity included."""
    # « Nullity included »: a void mode ranks lowest, so it wins here (undated 3.4, 4.5).
    verdict = _lower(modes)
    sanction = _at_least_warned(verdict)
    reason = f"{modes.discord} ; la solution la plus faible est retenue."
    return verdict.plus(
        *BOTH_MODES.found(situation, "S15", sanction, reason),
        *SEVERAL_SOLUTIONS.found(situation, "S15", Sanction.NONE, reason),
    )


@article("3.4", edition="2010")
@article("4.4", edition="2017")
def right_mode_counts(situation: Situation, modes: Modes) -> Verdict:
    """2010, 2017: the right mode counts with a warning, unless a board word is spoiled."""
    void = _void_if_spoiled(situation, modes, "S15")
    return void or _warned(situation, modes, modes.right)


def score_picks_mode(situation: Situation, modes: Modes) -> Verdict:
    """2010, 2017: two valid places; the claimed score tells the right mode, else the lower."""
    # Reading: no edition says which of two valid places counts; the score decides, as in S12.
    both = (modes.by_reference, modes.by_links)
    named = [v for v in both if v.option and v.option.points == modes.claimed]
    return _warned(situation, modes, named[0] if named else _lower(modes))


@article("3.4", edition="undated")
def harsher_of_the_two(situation: Situation, modes: Modes) -> Verdict:
    """undated: both modes wrong, the harsher sanction counts."""
    verdict = _lower(modes)
    reason = "Référence et raccord sont fautifs ; la sanction la plus forte s'applique."
    return verdict.plus(*BOTH_MODES.found(situation, "S16", _at_least_warned(verdict), reason))


@article("3.4", edition="2010")
def void_when_both_wrong(situation: Situation, _modes: Modes) -> Verdict:
    """2010: both modes wrong, the slip is void."""
    reason = "Référence et raccord sont tous deux fautifs."
    return Verdict(None, _void(situation, "S16", reason))


@article("4.4", edition="2017")
def milder_of_the_two(situation: Situation, modes: Modes) -> Verdict:
    """2017: both modes wrong, the milder sanction counts, unless a board word is spoiled."""
    if void := _void_if_spoiled(situation, modes, "S16"):
        return void
    # 2017 4.4 asks for the milder sanction; of equal sanctions the one with more points.
    verdict = max(modes.by_reference, modes.by_links, key=lambda v: v.rank)
    reason = "Référence et raccord sont fautifs ; la sanction la moins sévère s'applique."
    return verdict.plus(*BOTH_MODES.found(situation, "S16", _at_least_warned(verdict), reason))
