"""What a player sees of a solo game. Nothing of the turn under way but its draw."""

import msgspec

from raccord.board import alphabetical
from raccord.duplicate import Phase, State
from raccord.duplicate.alone import TABLE, SoloState
from raccord.duplicate.alone.progress import points_of, reference_of
from raccord.duplicate.rules.clock import SECOND, deadline, left_when_paused
from raccord.duplicate.rules.topping import topping_times
from raccord.hall.alone.results import (
    Gettext,
    MoveView,
    ResultView,
    move_view,
    result,
    total_of,
    yours_on,
)


class RowView(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the match sheet."""

    turn: int
    draw: str
    top: MoveView
    yours: str
    points: int
    reference: int


class SoloView(msgspec.Struct, frozen=True, kw_only=True):
    """The game as it stands; ``phase`` is ``running``, ``paused``, ``result`` or ``over``."""

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
    checks: bool
    competition: bool
    contest: str
    lexicon: str
    left: str
    """The letters nobody has seen yet; those of the rack are not among them."""
    paused_left: int | None
    """Milliseconds left on a clock that was stopped."""
    sheet: tuple[RowView, ...]
    result: ResultView | None
    now: int


def view(name: str, state: SoloState, _: Gettext, now: int) -> SoloView:
    """The game as its player may see it now."""
    game = state.play
    paused = game.interrupted is not None and not state.is_over
    running = game.phase is Phase.RUNNING
    pace = game.formula.pace(game.turn)
    you = sum(points_of(game, turn) for turn in game.turns)
    total = total_of(state)
    return SoloView(
        id=name,
        phase=_phase(state),
        turn=game.turn if running else max(1, game.turn - 1),
        # A pause is no time to think in: the letters are put away.
        draw="" if paused else game.rack,
        leave=0 if paused else len(game.leave),
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
        checks=state.checks,
        competition=state.competition,
        contest=state.contest,
        lexicon=game.opened.lexicon,
        left=alphabetical(game.position.bag),
        paused_left=left_when_paused(game) if game.formula.timed else None,
        sheet=sheet(state),
        result=result(state, game.turns[-1], _) if game.turns else None,
        now=now,
    )


def _phase(state: SoloState) -> str:
    game = state.play
    if state.is_over:
        return "over"
    if game.interrupted is not None:
        return "paused"
    return "running" if game.phase is Phase.RUNNING else "result"


def sheet(state: SoloState) -> tuple[RowView, ...]:
    """The turns played so far, a line each."""
    game = state.play
    return tuple(
        RowView(
            turn=turn.number,
            draw=turn.draw,
            top=move_view(turn.move, turn.points, True),
            yours=yours_on(game, turn),
            points=points_of(game, turn),
            reference=reference_of(state, turn),
        )
        for turn in game.turns
    )


def elapsed(game: State) -> float | None:
    """Topping: the time so far, penalties included."""
    if not game.formula.topping:
        return None
    return round(topping_times(game)[TABLE] / SECOND, 1)
