"""Locating a word by its link letters: exact fits, near misses, drawings one line off."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from raccord.board import EMPTY, Direction, Reference
from raccord.regulation.marking.lines import line_of
from raccord.regulation.marking.places import (
    Place,
    false_extension,
    legal_places,
    moved,
    physical_places,
    place_at,
    square_letter,
)
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.sketch import Link
from raccord.regulation.marking.writing import Written

FEWEST_LINKS = 2
Drawing = tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """A place the link letters agree with, how many there are, and the circles as they fall."""

    place: Place
    links: int
    circles: frozenset[int]
    is_cut: bool = False


def agrees(situation: Situation, reference: Reference, drawing: Drawing) -> bool:
    """Whether every link letter drawn is the board's letter there."""
    board = situation.board
    return all(square_letter(board, reference, x, y) == letter for x, y, letter in drawing)


def physical_fits(
    situation: Situation, written: Written, directions: tuple[Direction, ...]
) -> Iterator[tuple[Reference, int]]:
    """Where the word and its links fit the board, legal or not, with the number of links."""
    for direction in directions:
        for reference in physical_places(situation, written.letters, direction):
            # Reading: board letters inside the word count as links where there is no reference.
            inside = _inside(situation, reference, len(written.letters))
            for drawing in written.drawings:
                if agrees(situation, reference, drawing):
                    yield reference, inside + len(drawing)


def exact_fits(
    situation: Situation, written: Written, directions: tuple[Direction, ...] | None = None
) -> list[Fit]:
    """The legal places the links agree with, two link letters at least."""
    found: dict[Reference, Fit] = {}
    for reference, links in physical_fits(situation, written, directions or written.directions):
        if links < FEWEST_LINKS or reference in found:
            continue
        place = place_at(situation, reference, written.letters, written.circles)
        if place.is_legal:
            found[reference] = Fit(place, links, written.circles)
    return list(found.values())


def _inside(situation: Situation, reference: Reference, length: int) -> int:
    line, start = line_of(situation, reference)
    return length - line.text[start : start + length].count(EMPTY)


def most_links(situation: Situation, written: Written) -> int:
    """The most link letters the slip can be said to bear, wherever it may be meant."""
    drawn = max(map(len, written.drawings))
    inside = [
        _inside(situation, reference, len(written.letters))
        for direction in written.directions
        for reference in physical_places(situation, written.letters, direction)
    ]
    return drawn + max(inside, default=0)


def near_misses(situation: Situation, written: Written) -> list[Place]:
    """Legal places whose links differ from those drawn by one omission, change or swap."""
    return [place for place in _legal(situation, written) if _is_near(situation, place, written)]


def shifted_places(situation: Situation, written: Written) -> list[Place]:
    """Legal places worth the claimed score from which the links are drawn one line off."""
    return [p for p in _legal(situation, written) if _is_shifted(situation, p, written)]


def _legal(situation: Situation, written: Written) -> Iterator[Place]:
    for direction in written.directions:
        yield from legal_places(situation, written.letters, direction, written.circles)


def _is_shifted(situation: Situation, place: Place, written: Written) -> bool:
    if written.claimed not in {option.points for option in place.options}:
        return False
    return any(
        _drawn_off(situation, place, written, drawing, *shift)
        for drawing in written.drawings
        # 2010 4.3 speaks of the reference; reading: links drawn a row or column off are the same
        # slip.
        for shift in product((-1, 0, 1), repeat=2)
        if drawing and shift != (0, 0) and len(drawing) + place.inside >= FEWEST_LINKS
    )


def _drawn_off(
    situation: Situation, place: Place, written: Written, drawing: Drawing, x: int, y: int
) -> bool:
    shifted = tuple(Link(a + x, b + y, letter) for a, b, letter in drawing)
    if not agrees(situation, place.reference, shifted):
        return False
    drawn_at = moved(place.reference, x, y)
    # A drawing that falsely lengthens a board word stays void (2010 4.3).
    return drawn_at is None or false_extension(situation, drawn_at, written.letters) is None


def _is_near(situation: Situation, place: Place, written: Written) -> bool:
    return any(
        rule(situation, place, drawing)
        for drawing in written.drawings
        if drawing
        for rule in (_one_changed, _two_swapped, _one_omitted)
    )


def _expected(situation: Situation, place: Place) -> Callable[[int, int], str]:
    def letter(along: int, aside: int) -> str:
        return square_letter(situation.board, place.reference, along, aside)

    return letter


def _wrong(situation: Situation, place: Place, drawing: Drawing) -> list[Link]:
    expected = _expected(situation, place)
    return [link for link in drawing if expected(link.along, link.aside) != link.letter]


def _one_changed(situation: Situation, place: Place, drawing: Drawing) -> bool:
    wrong = _wrong(situation, place, drawing)
    if len(wrong) != 1:
        return False
    cells = {(link.along, link.aside) for link in drawing}
    return _is_right_link(situation, place, cells, {(wrong[0].along, wrong[0].aside)})


def _two_swapped(situation: Situation, place: Place, drawing: Drawing) -> bool:
    wrong = _wrong(situation, place, drawing)
    if len(wrong) != 2:
        return False
    (x, y, first), (u, v, second) = wrong
    expected = _expected(situation, place)
    # Only neighbours: letters exchanged at a distance are two faults, and void (2010 4.2).
    beside = abs(x - u) + abs(y - v) == 1
    if not beside or (expected(x, y), expected(u, v)) != (second, first):
        return False
    cells = {(link.along, link.aside) for link in drawing}
    return _is_right_link(situation, place, cells, {(x, y), (u, v)})


def _one_omitted(situation: Situation, place: Place, drawing: Drawing) -> bool:
    return any(
        _is_omission(situation, place, drawing, run, split, axis, step)
        for axis in (0, 1)
        for run in _runs(drawing, axis)
        for split in range(len(run) + 1)
        for step in (-1, 1)
    )


def _runs(drawing: Drawing, axis: int) -> Iterator[list[Link]]:
    """The link letters by straight lines along an axis, without holes."""
    ordered = sorted((*_by_axis(link, axis), link) for link in drawing)
    run: list[Link] = []
    for line, at, link in ordered:
        if run and (line, at - 1) != _by_axis(run[-1], axis):
            yield run
            run = []
        run.append(link)
    if run:
        yield run


def _by_axis(link: Link, axis: int) -> tuple[int, int]:
    return (link.along, link.aside) if axis else (link.aside, link.along)


def _is_omission(
    situation: Situation,
    place: Place,
    drawing: Drawing,
    run: list[Link],
    split: int,
    axis: int,
    step: int,
) -> bool:
    """Whether the links agree once a letter is put back in a run, its outer part moved over."""
    outer = run[:split] if step < 0 else run[split:]
    if not outer:
        return False
    gap = outer[-1] if step < 0 else outer[0]
    across = (0, step) if axis else (step, 0)
    pushed = tuple(Link(a + across[0], b + across[1], c) for a, b, c in outer)
    right = (*(link for link in drawing if link not in outer), *pushed)
    own = range(len(place.letters))
    # The letter put back may not push another into the word itself.
    if any(link.aside == 0 and link.along in own for link in right):
        return False
    if not agrees(situation, place.reference, right):
        return False
    cells = {(link.along, link.aside) for link in right} | {(gap.along, gap.aside)}
    return _is_right_link(situation, place, cells, {(gap.along, gap.aside)})


def _is_right_link(
    situation: Situation,
    place: Place,
    cells: set[tuple[int, int]],
    touched: set[tuple[int, int]],
) -> bool:
    """Whether the letters put right belong to three consecutive letters of one board word."""
    expected = _expected(situation, place)
    linked = cells | {(i, 0) for i in range(len(place.letters))}
    held = {cell for cell in linked if expected(*cell) != EMPTY}
    if not touched <= held:
        return False
    # 2010 4.4: the right link is three consecutive letters or more of one board word.
    return any(_stretch(held, touched, axis) >= 3 for axis in (0, 1))


def _stretch(held: set[tuple[int, int]], touched: set[tuple[int, int]], axis: int) -> int:
    """How many cells in a row along an axis hold all the touched cells."""
    start = min(touched)
    step = (0, 1) if axis else (1, 0)
    run = {start}
    for sign in (-1, 1):
        cell = start
        while (cell := (cell[0] + sign * step[0], cell[1] + sign * step[1])) in held:
            run.add(cell)
    return len(run) if touched <= run else 0
