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
from raccord.regulation.marking.acceptable.linking import links_left
from raccord.regulation.marking.acceptable.solving import solve
from raccord.regulation.marking.lines import line_of, lines
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
    """Ce que montre le bulletin: the proposed word, where it may stand, and the little grid."""

    proposed: Written
    runs: tuple[Run, ...]
    sketch: Sketch

    @property
    def words(self) -> list[Written]:
        """The proposed word and the others, as if each were proposed."""
        others = [run for own in self.runs[:1] for run in self.beside(own)]
        return [self.proposed, *map(self.written, others)]

    def beside(self, own: Run) -> list[Run]:
        """The words of the little grid beside the proposed one."""
        return [run for run in self.sketch.words() if run.cells != own.cells]

    def written(self, run: Run) -> Written:
        """Another word of the grid, with the slip's reference and score."""
        return replace(
            self.proposed,
            letters=run.text,
            circles=run.circles,
            direction=run.direction,
            drawings=(self.sketch.links(run),),
        )

    def crossing(self, run: Run, own: Run) -> Written:
        """A word that hangs together with the proposed one, whose reference is not its own."""
        circled = {own.cell(i) for i in self.proposed.circles}
        circles = run.circles | {i for i in range(len(run.text)) if run.cell(i) in circled}
        return replace(self.written(run).without_reference(), circles=circles)


def look(situation: Situation, slip: Slip) -> Visible | None:
    """Read a slip; None where no word can be read."""
    readings = read(slip)
    if not readings:
        return None
    sketch = Sketch.parse(slip.grid or "")
    proposed = _proposed(situation, readings)
    runs = sketch.finding(proposed.letters, proposed.direction) if proposed.direction else []
    return Visible(proposed, tuple(runs), sketch)


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
    for own in _standing(situation, seen, kept):
        joined = seen.sketch.reached(own.cells)
        for run in seen.beside(own):
            at = _on_board(own, run, kept)
            tiles = _tiles(situation, at, run.text)
            if run.cells <= joined and tiles:
                # A side word that lays no tile of its own is the proposed word's, copied out.
                if any(run.cell(i) not in own.cells for i in tiles):
                    yield Beside(seen.crossing(run, own), Standing.CROSSING, len(tiles))
            elif _is_copied(situation, at, run, own):
                continue
            elif not run.cells <= joined:
                yield Beside(seen.written(run), Standing.APART)
            elif is_played(situation, run.text):
                yield Beside(seen.crossing(run, own), Standing.CROSSING, len(run.text))


def _standing(situation: Situation, seen: Visible, kept: Move) -> list[Run]:
    """Where the proposed word stands in the grid; drawn twice, where its links agree best."""

    def parasites(run: Run) -> int:
        drawing = seen.sketch.links(run)
        return len(drawing) - len(links_left(situation, kept.reference, len(kept.word), drawing))

    return sorted(seen.runs, key=parasites)[:1]


def _on_board(proposed: Run, run: Run, kept: Move) -> Reference | None:
    """Where a word of the grid falls on the board, the proposed one being at its move."""
    if kept.reference.direction is not proposed.direction:
        return None
    row = kept.reference.row + run.row - proposed.row
    column = kept.reference.column + run.column - proposed.column
    inside = 0 <= row < SIZE and 0 <= column < SIZE
    return Reference(row, column, run.direction) if inside else None


def _tiles(situation: Situation, at: Reference | None, letters: str) -> list[int]:
    """Which letters of a word are laid there; none where it is not a played word."""
    if at is None:
        return []
    line, start = line_of(situation, at)
    if not line.fits(start, letters) or not circlings(situation, at, letters):
        return []
    return line.fresh(start, len(letters))


def _is_copied(situation: Situation, at: Reference | None, run: Run, proposed: Run) -> bool:
    """Whether the letters are the board's, well copied or badly: one in place, or a group apart."""
    if at is not None:
        line, start = line_of(situation, at)
        there = line.text[start : start + len(run.text)]
        if any(a == b for a, b in zip(there, run.text, strict=False)):
            return True
    own = proposed.cells
    outside = "".join(c if run.cell(i) not in own else EMPTY for i, c in enumerate(run.text))
    board = [line.text for direction in Direction for line in lines(situation, direction)]
    groups = [group for group in outside.split(EMPTY) if group]
    return all(len(group) > 1 and any(group in text for text in board) for group in groups)
