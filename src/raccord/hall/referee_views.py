"""What the head referee sees of a game."""

from typing import Literal

from raccord.duplicate import Phase, State, Survey, Tops, eliminated, is_timely
from raccord.duplicate import commands as cmd
from raccord.duplicate.deciding.envelopes import ELSEWHERE
from raccord.duplicate.rules.clock import next_draw_from
from raccord.duplicate.rules.topping import finders
from raccord.duplicate.slips.found import TurnFound, found_on
from raccord.duplicate.slips.publication import is_published
from raccord.duplicate.slips.situation import (
    current_turn,
    expected_tables,
    incomplete_turns,
)
from raccord.hall.companion import Companion, HallSettings
from raccord.hall.games import Game
from raccord.hall.marker_views import TurnSlips
from raccord.hall.shapes import PublicView, View

Step = (
    Literal["draw", "start", "end-time", "retain", "no-solution", "resume", "reveal", "results"]
    | Literal["public-number", "publish", "follow"]
)
Action = (
    Literal["public-number", "draw", "correct-draw", "reject-draw", "start", "end-time"]
    | Literal["reopen-time", "retain", "no-solution", "cancel", "interrupt", "resume"]
    | Literal["end-interrupted", "stop", "reveal", "publish"]
)
_COMMANDS: dict[Action, type[cmd.Command]] = {
    "public-number": cmd.GiveNumber,
    "draw": cmd.DrawLetters,
    "correct-draw": cmd.CorrectDraw,
    "reject-draw": cmd.RejectDraw,
    "start": cmd.Start,
    "end-time": cmd.EndTime,
    "reopen-time": cmd.ReopenTime,
    "retain": cmd.Retain,
    "no-solution": cmd.DeclareNoSolution,
    "cancel": cmd.CancelTurn,
    "interrupt": cmd.Interrupt,
    "resume": cmd.Resume,
    "end-interrupted": cmd.EndInterrupted,
    "stop": cmd.Stop,
    "reveal": cmd.Reveal,
    "publish": cmd.Publish,
}


class TieView(View, frozen=True, kw_only=True):
    """Top ex aequo: whether it may be kept, how far it opens, or the article that bars it."""

    move: str
    opening: float | None
    ends: bool
    jokers: int
    barred: str = ""
    article: str = ""


class TopsView(View, frozen=True, kw_only=True):
    """Tops du tirage, the one kept by default first; ``prepared`` is the prepared game's."""

    points: int
    ties: tuple[TieView, ...]
    scrabbles: tuple[str, ...]
    second: int | None
    sub_tops: tuple[tuple[str, int], ...]
    prepared: str = ""


class SlipsView(View, frozen=True, kw_only=True):
    """Bulletins of a turn, counted; ``incomplete`` are the turns that miss some, and whose."""

    revision: int
    turn: int
    expected: int
    received: int
    ruled: int
    missing: tuple[int, ...]
    commission: tuple[int, ...]
    found: TurnFound | None = None
    """What the tables found on the last turn whose top is known."""
    incomplete: tuple[TurnSlips, ...] = ()
    topping: bool = False
    """``received`` counts who found the top, ``missing`` who still looks for it."""


class TableLine(View, frozen=True, kw_only=True):
    """Table inscrite."""

    table: int
    players: tuple[str, ...]
    first_turn: int
    last_turn: int | None
    excluded: bool
    eliminated: int | None
    on_paper: bool


class RefereeView(View, frozen=True, kw_only=True):
    """Le pupitre du juge-arbitre. ``tops`` is None until they are found, or without a draw.

    ``next`` is the one thing to do now, ``offered`` all that may be done; ``draw_from`` tells when
    the edition expects the next draw, which the referee may make before; ``to_draw`` how many
    letters the bag must give beside the ``leave``, 0 while a draw is in play.
    """

    revision: int
    game: PublicView
    settings: HallSettings
    next: Step
    tops: TopsView | None
    searching: bool
    no_solution: bool
    slips: SlipsView
    tables: tuple[TableLine, ...]
    offered: tuple[Action, ...]
    draw_from: int | None
    to_draw: int
    leave: str
    sealed: bool = False
    """Whether its draws come in envelopes: no letters are typed here."""


def next_step(state: State, no_solution: bool) -> Step:
    """The one thing to do now; a section waits for the game it follows."""
    if state.opened.follows:
        return "results" if state.published else "follow"
    if state.interrupted is not None and state.phase is not Phase.OVER:
        return "resume"
    if state.phase is Phase.OVER:
        if state.opened.commitment and not state.secret:
            return "reveal"
        return "results" if is_published(state) else "publish"
    if state.opened.needs_number and state.number is None:
        return "public-number"
    if no_solution and state.phase in (Phase.DRAWN, Phase.TIME_UP):
        return "no-solution"
    if state.phase is Phase.DRAWN and not state.formula.timed:
        return "retain"
    steps: dict[Phase, Step] = {
        Phase.DRAWING: "draw",
        Phase.DRAWN: "start",
        Phase.RUNNING: "end-time" if state.formula.timed else "retain",
        Phase.TIME_UP: "retain",
    }
    return steps[state.phase]


def offered(state: State, no_solution: bool, *, sealed: bool = False) -> tuple[Action, ...]:
    """What the engine would accept now, less what makes no sense with this draw or formula."""
    senseless: set[Action] = {"retain"} if no_solution else {"no-solution"}
    if sealed:
        senseless |= {action for action, command in _COMMANDS.items() if command in ELSEWHERE}
    if not state.formula.timed:
        senseless |= {"start", "end-time"}
    return tuple(
        action
        for action, command in _COMMANDS.items()
        if action not in senseless and is_timely(state, command)
    )


def tops_view(tops: Tops, found: Survey | None, prepared: str = "") -> TopsView:
    """The tops with what the referee needs to choose among them."""
    return TopsView(
        points=tops.points,
        ties=tuple(
            TieView(
                move=tie.move,
                opening=tie.opening,
                ends=tie.ends,
                jokers=tie.jokers,
                barred=tie.barred,
                article=str(tie.citation) if tie.citation else "",
            )
            for tie in tops.ties
        ),
        scrabbles=found.scrabbles if found else (),
        second=found.second if found else None,
        sub_tops=found.sub_tops if found else (),
        prepared=prepared,
    )


def slips_view(state: State, revision: int) -> SlipsView:
    """The slips of the turn under way, or of the last one."""
    turn = current_turn(state)
    row = state.marks.get(turn, {})
    expected = expected_tables(state, turn) if turn else ()
    if state.formula.topping:
        return _finders_view(state, revision, turn, expected)
    return SlipsView(
        revision=revision,
        turn=turn,
        expected=len(expected),
        received=sum(t in row and row[t].slip is not None for t in expected),
        ruled=sum(1 for t in expected if t in row and row[t].ruling),
        missing=tuple(t for t in expected if t not in row),
        commission=tuple(t for t, m in sorted(row.items()) if m.ruling and m.ruling.outcomes),
        found=found_on(state, state.turns[-1]) if state.turns else None,
        incomplete=tuple(
            TurnSlips(turn=turn, open=True, missing=missing)
            for turn, missing in incomplete_turns(state).items()
        ),
    )


def _finders_view(state: State, revision: int, turn: int, expected: tuple[int, ...]) -> SlipsView:
    """Topping: who has found the top of a turn."""
    found = finders(state, turn)
    return SlipsView(
        revision=revision,
        turn=turn,
        expected=len(expected),
        received=len(found),
        ruled=0,
        missing=tuple(t for t in expected if t not in found),
        commission=(),
        topping=True,
    )


def table_lines(state: State, companion: Companion) -> tuple[TableLine, ...]:
    """The tables entered."""
    out = eliminated(state)
    return tuple(
        TableLine(
            table=entrant.table,
            players=entrant.players,
            first_turn=entrant.first_turn,
            last_turn=entrant.last_turn,
            excluded=entrant.is_excluded,
            eliminated=out.get(entrant.table),
            on_paper=companion.hands_in_on_paper(entrant.table),
        )
        for _, entrant in sorted(state.entrants.items())
    )


def referee_view(
    game: Game, public: PublicView, tops: TopsView | None, *, searching: bool, no_solution: bool
) -> RefereeView:
    """The desk of the head referee, who also sees what anybody sees."""
    state, companion = game.state, game.companion
    return RefereeView(
        revision=game.revision,
        game=public,
        settings=companion.settings,
        next=next_step(state, no_solution),
        tops=tops,
        searching=searching,
        no_solution=no_solution,
        slips=slips_view(state, game.revision),
        tables=table_lines(state, companion),
        offered=offered(state, no_solution, sealed=companion.sealed),
        sealed=companion.sealed,
        draw_from=next_draw_from(state),
        to_draw=state.position.needed(state.formula) if state.phase is Phase.DRAWING else 0,
        leave=state.position.leave if state.phase is Phase.DRAWING else "",
    )
