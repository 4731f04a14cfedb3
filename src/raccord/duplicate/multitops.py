"""Multitops: two or three different solutions a turn (undated annex 4).

Words of different entries, without overlap: DAN and DANS do not go together, since DANS may be
the plural of DAN. When one tile makes two words, the second solution can be neither the other
word nor its plural. Of an offending pair the lower scores nothing.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from raccord.board import Board, Move, PlayRules, new_squares, score
from raccord.board import moves as every_move
from raccord.duplicate.ends import Frame
from raccord.duplicate.position import Position
from raccord.lexicon import Lexicon
from raccord.regulation import article

_PLURALS = ("S", "X")


class Played(NamedTuple):
    """Solution jouée: a legal move and the points awarded for it."""

    move: Move
    points: int


@article("annex 4", edition="undated")
def are_different(board: Board, first: Move, second: Move, lexicon: Lexicon) -> bool:
    """Whether two solutions may be played together."""
    if share_entry(first.text, second.text, lexicon):
        return False
    pairs = ((first, second), (second, first))
    return not any(_takes_other_word(board, a, b.text) for a, b in pairs)


def share_entry(first: str, second: str, lexicon: Lexicon) -> bool:
    """Whether two words may be forms of one entry; unknown entries are compared by spelling."""
    if first == second or _is_plural(first, second) or _is_plural(second, first):
        return True
    if first not in lexicon or second not in lexicon:
        return False
    return bool(lexicon.same_entry(first, second))


def _is_plural(word: str, other: str) -> bool:
    return other in tuple(word + ending for ending in _PLURALS)


def _takes_other_word(board: Board, move: Move, word: str) -> bool:
    """Whether the word is, or is the plural of, one of the two words a single tile makes."""
    if len(new_squares(board, move)) != 1:
        return False
    made = [w.word for w in score(board, move, PlayRules()).words]
    return len(made) == 2 and any(word == w or _is_plural(w, word) for w in made)


@article("annex 4", edition="undated")
def award(
    board: Board, solutions: Sequence[Played], asked: int, lexicon: Lexicon
) -> tuple[int, ...]:
    """The points that stand, in the order played; of an offending pair the lower gets none.

    Solutions beyond the number asked for get nothing. Between equals the later one loses.
    """
    points = [p.points if i < asked else 0 for i, p in enumerate(solutions)]
    ranked = sorted(range(min(asked, len(solutions))), key=lambda i: (-points[i], i))
    kept: list[int] = []
    for i in ranked:
        clashes = (
            not are_different(board, solutions[i].move, solutions[k].move, lexicon) for k in kept
        )
        if any(clashes):
            points[i] = 0
        else:
            kept.append(i)
    return tuple(points)


def best_set(position: Position, rack: str, asked: int, frame: Frame) -> tuple[Played, ...]:
    """Different solutions with the best total: the turn's reference for percentages.

    Solutions come best first, so a set is complete as soon as what follows cannot beat it.
    """
    found = every_move(position.board, rack, frame.lexicon, frame.formula.rules)
    listed: list[Played] = []
    best: tuple[Played, ...] = ()
    settled: set[str] = set()
    for solution in found:
        bound = sum(p.points for p in listed[: asked - 1]) + solution.score
        if len(best) == asked and bound <= _total(best):
            break
        if solution.move.text in settled:
            continue
        if len(new_squares(position.board, solution.move)) > 1:
            settled.add(solution.move.text)
        listed.append(Played(solution.move, solution.score))
        best = max(best, _best_with(position.board, listed, asked, frame.lexicon), key=_total)
    return best


def _total(solutions: Sequence[Played]) -> int:
    return sum(p.points for p in solutions)


def _best_with(
    board: Board, listed: Sequence[Played], asked: int, lexicon: Lexicon
) -> tuple[Played, ...]:
    """The best set that contains the last one listed, as large as possible."""
    last = listed[-1]
    fitting = [p for p in listed[:-1] if are_different(board, p.move, last.move, lexicon)]
    for size in range(asked - 1, 0, -1):
        sets = [
            others
            for others in combinations(fitting, size)
            if all(
                are_different(board, a.move, b.move, lexicon) for a, b in combinations(others, 2)
            )
        ]
        if sets:
            return (*max(sets, key=_total), last)
    return (last,)
