"""A slow move generator written straight from the rules: the witness the core is tried against.

It shares no idea with the core: every word is laid at every place, every way of using jokers is
tried, every word formed is read off the board and looked up.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

SIDE = 15


@dataclass(frozen=True)
class Game:
    """Words and numbers of a game."""

    words: frozenset[str]
    letter_multipliers: bytes
    word_multipliers: bytes
    values: bytes
    playable: int = 7
    bonuses: tuple[tuple[int, int], ...] = ((7, 50),)


Move = tuple[int, int, bool, str, int]


def moves(game: Game, cells: str, rack: str) -> set[Move]:
    """Every legal move: row, column, whether across, word (lower case: a joker), points."""
    found: set[Move] = set()
    by_length: dict[int, list[str]] = {}
    for word in game.words:
        by_length.setdefault(len(word), []).append(word)
    for length, words in by_length.items():
        for across in (True, False):
            for row in range(SIDE if across else SIDE - length + 1):
                for column in range(SIDE - length + 1 if across else SIDE):
                    step = 1 if across else SIDE
                    squares = [row * SIDE + column + i * step for i in range(length)]
                    new = [i for i in range(length) if cells[squares[i]] == "."]
                    if _possible(game, cells, rack, squares, new, across):
                        for word in words:
                            found.update(_lay(game, cells, rack, word, squares, new, across))
    return found


def _possible(
    game: Game, cells: str, rack: str, squares: list[int], new: list[int], across: bool
) -> bool:
    """Whether a word may lie there: enough tiles, nothing before or after it, in touch."""
    step = 1 if across else SIDE
    if not 1 <= len(new) <= min(game.playable, len(rack)):
        return False
    if _neighbour(cells, squares[0], -step) or _neighbour(cells, squares[-1], step):
        return False
    return _placed_well(cells, squares, new, across)


def _lay(
    game: Game,
    cells: str,
    rack: str,
    word: str,
    squares: list[int],
    new: list[int],
    across: bool,
) -> Iterator[Move]:
    for square, letter in zip(squares, word, strict=True):
        if cells[square] != "." and cells[square].upper() != letter:
            return
    crosses = {i: _cross(cells, squares[i], across) for i in new}
    for i, cross in crosses.items():
        text = "".join(word[i] if s == squares[i] else cells[s] for s in cross).upper()
        if len(cross) > 1 and text not in game.words:
            return
    if len(new) == 1 and not across and len(crosses[new[0]]) > 1:
        return  # the same play is listed across
    row, column = divmod(squares[0], SIDE)
    for count in range(min(rack.count("?"), len(new)) + 1):
        for jokers in combinations(new, count):
            tiles = Counter(word[i] for i in new if i not in jokers)
            if all(rack.count(letter) >= n for letter, n in tiles.items()):
                laid = "".join(c.lower() if i in jokers else c for i, c in enumerate(word))
                yield (row, column, across, laid, _score(game, cells, squares, new, laid, across))


def _neighbour(cells: str, square: int, step: int) -> bool:
    """Whether the next square in this direction is on the board and holds a tile."""
    other = square + step
    if abs(step) == 1 and other // SIDE != square // SIDE:
        return False
    return 0 <= other < SIDE * SIDE and cells[other] != "."


def _placed_well(cells: str, squares: list[int], new: list[int], across: bool) -> bool:
    """The first move covers the centre and lies across; any other touches the board."""
    if all(c == "." for c in cells):
        return across and SIDE * SIDE // 2 in squares
    return any(_neighbour(cells, squares[i], step) for i in new for step in (-1, 1, -SIDE, SIDE))


def _cross(cells: str, square: int, across: bool) -> list[int]:
    """Squares of the crossing word through a square to be filled."""
    step = SIDE if across else 1
    squares = [square]
    while _neighbour(cells, squares[0], -step):
        squares.insert(0, squares[0] - step)
    while _neighbour(cells, squares[-1], step):
        squares.append(squares[-1] + step)
    return squares


def _points(game: Game, cells: str, squares: list[int], laid: dict[int, str]) -> int:
    """Points of one word: tiles laid count their premium squares, joker letters nothing."""
    total, multiplier = 0, 1
    for square in squares:
        letter = laid.get(square, cells[square])
        value = game.values[ord(letter) - ord("A")] if letter.isupper() else 0
        if square in laid:
            value *= game.letter_multipliers[square]
            multiplier *= game.word_multipliers[square]
        total += value
    return total * multiplier


def _score(
    game: Game, cells: str, squares: list[int], new: list[int], word: str, across: bool
) -> int:
    laid = {squares[i]: word[i] for i in new}
    total = _points(game, cells, squares, laid) + dict(game.bonuses).get(len(new), 0)
    for square in laid:
        cross = _cross(cells, square, across)
        if len(cross) > 1:
            total += _points(game, cells, cross, laid)
    return total
