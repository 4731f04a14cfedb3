"""Link letters left at a place (2023 4.3.2, 5.2.2): parasites are ignored, and cut a chain."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from raccord.board import Reference
from raccord.regulation.citation import article
from raccord.regulation.marking.links import Drawing
from raccord.regulation.marking.matters import PARASITES
from raccord.regulation.marking.places import (
    Place,
    longest_run,
    physical_places,
    place_at,
    square_letter,
)
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.sketch import Cell, spread
from raccord.regulation.marking.writing import Written

ENOUGH, FEWEST = 3, 2
"""Link letters asked for, and the fewest that still locate a word, for a warning."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A place, the links that agree with it, inside the word and out, and the parasites."""

    reference: Reference
    inside: int
    outside: int
    parasites: int

    @property
    def links(self) -> int:
        """The link letters left."""
        return self.inside + self.outside


@article("4.3.2", edition="2023")
@PARASITES.applied
def fit_at(situation: Situation, written: Written, place: Place) -> Fit:
    """The reading of the little grid that leaves the fewest parasites there."""
    size = len(place.letters)
    fits = (
        Fit(place.reference, place.inside, len(left), len(drawing) - len(left))
        for drawing in written.drawings
        for left in [links_left(situation, place.reference, size, drawing)]
    )
    return min(fits, key=lambda fit: fit.parasites)


def links_left(
    situation: Situation, reference: Reference, size: int, drawing: Drawing
) -> frozenset[Cell]:
    """The letters drawn that the board has there, from near to near from the word."""
    right = {
        (along, aside)
        for along, aside, letter in drawing
        if square_letter(situation.board, reference, along, aside) == letter
    }
    return spread([(along, 0) for along in range(size)], right)


def everywhere(situation: Situation, written: Written) -> Iterator[Place]:
    """The places where the word fits in the written direction, valid or not."""
    for direction in written.directions:
        for reference in physical_places(situation, written.letters, direction):
            yield place_at(situation, reference, written.letters, frozenset())


def fits(situation: Situation, written: Written, places: Iterable[Place]) -> list[Fit]:
    """The places the link letters locate, those that leave the fewest parasites.

    Beside a reference, board letters inside the word are links only where it extends a board word.
    """
    found = [fit_at(situation, written, place) for place in places]
    size = len(written.letters)
    kept = [
        fit
        for fit in found
        if fit.links >= FEWEST
        and (
            not written.referenced
            or fit.outside
            or longest_run(situation, fit.reference, size) >= FEWEST
        )
    ]
    fewest = min((fit.parasites for fit in kept), default=0)
    return [fit for fit in kept if fit.parasites == fewest]


def is_enough(situation: Situation, fit: Fit) -> bool:
    """Whether three links are left; two do on turn 2 beside a word of two letters."""
    spared = situation.turn == 2 and situation.letters_placed == FEWEST
    return fit.links >= (FEWEST if spared else ENOUGH)
