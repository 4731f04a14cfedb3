"""A slip of a multitops game: two or three solutions, each judged, then compared by their entries.

Undated annex 4. Solutions beyond the number asked for are not read. Where the entries of two words
are not known the slip goes to the commission, with what it is worth if they differ and if not.
"""

from raccord.board import Move
from raccord.duplicate.rules.multitops import Compared, Played, compare
from raccord.lexicon import Lexicon
from raccord.regulation import Citation, Finding, Outcome, Ruling, Sanction, Slip
from raccord.regulation.marking import Situation, judge, solutions_of
from raccord.regulation.marking.judge import no_valid_slip
from raccord.regulation.marking.verdict import SEVERITY

_ARTICLE = Citation("undated", "annex 4")


def judge_slip(situation: Situation, slip: Slip, asked: int, lexicon: Lexicon) -> Ruling:
    """What a slip earns in a game that asks for so many solutions a turn."""
    if asked == 1 or no_valid_slip(situation, slip):
        return judge(situation, slip)
    read = [judge(situation, one) for one in solutions_of(slip)[:asked]]
    return read[0] if len(read) == 1 else _together(situation, read, lexicon)


def _together(situation: Situation, read: list[Ruling], lexicon: Lexicon) -> Ruling:
    kept = [ruling for ruling in read if ruling.placement]
    solutions = [Played(Move.parse(ruling.placement or ""), ruling.points) for ruling in kept]
    found = compare(situation.board, solutions, lexicon)
    findings = tuple(dict.fromkeys(f for ruling in read for f in ruling.findings))
    findings += tuple(_overlaps(found, solutions))
    lost = sum(ruling.points for ruling in kept) - found.total
    sanction = Sanction.COMMISSION if found.is_doubtful else _harshest(read)
    outcomes: tuple[Outcome, ...] = ()
    if sanction is Sanction.COMMISSION:
        least = compare(situation.board, _at_worst(kept, solutions), lexicon, against=True).total
        outcomes = (Outcome(found.total, Sanction.NONE), Outcome(least, Sanction.NULLITY))
    return Ruling(
        edition=situation.edition,
        points=found.total,
        base=max(found.total, sum(ruling.base for ruling in kept) - lost),
        sanction=sanction,
        findings=findings,
        placement=kept[0].placement if kept else None,
        outcomes=outcomes,
        disciplinary=any(ruling.disciplinary for ruling in read),
        note_due=bool(found.overlaps) or any(ruling.note_due for ruling in read),
    )


def _overlaps(found: Compared, solutions: list[Played]) -> list[Finding]:
    told = []
    for overlap in found.overlaps:
        pair = f"{solutions[overlap.first].move.text} et {solutions[overlap.second].move.text}"
        if overlap.is_certain:
            reason = f"{pair} peuvent relever d'une même entrée : la moins bonne ne compte pas."
            told.append(Finding("multitops", _ARTICLE, Sanction.NONE, reason))
        else:
            reason = f"{pair} : entrées inconnues du lexique, à trancher."
            told.append(Finding("multitops", _ARTICLE, Sanction.COMMISSION, reason))
    return told


def _at_worst(kept: list[Ruling], solutions: list[Played]) -> list[Played]:
    """The solutions with nothing for those that themselves go to the commission."""
    return [
        played._replace(points=0) if ruling.sanction is Sanction.COMMISSION else played
        for ruling, played in zip(kept, solutions, strict=True)
    ]


def _harshest(read: list[Ruling]) -> Sanction:
    """The slip is void only if every solution is; else the harshest of those that count."""
    valid = [r.sanction for r in read if r.sanction is not Sanction.NULLITY]
    return max(valid, key=SEVERITY.__getitem__, default=Sanction.NULLITY)
