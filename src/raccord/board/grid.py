"""The board: 225 cells, never changed in place."""

import re
from dataclasses import dataclass

from raccord.board.errors import NotABoardError, NotAMoveError
from raccord.board.layout import SIZE
from raccord.board.move import Move
from raccord.board.reference import Direction, Reference, Square

EMPTY = "."


@dataclass(frozen=True, slots=True)
class Board:
    """Grille: ``.`` empty, upper case a tile, lower case a joker's letter, row by row."""

    cells: str

    def __post_init__(self) -> None:
        if len(self.cells) != SIZE * SIZE or not _is_ascii_letters(self.cells):
            raise NotABoardError(self.cells)

    @classmethod
    def empty(cls) -> "Board":
        """A board with nothing on it."""
        return cls(EMPTY * (SIZE * SIZE))

    @classmethod
    def parse(cls, text: str) -> "Board":
        """Read 15 lines of 15 characters, the form ``str`` writes."""
        lines = text.splitlines()
        while lines and not lines[-1].strip():
            lines.pop()
        lines = [line.rstrip() for line in lines]
        if len(lines) != SIZE:
            raise NotABoardError(
                "\n".join(lines),
                f"15 lines of 15 characters, not {len(lines)}",
                f"15 lignes de 15 caractères, et non {len(lines)}",
            )
        for number, line in enumerate(lines, 1):
            if len(line) != SIZE or not _is_ascii_letters(line):
                raise NotABoardError(line, line=number)
        return cls("".join(lines))

    @classmethod
    def unpack(cls, text: str) -> "Board":
        """Read what ``packed`` writes: letters, and runs of empty squares as numbers."""
        found = re.findall(r"[A-Za-z.]|\d{1,3}", text[: 2 * SIZE * SIZE])
        cells = "".join(EMPTY * int(one) if one.isdigit() else one for one in found)
        if "".join(found) != text:
            raise NotABoardError(text)
        return cls(cells)

    @property
    def packed(self) -> str:
        """The board on one line that fits an address: three empty squares are written ``3``."""
        return re.sub(r"\.+", lambda run: str(len(run.group())), self.cells)

    @property
    def is_empty(self) -> bool:
        """Whether no tile has been placed."""
        return self.cells == EMPTY * (SIZE * SIZE)

    @property
    def tiles(self) -> str:
        """The tiles on the board as they left the bag: a joker is ``?``."""
        return "".join("?" if c.islower() else c for c in self.cells if c != EMPTY)

    def __getitem__(self, square: Square) -> str:
        return self.cells[square.index]

    def is_free(self, square: Square) -> bool:
        """Whether no tile lies on the square."""
        return self.cells[square.index] == EMPTY

    def letter(self, row: int, column: int) -> str:
        """The letter at a place, ``.`` if none or if outside the grid."""
        if 0 <= row < SIZE and 0 <= column < SIZE:
            return self.cells[row * SIZE + column]
        return EMPTY

    def place(self, move: Move) -> "Board":
        """The board with the move's letters on its free squares."""
        indices = move.reference.indices(len(move.word))
        if indices is None:
            raise off_the_grid(move)
        cells = list(self.cells)
        for index, letter in zip(indices, move.word, strict=True):
            if cells[index] == EMPTY:
                cells[index] = letter
            elif cells[index].upper() != letter.upper():
                square = Square(*divmod(index, SIZE))
                raise NotAMoveError(
                    str(move),
                    f"the letter already on {square}",
                    f"la lettre déjà placée en {square}",
                )
        return Board("".join(cells))

    def replace(self, square: Square, letter: str) -> "Board":
        """The board with one tile exchanged, as when a joker gives way to its true letter."""
        return Board(self.cells[: square.index] + letter + self.cells[square.index + 1 :])

    def run(self, square: Square, direction: Direction) -> tuple[Reference, str]:
        """The longest run of letters through a square, taking the square as it is."""
        down, right = direction.step
        row, column = square.row, square.column
        while self.letter(row - down, column - right) != EMPTY:
            row, column = row - down, column - right
        start = Reference(row, column, direction)
        word = ""
        while (letter := self.letter(row, column)) != EMPTY:
            word += letter
            row, column = row + down, column + right
        return start, word

    def words(self) -> list[tuple[Reference, str]]:
        """Every word of two letters or more on the board, across then down."""
        found = []
        for direction in Direction:
            down, right = direction.step
            for index, letter in enumerate(self.cells):
                row, column = divmod(index, SIZE)
                if letter == EMPTY or self.letter(row - down, column - right) != EMPTY:
                    continue
                start, word = self.run(Square(row, column), direction)
                if len(word) > 1:
                    found.append((start, word))
        return found

    def __str__(self) -> str:
        return "\n".join(self.cells[i : i + SIZE] for i in range(0, SIZE * SIZE, SIZE))

    def __repr__(self) -> str:
        return f"Board({self.cells!r})"

    def _repr_svg_(self) -> str:
        """How a notebook shows it."""
        from raccord.board.picture import svg  # which draws boards

        return svg(self)


def off_the_grid(move: Move) -> NotAMoveError:
    """The error for a word longer than the room it has."""
    return NotAMoveError(
        str(move), "a word that stays on the grid", "un mot qui reste dans la grille"
    )


def _is_ascii_letters(text: str) -> bool:
    letters = text.replace(EMPTY, "")
    return not letters or (letters.isascii() and letters.isalpha())
