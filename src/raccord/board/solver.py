"""The solver's thin face: every top, every move, lazily decoded.

What counts as one move: on an empty board moves lie across; a one-tile play that makes two words
is the across one; the same word with another letter as joker is another move.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from raccord import _core
from raccord.board.grid import Board
from raccord.board.layout import CLASSIC, PlayRules
from raccord.board.move import Move
from raccord.board.reference import Direction, Reference
from raccord.lexicon import Lexicon


class Solution(NamedTuple):
    """Solution: a legal move and what it scores."""

    move: Move
    score: int


class Solutions(Sequence[Solution]):
    """Legal moves, best first; a move becomes a Python object when it is asked for."""

    __slots__ = ("_found",)

    def __init__(self, found: _core.Moves) -> None:
        self._found = found

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, index: int) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> "list[Solution]": ...
    def __getitem__(self, index: int | slice) -> "Solution | list[Solution]":
        if isinstance(index, slice):
            return [self._decode(i) for i in range(*index.indices(len(self)))]
        position = range(len(self))[index]
        return self._decode(position)

    def __iter__(self) -> Iterator[Solution]:
        return map(self._decode, range(len(self)))

    @property
    def best(self) -> int:
        """The best score, 0 where nothing can be played."""
        return self._found.score(0) if len(self._found) else 0

    def _decode(self, index: int) -> Solution:
        row, column, across, word, points = self._found.get(index)
        direction = Direction.ACROSS if across else Direction.DOWN
        return Solution(Move(Reference(row, column, direction), word), points)


def tops(board: Board, rack: str, lexicon: Lexicon, rules: PlayRules = CLASSIC) -> Solutions:
    """Every move tied for the best score."""
    return Solutions(_core.tops(lexicon.core, board.cells, rack, rules.core))


def moves(board: Board, rack: str, lexicon: Lexicon, rules: PlayRules = CLASSIC) -> Solutions:
    """Every legal move."""
    return Solutions(_core.moves(lexicon.core, board.cells, rack, rules.core))


def top_scores(
    board: Board, racks: Sequence[str], lexicon: Lexicon, rules: PlayRules = CLASSIC
) -> list[int]:
    """The best score of each rack on one board."""
    return _core.top_scores(lexicon.core, board.cells, list(racks), rules.core)
