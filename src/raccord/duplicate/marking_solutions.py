"""A slip of a multitops game: two or three solutions, each judged, then compared by their entries.

Undated annex 4. Solutions beyond the number asked for are not read. Where the entries of two words
are not known the slip goes to the commission, with what it is worth if they differ and if not.
"""

from dataclasses import dataclass, replace

from raccord.board import Board, Move, PlayRules, new_squares
from raccord.board import score as count
from raccord.duplicate.marking_multitops import (
    KnowsEntries,
    Multitops,
    Played,
    different_entries,
)
from raccord.regulation import Citation, Finding, Outcome, Ruling, Sanction, Slip
from raccord.regulation.marking import Situation, judge
from raccord.regulation.marking.judge import no_valid_slip, solutions_of
from raccord.regulation.marking.verdict import SEVERITY

_ARTICLE = Citation("undated", "annex 4")


@dataclass(frozen=True, slots=True)
class _Judged:
    """One solution and its own ruling."""

    slip: Slip
    ruling: Ruling


def judge_slip(situation: Situation, slip: Slip, asked: int, lexicon: KnowsEntries) -> Ruling:
    """What a slip earns in a game that asks for so many solutions a turn."""
    if asked == 1 or no_valid_slip(situation, slip):
        return judge(situation, slip)
    read = [_Judged(one, judge(situation, one)) for one in solutions_of(slip)[:asked]]
    if len(read) == 1:
        return read[0].ruling
    kept = [one for one in read if one.ruling.placement]
    compared = [_played(situation.board, one.ruling, situation.rules) for one in kept]
    return _together(situation, read, kept, compared, lexicon)


def _played(board: Board, ruling: Ruling, rules: PlayRules) -> Played:
    move = Move.parse(ruling.placement or "")
    formed = tuple(word.word for word in count(board, move, rules).words)
    return Played(move.text, formed, len(new_squares(board, move)), ruling.points)


def _together(
    situation: Situation,
    read: list[_Judged],
    kept: list[_Judged],
    compared: list[Played],
    lexicon: KnowsEntries,
) -> Ruling:
    found = different_entries(compared, lexicon)
    findings = tuple(dict.fromkeys(f for one in read for f in one.ruling.findings))
    findings += tuple(_overlaps(found, compared))
    lost = sum(one.points for one in compared) - found.total
    sanction = Sanction.COMMISSION if found.undecided else _harshest(read)
    doubtful = sanction is Sanction.COMMISSION
    return Ruling(
        edition=situation.edition,
        points=found.total,
        base=max(found.total, sum(one.ruling.base for one in kept) - lost),
        sanction=sanction,
        findings=findings,
        placement=kept[0].ruling.placement if kept else None,
        outcomes=_outcomes(found, kept, compared, lexicon) if doubtful else (),
        disciplinary=any(one.ruling.disciplinary for one in read),
        note_due=bool(found.overlaps) or any(one.ruling.note_due for one in read),
    )


def _overlaps(found: Multitops, compared: list[Played]) -> list[Finding]:
    told = []
    for overlap in found.overlaps:
        pair = f"{compared[overlap.first].word} et {compared[overlap.second].word}"
        if overlap.is_certain:
            reason = f"{pair} relèvent d'une même entrée : la moins bonne ne compte pas."
            told.append(Finding("multitops", _ARTICLE, Sanction.NONE, reason))
        else:
            reason = f"{pair} : entrées inconnues du lexique, à trancher."
            told.append(Finding("multitops", _ARTICLE, Sanction.COMMISSION, reason))
    return told


def _outcomes(
    found: Multitops, kept: list[_Judged], compared: list[Played], lexicon: KnowsEntries
) -> tuple[Outcome, ...]:
    """Every doubt settled for the player, or every doubt against."""
    pairs = frozenset((o.first, o.second) for o in found.undecided)
    worst = [
        replace(one, points=0) if judged.ruling.sanction is Sanction.COMMISSION else one
        for judged, one in zip(kept, compared, strict=True)
    ]
    least = different_entries(worst, lexicon, pairs).total
    return (Outcome(found.total, Sanction.NONE), Outcome(least, Sanction.NULLITY))


def _harshest(read: list[_Judged]) -> Sanction:
    """The slip is void only if every solution is; else the harshest of those that count."""
    valid = [o.ruling.sanction for o in read if o.ruling.sanction is not Sanction.NULLITY]
    return max(valid, key=SEVERITY.__getitem__, default=Sanction.NULLITY)
