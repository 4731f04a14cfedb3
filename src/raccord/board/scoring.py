"""Scoring: every word a move forms, with its points.

A premium square counts once, for the tile that covers it, in both words through that tile; a
letter in lower case is a joker's and is worth nothing.
"""

from dataclasses import dataclass

from raccord.board.grid import EMPTY, Board, off_the_grid
from raccord.board.layout import CLASSIC, PlayRules
from raccord.board.move import Move
from raccord.board.reference import Reference, Square


@dataclass(frozen=True, slots=True)
class WordScore:
    """Mot formé: a word of two letters or more made or changed by a move."""

    word: str
    reference: Reference
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """Décompte: the total, the words formed (main word first), the bonus and the tiles used."""

    total: int
    words: tuple[WordScore, ...]
    bonus: int
    tiles: str


def new_squares(board: Board, move: Move) -> list[tuple[Square, str]]:
    """The squares a move covers, each with the letter placed there."""
    squares = move.reference.squares(len(move.word))
    if squares is None:
        raise off_the_grid(move)
    return [(s, c) for s, c in zip(squares, move.word, strict=True) if board.is_free(s)]


def tiles_used(board: Board, move: Move) -> str:
    """The tiles the move takes from the rack, in the order of the word; a joker is ``?``."""
    indices = move.reference.indices(len(move.word))
    if indices is None:
        raise off_the_grid(move)
    pairs = zip(indices, move.word, strict=True)
    return "".join("?" if c.islower() else c for i, c in pairs if board.cells[i] == EMPTY)


def score(board: Board, move: Move, rules: PlayRules = CLASSIC) -> Score:
    """Count a move. It must stay on the grid and agree with the board; legality is not asked."""
    placed = new_squares(board, move)
    after = board.place(move)
    fresh = {square.index for square, _ in placed}
    words = [_count(after, fresh, move.reference, rules)]
    across = move.reference.direction.other
    for square, _ in placed:
        start, run = after.run(square, across)
        if len(run) > 1:
            words.append(_count(after, fresh, start, rules))
    # A single tile beside a word makes no word along its own line.
    words = [w for w in words if len(w.word) > 1]
    bonus = rules.bonus(len(placed))
    total = sum(w.points for w in words) + bonus
    return Score(total, tuple(words), bonus, tiles_used(board, move))


def _count(after: Board, fresh: set[int], start: Reference, rules: PlayRules) -> WordScore:
    reference, word = after.run(start.square, start.direction)
    squares = reference.squares(len(word)) or []
    points, factor = 0, 1
    for square, letter in zip(squares, word, strict=True):
        value = rules.tiles.value(letter)
        if square.index in fresh:
            value *= rules.layout.letter_multiplier(square.index)
            factor *= rules.layout.word_multiplier(square.index)
        points += value
    return WordScore(word.upper(), reference, points * factor)
