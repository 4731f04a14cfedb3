"""What the head referee sees of a game."""

from typing import Literal

from raccord.duplicate import Phase, State, Survey, Tops, eliminated
from raccord.web.hall.companion import Companion
from raccord.web.hall.games import Game
from raccord.web.hall.rulings import current_turn, expected_tables
from raccord.web.hall.shapes import PublicView, Settings, View
from raccord.web.hall.views import public_view, settings_view

Step = Literal["draw", "start", "end-time", "retain", "no-solution", "resume", "reveal", "results"]


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
    """Bulletins of a turn, counted."""

    revision: int
    turn: int
    expected: int
    received: int
    ruled: int
    missing: tuple[int, ...]
    commission: tuple[int, ...]


class TableLine(View, frozen=True, kw_only=True):
    """Table inscrite."""

    table: int
    players: tuple[str, ...]
    first_turn: int
    last_turn: int | None
    eliminated: int | None
    on_paper: bool


class RefereeView(View, frozen=True, kw_only=True):
    """Le pupitre du juge-arbitre. ``tops`` is None until they are found, or without a draw."""

    game: PublicView
    settings: Settings
    next: Step
    tops: TopsView | None
    searching: bool
    no_solution: bool
    slips: SlipsView
    tables: tuple[TableLine, ...]
    cancellable: bool


def next_step(state: State, no_solution: bool) -> Step:
    """The one thing to do now."""
    if state.interrupted is not None and state.phase is not Phase.OVER:
        return "resume"
    if state.phase is Phase.OVER:
        return "reveal" if state.opened.commitment and not state.secret else "results"
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
    return SlipsView(
        revision=revision,
        turn=turn,
        expected=len(expected),
        received=sum(t in row and row[t].slip is not None for t in expected),
        ruled=sum(1 for t in expected if t in row and row[t].ruling),
        missing=tuple(t for t in expected if t not in row),
        commission=tuple(t for t, m in sorted(row.items()) if m.ruling and m.ruling.outcomes),
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
            eliminated=out.get(entrant.table),
            on_paper=companion.hands_in_on_paper(entrant.table),
        )
        for _, entrant in sorted(state.entrants.items())
    )


def referee_view(
    game: Game, tops: TopsView | None, *, searching: bool, no_solution: bool
) -> RefereeView:
    """The desk of the head referee."""
    state, companion = game.state, game.companion
    under_way = state.phase in (Phase.DRAWN, Phase.RUNNING, Phase.TIME_UP)
    last = state.turns and not state.rejected and not state.discarded and not state.secret
    return RefereeView(
        game=public_view(game),
        settings=settings_view(companion),
        next=next_step(state, no_solution),
        tops=tops,
        searching=searching,
        no_solution=no_solution,
        slips=slips_view(state, game.revision),
        tables=table_lines(state, companion),
        cancellable=bool(state.interrupted is None and (under_way or last)),
    )
