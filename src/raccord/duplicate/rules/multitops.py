"""Multitops: two or three different solutions a turn (undated annex 4).

Words of different entries, without any possible overlap: DAN and DANS do not go together, since
DANS may be the plural of DAN. When one tile makes two words both are played, so a second solution
can be neither, nor their plural. Of an offending pair the lower scores nothing.

Readings: known entries decide, so MA and MAS go together. Where they are not known a plural in S
or X is an overlap, the possibility being enough; any other pair is a doubt, which the software
does not settle: both count until the referee has spoken.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import NamedTuple

from raccord.board import Board, Move, new_squares, score
from raccord.board import moves as every_move
from raccord.duplicate.rules.ends import Frame
from raccord.duplicate.rules.position import Position
from raccord.lexicon import Lexicon
from raccord.regulation import article

_PLURALS = ("S", "X")


class Played(NamedTuple):
    """Solution jouée: a legal move and the points awarded for it."""

    move: Move
    points: int


@dataclass(frozen=True, slots=True)
class Overlap:
    """Recoupement: two solutions, by rank; ``is_certain`` is false where the referee decides."""

    first: int
    second: int
    is_certain: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """Solutions d'un coup: the points each keeps, and the pairs that overlap or may."""

    points: tuple[int, ...]
    overlaps: tuple[Overlap, ...]

    @property
    def total(self) -> int:
        """What the turn scores."""
        return sum(self.points)

    @property
    def is_doubtful(self) -> bool:
        """Whether the referee has a pair to decide."""
        return not all(overlap.is_certain for overlap in self.overlaps)


def share_entry(first: str, second: str, lexicon: Lexicon) -> bool | None:
    """Whether two words may be forms of one entry; None where nothing tells."""
    if first == second:
        return True
    known = first in lexicon and second in lexicon
    same = lexicon.same_entry(first, second) if known else None
    # Annex 4 forbids a possible overlap: unknown entries and a plural in S or X are enough.
    return True if same is None and _are_plural(first, second) else same


def families(words: Collection[str], lexicon: Lexicon) -> tuple[tuple[str, ...], ...]:
    """The words that do not go together, by groups, for who cannot ask for their entries."""
    known = lexicon.kin(words)
    unsure = (
        (word, word + ending)
        for word in words
        for ending in _PLURALS
        if word + ending in words and lexicon.same_entry(word, word + ending) is None
    )
    return tuple(sorted({*known, *unsure}))


def _are_plural(first: str, second: str) -> bool:
    shorter, longer = sorted((first, second), key=len)
    return longer in tuple(shorter + ending for ending in _PLURALS)


def overlap(board: Board, first: Move, second: Move, lexicon: Lexicon) -> bool | None:
    """Whether two solutions overlap; None where it takes entries that are not known."""
    pairs = [(first.text, second.text)]
    for one, other in ((first, second), (second, first)):
        pairs += [(word, other.text) for word in _words_of_one_tile(board, one)]
    answers = [share_entry(*pair, lexicon) for pair in pairs]
    # One sure overlap settles the pair, whatever is unknown of the rest.
    return True if True in answers else None if None in answers else False


def _words_of_one_tile(board: Board, move: Move) -> list[str]:
    if len(new_squares(board, move)) != 1:
        return []
    return [formed.word for formed in score(board, move).words]


@article("annex 4", edition="undated")
def compare(
    board: Board, solutions: Sequence[Played], lexicon: Lexicon, *, against: bool = False
) -> Compared:
    """Of an offending pair the lower scores nothing, and between equals the later.

    Doubtful pairs offend only where they are settled ``against`` the player.
    """
    overlaps = tuple(
        Overlap(i, j, is_certain=same is True)
        for i, j in combinations(range(len(solutions)), 2)
        if (same := overlap(board, solutions[i].move, solutions[j].move, lexicon)) is not False
    )
    offending = {frozenset((o.first, o.second)) for o in overlaps if o.is_certain or against}
    points = [played.points for played in solutions]
    kept: list[int] = []
    # Best first, and stable: of equals the later one loses.
    for i in sorted(range(len(solutions)), key=lambda i: -points[i]):
        if any(frozenset((i, k)) in offending for k in kept):
            points[i] = 0
        else:
            kept.append(i)
    return Compared(tuple(points), overlaps)


def award(
    board: Board, solutions: Sequence[Played], asked: int, lexicon: Lexicon
) -> tuple[int, ...]:
    """The points that stand, in the order played; solutions beyond those asked for get none."""
    beyond = max(0, len(solutions) - asked)
    return compare(board, solutions[:asked], lexicon).points + (0,) * beyond


def best_set(position: Position, rack: str, asked: int, frame: Frame) -> tuple[Played, ...]:
    """Different solutions with the best total: the turn's reference for percentages."""
    listed = _distinct(position.board, rack, frame)
    met: list[Played] = []
    best: tuple[Played, ...] = ()

    def at(rank: int) -> Played | None:
        if rank == len(met):
            met.extend(islice(listed, 1))
        return met[rank] if rank < len(met) else None

    def extend(chosen: tuple[Played, ...], rank: int) -> None:
        nonlocal best
        best = max(best, chosen, key=_total)
        room = asked - len(chosen)
        # Solutions come best first: none after this one is worth more.
        while (each := at(rank)) and _total(chosen) + room * each.points > _total(best):
            rank += 1
            if not any(overlap(position.board, each.move, o.move, frame.lexicon) for o in chosen):
                extend((*chosen, each), rank)

    extend((), 0)
    return best


def _distinct(board: Board, rack: str, frame: Frame) -> Iterator[Played]:
    """The solutions, best first, without those that a better one can always stand for."""
    settled: set[frozenset[int] | str] = set()
    for solution in every_move(board, rack, frame.lexicon, frame.formula.rules):
        text = solution.move.text
        # A word of the same entries scores no more and goes with no more.
        key = frame.lexicon.entry_numbers(text) or text
        if key in settled:
            continue
        # A place of one tile excludes its second word too: after it the word stays open to another.
        if len(new_squares(board, solution.move)) > 1:
            settled.add(key)
        yield Played(solution.move, solution.score)


def _total(solutions: Sequence[Played]) -> int:
    return sum(p.points for p in solutions)
