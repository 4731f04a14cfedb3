"""What a person sees of a board and of moves in a terminal."""

from collections.abc import Collection, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from raccord.board import (
    EMPTY,
    SIZE,
    STANDARD,
    Board,
    Layout,
    PlayRules,
    Solution,
    format_word,
    score,
)

_PREMIUM = {
    "=": ("≡≡", "white on red3"),
    "-": ("==", "black on pink1"),
    '"': ("··", "white on dodger_blue3"),
    "'": ("· ", "black on sky_blue1"),
    ".": ("  ", "on grey93"),
}
_TILE = "bold black on wheat1"
_NEW_TILE = "bold black on gold1"
_JOKER = "bold red3 on white"


def console() -> Console:
    """A console on the standard output of this very moment."""
    return Console(highlight=False)


def board_text(board: Board, fresh: Collection[int] = (), layout: Layout = STANDARD) -> Text:
    """The board in colours; ``fresh`` are the squares just covered."""
    text = Text("   " + "".join(f"{n:>2} " for n in range(1, SIZE + 1)) + "\n", style="dim")
    for row in range(SIZE):
        text.append(f" {chr(65 + row)} ", style="dim")
        for index in range(row * SIZE, (row + 1) * SIZE):
            text.append_text(_cell(board.cells[index], index in fresh, layout.marks[index]))
        text.append("\n")
    text.rstrip()
    return text


def _cell(letter: str, fresh: bool, mark: str) -> Text:
    if letter == EMPTY:
        shown, style = _PREMIUM[mark]
        return Text(f"{shown} ", style=style)
    if letter.islower():
        return Text(f" {letter.upper()} ", style=_JOKER)
    return Text(f" {letter} ", style=_NEW_TILE if fresh else _TILE)


def moves_table(board: Board, solutions: Sequence[Solution], rules: PlayRules) -> Table:
    """Moves with their number, place, word, points and the words they form on the way."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("n°", "place", "mot", "points", "mots formés"):
        table.add_column(name, justify="right" if name in ("n°", "points") else "left")
    for number, (move, points) in enumerate(solutions, 1):
        others = [w for w in score(board, move, rules).words if w.reference != move.reference]
        formed = ", ".join(f"{w.word} {w.points}" for w in others)
        word = format_word(move.word)
        table.add_row(str(number), str(move.reference), f"[bold]{word}[/]", str(points), formed)
    return table
