"""Multitops (undated annex 4): two or three solutions a turn, of different entries.

Two words overlap when they share an entry, as DAN and DANS do. Where the entries of a word are
not known the software does not guess: the pair is left to the referee.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from raccord.regulation import article

PLURALS = ("S", "X")


class KnowsEntries(Protocol):
    """A lexicon that can tell whether two words share an entry."""

    def __contains__(self, word: object) -> bool: ...
    def same_entry(self, first: str, second: str, /) -> bool | None:
        """Whether they share an entry; None when it is not known."""


@dataclass(frozen=True, slots=True)
class Played:
    """Une des solutions: its word, every word it forms, the tiles it lays, its points."""

    word: str
    formed: tuple[str, ...]
    tiles: int
    points: int


@dataclass(frozen=True, slots=True)
class Overlap:
    """Recoupement: two solutions, by rank; ``is_certain`` is false where the referee decides."""

    first: int
    second: int
    is_certain: bool


@dataclass(frozen=True, slots=True)
class Multitops:
    """Solutions d'un coup: the points each keeps, and the pairs that overlap."""

    points: tuple[int, ...]
    overlaps: tuple[Overlap, ...]

    @property
    def total(self) -> int:
        """What the turn scores."""
        return sum(self.points)

    @property
    def undecided(self) -> tuple[Overlap, ...]:
        """The pairs the referee must decide."""
        return tuple(overlap for overlap in self.overlaps if not overlap.is_certain)


@article("annex 4", edition="undated")
def different_entries(
    solutions: Sequence[Played],
    lexicon: KnowsEntries,
    decided: frozenset[tuple[int, int]] = frozenset(),
) -> Multitops:
    """Of an offending pair the lower scores nothing; ``decided`` are pairs the referee holds so."""
    found = [
        overlap
        for second in range(len(solutions))
        for first in range(second)
        if (overlap := _overlap(solutions, first, second, lexicon))
    ]
    void: set[int] = set()
    offending = [o for o in found if o.is_certain or (o.first, o.second) in decided]
    by_best = sorted(offending, key=lambda o: -max(_scores(solutions, o)))
    for overlap in by_best:
        if overlap.first in void or overlap.second in void:
            continue
        first, second = _scores(solutions, overlap)
        void.add(overlap.second if second <= first else overlap.first)
    points = tuple(0 if i in void else s.points for i, s in enumerate(solutions))
    return Multitops(points, tuple(found))


def _scores(solutions: Sequence[Played], overlap: Overlap) -> tuple[int, int]:
    return solutions[overlap.first].points, solutions[overlap.second].points


def _overlap(
    solutions: Sequence[Played], first: int, second: int, lexicon: KnowsEntries
) -> Overlap | None:
    a, b = solutions[first], solutions[second]
    answers = [_same(lexicon, a.word, b.word)]
    for one, other in ((a, b), (b, a)):
        if one.tiles == 1:
            answers += [_same_or_plural(lexicon, word, other.word) for word in one.formed]
    if True in answers:
        return Overlap(first, second, is_certain=True)
    return Overlap(first, second, is_certain=False) if None in answers else None


def _same(lexicon: KnowsEntries, first: str, second: str) -> bool | None:
    if first == second:
        return True
    if first not in lexicon or second not in lexicon:
        return False
    return lexicon.same_entry(first, second)


def _same_or_plural(lexicon: KnowsEntries, word: str, other: str) -> bool | None:
    """Whether a solution is a word already made by a single tile, or its plural."""
    if other in (word, *(word + ending for ending in PLURALS)):
        return True
    return _same(lexicon, word, other)
