"""The little grid as a page shows it: squares one by one, and the slip they make.

The word and the link letters are told apart by whoever fills the squares in; rows and columns
count from anywhere.
"""

from collections.abc import Collection, Iterable
from typing import Literal

import msgspec

from raccord.board import Direction, plain
from raccord.errors import RaccordError
from raccord.regulation.marking.sketch import GAP, LARGEST, Run, Sketch
from raccord.regulation.marking.writing import parse_written_word
from raccord.regulation.slip import Slip

Way = Literal["across", "down"]


class CellsError(RaccordError, ValueError):
    """Squares that make no slip; the message is in French."""


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """Case du quadrillage: a letter, circled or not, of the word or copied from the board."""

    row: int
    column: int
    letter: str
    circled: bool = False
    link: bool = False


def slip_of_cells(cells: Collection[Cell], direction: Way = "across") -> Slip:
    """The slip these squares make; ``direction`` is that of a word of one letter."""
    clean = _checked(cells)
    word = [cell for cell in clean if not cell.link]
    # One letter alone lies neither way: only the page knows which arrow was chosen.
    way = _way(word) or direction
    written = {
        cell.row if way == "down" else cell.column: f"({cell.letter})"
        if cell.circled
        else cell.letter
        for cell in word
    }
    # A grid that only repeats the word would make the slip one of two modes (2017 4.4).
    is_linked = len(word) < len(clean)
    return Slip(
        word=_line(written, min(written, default=0)),
        direction=way if word else None,
        grid=_grid(clean) if is_linked else None,
    )


def _checked(cells: Collection[Cell]) -> list[Cell]:
    """The squares with their letters in capitals, none used twice, none too far away."""
    if len({(cell.row, cell.column) for cell in cells}) < len(cells):
        raise CellsError("une case porte deux lettres")
    for axis in ("row", "column"):
        places = [getattr(cell, axis) for cell in cells]
        if places and max(places) - min(places) >= LARGEST:
            raise CellsError(f"{LARGEST} rangées et colonnes au plus")
    return [msgspec.structs.replace(cell, letter=_letter(cell)) for cell in cells]


def _letter(cell: Cell) -> str:
    letter = plain(cell.letter)
    if len(letter) != 1 or not "A" <= letter <= "Z":
        raise CellsError("une lettre est attendue dans chaque case")
    return letter


def _way(word: list[Cell]) -> Way | None:
    """The direction of the word's squares; None for a single one."""
    rows, columns = {cell.row for cell in word}, {cell.column for cell in word}
    if len(rows) > 1 and len(columns) > 1:
        raise CellsError("les lettres du mot doivent être sur une même ligne")
    if len(word) < 2:
        return None
    return "across" if len(rows) == 1 else "down"


def _line(letters: dict[int, str], start: int) -> str:
    """The letters in their places, blanks as gaps."""
    return "".join(letters.get(i, GAP) for i in range(start, max(letters, default=start - 1) + 1))


def _grid(cells: list[Cell]) -> str:
    rows: dict[int, dict[int, str]] = {}
    for cell in cells:
        rows.setdefault(cell.row, {})[cell.column] = cell.letter
    left = min(cell.column for cell in cells)
    return "\n".join(_line(rows.get(i, {}), left) for i in range(min(rows), max(rows) + 1))


def cells_of_slip(slip: Slip) -> tuple[Cell, ...]:
    """The squares of a slip's little grid; of its word alone where it has no grid."""
    sketch = Sketch.parse(slip.grid or "")
    run = _word_run(slip, sketch)
    letters = sketch.cells | {run.cell(i): c for i, c in enumerate(run.text) if c != GAP}
    own = {run.cell(i) for i in range(len(run.text))}
    circled = sketch.circled | {run.cell(i) for i in run.circles}
    found: Iterable[tuple[tuple[int, int], str]] = sorted(letters.items())
    return tuple(Cell(*at, letter, at in circled, at not in own) for at, letter in found)


def _word_run(slip: Slip, sketch: Sketch) -> Run:
    """Where the word stands in the grid, else in a grid of its own; nowhere if it is not there."""
    letters, circles = parse_written_word(slip.word) or ("", frozenset())
    direction = Direction(slip.direction or "across")
    for run in sketch.finding(letters, direction) if letters else ():
        return run._replace(circles=run.circles | circles)
    return Run(0, 0, direction, "" if slip.grid else letters, circles)
