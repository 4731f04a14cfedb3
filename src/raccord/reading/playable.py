"""What can be played on a turn, laid out for comparison with cells: words by length."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from string import ascii_uppercase

import numpy as np
from numpy.typing import NDArray

from raccord.board import (
    CLASSIC,
    EMPTY,
    Board,
    Move,
    PlayRules,
    Solution,
    Square,
    moves,
    new_squares,
)
from raccord.lexicon import Lexicon

Links = Mapping[tuple[int, int], str]
"""Letters of the board beside a word: by its letter, and how far before (−) or after it (+)."""


@dataclass(frozen=True)
class Playable:
    """Coups jouables of a turn."""

    board: Board
    draw: str
    lexicon: Lexicon
    rules: PlayRules = CLASSIC

    @cached_property
    def moves(self) -> Mapping[str, tuple[Solution, ...]]:
        """Every legal move, by its word without jokers."""
        found: dict[str, list[Solution]] = defaultdict(list)
        for solution in moves(self.board, self.draw, self.lexicon, self.rules):
            found[solution.move.text].append(solution)
        return {word: tuple(placed) for word, placed in found.items()}

    @cached_property
    def by_length(self) -> Mapping[int, tuple[tuple[str, ...], NDArray[np.intp]]]:
        """Words of each length, and their letters as numbers."""
        words: dict[int, list[str]] = defaultdict(list)
        for word in sorted(self.moves):
            words[len(word)].append(word)
        return {
            length: (tuple(found), np.array([[ord(c) - 65 for c in word] for word in found]))
            for length, found in words.items()
        }

    @cached_property
    def count(self) -> int:
        """How many moves there are, at least one."""
        return max(1, sum(map(len, self.moves.values())))

    @cached_property
    def letters(self) -> frozenset[str]:
        """The letters of the draw and of the board; all of them where there is a joker."""
        if "?" in self.draw:
            return frozenset(ascii_uppercase)
        return frozenset(self.draw) | frozenset("".join(self.board.cells).upper())

    def jokers(self, move: Move) -> frozenset[int]:
        """The letters of a move that a joker makes."""
        return frozenset(i for i, c in enumerate(move.word) if c.islower())

    def links(self, move: Move) -> Links:
        """The letters of the board that the move's own letters touch at right angles."""
        way = move.reference.direction.other
        down, right = way.step
        found: dict[tuple[int, int], str] = {}
        squares = move.reference.squares(len(move.word)) or []
        fresh = {square for square, _ in new_squares(self.board, move)}
        for i, square in enumerate(squares):
            for sign in (-1, 1) if square in fresh else ():
                step = sign
                while (letter := self._letter(square, step * down, step * right)) != EMPTY:
                    found[i, step] = letter.upper()
                    step += sign
        return found

    def _letter(self, square: Square, down: int, right: int) -> str:
        return self.board.letter(square.row + down, square.column + right)
