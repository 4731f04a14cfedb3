"""The little grid of a slip as the network sees it: letters, and the lines that may be the word."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from raccord.board import SIZE, Direction
from raccord.reading import priors
from raccord.reading.cells import CellRead, Floats, Place
from raccord.reading.network import BLANK, CHARACTERS
from raccord.reading.strips import LETTERS, log_chances

At = tuple[int, int]
MOST_RUNS = 8
"""Lines weighed: a word of three letters among its links is one of six as long as it."""


@dataclass(frozen=True, slots=True)
class Run:
    """Suite de cases: letters side by side, the word or a link."""

    row: int
    column: int
    direction: Direction
    length: int

    def at(self, index: int, beside: int = 0) -> At:
        """The cell of a letter, or one so many away at right angles."""
        down, right = self.direction.step
        return (
            self.row + index * down + beside * right,
            self.column + index * right + beside * down,
        )


class Placed(NamedTuple):
    """A word on a line of the little grid."""

    word: str
    run: Run
    start: int
    likelihood: float

    def at(self, index: int, beside: int = 0) -> At:
        """The cell of a letter, or one so many away at right angles."""
        return self.run.at(self.start + index, beside)


@dataclass(frozen=True, eq=False)
class SketchRead:
    """Quadrillage lu: its letters; ``struck`` cells are as if nothing were there."""

    cells: Mapping[At, CellRead]
    struck: frozenset[At]

    @classmethod
    def of(cls, cells: Mapping[Place, CellRead], *, keeps_struck: bool = False) -> "SketchRead":
        """The letters of a slip's grid, those that seem struck out among them or not."""
        grid = {(row, column): c for (box, row, column), c in cells.items() if box == "grid"}
        least = 1.0 if keeps_struck else priors.STRUCK
        struck = frozenset(at for at, cell in grid.items() if cell.struck > least)
        live = {
            at: cell
            for at, cell in grid.items()
            if at not in struck and log_chances(cell, LETTERS)[BLANK] < np.log(0.7)
        }
        return cls(live, struck)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Lines of letters, the longest first; single letters where there is nothing longer."""
        found = [run for way in Direction for run in self._runs(way)]
        longer = [run for run in found if run.length > 1]
        singles = [run for run in found if run.direction is Direction.ACROSS]
        ordered = sorted(longer or singles, key=lambda run: (-run.length, run.row, run.column))
        return tuple(ordered[:MOST_RUNS])

    def _runs(self, way: Direction) -> Collection[Run]:
        down, right = way.step
        starts = [at for at in self.cells if (at[0] - down, at[1] - right) not in self.cells]
        return [Run(*at, way, self._length(at, way)) for at in starts]

    def _length(self, at: At, way: Direction) -> int:
        length, (down, right) = 0, way.step
        while (at[0] + length * down, at[1] + length * right) in self.cells:
            length += 1
        return length

    @cached_property
    def _chances(self) -> dict[At, Floats]:
        return {at: log_chances(cell, LETTERS) for at, cell in self.cells.items()}

    def chances(self, at: At) -> Floats:
        """Log chances of the letters and blank in a cell, inked or not."""
        found = self._chances.get(at)
        if found is None:
            inside = 0 <= at[0] < SIZE and 0 <= at[1] < SIZE
            found = log_chances(None, LETTERS) if inside else _OUTSIDE
        return found

    def best(self, at: At) -> str:
        """The letter read in a cell without knowing anything."""
        return CHARACTERS[int(self.chances(at)[:26].argmax())]

    def circled(self, at: At) -> float:
        """The chance that a letter is circled."""
        cell = self.cells.get(at)
        return 0.0 if cell is None else cell.circled

    def around(self, run: Run) -> Floats:
        """Log chances along a line, one cell before it and one after it included."""
        return np.stack([self.chances(run.at(i)) for i in range(-1, run.length + 1)])

    def outside(self, run: Run, start: int, length: int) -> tuple[At, ...]:
        """The letters that a word on a line leaves over: its links."""
        own = {run.at(i) for i in range(start, start + length)}
        return tuple(sorted(at for at in self.cells if at not in own))


_OUTSIDE = np.full(len(CHARACTERS) + 1, -30.0)
_OUTSIDE[BLANK] = 0.0
