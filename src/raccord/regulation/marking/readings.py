"""Every placement a slip can mean, and what speaks for or against each."""

from collections.abc import Iterator

import msgspec

from raccord.board import Move, faults, score, tiles_used
from raccord.regulation.marking.first import starts
from raccord.regulation.marking.places import Option, Place, legal_places, place_at
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.treatment import Mode
from raccord.regulation.marking.treatments import TREATMENTS
from raccord.regulation.marking.writing import Written


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
    treatment = TREATMENTS[situation.edition]
    modes = (Mode.REFERENCE, Mode.TURNED)
    for mode, reference in zip(modes, written.readings, strict=False):
        yield mode, treatment.place(situation, written, reference)
    yield from treatment.places(situation, written)
    for direction in written.directions:
        for legal in legal_places(situation, written.letters, direction, frozenset()):
            place = treatment.place(situation, written, legal.reference)
            if any(option.points == written.claimed for option in place.options):
                yield Mode.SCORE, place


def ruled(situation: Situation, placement: str) -> Reading:
    """The placement a ruling kept, where the slip alone does not lead to it."""
    move = Move.parse(placement)
    points = score(situation.board, move, situation.rules).total
    place = Place(move.reference, move.text, (Option(move, points),), ())
    return _reading(situation, Mode.RULED, place)


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
