"""Squares as the French name them: a letter for the row, a number for the column.

Letter first, ``H4``, is a word across; number first, ``4H``, a word down. Inside, rows and columns
count from 0. GCG is the transpose; only ``gcg`` converts.
"""

import re
from dataclasses import dataclass
from enum import Enum

from raccord.board.errors import NotAReferenceError, NotASquareError
from raccord.board.layout import SIZE

_ACROSS = re.compile(r"([A-O])0?([1-9]|1[0-5])")
_DOWN = re.compile(r"0?([1-9]|1[0-5])([A-O])")


class Direction(Enum):
    """Sens: across (horizontal) or down (vertical)."""

    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> "Direction":
        """The direction at right angles."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS

    @property
    def step(self) -> tuple[int, int]:
        """Rows and columns from one letter to the next."""
        return (0, 1) if self is Direction.ACROSS else (1, 0)


@dataclass(frozen=True, slots=True, order=True)
class Square:
    """Case: a place of the grid, whether or not a tile is there."""

    row: int
    column: int

    def __post_init__(self) -> None:
        if not (0 <= self.row < SIZE and 0 <= self.column < SIZE):
            raise NotASquareError((self.row, self.column))

    @property
    def index(self) -> int:
        """Its place in the 225 cells of a board."""
        return self.row * SIZE + self.column

    def __str__(self) -> str:
        return f"{chr(65 + self.row)}{self.column + 1}"


CENTRE_SQUARE = Square(7, 7)


@dataclass(frozen=True, slots=True)
class Reference:
    """Référence: where a word starts and which way it lies."""

    row: int
    column: int
    direction: Direction

    def __post_init__(self) -> None:
        if not (0 <= self.row < SIZE and 0 <= self.column < SIZE):
            raise NotASquareError((self.row, self.column))

    @classmethod
    def parse(cls, text: str) -> "Reference":
        """Read ``H4`` or ``4H``; spaces and lower case are welcome."""
        compact = "".join(text.split()).upper()
        if found := _ACROSS.fullmatch(compact):
            return cls(ord(found[1]) - 65, int(found[2]) - 1, Direction.ACROSS)
        if found := _DOWN.fullmatch(compact):
            return cls(ord(found[2]) - 65, int(found[1]) - 1, Direction.DOWN)
        raise NotAReferenceError(text)

    @property
    def square(self) -> Square:
        """The square of the first letter."""
        return Square(self.row, self.column)

    @property
    def turned(self) -> "Reference":
        """The same square, the other direction."""
        return Reference(self.row, self.column, self.direction.other)

    def indices(self, length: int) -> range | None:
        """The places of a word in the cells of a board, or None where it leaves the grid."""
        across = self.direction is Direction.ACROSS
        if (self.column if across else self.row) + length > SIZE:
            return None
        start, step = self.row * SIZE + self.column, 1 if across else SIZE
        return range(start, start + length * step, step)

    def squares(self, length: int) -> list[Square] | None:
        """The squares of a word of that length, or None where it leaves the grid."""
        down, right = self.direction.step
        last = length - 1
        if self.row + last * down >= SIZE or self.column + last * right >= SIZE:
            return None
        return [Square(self.row + i * down, self.column + i * right) for i in range(length)]

    def __str__(self) -> str:
        letter, number = chr(65 + self.row), str(self.column + 1)
        return letter + number if self.direction is Direction.ACROSS else number + letter

    def __repr__(self) -> str:
        return f"Reference.parse({str(self)!r})"
