"""Correction notes: when one is compulsory (undated 4.6, 2010 4.7, 2017 5.7, 2023 5.9)."""

from raccord.board import Move, Square
from raccord.regulation.editions import EDITIONS
from raccord.regulation.marking.matters import NOTIFICATION
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.verdict import Verdict
from raccord.regulation.ruling import Sanction
from raccord.regulation.slip import Slip


@NOTIFICATION.applied
def is_note_due(situation: Situation, slip: Slip, verdict: Verdict) -> bool:
    """A sanction is notified; a note may be spared for two obvious cases."""
    if verdict.sanction is Sanction.NONE:
        return False
    return not (_score_on_retained(situation, verdict) or _above_top(situation, slip, verdict))


def _score_on_retained(situation: Situation, verdict: Verdict) -> bool:
    """A wrong score on the retained move, and nothing else."""
    if situation.retained is None or verdict.option is None:
        return False
    faults = {f.code for f in verdict.findings if f.sanction is not Sanction.NONE}
    return faults <= {"S6", "S5"} and _is_same(situation, verdict.option.move, situation.retained)


def _is_same(situation: Situation, move: Move, retained: Move) -> bool:
    """Whether two moves lay the same tiles; a first word has no place of its own."""
    if situation.is_first:
        return move.word == retained.word
    return _laid(situation, move) == _laid(situation, retained)


def _laid(situation: Situation, move: Move) -> set[tuple[Square, str]]:
    squares = move.reference.squares(len(move.word)) or []
    laid = zip(squares, move.word, strict=False)
    return {(square, letter) for square, letter in laid if situation.board.is_free(square)}


def _above_top(situation: Situation, slip: Slip, verdict: Verdict) -> bool:
    """A solution above the top was announced as better: the player knows it is void."""
    edition = EDITIONS[situation.edition]
    if not edition.spared_above_top.value or situation.top is None:
        return False
    above = slip.score is not None and slip.score > situation.top
    return verdict.sanction is Sanction.NULLITY and above
