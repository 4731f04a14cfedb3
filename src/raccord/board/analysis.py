"""Everything a rack can do on a board, sorted as players look at it afterwards."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from raccord.board.grid import EMPTY, Board
from raccord.board.layout import CLASSIC, SIZE, PlayRules
from raccord.board.move import Move
from raccord.board.reference import Direction
from raccord.board.solver import Solution, moves
from raccord.lexicon import Lexicon

K = TypeVar("K")

SUB_TOPS = 50
MOST_LOOKED_AT = 60_000
"""Moves sorted by length and place; two jokers on a full board allow more, none of them good."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """Analyse: the moves of a rack: tops, the next best, the best of each length and each line."""

    count: int
    tops: tuple[Solution, ...]
    sub_tops: tuple[Solution, ...]
    by_length: dict[int, Solution]
    """The best word of each length, the longest first."""
    by_tiles: dict[int, Solution]
    """The best move of each number of tiles laid, the most first."""
    by_place: dict[str, Solution]
    """The best move of each row and each column where something can be played."""
    scrabbles: tuple[Solution, ...]
    """The best place of each word that earns a bonus."""

    @property
    def best(self) -> int:
        """The best score, 0 where nothing can be played."""
        return self.tops[0].score if self.tops else 0


def analyse(board: Board, rack: str, lexicon: Lexicon, rules: PlayRules = CLASSIC) -> Analysis:
    """Look at everything a rack can play."""
    found = moves(board, rack, lexicon, rules)
    listed = list(islice(found, MOST_LOOKED_AT))
    tops = tuple(one for one in listed if one.score == found.best)
    laid = [(one, _laid(board.cells, one.move)) for one in listed]
    places = _first((_line(one.move), one) for one in listed)
    return Analysis(
        count=len(found),
        tops=tops,
        sub_tops=tuple(listed[len(tops) : len(tops) + SUB_TOPS]),
        by_length=_falling(_first((len(one.move.word), one) for one in listed)),
        by_tiles=_falling(_first((tiles, one) for one, tiles in laid)),
        by_place={line: places[line] for line in sorted(places, key=_order)},
        scrabbles=tuple(
            _first((one.move.text, one) for one, tiles in laid if rules.bonus(tiles)).values()
        ),
    )


def _first(pairs: Iterable[tuple[K, Solution]]) -> dict[K, Solution]:
    """The first of each kind, which is the best: moves come best first."""
    found: dict[K, Solution] = {}
    for key, one in pairs:
        found.setdefault(key, one)
    return found


def _falling(found: dict[int, Solution]) -> dict[int, Solution]:
    return {key: found[key] for key in sorted(found, reverse=True)}


def _laid(cells: str, move: Move) -> int:
    """How many tiles a move takes; the solver's moves stay on the grid."""
    place, length = move.reference, len(move.word)
    start = place.row * SIZE + place.column
    step = 1 if place.direction is Direction.ACROSS else SIZE
    return cells[start : start + (length - 1) * step + 1 : step].count(EMPTY)


def _line(move: Move) -> str:
    """The row or the column of a move, as players name it."""
    place = move.reference
    across = place.direction is Direction.ACROSS
    return chr(ord("A") + place.row) if across else str(place.column + 1)


def _order(line: str) -> tuple[bool, int]:
    return (line.isdigit(), int(line) if line.isdigit() else ord(line))
