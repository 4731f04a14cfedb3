"""Where a word of some length may lie on a board, sorted by the letters it would meet there.

A hall hands in a thousand words on one board: which stretches of it a word may fill whole, and
what stands in them, is worked out once for each direction and length.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from raccord.board import EMPTY, SIZE, Direction
from raccord.regulation.marking.lines import Line, lines
from raccord.regulation.marking.situation import Situation

Held = tuple[tuple[int, str], ...]


class Slot(NamedTuple):
    """A stretch of a line with no letter at either end, one square free at least, near others.

    ``held`` are its letters already on the board and ``crossed`` what meets its free squares
    from the sides, each by its place in the word.
    """

    number: int
    start: int
    held: Held
    crossed: tuple[tuple[int, str, str], ...]

    def agrees(self, letters: str) -> bool:
        """Whether a word clashes nowhere."""
        return all(letters[i] == letter for i, letter in self.held)

    def side_words(self, letters: str) -> Iterator[str]:
        """The side words a word there makes."""
        return (before + letters[i] + after for i, before, after in self.crossed)


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of one direction and length, those that hold letters by the first of them.

    ``closed`` are those whose last square holds a letter.
    """

    free: list[Slot]
    by_first: dict[tuple[int, str], list[Slot]]
    closed: list[Slot]

    def fitting(self, letters: str) -> list[Slot]:
        """Where a word of that length fits, line by line."""
        found = [*self.free]
        for first in enumerate(letters):
            found += (slot for slot in self.by_first.get(first, ()) if slot.agrees(letters))
        found.sort()
        return found

    def ending(self, letters: str) -> Iterator[tuple[Slot, str]]:
        """Where a word fits that lacks only its last letter, with the one the board gives."""
        for slot in self.closed:
            whole = letters + slot.held[-1][1]
            if slot.agrees(whole):
                yield slot, whole


def slots(situation: Situation, direction: Direction, length: int) -> Slots:
    """The slots of a direction and length."""
    key = ("slots", direction, length)
    if key not in situation.memory:
        situation.memory[key] = _sorted(list(_slots(lines(situation, direction), length)), length)
    found: Slots = situation.memory[key]
    return found


def _sorted(found: list[Slot], length: int) -> Slots:
    by_first: defaultdict[tuple[int, str], list[Slot]] = defaultdict(list)
    for slot in found:
        if slot.held:
            by_first[slot.held[0]].append(slot)
    closed = [slot for slot in found if slot.held and slot.held[-1][0] == length - 1]
    return Slots([slot for slot in found if not slot.held], dict(by_first), closed)


def _slots(rows: list[Line], length: int) -> Iterator[Slot]:
    for number, line in enumerate(rows):
        if "1" in line.near:
            for start in range(SIZE - length + 1):
                if line.has_room(start, length):
                    yield _slot(number, start, line, length)


def _slot(number: int, start: int, line: Line, length: int) -> Slot:
    covered = line.text[start : start + length]
    held = tuple((i, letter) for i, letter in enumerate(covered) if letter != EMPTY)
    sides = line.sides[start : start + length]
    crossed = tuple(
        (i, side.before, side.after)
        for i, (letter, side) in enumerate(zip(covered, sides, strict=True))
        if letter == EMPTY and (side.before or side.after)
    )
    return Slot(number, start, held, crossed)
