"""A board as text, for terminals and reports, and as SVG, for notebooks and pages."""

from raccord.board.grid import EMPTY, Board
from raccord.board.layout import SIZE, STANDARD
from raccord.board.tiles import FRENCH

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


_CELL = 24
_COLOURS = {"=": "#e2574c", "-": "#f2b2ac", '"': "#3b8ed0", "'": "#a9d3f0", ".": "#e9e4d4"}


def svg(board: Board) -> str:
    """The board as a drawing: premium squares in colour, a joker's letter in red without points."""
    side = (SIZE + 1) * _CELL
    drawn = "".join((*_margins(), *(_square(board, index) for index in range(SIZE * SIZE))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" '
        f'role="img" aria-label="Grille" font-family="sans-serif" text-anchor="middle">'
        f"{drawn}</svg>"
    )


def _margins() -> list[str]:
    middles = [(n, n * _CELL + _CELL * 3 // 2) for n in range(SIZE)]
    return [
        _text(middle, _CELL * 2 // 3, 10, str(n + 1), "#666")
        + _text(_CELL // 2, middle + 4, 10, chr(65 + n), "#666")
        for n, middle in middles
    ]


def _square(board: Board, index: int) -> str:
    row, column = divmod(index, SIZE)
    x, y = (column + 1) * _CELL, (row + 1) * _CELL
    letter = board.cells[index]
    colour = _COLOURS[STANDARD.marks[index]] if letter == EMPTY else "#fffbe8"
    square = f'<rect x="{x}" y="{y}" width="{_CELL - 1}" height="{_CELL - 1}" fill="{colour}"/>'
    return square if letter == EMPTY else square + _tile(x, y, letter)


def _tile(x: int, y: int, letter: str) -> str:
    drawn = _text(x + _CELL // 2 - 1, y + 17, 15, letter.upper(), _ink(letter))
    if letter.islower():
        return drawn
    return drawn + _text(x + 19, y + 21, 7, str(FRENCH.value(letter)), "#333")


def _ink(letter: str) -> str:
    return "#c00" if letter.islower() else "#111"


def _text(x: int, y: int, size: int, text: str, colour: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}">{text}</text>'
