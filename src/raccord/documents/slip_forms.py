"""Blank slips (bulletins type), four to a sheet, with marks by which a camera finds their boxes.

Lengths are in millimetres from the upper left corner of a slip, an A6 sheet lying down. The same
numbers are printed by the template and told in JSON: whoever reads a photograph needs no other
source. The player writes his word and its link in the squares; at the right stand table, turn,
reference and score; the grey part below is the marker's.
"""

from collections.abc import Iterable, Mapping

from raccord.documents.marks import CORNERS, cells, mark_of
from raccord.documents.values import Document

WIDTH, HEIGHT = 148.5, 105.0
PER_PAGE = 4
EDGE, MARK = 5.0, 9.0
"""Where printers begin to print, and the side of a mark: six cells of 1.5 mm."""


class SlipBox(Document, frozen=True, kw_only=True):
    """Case d'un bulletin: ``columns`` × ``rows`` cells of one size, for one character each."""

    name: str
    label: str
    x: float
    y: float
    cell_width: float
    cell_height: float
    columns: int = 1
    rows: int = 1


class SlipMark(Document, frozen=True, kw_only=True):
    """Repère de coin: its number and its rows of black (``1``) and white (``0``) cells."""

    number: int
    x: float
    y: float
    size: float
    rows: tuple[str, ...]


class SlipForm(Document, frozen=True, kw_only=True):
    """Bulletin vierge, made out to a table or, with table 0, to nobody."""

    table: int
    players: tuple[str, ...]
    marks: tuple[SlipMark, ...]


class SlipForms(Document, frozen=True, kw_only=True):
    """Bulletins vierges: where their boxes are, then each of them."""

    title: str
    width: float
    height: float
    boxes: tuple[SlipBox, ...]
    slips: tuple[SlipForm, ...]


BOXES = (
    SlipBox(
        name="grid", label="", x=15.5, y=5, cell_width=5.4, cell_height=5.4, columns=15, rows=15
    ),
    SlipBox(name="table", label="Table", x=99.5, y=9, cell_width=6, cell_height=9, columns=3),
    SlipBox(name="turn", label="Coup", x=120.5, y=9, cell_width=6, cell_height=9, columns=2),
    SlipBox(
        name="reference", label="Référence", x=99.5, y=27, cell_width=11, cell_height=13, columns=3
    ),
    SlipBox(name="score", label="Points", x=99.5, y=49, cell_width=11, cell_height=13, columns=3),
    SlipBox(name="marker", label="Arbitrage", x=15.5, y=88, cell_width=117.5, cell_height=12),
)
"""A reference is written as announced, H4 or 4H: its order tells the direction, so that its three
cells are free and not one for the letter and two for the number."""


def slip_forms(
    tables: Mapping[int, tuple[str, ...]], *, title: str = "", copies: int = PER_PAGE
) -> SlipForms:
    """Slips for each table, or for nobody where there is none, ``copies`` of each."""
    made_out = sorted(tables.items()) or [(0, ())]
    return SlipForms(
        title=title,
        width=WIDTH,
        height=HEIGHT,
        boxes=BOXES,
        slips=tuple(_slips(made_out, copies)),
    )


def _slips(tables: Iterable[tuple[int, tuple[str, ...]]], copies: int) -> Iterable[SlipForm]:
    for table, players in tables:
        yield from [SlipForm(table=table, players=players, marks=_marks(table))] * copies


def _marks(table: int) -> tuple[SlipMark, ...]:
    far_x, far_y = WIDTH - EDGE - MARK, HEIGHT - EDGE - MARK
    corners = ((EDGE, EDGE), (far_x, EDGE), (far_x, far_y), (EDGE, far_y))
    numbers = [mark_of(table, corner) for corner in range(CORNERS)]
    return tuple(
        SlipMark(number=number, x=x, y=y, size=MARK, rows=cells(number))
        for number, (x, y) in zip(numbers, corners, strict=True)
    )
