"""The situation a slip is judged in: the board, the draw, the words, the edition."""

from collections.abc import Container, Hashable
from dataclasses import dataclass, field, replace
from typing import Any

from raccord.board import CLASSIC, Board, Move, PlayRules
from raccord.regulation.citation import DEFAULT_EDITION, EditionId


@dataclass(frozen=True, slots=True)
class Situation:
    """Coup à corriger: everything a ruling depends on beside the slip.

    ``retained`` and ``top`` are known once the referee has chosen the move of the turn; they only
    decide whether a correction note is compulsory. ``memory`` keeps what was already worked out
    for this board and draw; editions share it.
    """

    board: Board
    draw: str
    turn: int
    lexicon: Container[str]
    rules: PlayRules = CLASSIC
    edition: EditionId = DEFAULT_EDITION
    retained: Move | None = None
    top: int | None = None
    memory: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)

    def under(self, edition: EditionId) -> "Situation":
        """The same turn under another edition."""
        return replace(self, edition=edition)

    @property
    def is_first(self) -> bool:
        """Whether nothing has been placed: neither reference nor link letters are asked."""
        return self.board.is_empty

    @property
    def letters_placed(self) -> int:
        """How many letters the board holds."""
        return len(self.board.tiles)
