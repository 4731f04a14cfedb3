"""Why a move is not legal, to the letter.

``faults`` lists every reason, in the order a referee would give them; an empty answer means legal.
"""

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass
from enum import StrEnum

from raccord.board.grid import EMPTY, Board
from raccord.board.layout import CLASSIC, PlayRules
from raccord.board.move import Move
from raccord.board.reference import CENTRE_SQUARE, Square
from raccord.board.scoring import new_squares, score, tiles_used


class FaultKind(StrEnum):
    """Kinds of fault; the value is a stable identifier."""

    OFF_BOARD = "off-board"
    COLLISION = "collision"
    NO_TILE = "no-tile"
    NOT_WHOLE = "not-whole"
    TOO_MANY_TILES = "too-many-tiles"
    NOT_IN_RACK = "not-in-rack"
    NOT_ON_CENTRE = "not-on-centre"
    NOT_CONNECTED = "not-connected"
    NOT_ADMITTED = "not-admitted"


_FRENCH = {
    FaultKind.OFF_BOARD: "le mot sort de la grille",
    FaultKind.COLLISION: "une autre lettre est déjà placée en {}",
    FaultKind.NO_TILE: "aucune lettre du tirage n'est posée",
    FaultKind.NOT_WHOLE: "avec les lettres voisines, le mot formé est {}",
    FaultKind.TOO_MANY_TILES: "trop de lettres posées : {} au plus",
    FaultKind.NOT_IN_RACK: "lettre absente du tirage : {}",
    FaultKind.NOT_ON_CENTRE: "le premier mot doit couvrir la case centrale H8",
    FaultKind.NOT_CONNECTED: "le mot ne touche aucune lettre déjà placée",
    FaultKind.NOT_ADMITTED: "{} n'est pas admis",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Faute: one reason why a move is not legal; ``detail`` names the letters, word or square."""

    kind: FaultKind
    detail: str = ""

    @property
    def french(self) -> str:
        """The reason in French, without a full stop."""
        return _FRENCH[self.kind].format(self.detail)

    def __str__(self) -> str:
        return f"{self.kind.value}: {self.detail}" if self.detail else self.kind.value


def faults(
    board: Board,
    move: Move,
    rack: str,
    lexicon: Container[str],
    rules: PlayRules = CLASSIC,
) -> tuple[Fault, ...]:
    """Every reason why the move is not legal."""
    # What cannot be laid has no words to look up: the other reasons come only after.
    return placing_faults(board, move) or (
        *_tile_faults(board, move, rack, rules),
        *_contact_faults(board, move),
        *_word_faults(board, move, lexicon, rules),
    )


def is_legal(
    board: Board,
    move: Move,
    rack: str,
    lexicon: Container[str],
    rules: PlayRules = CLASSIC,
) -> bool:
    """Whether the move may be played."""
    return not faults(board, move, rack, lexicon, rules)


def placing_faults(board: Board, move: Move) -> tuple[Fault, ...]:
    """The faults that leave nothing to score: off the board, collision, no tile, not whole."""
    squares = move.reference.squares(len(move.word))
    if squares is None:
        return (Fault(FaultKind.OFF_BOARD),)
    clash = [s for s, c in zip(squares, move.word, strict=True) if not _fits(board, s, c)]
    if clash:
        return tuple(Fault(FaultKind.COLLISION, str(s)) for s in clash)
    if not new_squares(board, move):
        return (Fault(FaultKind.NO_TILE),)
    _, run = board.place(move).run(squares[0], move.reference.direction)
    # The board lengthens the word: it is not the one announced (2017 5.4).
    if len(run) != len(move.word):
        return (Fault(FaultKind.NOT_WHOLE, run.upper()),)
    return ()


def _fits(board: Board, square: Square, letter: str) -> bool:
    return board.is_free(square) or board[square].upper() == letter.upper()


def _tile_faults(board: Board, move: Move, rack: str, rules: PlayRules) -> list[Fault]:
    used = tiles_used(board, move)
    found = []
    if len(used) > rules.playable:
        found.append(Fault(FaultKind.TOO_MANY_TILES, str(rules.playable)))
    missing = Counter(used) - Counter(rack)
    if missing:
        found.append(Fault(FaultKind.NOT_IN_RACK, " ".join(sorted(missing.elements()))))
    return found


def _contact_faults(board: Board, move: Move) -> list[Fault]:
    placed = [square for square, _ in new_squares(board, move)]
    if board.is_empty:
        return [] if CENTRE_SQUARE in placed else [Fault(FaultKind.NOT_ON_CENTRE)]
    if any(_touches(board, square) for square in placed):
        return []
    return [Fault(FaultKind.NOT_CONNECTED)]


def _word_faults(
    board: Board, move: Move, lexicon: Container[str], rules: PlayRules
) -> list[Fault]:
    words = dict.fromkeys(w.word for w in score(board, move, rules).words)
    return [Fault(FaultKind.NOT_ADMITTED, word) for word in words if word not in lexicon]


def _touches(board: Board, square: Square) -> bool:
    near = ((-1, 0), (1, 0), (0, -1), (0, 1))
    return any(board.letter(square.row + r, square.column + c) != EMPTY for r, c in near)
