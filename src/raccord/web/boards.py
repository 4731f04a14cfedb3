"""A board as templates draw it: 15 rows of squares that know their name, tile and premium."""

from dataclasses import dataclass
from urllib.parse import urlencode

import msgspec

from raccord.board import CLASSIC, EMPTY, SIZE, Board, Move, PlayRules, Square

MARKS = {"=": "MT", "-": "MD", '"': "LT", "'": "LD", ".": ""}
PREMIUMS = {
    "": "vide",
    "LD": "lettre compte double",
    "LT": "lettre compte triple",
    "MD": "mot compte double",
    "MT": "mot compte triple",
}
POINTS = {
    0: "joker",
    1: "un point",
    2: "deux points",
    3: "trois points",
    4: "quatre points",
    8: "huit points",
    10: "dix points",
}
"""What a screen reader says of an empty square and of a tile."""
COLUMNS = tuple(range(1, SIZE + 1))
ROWS = tuple("ABCDEFGHIJKLMNO")


@dataclass(frozen=True, slots=True)
class SquareView:
    """Case: one square as it is drawn; ``mark`` is LD, LT, MD, MT or empty."""

    index: int
    name: str
    mark: str
    letter: str
    value: int
    is_joker: bool
    is_last: bool


def rows(
    cells: str | Board, last: str | Move | None = None, rules: PlayRules = CLASSIC
) -> list[list[SquareView]]:
    """The squares row by row; the squares of the last word are marked."""
    board = cells if isinstance(cells, Board) else Board(cells)
    outlined = indices(last)
    views = [_view(board, index, index in outlined, rules) for index in range(SIZE * SIZE)]
    return [views[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE)]


def indices(move: str | Move | None) -> frozenset[int]:
    """The squares of a word, e.g. of ``H4 LUSTRE``."""
    if not move:
        return frozenset()
    found = move if isinstance(move, Move) else Move.parse(move)
    return frozenset(s.index for s in found.reference.squares(len(found.word)) or ())


def rules_data(rules: PlayRules = CLASSIC) -> dict[str, object]:
    """What scripts need to place and count a word, and to name squares and tiles."""
    return {
        "values": list(rules.tiles.values),
        "marks": rules.layout.marks,
        "bonuses": [list(bonus) for bonus in rules.bonuses],
        "playable": rules.playable,
        "rackSize": rules.rack_size,
        "premiums": {sign: [mark, PREMIUMS[mark]] for sign, mark in MARKS.items()},
        "points": POINTS,
    }


def tiles(letters: str, rules: PlayRules = CLASSIC) -> list[tuple[str, int]]:
    """Letters with their values; a joker is ``?``."""
    return [(letter, rules.tiles.value(letter)) for letter in letters]


def analysis(
    board: str | Board, rack: str, rules: PlayRules, lexicon: str = "", back: str = ""
) -> str:
    """The address where a position is analysed."""
    grid = board if isinstance(board, Board) else Board(board)
    asked = {"grille": grid.packed, "tirage": rack, "jouables": rules.playable}
    asked |= {key: text for key, text in (("lexicon", lexicon), ("retour", back)) if text}
    return f"/analyse?{urlencode(asked)}"


def plain(value: object) -> object:
    """A struct as plain data, for a data block of a page."""
    return msgspec.to_builtins(value)


def _view(board: Board, index: int, is_last: bool, rules: PlayRules) -> SquareView:
    square = Square(*divmod(index, SIZE))
    cell = board[square]
    return SquareView(
        index=index,
        name=str(square),
        mark=MARKS[rules.layout.marks[index]],
        letter="" if cell == EMPTY else cell.upper(),
        value=rules.tiles.value(cell),
        is_joker=cell.islower(),
        is_last=is_last,
    )
