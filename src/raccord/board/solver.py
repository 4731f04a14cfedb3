"""The solver's thin face: every top, every move, lazily decoded.

What counts as one move: on an empty board moves lie across; a one-tile play that makes two words
is the across one; the same word with another letter as joker is another move.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from raccord import _core
from raccord.board.errors import NotARackError
from raccord.board.grid import Board
from raccord.board.layout import CLASSIC, PlayRules
from raccord.board.move import Move, format_word
from raccord.board.reference import Direction, Reference
from raccord.lexicon import Lexicon

_SHOWN = 3
"""Moves that ``repr`` names; a notebook lists ``_LISTED``."""
_LISTED = 20


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

    def __repr__(self) -> str:
        shown = ", ".join(f"{found.move} {found.score}" for found in self[:_SHOWN])
        return f"<{len(self)} moves: {shown}{', …' if len(self) > _SHOWN else ''}>"

    def _repr_html_(self) -> str:
        """The best of them, as a notebook shows them."""
        lines = "".join(
            f"<tr><td>{found.move.reference}</td><td>{format_word(found.move.word)}</td>"
            f"<td>{found.score}</td></tr>"
            for found in self[:_LISTED]
        )
        rest = f"<caption>{len(self)} coups</caption>"
        return f"<table>{rest}{lines}</table>"

    @property
    def best(self) -> int:
        """The best score, 0 where nothing can be played."""
        return self._found.score(0) if len(self._found) else 0

    @property
    def words(self) -> set[str]:
        """The different words that are played, without their places: no move is made for each."""
        return {self._found.get(index)[3].upper() for index in range(len(self._found))}

    def _decode(self, index: int) -> Solution:
        row, column, across, word, points = self._found.get(index)
        direction = Direction.ACROSS if across else Direction.DOWN
        return Solution(Move(Reference(row, column, direction), word), points)


def tops(board: Board, rack: str, lexicon: Lexicon, rules: PlayRules = CLASSIC) -> Solutions:
    """Every move tied for the best score."""
    try:
        return Solutions(_core.tops(lexicon.core, board.cells, rack, rules.core))
    except ValueError as error:
        raise _refused(rack) from error


def moves(board: Board, rack: str, lexicon: Lexicon, rules: PlayRules = CLASSIC) -> Solutions:
    """Every legal move."""
    try:
        return Solutions(_core.moves(lexicon.core, board.cells, rack, rules.core))
    except ValueError as error:
        raise _refused(rack) from error


def top_scores(
    board: Board, racks: Sequence[str], lexicon: Lexicon, rules: PlayRules = CLASSIC
) -> list[int]:
    """The best score of each rack on one board."""
    try:
        return _core.top_scores(lexicon.core, board.cells, list(racks), rules.core)
    except ValueError as error:
        raise _refused(list(racks)) from error


class Outlook(NamedTuple):
    """What a move would leave: so many tiles of the bag complete the letters kept."""

    board: Board
    kept: str
    bag: str
    needed: int


def next_tops(
    outlooks: Sequence[Outlook],
    luck: tuple[bytes, str],
    samples: int,
    lexicon: Lexicon,
    rules: PlayRules = CLASSIC,
) -> list[float]:
    """For each, the mean top of draws that complete the letters kept from the bag.

    ``luck`` is the key and the label of the public stream that chooses among the tiles, as fair
    draws do. No more than ``samples`` draws are made: one that is clearly behind another meets no
    more of them, and its value tells how far behind it was.
    """
    moves = [(o.board.cells, o.kept, o.bag, o.needed) for o in outlooks]
    try:
        found = _core.openings(lexicon.core, *luck, moves, samples, rules.core)
    except ValueError as error:
        raise _refused([o.kept + o.bag for o in outlooks]) from error
    return [hundredths / 100 for hundredths in found]


def _refused(offered: object) -> NotARackError:
    return NotARackError(
        offered,
        "1 to 15 letters A to Z, '?' for a joker, two at most",
        "de 1 à 15 lettres de A à Z, « ? » pour un joker, deux au plus",
    )
