"""Rolls: long lists on paper, laid out page by page before they are set.

Every line has the same height, so that the pages of a list are filled evenly: eight hundred names
leave no last page with two of them. A list that fits under the one before shares its page. A page
is set column by column, which takes a tenth of the time of a table of cells.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from raccord.documents.fitting import STYLES, Style, Styled, styled, width
from raccord.documents.values import Document

BODY_MM = 244
"""What is left of a page for lines, under its heading."""
_WIDE_MM = 184
_GUTTER_MM = 8
_LOOKED_AT = 40
"""Names looked at, the longest ones."""
_TITLE = 2
"""Lines that the title and the heads of a list take."""
Row = tuple[str, ...]
"""The cells of a line, then its note in small print; a single cell is the heading of a group."""


class Roll(Document, frozen=True, kw_only=True):
    """Liste; ``sides`` has a letter for each column: l, r, c, or w for the one as wide as it can.

    ``across`` is how many columns of lines stand side by side, ``strong`` the columns in bold.
    """

    title: str
    heads: Row
    sides: str
    rows: tuple[Row, ...]
    strong: tuple[int, ...] = ()
    height: float = 5.6
    """Of a line, in mm."""
    noted: bool = False
    """Whether every line has a second one, in small print."""
    across: int = 1
    ruled: bool = False
    """Whether the columns are parted by lines, to be written in."""

    @property
    def room(self) -> float:
        """What the widest column has, in mm, when the others have what they need."""
        whole = (_WIDE_MM - _GUTTER_MM * (self.across - 1)) / self.across
        rows = [row for row in self.rows if len(row) > 1]
        taken = (
            max(width(head, 7.6), *(width(row[at], 9) for row in rows), 0)
            for at, (head, side) in enumerate(zip(self.heads, self.sides, strict=True))
            if side != "w"
        )
        return whole - sum(taken) - 2.2 * len(self.heads)

    @property
    def capacity(self) -> int:
        """Lines in one column of a page that has nothing else."""
        return int(BODY_MM / self.height) - _TITLE


class Strip(Document, frozen=True, kw_only=True):
    """Colonne de lignes: the text of each column, one line a row; names apart for each style."""

    cells: tuple[str, ...]
    names: dict[Style, str]
    lines: int


class Block(Document, frozen=True, kw_only=True):
    """Part d'une liste on a page: its lines, in strips side by side."""

    roll: int
    first: bool
    strips: tuple[Strip, ...]


class Rolls(Document, frozen=True, kw_only=True):
    """Listes d'une compétition, page by page."""

    title: str
    """Of the competition."""
    name: str
    date: str
    under: str
    rolls: tuple[Roll, ...]
    pages: tuple[tuple[Block, ...], ...]


def rolls(title: str, name: str, date: str, under: str, lists: Sequence[Roll]) -> Rolls:
    """Lists laid out; those without a line are left out, unless there is no other."""
    kept = [_fitting(one) for one in lists if one.rows] or list(lists[:1])
    return Rolls(
        title=title,
        name=name,
        date=date,
        under=under,
        # The lines are in the pages.
        rolls=tuple(msgspec.structs.replace(one, rows=()) for one in kept),
        pages=tuple(map(tuple, _pages(kept))),
    )


def _fitting(roll: Roll) -> Roll:
    """The roll side by side only if that cuts no name short."""
    if roll.across == 1:
        return roll
    room, wide = roll.room, roll.sides.index("w")
    longest = sorted((row[wide] for row in roll.rows if len(row) > 1), key=len)[-_LOOKED_AT:]
    cut = any(part.endswith("…") for name in longest for part in styled(name, "", room).values())
    return msgspec.structs.replace(roll, across=1) if cut else roll


def _pages(lists: Sequence[Roll]) -> Iterator[list[Block]]:
    page: list[Block] = []
    left = float(BODY_MM)
    for number, roll in enumerate(lists):
        high, room = _high(len(roll.rows), roll) * roll.height, roll.room
        if page and high > left:
            yield page
            page, left = [], float(BODY_MM)
        parts = list(evenly(roll.rows, roll.capacity * roll.across)) or [()]
        for at, part in enumerate(parts):
            if at:
                yield page
                page, left = [], float(BODY_MM)
            strips = tuple(_strip(roll, lines, room) for lines in _columns(part, roll.across))
            page.append(Block(roll=number, first=not at, strips=strips))
            left -= _high(len(part), roll) * roll.height
    yield page


def _strip(roll: Roll, rows: Sequence[Row], room: float) -> Strip:
    wide = roll.sides.index("w")
    names = [_name(row, wide, room) for row in rows]
    cells = tuple(
        "" if side == "w" else "\n".join(row[at] if len(row) > 1 else "" for row in rows)
        for at, side in enumerate(roll.sides)
    )
    kept = (style for style in STYLES if any(name.get(style) for name in names))
    told = {style: "\n".join(name.get(style, "") for name in names) for style in kept}
    return Strip(cells=cells, names=told, lines=len(rows))


def _name(row: Row, wide: int, room: float) -> Styled:
    if len(row) == 1:
        return {"group": row[0]}
    return styled(row[wide], row[-1], room)


def _high(lines: int, roll: Roll) -> int:
    """The lines that so many take on paper, with those of the title."""
    return -(-lines // roll.across) + _TITLE


def evenly(rows: Sequence[Row], most: int) -> Iterator[Sequence[Row]]:
    """The rows in parts as equal as can be; no part ends with the heading of a group."""
    parts = -(-len(rows) // most)
    start = 0
    while start < len(rows):
        # Headings that were pushed on are shared out among the parts that are left.
        size = min(most, -(-(len(rows) - start) // max(1, parts)))
        end = start + size
        while start + 1 < end < len(rows) and len(rows[end - 1]) == 1:
            end -= 1
        yield rows[start:end]
        start, parts = end, parts - 1


def _columns(rows: Sequence[Row], across: int) -> Iterator[tuple[Row, ...]]:
    size = -(-len(rows) // across)
    for column in range(across):
        yield tuple(rows[column * size : (column + 1) * size])


def grouped(rows: Iterable[tuple[str, Row]]) -> tuple[Row, ...]:
    """Rows with a heading before each group."""
    found: list[Row] = []
    before: str | None = None
    for group, row in rows:
        if group != before:
            found.append((group,))
        found.append(row)
        before = group
    return tuple(found)
