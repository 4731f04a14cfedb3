"""Places on the board: what a word written somewhere forms, scores and breaks.

A place has one option for every way the joker can be understood. What the circles settle is
settled here; where they settle nothing the options stay open and the claimed score decides later.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from raccord.board import (
    EMPTY,
    JOKER,
    SIZE,
    Board,
    Direction,
    Fault,
    FaultKind,
    Move,
    Reference,
    Square,
    faults,
    placing_faults,
    score,
)
from raccord.regulation.marking.situation import Situation


@dataclass(frozen=True, slots=True)
class Option:
    """One move a place can mean, with its points."""

    move: Move
    points: int

    def __str__(self) -> str:
        return str(self.move)


@dataclass(frozen=True, slots=True)
class Place:
    """Emplacement: a word at a reference, the options for its jokers, and its faults.

    ``inside`` is how many of its letters are on the board already.
    """

    reference: Reference
    letters: str
    options: tuple[Option, ...]
    faults: tuple[Fault, ...]
    inside: int = 0

    @property
    def is_legal(self) -> bool:
        """Whether the word may be played there."""
        return not self.faults

    @property
    def is_open(self) -> bool:
        """Whether the joker's place changes the score and nothing settles it but the score."""
        return len({option.points for option in self.options}) > 1


def place_at(
    situation: Situation, reference: Reference, letters: str, circles: frozenset[int]
) -> Place:
    """The word at a reference, read with its circles."""
    key = ("place", str(reference), letters, circles)
    if key not in situation.memory:
        situation.memory[key] = _place(situation, reference, letters, circles)
    place: Place = situation.memory[key]
    return place


def _place(
    situation: Situation, reference: Reference, letters: str, circles: frozenset[int]
) -> Place:
    if len(letters) > SIZE:
        return Place(reference, letters, (), (Fault(FaultKind.OFF_BOARD),))
    if len(letters) < 2 or not letters.isalpha():
        return Place(reference, letters, (), (Fault(FaultKind.NOT_ADMITTED, letters),))
    board, bare = situation.board, Move(reference, letters)
    if found := placing_faults(board, bare):
        return Place(reference, letters, (), found)
    squares = reference.squares(len(letters)) or []
    fresh = [i for i, square in enumerate(squares) if board.is_free(square)]
    choices = joker_choices(letters, fresh, situation.draw, circles)
    moves = [Move(reference, with_jokers(letters, choice)) for choice in choices or [frozenset()]]
    wrong = faults(board, moves[0], situation.draw, situation.lexicon, situation.rules)
    options = [Option(move, score(board, move, situation.rules).total) for move in moves]
    return Place(reference, letters, tuple(options), wrong, len(letters) - len(fresh))


def with_jokers(letters: str, jokers: frozenset[int]) -> str:
    """The word with the jokers' letters in lower case."""
    return "".join(c.lower() if i in jokers else c for i, c in enumerate(letters))


def joker_choices(
    letters: str, fresh: list[int], draw: str, circles: frozenset[int]
) -> list[frozenset[int]]:
    """Which of the letters placed can be the jokers; empty when the draw cannot make the word.

    Circles that make sense settle it, even for a letter the draw has. Otherwise only the letters
    the draw lacks need a joker, and the choices that agree best with the circles remain.
    """
    held = Counter(draw)
    jokers = held.pop(JOKER, 0)
    circled = circles & frozenset(fresh)
    plain = Counter(letters[i] for i in fresh if i not in circled)
    if circled and len(circled) <= jokers and not plain - held:
        return [circled]
    missing = Counter(letters[i] for i in fresh) - held
    if missing.total() > jokers:
        return []
    places = ([i for i in fresh if letters[i] == letter] for letter in missing)
    picks = (combinations(at, n) for at, n in zip(places, missing.values(), strict=True))
    choices = [frozenset(i for group in choice for i in group) for choice in product(*picks)]
    most = max(len(choice & circled) for choice in choices)
    return [choice for choice in choices if len(choice & circled) == most]


def legal_places(
    situation: Situation, letters: str, direction: Direction, circles: frozenset[int]
) -> tuple[Place, ...]:
    """Every place where the word may be played in a direction."""
    key = ("legal", letters, direction, circles)
    if key not in situation.memory:
        starts = physical_places(situation, letters, direction)
        likely = (r for r in starts if _crosses_admitted(situation, r, letters))
        found = (place_at(situation, reference, letters, circles) for reference in likely)
        situation.memory[key] = tuple(place for place in found if place.is_legal)
    places: tuple[Place, ...] = situation.memory[key]
    return places


def physical_places(
    situation: Situation, letters: str, direction: Direction
) -> Iterator[Reference]:
    """Where the word fits between its neighbours and touches the board, whatever it forms."""
    if not letters.isalpha() or not 2 <= len(letters) <= SIZE:
        return
    for number, (line, near) in enumerate(_lines(situation, direction)):
        for start in range(SIZE - len(letters) + 1):
            if _fits(line, near, start, letters):
                row, column = (number, start) if direction is Direction.ACROSS else (start, number)
                yield Reference(row, column, direction)


def _fits(line: str, near: str, start: int, letters: str) -> bool:
    end = start + len(letters)
    if line[end : end + 1] not in ("", EMPTY) or (start and line[start - 1] != EMPTY):
        return False
    if "1" not in near[start:end]:
        return False
    covered = line[start:end]
    return covered != letters and all(
        a in (EMPTY, b) for a, b in zip(covered, letters, strict=True)
    )


def _lines(situation: Situation, direction: Direction) -> list[tuple[str, str]]:
    """Each line of the board in upper case, and where a tile would touch or cover a letter."""
    key = ("lines", direction)
    if key not in situation.memory:
        texts = board_lines(situation.board, direction)
        padded = [EMPTY * SIZE, *texts, EMPTY * SIZE]
        situation.memory[key] = [
            (padded[i], _near(padded[i - 1], padded[i], padded[i + 1])) for i in range(1, SIZE + 1)
        ]
    lines: list[tuple[str, str]] = situation.memory[key]
    return lines


def board_lines(board: Board, direction: Direction) -> list[str]:
    """The rows (across) or columns (down) of the board, in upper case."""
    cells = board.cells.upper()
    if direction is Direction.ACROSS:
        return [cells[i : i + SIZE] for i in range(0, SIZE * SIZE, SIZE)]
    return [cells[i::SIZE] for i in range(SIZE)]


def _near(before: str, line: str, after: str) -> str:
    columns = zip(before, line, after, strict=True)
    return "".join("0" if column == (EMPTY, EMPTY, EMPTY) else "1" for column in columns)


def _crosses_admitted(situation: Situation, reference: Reference, letters: str) -> bool:
    """A cheap first test of the side words, before everything is counted."""
    sides = _sides(situation, reference.direction)
    for square, letter in zip(reference.squares(len(letters)) or [], letters, strict=True):
        before, after = sides[square.index]
        crossed = (before or after) and situation.board.is_free(square)
        if crossed and before + letter + after not in situation.lexicon:
            return False
    return True


def _sides(situation: Situation, direction: Direction) -> list[tuple[str, str]]:
    """For each square, the letters that meet there from both sides, across the direction."""
    key = ("sides", direction)
    if key not in situation.memory:
        other = direction.other
        lines = board_lines(situation.board, other)
        found = []
        for row in range(SIZE):
            for column in range(SIZE):
                number, at = (row, column) if other is Direction.ACROSS else (column, row)
                line = lines[number]
                found.append((line[:at].rpartition(EMPTY)[2], line[at + 1 :].partition(EMPTY)[0]))
        situation.memory[key] = found
    sides: list[tuple[str, str]] = situation.memory[key]
    return sides


def longest_run(situation: Situation, reference: Reference, length: int) -> int:
    """The longest stretch of board letters under a word."""
    squares = reference.squares(length) or []
    marks = "".join(EMPTY if situation.board.is_free(s) else "X" for s in squares)
    return max(map(len, marks.split(EMPTY)))


def extends(situation: Situation, place: Place, least: int) -> bool:
    """Whether the main word extends a board word of at least that many letters."""
    return longest_run(situation, place.reference, len(place.letters)) >= least


def false_extension(situation: Situation, reference: Reference, letters: str) -> str | None:
    """The word not admitted that the word, laid there, would make of a board word.

    None where it collides, leaves the grid, or spoils no board word of two letters or more.
    """
    squares = reference.squares(len(letters))
    if squares is None or not 2 <= len(letters) <= SIZE or not letters.isalpha():
        return None
    move = Move(reference, letters)
    clash = (FaultKind.COLLISION, FaultKind.NO_TILE)
    if any(fault.kind in clash for fault in placing_faults(situation.board, move)):
        return None
    for formed in score(situation.board, move, situation.rules).words:
        if formed.word in situation.lexicon:
            continue
        if longest_run(situation, formed.reference, len(formed.word)) >= 2:
            return formed.word
    return None


def square_letter(board: Board, reference: Reference, along: int, aside: int) -> str:
    """The board letter at a position in the axes of a word, ``.`` where there is none."""
    if reference.direction is Direction.ACROSS:
        return board.letter(reference.row + aside, reference.column + along).upper()
    return board.letter(reference.row + along, reference.column + aside).upper()


def moved(reference: Reference, along: int, aside: int) -> Reference | None:
    """A reference shifted in its own axes, or None outside the grid."""
    across = reference.direction is Direction.ACROSS
    rows, columns = (aside, along) if across else (along, aside)
    row, column = reference.row + rows, reference.column + columns
    if not (0 <= row < SIZE and 0 <= column < SIZE):
        return None
    return Reference(row, column, reference.direction)


def square_at(reference: Reference, along: int) -> Square | None:
    """The square of a letter of the word."""
    shifted = moved(reference, along, 0)
    return shifted.square if shifted else None
