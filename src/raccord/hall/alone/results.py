"""A turn of a solo game that is over: the top, its ties, and what the player did."""

from collections.abc import Callable

import msgspec

from raccord.board import Fault, FaultKind, Move, format_word, score
from raccord.duplicate import State, Turn
from raccord.duplicate.alone import TABLE, SoloState
from raccord.duplicate.alone.progress import points_of, reference_of
from raccord.duplicate.alone.ruling import TOO_LATE
from raccord.duplicate.rules.clock import SECOND
from raccord.duplicate.rules.topping import time_taken
from raccord.regulation import Ruling, Sanction

Gettext = Callable[[str], str]


class WordView(msgspec.Struct, frozen=True):
    """A word formed, with its place and points."""

    word: str
    reference: str
    points: int


class MoveView(msgspec.Struct, frozen=True):
    """A move as people write it: place, word with jokers in parentheses, points."""

    reference: str
    word: str
    points: int
    retained: bool = False
    note: str = ""


class ResultView(msgspec.Struct, frozen=True, kw_only=True):
    """A turn that is over: the top, its ties, and what the player did."""

    turn: int
    draw: str
    leave: int
    before: str
    top: MoveView
    ties: tuple[MoveView, ...]
    words: tuple[WordView, ...]
    bonus: int
    yours: str
    points: int
    found: bool
    verdict: str
    reasons: tuple[str, ...]
    seconds: float | None = None
    best: tuple[MoveView, ...] = ()
    """Multitops: the solutions that together score most."""
    reference: int
    """What the turn's points are compared with: the top, or that set's total."""
    published: bool = False
    """Whether the move is that of a published game, and no top of this list."""


def _seconds(game: State, turn: Turn) -> float | None:
    """Topping: what a turn cost."""
    if not game.formula.topping:
        return None
    return round(time_taken(game, turn, TABLE).ms / SECOND, 1)


def total_of(state: SoloState) -> int:
    """The total the player's points are compared with."""
    return sum(reference_of(state, turn) for turn in state.play.turns)


def result(state: SoloState, turn: Turn, _: Gettext) -> ResultView:
    """A turn that is over."""
    game = state.play
    reference = reference_of(state, turn)
    board = turn.before.board
    counted = score(board, turn.move, game.formula.rules)
    retained = str(turn.move)
    points = points_of(game, turn)
    ruling = game.mark(turn.number, TABLE).ruling
    verdict, reasons = _verdict(game, turn, ruling, (points, reference), _)
    return ResultView(
        turn=turn.number,
        draw=turn.draw,
        leave=len(turn.leave),
        before=board.cells,
        top=move_view(turn.move, turn.points, True),
        ties=tuple(
            move_view(Move.parse(tie.move), turn.points, tie.move == retained, _(tie.barred))
            for tie in turn.ties
        ),
        words=tuple(WordView(w.word, str(w.reference), w.points) for w in counted.words),
        bonus=counted.bonus,
        yours=yours_on(game, turn),
        points=points,
        found=points == reference,
        verdict=verdict,
        reasons=reasons,
        seconds=_seconds(game, turn),
        best=tuple(move_view(Move.parse(m), p) for m, p in state.sets.get(turn.number, ())),
        reference=reference,
        published=not turn.ties,
    )


def move_view(move: Move, points: int, retained: bool = False, note: str = "") -> MoveView:
    """A move as people write it."""
    return MoveView(str(move.reference), format_word(move.word), points, retained, note)


def yours_on(game: State, turn: Turn) -> str:
    """What the player wrote on a turn."""
    if game.formula.topping:
        tried = [p for p in game.proposals if p.turn == turn.number]
        return tried[-1].move if tried else ""
    slip = game.mark(turn.number, TABLE).slip
    written = (slip.solutions or (slip,)) if slip else ()
    return " + ".join(f"{each.reference} {each.word}" for each in written)


def _against(points: int, reference: int) -> str:
    """« 14 / 24, −10 »: what was scored against what could be."""
    gap = points - reference
    return f"{points} / {reference}, {'−' if gap < 0 else '+'}{abs(gap)}"


def _verdict(
    game: State, turn: Turn, ruling: Ruling | None, scored: tuple[int, int], _: Gettext
) -> tuple[str, tuple[str, ...]]:
    points, reference = scored
    if points == reference:
        return _("Bien vu, c'est le top !"), ()
    if game.formula.topping:
        return _("Le top est donné, 20 secondes s'ajoutent."), ()
    if ruling is None or ruling.sanction is not Sanction.NULLITY:
        partly = tuple(french(f.code, f.reason, _) for f in ruling.findings) if ruling else ()
        return _against(points, reference), partly
    return _refused(game, turn, ruling, _)


def _refused(game: State, turn: Turn, ruling: Ruling, _: Gettext) -> tuple[str, tuple[str, ...]]:
    reasons = tuple(french(finding.code, finding.reason, _) for finding in ruling.findings)
    if ruling.findings and ruling.findings[0].code == "no-slip":
        late = ruling.findings[0].reason == TOO_LATE
        return (_("Trop tard."), reasons) if late else (_("Pas de mot joué."), ())
    slip = game.mark(turn.number, TABLE).slip
    written = (slip.solutions or (slip,)) if slip else ()
    mains = (each.word.replace("(", "").replace(")", "") for each in written)
    absent = {str(Fault(FaultKind.NOT_ADMITTED, main)) for main in mains}
    if any(finding.code in absent for finding in ruling.findings):
        return _("Mot absent du lexique."), reasons
    return _("Mal placé."), reasons


def french(code: str, reason: str, _: Gettext) -> str:
    """A finding's reason in the language of the reader; its French holds one detail at most."""
    kind, __, detail = code.partition(": ")
    try:
        pattern = Fault(FaultKind(kind), "{}").french
    except ValueError:
        return _(reason)
    return _(pattern).format(detail)
