"""Documents as CSV for French spreadsheets: UTF-8 with a byte-order mark, semicolons, decimal
commas. A text a spreadsheet would run as a formula is shown as text instead."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from raccord.documents import competition, world
from raccord.documents.french import decimal, drawn, lasting, named
from raccord.documents.values import (
    Document,
    GameSheet,
    Notes,
    Ranking,
    Reason,
    RoadSheet,
    Written,
)
from raccord.duplicate.slips.ranking import RankLine

BOM = "\ufeff"
_FORMULA = frozenset("=+-@\t\r\n＝＋－＠")
Cell = str | int | None


def to_csv(document: Document) -> bytes:
    """A document as a CSV file."""
    return csv_of(rows_of(document))


def rows_of(document: Document) -> Iterator[Sequence[Cell]]:
    """The rows of a document, for any kind of spreadsheet."""
    return _ROWS[type(document)](document)


def csv_of(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Rows as a CSV file."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=";", lineterminator="\r\n")
    for row in rows:
        writer.writerow([_safe(cell) for cell in row])
    return (BOM + file.getvalue()).encode()


def _safe(cell: Cell) -> str | int:
    if isinstance(cell, int):
        return cell
    text = cell or ""
    return f"'{text}" if text[:1] in _FORMULA else text


def _ranking(document: Ranking) -> Iterator[Sequence[Cell]]:
    own = {"time": "Temps", "au-top": "Au top (%)", "survival": "Éliminé au coup"}
    extra = own.get(document.kind)
    is_divided = document.heading.sections > 0
    yield (
        *("Place", "Table", "Joueur 1", "Joueur 2", "Total", "Négatif", "% du top", "Points"),
        *("Solos", "Primes", "Avertissements", "Coût des avertissements"),
        *((extra,) if extra else ()),
        *("État", "Coups non corrigés"),
        *(("Section",) if is_divided else ()),
    )
    state = "provisoire" if document.heading.provisional else "publié"
    for line in document.lines:
        yield (
            *(line.place, line.table, line.players[0], "".join(line.players[1:2]), line.total),
            *(line.negative, decimal(line.percentage), line.points, line.solos, line.bonus),
            *(line.warnings, -line.warning_cost),
            *((_own(line),) if extra else ()),
            *(state, _unmarked(document, line.table)),
            *((line.section,) if is_divided else ()),
        )


def _unmarked(document: Ranking, table: int) -> str:
    """The turns on which nobody has ruled on this table's slip."""
    return " ".join(str(m.turn) for m in document.heading.missing if table in m.tables)


def _own(line: RankLine) -> Cell:
    if line.time_ms is not None:
        return lasting(line.time_ms)
    return line.eliminated if line.au_top is None else decimal(line.au_top)


def _road(document: RoadSheet) -> Iterator[Sequence[Cell]]:
    yield (
        *("Coup", "Tirage", "Mot écrit", "Référence écrite", "Score écrit", "Points", "Total"),
        *("Top", "Points du top", "Total des tops", "Solo", "Sanction", "Motifs"),
    )
    for line in document.lines:
        yield (
            *(line.turn, drawn(line.leave, line.new), *_written(line.written)),
            *(line.points, line.total),
            *(line.top, line.top_points, line.top_total, "solo" if line.is_solo else ""),
            *(line.sanction, _reasons(line.reasons)),
        )


def _notes(document: Notes) -> Iterator[Sequence[Cell]]:
    yield (
        "Coup",
        "Table",
        "Joueurs",
        "Mot écrit",
        "Référence écrite",
        "Score écrit",
        "Points",
        "Sanction",
        "Motifs",
    )
    for note in document.notes:
        yield (
            *(note.turn, note.table, named(note.players), *_written(note.written)),
            *(note.points, note.sanction, _reasons(note.reasons)),
        )


def _written(wrote: Written | None) -> tuple[Cell, Cell, Cell]:
    return (wrote.word, wrote.reference, wrote.score) if wrote else ("", "", None)


def _reasons(reasons: Iterable[Reason]) -> str:
    return " ; ".join(f"{r.text} ({r.article})" if r.article else r.text for r in reasons)


def _game(document: GameSheet) -> Iterator[Sequence[Cell]]:
    yield (
        *("Coup", "Tirage", "Rejets", "Référence", "Mot", "Points", "Total", "Ex aequo"),
        *("Articles", "Solo", "Tables au top"),
    )
    for line in document.lines:
        others = (tie.move for tie in line.ties if not tie.is_retained)
        yield (
            *(line.turn, drawn(line.leave, line.new)),
            " ".join((*line.discarded, *line.rejected)),
            *(line.reference, line.word, line.points, line.total, " / ".join(others)),
            *(" ".join(line.articles), named(line.solo.players) if line.solo else ""),
            line.reached,
        )


_ROWS: dict[type[Document], Callable[[Any], Iterator[Sequence[Cell]]]] = {
    Ranking: _ranking,
    RoadSheet: _road,
    Notes: _notes,
    GameSheet: _game,
    competition.EventRanking: competition.rows,
    competition.SeasonTable: competition.season_rows,
    world.WorldRanking: world.rows,
}
