"""The board library: tiles, premium squares, references, moves, scoring, legality, the solver.

It knows no edition of the regulation: what an edition or a formula may vary is a ``PlayRules``.
"""

from raccord.board import gcg
from raccord.board.analysis import Analysis, analyse
from raccord.board.errors import (
    BoardError,
    NotABoardError,
    NotAMoveError,
    NotAPositionError,
    NotARackError,
    NotAReferenceError,
    NotASquareError,
    NotGcgError,
)
from raccord.board.grid import EMPTY, Board
from raccord.board.layout import CLASSIC, SIZE, STANDARD, Layout, PlayRules
from raccord.board.legality import Fault, FaultKind, faults, is_legal, placing_faults
from raccord.board.move import Move, format_word, parse_word
from raccord.board.picture import picture, svg
from raccord.board.positions import Position, format_positions, parse_positions
from raccord.board.reference import CENTRE_SQUARE, Direction, Reference, Square
from raccord.board.scoring import Score, WordScore, new_squares, score, tiles_used
from raccord.board.solver import Outlook, Solution, Solutions, moves, next_tops, top_scores, tops
from raccord.board.tiles import (
    ALPHABET,
    FRENCH,
    JOKER,
    TileSet,
    alphabetical,
    contains,
    parse_rack,
    plain,
    solver_rack,
    without,
)

__all__ = [
    "ALPHABET",
    "CENTRE_SQUARE",
    "CLASSIC",
    "EMPTY",
    "FRENCH",
    "JOKER",
    "SIZE",
    "STANDARD",
    "Analysis",
    "Board",
    "BoardError",
    "Direction",
    "Fault",
    "FaultKind",
    "Layout",
    "Move",
    "NotABoardError",
    "NotAMoveError",
    "NotAPositionError",
    "NotARackError",
    "NotAReferenceError",
    "NotASquareError",
    "NotGcgError",
    "Outlook",
    "PlayRules",
    "Position",
    "Reference",
    "Score",
    "Solution",
    "Solutions",
    "Square",
    "TileSet",
    "WordScore",
    "alphabetical",
    "analyse",
    "contains",
    "faults",
    "format_positions",
    "format_word",
    "gcg",
    "is_legal",
    "moves",
    "new_squares",
    "next_tops",
    "parse_positions",
    "parse_rack",
    "parse_word",
    "picture",
    "placing_faults",
    "plain",
    "score",
    "solver_rack",
    "svg",
    "tiles_used",
    "top_scores",
    "tops",
    "without",
]
