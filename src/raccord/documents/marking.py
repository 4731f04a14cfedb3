"""Arbitration sheets: what one marker decided on one turn, or the lines on which to write it."""

from collections.abc import Collection, Mapping

import msgspec

from raccord.documents.heading import heading, reasons, sanction_text, written
from raccord.documents.values import Document, Heading, Reason, Written
from raccord.duplicate import State
from raccord.duplicate import Turn as PlayedTurn
from raccord.duplicate.slips.situation import expected_tables
from raccord.regulation import Ruling


class MarkingLine(Document, frozen=True, kw_only=True):
    """Ligne de feuille d'arbitrage; ``points`` is None where nothing is decided yet."""

    table: int
    players: tuple[str, ...]
    written: Written | None
    points: int | None
    sanction: str
    reasons: tuple[Reason, ...]
    second: int | None = None
    """What the second marker gives it, on a sheet of second marking."""


class MarkingSheet(Document, frozen=True, kw_only=True):
    """Feuille d'arbitrage, or of second marking: a turn and the tables of one marker."""

    heading: Heading
    turn: int
    marker: str
    leave: str
    new: str
    top: str
    top_points: int | None
    lines: tuple[MarkingLine, ...]
    is_second: bool = False


def marking_sheet(
    state: State, turn: int, *, marker: str = "", tables: Collection[int] = ()
) -> MarkingSheet:
    """The sheet of a marker on a turn, of his tables or of all; ``marker`` is his name.

    Before its top is retained the lines are blank: paper must not tell what nobody may know yet.
    """
    played = next((one for one in state.turns if one.number == turn), None)
    chosen = [t for t in expected_tables(state, turn) if not tables or t in tables]
    return MarkingSheet(
        heading=heading(state),
        turn=turn,
        marker=marker,
        leave=played.leave if played else "",
        new=played.draw[len(played.leave) :] if played else "",
        top=str(played.move) if played else "",
        top_points=played.points if played else None,
        lines=tuple(_line(state, turn, table, played) for table in chosen),
    )


def second_sheet(state: State, turn: int, readings: Mapping[int, Ruling]) -> MarkingSheet:
    """The sheet of second marking of a turn: both markings of every table, where they are known.

    ``readings`` are the rulings of the second marker by table.
    """
    sheet = marking_sheet(state, turn)
    known = readings if sheet.top_points is not None else {}
    lines = tuple(
        msgspec.structs.replace(
            line, second=known[line.table].points if line.table in known else None
        )
        for line in sheet.lines
    )
    return msgspec.structs.replace(sheet, lines=lines, is_second=True)


def _line(state: State, turn: int, table: int, played: PlayedTurn | None) -> MarkingLine:
    mark = state.mark(turn, table)
    ruling = mark.ruling if played else None
    return MarkingLine(
        table=table,
        players=state.entrants[table].players,
        written=written(mark.slip) if played else None,
        points=ruling.points if ruling else None,
        sanction=sanction_text(ruling),
        reasons=reasons(ruling, state.opened.edition),
    )
