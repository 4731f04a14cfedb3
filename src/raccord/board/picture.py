"""A board as text, for terminals and reports."""

from raccord.board.grid import EMPTY, Board
from raccord.board.layout import SIZE, STANDARD

_MARKS = {"=": "#", "-": "+", '"': ":", "'": "'", ".": "."}


def picture(board: Board) -> str:
    """The board with its margins; ``#`` triple word, ``+`` double, ``:`` and ``'`` letters."""
    head = "   " + " ".join(f"{n % 100:>2}" for n in range(1, SIZE + 1))
    rows = [head]
    for row in range(SIZE):
        start = row * SIZE
        cells = [
            f"{_MARKS[STANDARD.marks[i]] if board.cells[i] == EMPTY else board.cells[i]:>2}"
            for i in range(start, start + SIZE)
        ]
        rows.append(f" {chr(65 + row)} " + " ".join(cells))
    return "\n".join(rows)
