"""A board as text, for terminals and reports."""

from raccord.board.grid import EMPTY, Board
from raccord.board.layout import SIZE, STANDARD, Layout

_MARKS = {"=": "#", "-": "+", '"': ":", "'": "'", ".": "."}


def picture(board: Board, layout: Layout = STANDARD) -> str:
    """The board with its margins; ``#`` triple word, ``+`` double, ``:`` and ``'`` letters."""
    head = "   " + " ".join(f"{n % 100:>2}" for n in range(1, SIZE + 1))
    rows = [head]
    for row in range(SIZE):
        start = row * SIZE
        cells = [
            f"{_MARKS[layout.marks[i]] if board.cells[i] == EMPTY else board.cells[i]:>2}"
            for i in range(start, start + SIZE)
        ]
        rows.append(f" {chr(65 + row)} " + " ".join(cells))
    return "\n".join(rows)
