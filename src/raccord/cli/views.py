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
    PlayRules,
    Solution,
    format_word,
    score,
)

_PREMIUM = {
    "=": ("≡≡", "white on red3"),
    "-": ("==", "#1a1a1a on pink1"),
    '"': ("··", "white on dodger_blue3"),
    "'": ("· ", "#1a1a1a on sky_blue1"),
    ".": ("  ", "on grey93"),
}
_TILE = "bold #1a1a1a on wheat1"
_NEW_TILE = "bold #1a1a1a on gold1"
_JOKER = "bold red3 on white"
_WIDE = 3 + 3 * SIZE  # the margin and the squares


def console() -> Console:
    """A console on the standard output of this very moment; it cuts no line of text."""
    return Console(highlight=False, soft_wrap=True)


def board_text(board: Board, fresh: Collection[int] = (), width: int = _WIDE) -> Text:
    """The board in colours, on three columns a square, or two where the screen is narrow.

    ``fresh`` are the squares just covered. A joker shows without colours too: ``(E)``, or ``e``.
    """
    cell = 3 if width >= _WIDE else 2
    numbers = "".join(f"{n:>2}".ljust(cell) for n in range(1, SIZE + 1))
    text = Text(f"   {numbers}\n", style="dim")
    for row in range(SIZE):
        text.append(f" {chr(65 + row)} ", style="dim")
        for index in range(row * SIZE, (row + 1) * SIZE):
            text.append_text(_cell(board.cells[index], index in fresh, STANDARD.marks[index], cell))
        text.append("\n")
    text.right_crop(1)
    return text


def _cell(letter: str, fresh: bool, mark: str, width: int) -> Text:
    if letter == EMPTY:
        shown, style = _PREMIUM[mark]
        return Text(shown.ljust(width), style=style)
    if letter.islower():
        return Text(f"({letter.upper()})" if width > 2 else f" {letter}", style=_JOKER)
    return Text(f" {letter}".ljust(width), style=_NEW_TILE if fresh else _TILE)


def moves_table(board: Board, solutions: Sequence[Solution], rules: PlayRules) -> Table:
    """Moves with their number, place, word, points and the words they form on the way."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    formed = [_formed(board, solution, rules) for solution in solutions]
    names = ["n°", "place", "mot", "points"] + ["mots formés"] * any(formed)
    for name in names:
        table.add_column(name, justify="right" if name in ("n°", "points") else "left")
    for number, ((move, points), others) in enumerate(zip(solutions, formed, strict=True), 1):
        word = f"[bold]{format_word(move.word)}[/]"
        cells = [str(number), str(move.reference), word, str(points), others]
        table.add_row(*cells[: len(names)])
    return table


def _formed(board: Board, solution: Solution, rules: PlayRules) -> str:
    words = score(board, solution.move, rules).words
    others = [w for w in words if w.reference != solution.move.reference]
    return ", ".join(f"{w.word} {w.points}" for w in others)
