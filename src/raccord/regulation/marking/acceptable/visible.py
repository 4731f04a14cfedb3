"""What is visible on a slip (2023 5.2.1, 5.2.2): the proposed word, and every word beside it.

A word that hangs together with the proposed one is read where the slip puts it on the board: board
letters are links, a word that lays a tile there is played, anything else is parasite. A word apart
from it is a solution of its own, unless it is board letters copied apart, well or badly.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from raccord.board import EMPTY, SIZE, Direction, Move, Reference
from raccord.regulation.citation import article
from raccord.regulation.marking.acceptable.circling import circlings
from raccord.regulation.marking.acceptable.solving import solve
from raccord.regulation.marking.lines import line_of
from raccord.regulation.marking.places import physical_places
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.sketch import Run, Sketch
from raccord.regulation.marking.writing import Written, read
from raccord.regulation.slip import Slip


class Standing(Enum):
    """How a word stands beside the proposed one."""

    CROSSING = "crossing"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class Beside:
    """A word beside the proposed one, and how many tiles it lays; none where it is apart."""

    written: Written
    standing: Standing
    tiles: int = 0


@dataclass(frozen=True, slots=True)
class Visible:
    """Ce que montre le bulletin: the proposed word, where it stands, and the other words."""

    proposed: Written
    run: Run | None
    sketch: Sketch

    @property
    def others(self) -> list[Run]:
        """The words of the little grid beside the proposed one."""
        if self.run is None:
            return []
        return [run for run in self.sketch.words() if run.cells != self.run.cells]

    @property
    def words(self) -> list[Written]:
        """The proposed word and the others, as if each were proposed."""
        return [self.proposed, *map(self.written, self.others)]

    def written(self, run: Run) -> Written:
        """Another word of the grid, with the slip's reference and score."""
        return replace(
            self.proposed,
            letters=run.text,
            circles=run.circles,
            direction=run.direction,
            drawings=(self.sketch.links(run),),
        )


def look(situation: Situation, slip: Slip) -> Visible | None:
    """Read a slip; None where no word can be read."""
    readings = read(slip)
    if not readings:
        return None
    sketch = Sketch.parse(slip.grid or "")
    proposed = _proposed(situation, readings)
    runs = sketch.finding(proposed.letters, proposed.direction) if proposed.direction else []
    return Visible(proposed, runs[0] if runs else None, sketch)


def _proposed(situation: Situation, readings: tuple[Written, ...]) -> Written:
    """The word with an acceptable solution, else an admitted one, else the longest."""
    if len(readings) > 1 and not situation.is_first:
        for written in readings:
            if solve(situation, written):
                return written
    admitted = (written for written in readings if written.letters in situation.lexicon)
    return next(admitted, readings[0])


@article("5.2.1", edition="2023")
def is_played(situation: Situation, letters: str) -> bool:
    """Whether board and draw can lay the word somewhere, whatever it forms."""
    return any(
        circlings(situation, reference, letters)
        for direction in Direction
        for reference in physical_places(situation, letters, direction)
    )


def beside(situation: Situation, seen: Visible, kept: Move) -> Iterator[Beside]:
    """The other words that count, once the proposed one lies at its move."""
    if seen.run is None:
        return
    joined = seen.sketch.reached(seen.run.cells)
    for run in seen.others:
        at = _on_board(seen.run, run, kept)
        if run.cells <= joined:
            tiles = _tiles(situation, at, run.text)
            if tiles:
                yield Beside(seen.written(run), Standing.CROSSING, tiles)
        elif not _is_copied(situation, at, run.text):
            yield Beside(seen.written(run), Standing.APART)


def _on_board(proposed: Run, run: Run, kept: Move) -> Reference | None:
    """Where a word of the grid falls on the board, the proposed one being at its move."""
    if kept.reference.direction is not proposed.direction:
        return None
    row = kept.reference.row + run.row - proposed.row
    column = kept.reference.column + run.column - proposed.column
    inside = 0 <= row < SIZE and 0 <= column < SIZE
    return Reference(row, column, run.direction) if inside else None


def _tiles(situation: Situation, at: Reference | None, letters: str) -> int:
    """How many tiles a word lays there; none where it is not a played word."""
    if at is None:
        return 0
    line, start = line_of(situation, at)
    if not line.fits(start, letters) or not circlings(situation, at, letters):
        return 0
    return len(line.fresh(start, len(letters)))


def _is_copied(situation: Situation, at: Reference | None, letters: str) -> bool:
    """Whether more letters than not are the board's there: links apart, or badly copied."""
    if at is None:
        return False
    line, start = line_of(situation, at)
    board = line.text[start : start + len(letters)]
    same = sum(a == b != EMPTY for a, b in zip(board, letters, strict=False))
    return 2 * same > len(letters)
