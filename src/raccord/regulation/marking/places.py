"""Places on the board: what a word written somewhere forms, scores and breaks.

A place has one option for every way the joker can be understood. What the circles settle is
settled here; where they settle nothing the options stay open and the claimed score decides later.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
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
)
from raccord.regulation.marking.lines import Line, line_of, reference_in
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.slots import Slot, slots


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
    across = reference.direction is Direction.ACROSS
    key = (reference.row, reference.column, across, letters, circles)
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
    if found := _placing_faults(line, start, reference, letters):
        return Place(reference, letters, (), found)
    fresh = line.fresh(start, len(letters))
    choices = joker_choices(letters, fresh, situation.draw, circles)
    options = tuple(
        option_at(situation, reference, letters, choice) for choice in choices or [frozenset()]
    )
    wrong = _faults(situation, line, start, options[0].move, fresh)
    return Place(reference, letters, options, wrong, len(letters) - len(fresh))


def _placing_faults(
    line: Line, start: int, reference: Reference, letters: str
) -> tuple[Fault, ...]:
    """As those of the board, which they are tested against; the line knows them sooner."""
    if start + len(letters) > SIZE:
        return (Fault(FaultKind.OFF_BOARD),)
    if clashes := line.clashes(start, letters):
        squares = [_square(reference, i) for i in clashes]
        return tuple(Fault(FaultKind.COLLISION, str(square)) for square in squares)
    if line.text[start : start + len(letters)] == letters:
        return (Fault(FaultKind.NO_TILE),)
    run = line.run(start, letters)
    return (Fault(FaultKind.NOT_WHOLE, run),) if run != letters else ()


def _square(reference: Reference, index: int) -> Square:
    down, right = reference.direction.step
    return Square(reference.row + index * down, reference.column + index * right)


def _faults(
    situation: Situation, line: Line, start: int, move: Move, fresh: list[int]
) -> tuple[Fault, ...]:
    """What else speaks against a word that lies there whole: tiles, contact, words."""
    word, draw, lexicon = move.word, situation.draw, situation.lexicon
    if situation.is_first:
        return faults(situation.board, move, draw, lexicon, situation.rules)
    found = []
    if len(fresh) > situation.rules.playable:
        found.append(Fault(FaultKind.TOO_MANY_TILES, str(situation.rules.playable)))
    if lacking := _lacking([JOKER if word[i].islower() else word[i] for i in fresh], draw):
        found.append(Fault(FaultKind.NOT_IN_RACK, " ".join(lacking)))
    if "1" not in line.near[start : start + len(word)]:
        found.append(Fault(FaultKind.NOT_CONNECTED))
    letters = word.upper()
    words = dict.fromkeys((letters, *line.side_words(start, letters)))
    found += (Fault(FaultKind.NOT_ADMITTED, one) for one in words if one not in lexicon)
    return tuple(found)


def _lacking(used: list[str], draw: str) -> list[str]:
    """The tiles used that the draw does not have."""
    left = list(draw)
    lacking = []
    for tile in used:
        if tile in left:
            left.remove(tile)
        else:
            lacking.append(tile)
    return sorted(lacking)


def option_at(
    situation: Situation, reference: Reference, letters: str, jokers: frozenset[int]
) -> Option:
    """The word at a reference with its jokers there, and its points."""
    line, start = line_of(situation, reference)
    points = line.count(start, letters, jokers, situation.rules)
    return Option(Move(reference, with_jokers(letters, jokers)), points)


def with_jokers(letters: str, jokers: frozenset[int]) -> str:
    """The word with the jokers' letters in lower case."""
    if not jokers:
        return letters
    return "".join(c.lower() if i in jokers else c for i, c in enumerate(letters))


def joker_choices(
    letters: str, fresh: list[int], draw: str, circles: frozenset[int]
) -> list[frozenset[int]]:
    """Which of the letters placed can be the jokers; empty when the draw cannot make the word.

    Circles that make sense settle it, even for a letter the draw has. Otherwise only the letters
    the draw lacks need a joker, and the choices that agree best with the circles remain.
    """
    letters_held, jokers = held(draw)
    circled = circles & frozenset(fresh)
    if circled and len(circled) <= jokers:
        plain = Counter(letters[i] for i in fresh if i not in circled)
        if plain <= letters_held:
            return [circled]
    missing = Counter([letters[i] for i in fresh]) - letters_held
    if not missing:
        return [frozenset()]
    if missing.total() > jokers:
        return []
    places = ([i for i in fresh if letters[i] == letter] for letter in missing)
    picks = (combinations(at, n) for at, n in zip(places, missing.values(), strict=True))
    choices = [frozenset(i for group in choice for i in group) for choice in product(*picks)]
    most = max(len(choice & circled) for choice in choices)
    return [choice for choice in choices if len(choice & circled) == most]


@lru_cache(maxsize=256)
def held(draw: str) -> tuple[Counter[str], int]:
    """The letters of a draw, and how many jokers it has."""
    return Counter(draw.replace(JOKER, "")), draw.count(JOKER)


def legal_places(
    situation: Situation, letters: str, direction: Direction, circles: frozenset[int]
) -> tuple[Place, ...]:
    """Every place where the word may be played in a direction."""
    if letters not in situation.lexicon:
        return ()
    key = ("legal", letters, direction, circles)
    if key not in situation.memory:
        likely = (
            reference_in(slot.number, slot.start, direction)
            for slot in _fitting(situation, letters, direction)
            if all(word in situation.lexicon for word in slot.side_words(letters))
        )
        found = (place_at(situation, reference, letters, circles) for reference in likely)
        situation.memory[key] = tuple(place for place in found if place.is_legal)
    places: tuple[Place, ...] = situation.memory[key]
    return places


def _fitting(situation: Situation, letters: str, direction: Direction) -> list[Slot]:
    if not letters.isalpha() or not 2 <= len(letters) <= SIZE:
        return []
    return slots(situation, direction, len(letters)).fitting(letters)


def physical_places(
    situation: Situation, letters: str, direction: Direction
) -> Iterator[Reference]:
    """Where the word fits between its neighbours and touches the board, whatever it forms."""
    for slot in _fitting(situation, letters, direction):
        yield reference_in(slot.number, slot.start, direction)


def nearly_physical_places(
    situation: Situation, letters: str, direction: Direction
) -> Iterator[tuple[Reference, str, bool]]:
    """Where the word fits once its last letter is read from the board.

    With each reference, the whole word and whether its last letter was missing (else changed).
    """
    if not letters.isalpha() or len(letters) > SIZE:
        return
    missing = slots(situation, direction, len(letters) + 1).ending(letters)
    changed = slots(situation, direction, len(letters)).ending(letters[:-1])
    found = [(slot, 0, whole) for slot, whole in missing]
    found += [(slot, 1, whole) for slot, whole in changed if whole != letters]
    found.sort(key=lambda one: (one[0].number, one[0].start, one[1]))
    for slot, is_changed, whole in found:
        yield reference_in(slot.number, slot.start, direction), whole, not is_changed


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
    if not 2 <= len(letters) <= SIZE or not letters.isalpha():
        return None
    line, start = line_of(situation, reference)
    covered = line.text[start : start + len(letters)]
    if len(covered) < len(letters) or covered == letters or line.clashes(start, letters):
        return None
    for word, longest in _formed(line, start, letters):
        if word not in situation.lexicon and longest >= 2:
            return word
    return None


def _formed(line: Line, start: int, letters: str) -> Iterator[tuple[str, int]]:
    """The words formed, each with the longest stretch of board letters in it."""
    run = line.run(start, letters)
    first = start - len(line.text[:start].rpartition(EMPTY)[2])
    yield run, max(map(len, line.text[first : first + len(run)].split(EMPTY)))
    for i in line.fresh(start, len(letters)):
        side = line.sides[start + i]
        if word := side.word(letters[i]):
            yield word, max(len(side.before), len(side.after))


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
