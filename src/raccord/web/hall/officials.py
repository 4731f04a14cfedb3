"""What the head referee and the markers see of a game."""

from typing import Literal

from raccord.duplicate import Phase, State, Survey, Tops, eliminated
from raccord.regulation import Sanction
from raccord.web.hall.companion import Companion
from raccord.web.hall.rulings import expected_tables
from raccord.web.hall.shapes import PublicView, RulingView, Settings, SlipView, View
from raccord.web.hall.views import ruling_view, settings_view, slip_view

Step = Literal["draw", "start", "end-time", "retain", "no-solution", "resume", "reveal", "results"]
CellStatus = Literal[
    "missing", "received", "right", "warning", "penalty", "nullity", "commission", "out"
]

NoteStatus = Literal["", "due", "delivered"]


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


class CellView(View, frozen=True, kw_only=True):
    """Table d'un coup, as a small cell; ``differs`` if the second marker ruled otherwise."""

    table: int
    status: CellStatus
    points: int | None = None
    second: bool = False
    differs: bool = False
    note: NoteStatus = ""


class MarkView(View, frozen=True, kw_only=True):
    """Bulletin et décision d'une table sur un coup."""

    turn: int
    table: int
    players: tuple[str, ...]
    status: CellStatus
    slip: SlipView | None
    ruling: RulingView | None
    note_delivered: bool


class MarkerView(View, frozen=True, kw_only=True):
    """Ce que voit un arbitre-correcteur d'un coup; ``top`` is known once time is up."""

    turn: int
    open: bool
    """Whether slips of this turn may be entered."""
    draw: str
    top: str
    top_points: int | None
    cells: tuple[CellView, ...]


class DifferenceView(View, frozen=True, kw_only=True):
    """Double arbitrage: the two markings of a slip side by side."""

    turn: int
    table: int
    first: MarkView
    second_slip: SlipView
    second_ruling: RulingView
    by: str
    differs: bool


_STATUS: dict[Sanction, CellStatus] = {
    Sanction.NONE: "right",
    Sanction.WARNING: "warning",
    Sanction.PENALTY: "penalty",
    Sanction.NULLITY: "nullity",
    Sanction.COMMISSION: "commission",
}


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


def slips_view(state: State) -> SlipsView:
    """The slips of the turn under way, or of the last one."""
    turn = current_turn(state)
    row = state.marks.get(turn, {})
    expected = expected_tables(state, turn) if turn else ()
    return SlipsView(
        turn=turn,
        expected=len(expected),
        received=sum(t in row for t in expected),
        ruled=sum(1 for t in expected if t in row and row[t].ruling),
        missing=tuple(t for t in expected if t not in row),
        commission=tuple(t for t, m in sorted(row.items()) if m.ruling and m.ruling.outcomes),
    )


def current_turn(state: State) -> int:
    """The turn whose slips are at hand: the one under way, else the last played, else 0."""
    return state.turn if state.rack else state.turn - 1


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
    game: PublicView,
    state: State,
    companion: Companion,
    tops: TopsView | None,
    *,
    searching: bool,
    no_solution: bool,
) -> RefereeView:
    """The desk of the head referee."""
    under_way = state.phase in (Phase.DRAWN, Phase.RUNNING, Phase.TIME_UP)
    last = state.turns and not state.rejected and not state.discarded and not state.secret
    return RefereeView(
        game=game,
        settings=settings_view(companion),
        next=next_step(state, no_solution),
        tops=tops,
        searching=searching,
        no_solution=no_solution,
        slips=slips_view(state),
        tables=table_lines(state, companion),
        cancellable=bool(state.interrupted is None and (under_way or last)),
    )


def cell_view(state: State, companion: Companion, turn: int, table: int) -> CellView:
    """One cell of the marker's grid; a slip not yet ruled on is only « received »."""
    mark = state.mark(turn, table)
    status: CellStatus = "received" if mark.slip else "missing"
    if mark.ruling:
        status = "commission" if mark.ruling.outcomes else _STATUS[mark.ruling.sanction]
    return CellView(
        table=table,
        status=status,
        points=mark.ruling.points if mark.ruling else None,
        second=(turn, table) in companion.second,
        differs=differs(state, companion, turn, table),
        note=_note_status(state, companion, turn, table),
    )


def _note_status(state: State, companion: Companion, turn: int, table: int) -> NoteStatus:
    ruling = state.mark(turn, table).ruling
    if not ruling or not (ruling.note_due or ruling.disciplinary or ruling.outcomes):
        return ""
    return "delivered" if (turn, table) in companion.notes else "due"


def differs(state: State, companion: Companion, turn: int, table: int) -> bool:
    """Whether the second marker came to other points or another sanction."""
    second = companion.second.get((turn, table))
    ruling = state.mark(turn, table).ruling
    if second is None:
        return False
    other = (second.ruling.points, second.ruling.sanction)
    return ruling is None or (ruling.points, ruling.sanction) != other


def mark_view(state: State, companion: Companion, turn: int, table: int) -> MarkView:
    """A slip and its ruling; what a phone sent is not shown to anybody before time is up."""
    mark = state.mark(turn, table)
    hidden = turn == state.turn and state.phase is not Phase.TIME_UP
    return MarkView(
        turn=turn,
        table=table,
        players=state.entrants[table].players,
        status=cell_view(state, companion, turn, table).status,
        slip=slip_view(mark.slip) if mark.slip and not hidden else None,
        ruling=ruling_view(mark.ruling) if mark.ruling and not hidden else None,
        note_delivered=(turn, table) in companion.notes,
    )


def marker_view(
    state: State,
    companion: Companion,
    turn: int,
    tops: Tops | None,
    tables: tuple[int, ...] = (),
) -> MarkerView:
    """The cells of a turn; ``tables`` are those assigned, all if empty."""
    under_way = turn == state.turn and bool(state.rack)
    if turn and not under_way:
        played = state.turns[turn - 1]
        draw, top, points = played.draw, str(played.move), played.points
    elif under_way and state.phase is Phase.TIME_UP and tops:
        draw, top, points = state.rack, tops.eligible[0].move, tops.points
    else:
        draw, top, points = state.rack, "", None
    playing = expected_tables(state, turn) if turn else ()
    mine = [t for t in playing if not tables or t in tables]
    return MarkerView(
        turn=turn,
        open=bool(turn) and (not under_way or state.phase is Phase.TIME_UP),
        draw=draw,
        top=top,
        top_points=points,
        cells=tuple(cell_view(state, companion, turn, t) for t in mine),
    )


def difference_view(state: State, companion: Companion, turn: int, table: int) -> DifferenceView:
    """The two markings of a slip."""
    second = companion.second[turn, table]
    return DifferenceView(
        turn=turn,
        table=table,
        first=mark_view(state, companion, turn, table),
        second_slip=slip_view(second.slip),
        second_ruling=ruling_view(second.ruling),
        by=second.by,
        differs=differs(state, companion, turn, table),
    )
