"""Where the tiles are between two turns: board, bag, leave, and the jokers kept outside the bag.

The letters the regulation calls « reliquat » in draw validity and end of game are the pool: bag,
leave and the joker that serves. In the joker formula a second joker waits and is not in the pool.
"""

from dataclasses import dataclass, replace

from raccord.board import (
    JOKER,
    Board,
    Move,
    Square,
    alphabetical,
    new_squares,
    tiles_used,
    without,
)
from raccord.duplicate.rules.formula import Formula


@dataclass(frozen=True, slots=True)
class Position:
    """Position: the board, the bag (alphabetical), the leave (drawing order), jokers outside."""

    board: Board
    bag: str
    leave: str = ""
    reserve: str = ""

    @classmethod
    def start(cls, formula: Formula) -> "Position":
        """An empty board and a full bag; the joker formula takes the jokers out."""
        letters = formula.tiles.letters()
        if not formula.joker:
            return cls(Board.empty(), letters)
        return cls(Board.empty(), letters.replace(JOKER, ""), "", JOKER * formula.tiles.jokers)

    @property
    def serving(self) -> str:
        """The joker that comes with every draw, or nothing."""
        # The second joker serves only once the first is spent (undated annex 1 · 2017 7.1).
        return self.reserve[:1]

    @property
    def pool(self) -> str:
        """All letters that can still come: bag, leave and the serving joker."""
        return alphabetical(self.bag + self.leave + self.serving)

    def draw_size(self, formula: Formula) -> int:
        """How many letters the next draw holds."""
        return min(formula.rack_size, len(self.bag) + len(self.leave) + len(self.serving))

    def needed(self, formula: Formula) -> int:
        """How many letters must come out of the bag."""
        return self.draw_size(formula) - len(self.leave) - len(self.serving)

    def rack(self, new: str) -> str:
        """The draw: leave, new letters, serving joker."""
        return self.leave + new + self.serving

    def put_back(self) -> "Position":
        """The leave returned to the bag."""
        return replace(self, bag=alphabetical(self.bag + self.leave), leave="")

    def take(self, new: str) -> "Position":
        """The letters out of the bag; they are on the table, in the rack."""
        return replace(self, bag=without(self.bag, new))

    def after(self, new: str, move: Move) -> "Position":
        """The position once the move, from leave and new letters, is on the board."""
        return played(self.take(new), self.rack(new), move)


def played(position: Position, rack: str, move: Move) -> Position:
    """Put a move on the board; ``position.bag`` no longer holds the rack."""
    left = without(rack, tiles_used(position.board, move))
    board = position.board.place(move)
    if not position.reserve:
        return Position(board, position.bag, left)
    # The joker was not played: it goes back to its place, not into the leave.
    if JOKER in left:
        return Position(board, position.bag, left.replace(JOKER, ""), position.reserve)
    return _recover(replace(position, leave=left), board, move)


def _recover(position: Position, board: Board, move: Move) -> Position:
    """The serving joker was played: its true letter takes its place if the bag has one."""
    square, letter = joker_placed(position.board, move)
    if letter in position.bag:
        return replace(
            position, board=board.replace(square, letter), bag=without(position.bag, letter)
        )
    # Its letter is spent: it stays on the board, and the other joker takes over.
    return replace(position, board=board, reserve=position.reserve[1:])


def joker_placed(board: Board, move: Move) -> tuple[Square, str]:
    """Where the move puts its first joker, and as which letter."""
    return next((s, c.upper()) for s, c in new_squares(board, move) if c.islower())


def preserves_joker(position: Position, move: Move) -> bool:
    """Whether a joker stays in service: none is used, or its letter is still in the bag."""
    jokers = [c.upper() for _, c in new_squares(position.board, move) if c.islower()]
    return all(letter in position.bag for letter in jokers)
