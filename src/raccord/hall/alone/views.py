"""What a player sees of a solo game. Nothing of the turn under way but its draw."""

from collections.abc import Callable

import msgspec

from raccord.board import Fault, FaultKind, Move, format_word, score
from raccord.duplicate import Phase, State, Turn
from raccord.duplicate.alone import TABLE, SoloState
from raccord.duplicate.rules.clock import SECOND, deadline
from raccord.duplicate.rules.topping import time_taken, topping_times
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


class SoloView(msgspec.Struct, frozen=True, kw_only=True):
    """The game as it stands; ``phase`` is ``running``, ``result`` or ``over``."""

    id: str
    phase: str
    turn: int
    draw: str
    leave: int
    cells: str
    last: str
    seconds: int | None
    ends: int | None
    signal: int
    topping: bool
    solutions: int
    you: int
    total: int
    percent: float
    elapsed: float | None
    hint_asked: bool
    result: ResultView | None
    now: int


def view(name: str, state: SoloState, _: Gettext, now: int) -> SoloView:
    """The game as its player may see it now."""
    game = state.play
    running = game.phase is Phase.RUNNING
    pace = game.formula.pace(game.turn)
    you = sum(points_on(game, turn) for turn in game.turns)
    total = total_of(state)
    return SoloView(
        id=name,
        phase="over" if state.is_over else "running" if running else "result",
        turn=game.turn if running else max(1, game.turn - 1),
        draw=game.rack,
        leave=len(game.leave),
        cells=game.position.board.cells,
        last=str(game.turns[-1].move) if game.turns else "",
        seconds=pace.seconds if game.formula.timed else None,
        ends=deadline(game),
        signal=pace.last,
        topping=game.formula.topping,
        solutions=game.formula.solutions,
        you=you,
        total=total,
        percent=round(you / total, 4) if total else 0.0,
        elapsed=elapsed(game),
        hint_asked=game.turn in state.hints,
        result=result(state, game.turns[-1], _) if game.turns else None,
        now=now,
    )


def points_on(game: State, turn: Turn) -> int:
    """What the player earned on a turn."""
    if game.formula.topping:
        return turn.points if time_taken(game, turn, TABLE).found else 0
    ruling = game.mark(turn.number, TABLE).ruling
    return ruling.points if ruling else 0


def elapsed(game: State) -> float | None:
    """Topping: the time so far, penalties included."""
    if not game.formula.topping:
        return None
    return round(topping_times(game)[TABLE] / SECOND, 1)


def _seconds(game: State, turn: Turn) -> float | None:
    """Topping: what a turn cost."""
    if not game.formula.topping:
        return None
    return round(time_taken(game, turn, TABLE).ms / SECOND, 1)


def reference_on(state: SoloState, turn: Turn) -> int:
    """What the player's points on a turn are compared with."""
    best = state.sets.get(turn.number)
    return sum(points for _, points in best) if best else turn.points


def total_of(state: SoloState) -> int:
    """The total the player's points are compared with."""
    return sum(reference_on(state, turn) for turn in state.play.turns)


def result(state: SoloState, turn: Turn, _: Gettext) -> ResultView:
    """A turn that is over."""
    game = state.play
    reference = reference_on(state, turn)
    board = turn.before.board
    counted = score(board, turn.move, game.formula.rules)
    retained = str(turn.move)
    points = points_on(game, turn)
    ruling = game.mark(turn.number, TABLE).ruling
    verdict, reasons = _verdict(game, turn, ruling, points == reference, _)
    return ResultView(
        turn=turn.number,
        draw=turn.draw,
        leave=len(turn.leave),
        before=board.cells,
        top=_move(turn.move, turn.points, True),
        ties=tuple(
            _move(Move.parse(tie.move), turn.points, tie.move == retained, _(tie.barred))
            for tie in turn.ties
        ),
        words=tuple(WordView(w.word, str(w.reference), w.points) for w in counted.words),
        bonus=counted.bonus,
        yours=_yours(game, turn),
        points=points,
        found=points == reference,
        verdict=verdict,
        reasons=reasons,
        seconds=_seconds(game, turn),
        best=tuple(_move(Move.parse(m), p) for m, p in state.sets.get(turn.number, ())),
        reference=reference,
    )


def _move(move: Move, points: int, retained: bool = False, note: str = "") -> MoveView:
    return MoveView(str(move.reference), format_word(move.word), points, retained, note)


def _yours(game: State, turn: Turn) -> str:
    if game.formula.topping:
        tried = [p for p in game.proposals if p.turn == turn.number]
        return tried[-1].move if tried else ""
    slip = game.mark(turn.number, TABLE).slip
    written = (slip.solutions or (slip,)) if slip else ()
    return " + ".join(f"{each.reference} {each.word}" for each in written)


def _verdict(
    game: State, turn: Turn, ruling: Ruling | None, found: bool, _: Gettext
) -> tuple[str, tuple[str, ...]]:
    if found:
        return _("Bien vu, c'est le top !"), ()
    if game.formula.topping:
        return _("Temps écoulé : le top est donné, 20 secondes s'ajoutent."), ()
    if ruling is None or ruling.sanction is not Sanction.NULLITY:
        partly = tuple(french(f.code, f.reason, _) for f in ruling.findings) if ruling else ()
        return _("Bien joué, mais le top vaut davantage."), partly
    return _refused(game, turn, ruling, _)


def _refused(game: State, turn: Turn, ruling: Ruling, _: Gettext) -> tuple[str, tuple[str, ...]]:
    reasons = tuple(french(finding.code, finding.reason, _) for finding in ruling.findings)
    if ruling.findings and ruling.findings[0].code == "no-slip":
        return _("Pas de mot remis."), reasons
    slip = game.mark(turn.number, TABLE).slip
    main = slip.word.replace("(", "").replace(")", "") if slip else ""
    absent = str(Fault(FaultKind.NOT_ADMITTED, main))
    if any(finding.code == absent for finding in ruling.findings):
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
