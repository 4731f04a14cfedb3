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
    faults,
    placing_faults,
    score,
)
from raccord.regulation.marking.lines import line_of, lines, reference_in
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
    line, start = line_of(situation, reference)
    fits = line.fits(start, letters)
    bare = Move(reference, letters)
    if not fits and (found := placing_faults(situation.board, bare)):
        return Place(reference, letters, (), found)
    fresh = line.fresh(start, len(letters))
    choices = joker_choices(letters, fresh, situation.draw, circles)
    options = tuple(
        option_at(situation, reference, letters, choice) for choice in choices or [frozenset()]
    )
    wrong: tuple[Fault, ...] = ()
    words = (letters, *line.side_words(start, letters))
    sound = fits and choices and len(fresh) <= situation.rules.playable
    if not sound or any(word not in situation.lexicon for word in words):
        move = options[0].move
        wrong = faults(situation.board, move, situation.draw, situation.lexicon, situation.rules)
    return Place(reference, letters, options, wrong, len(letters) - len(fresh))


def option_at(
    situation: Situation, reference: Reference, letters: str, jokers: frozenset[int]
) -> Option:
    """The word at a reference with its jokers there, and its points."""
    line, start = line_of(situation, reference)
    points = line.count(start, letters, jokers, situation.rules)
    return Option(Move(reference, with_jokers(letters, jokers)), points)


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
    if letters not in situation.lexicon:
        return ()
    key = ("legal", letters, direction, circles)
    if key not in situation.memory:
        starts = physical_places(situation, letters, direction)
        likely = (r for r in starts if _sides_admitted(situation, r, letters))
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
    for number, line in enumerate(lines(situation, direction)):
        if "1" in line.near:
            for start in range(SIZE - len(letters) + 1):
                if line.fits(start, letters):
                    yield reference_in(number, start, direction)


def nearly_physical_places(
    situation: Situation, letters: str, direction: Direction
) -> Iterator[tuple[Reference, str, bool]]:
    """Where the word fits once its last letter is read from the board.

    With each reference, the whole word and whether its last letter was missing (else changed).
    """
    if not letters.isalpha():
        return
    for number, line in enumerate(lines(situation, direction)):
        for start in range(SIZE - len(letters) + 1):
            end = start + len(letters)
            after, last = line.text[end : end + 1], line.text[end - 1]
            wholes = [(letters + after, True)] if after not in ("", EMPTY) else []
            if last not in (EMPTY, letters[-1]):
                wholes.append((letters[:-1] + last, False))
            for whole, missing in wholes:
                if line.fits(start, whole):
                    yield reference_in(number, start, direction), whole, missing


def _sides_admitted(situation: Situation, reference: Reference, letters: str) -> bool:
    line, start = line_of(situation, reference)
    return all(word in situation.lexicon for word in line.side_words(start, letters))


def longest_run(situation: Situation, reference: Reference, length: int) -> int:
    """The longest stretch of board letters under a word."""
    line, start = line_of(situation, reference)
    return max(map(len, line.text[start : start + length].split(EMPTY)))


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
