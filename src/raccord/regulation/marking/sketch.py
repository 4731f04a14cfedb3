"""The slip's little grid: where the word is in it, and which letters around it are links.

A link letter shares a side with a letter of the word or with another link letter (2017 4.3.1;
2010, undated 3.3.1); a letter drawn apart from them locates nothing and is passed over.
"""

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from raccord.board import Direction, plain

GAP = "."
LARGEST = 60
"""A slip's grid is a part of the board; nothing is read beyond this many rows or columns."""


Cell = tuple[int, int]


def spread(start: Iterable[Cell], cells: Container[Cell]) -> frozenset[Cell]:
    """The cells that share a side with one of the start, or with another of them."""
    reached, border = set(start), list(start)
    begun = frozenset(reached)
    while border:
        row, column = border.pop()
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if near in cells and near not in reached:
                reached.add(near)
                border.append(near)
    return frozenset(reached) - begun


class Link(NamedTuple):
    """Lettre de raccord: where it stands in the axes of the word, and the letter."""

    along: int
    aside: int
    letter: str


class Run(NamedTuple):
    """Letters in a line of the little grid, with the circled ones; gaps are dots."""

    row: int
    column: int
    direction: Direction
    text: str
    circles: frozenset[int]

    def cell(self, index: int) -> Cell:
        """The cell of the run's letter."""
        down, right = self.direction.step
        return self.row + index * down, self.column + index * right

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells that hold its letters."""
        return frozenset(self.cell(i) for i, letter in enumerate(self.text) if letter != GAP)


@dataclass(frozen=True, slots=True)
class Sketch:
    """Quadrillage du bulletin: the letters drawn, by row and column."""

    cells: dict[Cell, str]
    circled: frozenset[Cell]

    @classmethod
    def parse(cls, text: str) -> "Sketch":
        """Read the little grid; whatever is no letter is blank, lines may be ragged."""
        cells: dict[Cell, str] = {}
        circled = set()
        for row, line in enumerate(text.splitlines()[:LARGEST]):
            column, depth = 0, 0
            for mark in plain(line[:LARGEST]):
                if mark in "()":
                    depth = int(mark == "(")
                    continue
                if "A" <= mark <= "Z":
                    cells[row, column] = mark
                    if depth:
                        circled.add((row, column))
                column += 1
        return cls(cells, frozenset(circled))

    def _line(self, number: int, direction: Direction) -> str:
        """A row (across) or column (down) as text, blanks as gaps."""
        axis = 0 if direction is Direction.ACROSS else 1
        placed = {cell[1 - axis]: c for cell, c in self.cells.items() if cell[axis] == number}
        return "".join(placed.get(i, GAP) for i in range(max(placed, default=-1) + 1))

    def _lines(self, direction: Direction) -> list[tuple[int, str]]:
        axis = 0 if direction is Direction.ACROSS else 1
        numbers = sorted({cell[axis] for cell in self.cells})
        return [(n, self._line(n, direction)) for n in numbers]

    def _run(self, number: int, start: int, text: str, direction: Direction) -> Run:
        across = direction is Direction.ACROSS
        row, column = (number, start) if across else (start, number)
        bare = Run(row, column, direction, text, frozenset())
        circles = frozenset(i for i in range(len(text)) if bare.cell(i) in self.circled)
        return bare._replace(circles=circles)

    def finding(self, letters: str, direction: Direction) -> list[Run]:
        """Where a word stands in the grid, standing alone in its line if it does anywhere."""
        pattern = re.escape(letters).replace(re.escape(GAP), r"\.+")
        found: list[tuple[bool, Run]] = []
        for number, line in self._lines(direction):
            for match in re.finditer(f"(?=({pattern}))", line):
                start, text = match.start(), match[1]
                alone = not re.match("[A-Z]", line[start - 1 : start] if start else "")
                alone = alone and not re.match("[A-Z]", line[start + len(text) :])
                found.append((alone, self._run(number, start, text, direction)))
        return [r for alone, r in found if alone] or [r for _, r in found]

    def runs(self, direction: Direction | None) -> list[Run]:
        """Every run of two letters or more, longest first, and every line with a gap inside.

        A single line is all one word: its parts are not offered.
        """
        found = []
        for way in (direction,) if direction else Direction:
            lines = self._lines(way)
            for number, line in lines:
                spans = [*re.finditer(r"[A-Z].*\..*[A-Z]", line)]
                if not spans or len(lines) > 1:
                    spans += re.finditer("[A-Z]{2,}", line)
                found += [self._run(number, m.start(), m[0], way) for m in spans]
        return sorted(found, key=lambda run: -len(run.text))

    def words(self) -> list[Run]:
        """Every run of two letters or more, across and down, gaps ending it."""
        return [
            self._run(number, match.start(), match[0], way)
            for way in Direction
            for number, line in self._lines(way)
            for match in re.finditer("[A-Z]{2,}", line)
        ]

    def links(self, run: Run, *, past_end: bool = False) -> tuple[Link, ...]:
        """The link letters around the word, in its axes.

        ``past_end`` takes the square after the word for one of its own: a last letter left out.
        """
        own = run.cells
        if past_end and (end := run.cell(len(run.text))) not in self.cells:
            own |= {end}
        found = (self._link(run, cell) for cell in sorted(self.reached(own) - own))
        return tuple(found)

    def reached(self, own: frozenset[Cell]) -> frozenset[Cell]:
        """These cells and every letter that shares a side with one of them, from near to near."""
        return own | spread(own, self.cells)

    def _link(self, run: Run, cell: tuple[int, int]) -> Link:
        rows, columns = cell[0] - run.row, cell[1] - run.column
        letter = self.cells[cell]
        if run.direction is Direction.ACROSS:
            return Link(columns, rows, letter)
        return Link(rows, columns, letter)

    @staticmethod
    def is_cut(text: str, whole: str) -> bool:
        """Whether the text drawn is the whole word with some of its letters left out in a block."""
        if len(text.replace(GAP, "")) < 2 or len(text) > len(whole):
            return False
        head, _, tail = text.partition(GAP)
        tail = tail.strip(GAP)
        if not tail:
            return whole.startswith(text) or whole.endswith(text)
        return whole.startswith(head) and whole.endswith(tail)
