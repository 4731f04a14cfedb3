"""What markers see of the slips of a turn, and both markings of a slip side by side.

A second marker is ``blind``: of a table not entered a second time he is told nothing at all.
"""

from collections.abc import Collection
from typing import Literal

from raccord.documents.road import owes_note
from raccord.duplicate import Phase, State, Tops
from raccord.duplicate.slips.situation import (
    current_turn,
    expected_tables,
    missing_tables,
    under_the_clock,
)
from raccord.hall.companion import Companion, SecondMarked
from raccord.hall.games import Game
from raccord.hall.shapes import RulingView, SlipView, View
from raccord.hall.views import ruling_view, slip_view
from raccord.regulation import Sanction

CellStatus = Literal["missing", "received", "right", "warning", "penalty", "nullity", "commission"]
NoteStatus = Literal["", "due", "delivered"]

_STATUS: dict[Sanction, CellStatus] = {
    Sanction.NONE: "right",
    Sanction.WARNING: "warning",
    Sanction.PENALTY: "penalty",
    Sanction.NULLITY: "nullity",
    Sanction.COMMISSION: "commission",
}


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
    picture: str = ""
    """The digest of its photograph."""
    machine: bool = False
    """Whether the software read it there and nobody has confirmed it."""


class TurnSlips(View, frozen=True, kw_only=True):
    """Bulletins d'un coup: the tables that miss; ``open`` once time is up."""

    turn: int
    open: bool
    missing: tuple[int, ...]


class MarkerView(View, frozen=True, kw_only=True):
    """Ce que voit un arbitre-correcteur d'un coup; ``top`` is known once time is up.

    ``turns`` tells the whole evening.
    """

    revision: int
    turn: int
    open: bool
    """Whether slips of this turn may be entered."""
    draw: str
    top: str
    top_points: int | None
    cells: tuple[CellView, ...]
    turns: tuple[TurnSlips, ...] = ()


class ReadingView(View, frozen=True, kw_only=True):
    """Lecture d'un bulletin par le double arbitre, before another took its place."""

    at: int
    slip: SlipView
    ruling: RulingView
    by: str
    reason: str


class DifferenceView(View, frozen=True, kw_only=True):
    """Double arbitrage: the two markings of a slip side by side.

    ``reason`` is why the second marker has changed his, ``earlier`` what he had read before.
    """

    turn: int
    table: int
    first: MarkView
    second_slip: SlipView
    second_ruling: RulingView
    by: str
    differs: bool
    reason: str = ""
    earlier: tuple[ReadingView, ...] = ()


def is_hidden(state: State, companion: Companion, turn: int, table: int, *, blind: bool) -> bool:
    """Whether the first marking of a slip is kept from who asks."""
    return blind and not companion.readings(state, turn, table)


def cell_view(
    state: State, companion: Companion, turn: int, table: int, *, blind: bool = False
) -> CellView:
    """One cell of the marker's grid; a slip not yet ruled on is only « received »."""
    if is_hidden(state, companion, turn, table, blind=blind):
        return CellView(table=table, status="missing")
    mark = state.mark(turn, table)
    status: CellStatus = "received" if mark.slip else "missing"
    if mark.ruling:
        status = "commission" if mark.ruling.outcomes else _STATUS[mark.ruling.sanction]
    return CellView(
        table=table,
        status=status,
        points=mark.ruling.points if mark.ruling else None,
        second=bool(companion.readings(state, turn, table)),
        differs=differs(state, companion, turn, table),
        note=_note_status(state, companion, turn, table),
    )


def _note_status(state: State, companion: Companion, turn: int, table: int) -> NoteStatus:
    ruling = state.mark(turn, table).ruling
    if not ruling or not owes_note(ruling):
        return ""
    return "delivered" if companion.is_told(state, turn, table) else "due"


def differs(state: State, companion: Companion, turn: int, table: int) -> bool:
    """Whether the second marker came to other points or another sanction."""
    readings = companion.readings(state, turn, table)
    ruling = state.mark(turn, table).ruling
    if not readings:
        return False
    second = readings[-1].ruling
    other = (second.points, second.sanction)
    return ruling is None or (ruling.points, ruling.sanction) != other


def mark_view(
    state: State, companion: Companion, turn: int, table: int, *, blind: bool = False
) -> MarkView:
    """A slip and its ruling; what a phone sent is not shown to anybody before time is up."""
    mark = state.mark(turn, table)
    unseen = is_hidden(state, companion, turn, table, blind=blind)
    hidden = unseen or under_the_clock(state, turn)
    return MarkView(
        turn=turn,
        table=table,
        players=state.entrants[table].players,
        status=cell_view(state, companion, turn, table, blind=blind).status,
        slip=slip_view(mark.slip) if mark.slip and not hidden else None,
        ruling=ruling_view(mark.ruling) if mark.ruling and not hidden else None,
        note_delivered=companion.is_told(state, turn, table) and not unseen,
        picture=mark.picture,
        machine=mark.machine and not hidden,
    )


def marker_view(
    game: Game,
    turn: int,
    tops: Tops | None,
    tables: tuple[int, ...] = (),
    *,
    blind: bool = False,
) -> MarkerView:
    """The cells of a turn; ``tables`` are those assigned, all if empty."""
    state, companion = game.state, game.companion
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
        revision=game.revision,
        turn=turn,
        open=bool(turn) and (not under_way or state.phase is Phase.TIME_UP),
        draw=draw,
        top=top,
        top_points=points,
        cells=tuple(cell_view(state, companion, turn, t, blind=blind) for t in mine),
        turns=evening(state, companion, tables, blind=blind),
    )


def evening(
    state: State, companion: Companion, tables: tuple[int, ...] = (), *, blind: bool = False
) -> tuple[TurnSlips, ...]:
    """Every turn drawn, and whose slips it misses; ``tables`` are those assigned, all if empty."""
    return tuple(
        TurnSlips(
            turn=turn,
            open=not under_the_clock(state, turn),
            missing=tuple(
                table
                for table in unseen_tables(state, companion, turn, blind=blind)
                if not tables or table in tables
            ),
        )
        for turn in range(1, current_turn(state) + 1)
    )


def unseen_tables(
    state: State, companion: Companion, turn: int, *, blind: bool = False
) -> tuple[int, ...]:
    """The tables of which nothing was entered on a turn; ``blind``: not a second time."""
    if not blind:
        return missing_tables(state, turn)
    return tuple(t for t in expected_tables(state, turn) if not companion.readings(state, turn, t))


def difference_views(game: Game, turn: int, tables: Collection[int]) -> list[DifferenceView]:
    """Both markings of the slips of a turn that were read twice, of these tables."""
    state, companion = game.state, game.companion
    read = (t for t in expected_tables(state, turn) if companion.readings(state, turn, t))
    return [difference_view(game, turn, t) for t in read if not tables or t in tables]


def difference_view(game: Game, turn: int, table: int) -> DifferenceView:
    """The two markings of a slip."""
    state, companion = game.state, game.companion
    *earlier, second = companion.readings(state, turn, table)
    return DifferenceView(
        turn=turn,
        table=table,
        first=mark_view(state, companion, turn, table),
        second_slip=slip_view(second.slip),
        second_ruling=ruling_view(second.ruling),
        by=second.by,
        differs=differs(state, companion, turn, table),
        reason=second.reason,
        earlier=tuple(map(_reading, earlier)),
    )


def _reading(marked: SecondMarked) -> ReadingView:
    return ReadingView(
        at=marked.at,
        slip=slip_view(marked.slip),
        ruling=ruling_view(marked.ruling),
        by=marked.by,
        reason=marked.reason,
    )
