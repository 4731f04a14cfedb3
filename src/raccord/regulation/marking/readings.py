"""Every placement a slip can mean, and what speaks for or against each."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

import msgspec

from raccord.board import faults, score, tiles_used
from raccord.regulation.marking.first import starts
from raccord.regulation.marking.forms import completions, cut_fits, linked_completions
from raccord.regulation.marking.links import FEWEST_LINKS, physical_fits
from raccord.regulation.marking.places import Place, legal_places, place_at
from raccord.regulation.marking.practices import PRACTICES
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.writing import Written


class Mode(StrEnum):
    """How a reading comes to its place; the value is French."""

    FIRST = "premier coup"
    REFERENCE = "référence"
    TURNED = "référence, dans l'autre sens"
    LINKS = "raccord"
    EXTENSION = "prolongement écrit en partie"
    LAST_LETTER = "dernière lettre prise sur la grille"
    SCORE = "score revendiqué"


class Choice(msgspec.Struct, frozen=True):
    """A move, with the joker's letters in parentheses, and its points."""

    move: str
    points: int


class Reading(msgspec.Struct, frozen=True):
    """Lecture: a placement the slip can mean.

    ``choices`` holds one move for each place the joker may have; ``tiles`` the letters taken from
    the draw; ``words`` all words formed; ``against`` what rules the placement out, in French.
    """

    mode: Mode
    place: str
    choices: tuple[Choice, ...]
    tiles: str
    words: tuple[str, ...]
    against: tuple[str, ...]

    @property
    def is_legal(self) -> bool:
        """Whether nothing rules the placement out."""
        return not self.against


def readings(situation: Situation, written: Written) -> tuple[Reading, ...]:
    """The readings of a word as written, by reference first, without repeats."""
    found: dict[str, Reading] = {}
    for mode, place in _places(situation, written):
        reading = _reading(situation, mode, place)
        found.setdefault(reading.place, reading)
    return tuple(found.values())


def _places(situation: Situation, written: Written) -> Iterator[tuple[Mode, Place]]:
    if situation.is_first:
        for reference in starts(len(written.letters)):
            yield Mode.FIRST, place_at(situation, reference, written.letters, written.circles)
        return
    modes = (Mode.REFERENCE, Mode.TURNED)
    for mode, reference in zip(modes, written.readings, strict=False):
        yield mode, place_at(situation, reference, written.letters, written.circles)
    for completion in completions(situation, written, written.readings):
        yield Mode.LAST_LETTER, completion.place
    if not written.referenced or written.is_linked:
        yield from _linked(situation, written)
    yield from _claimed(situation, written)


def _linked(situation: Situation, written: Written) -> Iterator[tuple[Mode, Place]]:
    for reference, links in physical_fits(situation, written, written.directions):
        if links >= FEWEST_LINKS:
            yield Mode.LINKS, place_at(situation, reference, written.letters, written.circles)
    each_end = PRACTICES[situation.edition].links_at_each_end
    for fit in cut_fits(situation, written, each_end=each_end):
        yield Mode.EXTENSION, fit.place
    for completion in linked_completions(situation, written):
        yield Mode.LAST_LETTER, completion.place


def _claimed(situation: Situation, written: Written) -> Iterable[tuple[Mode, Place]]:
    for direction in written.directions:
        for place in legal_places(situation, written.letters, direction, written.circles):
            if any(option.points == written.claimed for option in place.options):
                yield Mode.SCORE, place


def _reading(situation: Situation, mode: Mode, place: Place) -> Reading:
    if not place.options:
        against = tuple(fault.french for fault in place.faults)
        return Reading(mode, f"{place.reference} {place.letters}", (), "", (), against)
    move = place.options[0].move
    return Reading(
        mode=mode,
        place=f"{place.reference} {place.letters}",
        choices=tuple(Choice(str(option.move), option.points) for option in place.options),
        tiles=tiles_used(situation.board, move),
        words=tuple(w.word for w in score(situation.board, move, situation.rules).words),
        against=tuple(
            fault.french
            for fault in faults(
                situation.board, move, situation.draw, situation.lexicon, situation.rules
            )
        ),
    )
