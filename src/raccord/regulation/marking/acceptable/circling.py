"""Circles and scores (2023 5.3.1, 5.3.2): what a word earns at a right place, joker included.

A circling is possible when the jokers of the draw are enough for it and the other letters laid are
in the draw; no circle at all is one where the word needs no joker. A circle on a joker of the
board says nothing.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from raccord.board import Reference
from raccord.regulation.marking.findings import (
    Findings,
    circle_fault,
    joker_settled,
    score_fault,
)
from raccord.regulation.marking.lines import line_of
from raccord.regulation.marking.matters import RIGHT_SCORE, WRONG_SCORE
from raccord.regulation.marking.places import Option, Place, held, option_at
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.writing import Written
from raccord.regulation.ruling import Sanction

Circles = frozenset[int]


@dataclass(frozen=True, slots=True)
class Price:
    """What a right place pays; ``is_named`` when that is the claimed score."""

    option: Option
    is_named: bool
    findings: Findings


def circlings(situation: Situation, reference: Reference, letters: str) -> dict[Circles, Option]:
    """Every possible circling of a word that fits there, and its move; the fewest jokers first."""
    key = ("circlings", str(reference), letters)
    if key not in situation.memory:
        situation.memory[key] = {
            chosen: option_at(situation, reference, letters, chosen)
            for chosen in _possible(situation, reference, letters)
        }
    found: dict[Circles, Option] = situation.memory[key]
    return found


def _possible(situation: Situation, reference: Reference, letters: str) -> list[Circles]:
    line, start = line_of(situation, reference)
    fresh = line.fresh(start, len(letters))
    letters_held, jokers = held(situation.draw)
    if len(fresh) > situation.rules.playable:
        return []
    # What the draw lacks must be circled; most words lack nothing, and any circling will do.
    missing = Counter(letters[i] for i in fresh) - letters_held
    return [
        frozenset(chosen)
        for count in range(missing.total(), min(jokers, len(fresh)) + 1)
        for chosen in combinations(fresh, count)
        if not missing or not missing - Counter(letters[i] for i in chosen)
    ]


def can_score(situation: Situation, reference: Reference, letters: str, points: int | None) -> bool:
    """Whether the word has that score there, whatever is circled."""
    line, start = line_of(situation, reference)
    # A circle only takes points away: a score above that of no circle is out of reach.
    if points is None or points > line.count(start, letters, frozenset(), situation.rules):
        return False
    return any(
        line.count(start, letters, circles, situation.rules) == points
        for circles in _possible(situation, reference, letters)
    )


def price(situation: Situation, place: Place, written: Written) -> Price:
    """The claimed score if the place has it, else that of the circles, else the lowest."""
    possible = circlings(situation, place.reference, place.letters)
    circled = possible.get(written.circles - _board_jokers(situation, place))
    options = [circled, *possible.values()] if circled else [*possible.values()]
    named = next((o for o in options if o.points == written.claimed), None)
    if named:
        return Price(named, True, _right_score(situation, named, written))
    # The place was read without circles: its options put the jokers on missing letters only.
    option = circled or min(place.options, key=lambda o: o.points)
    findings = _wrong_score(situation, option, written)
    if not circled:
        findings += joker_settled(situation, place, option, written.claimed)
    return Price(option, False, findings)


def _board_jokers(situation: Situation, place: Place) -> Circles:
    squares = place.reference.squares(len(place.letters)) or []
    return frozenset(i for i, s in enumerate(squares) if situation.board[s].islower())


@RIGHT_SCORE.applied
def _right_score(situation: Situation, option: Option, written: Written) -> Findings:
    """Right place, and a score the word has there: paid as claimed."""
    reason = f"Localisation correcte, score juste : {option}, {option.points} points."
    return (
        *RIGHT_SCORE.found(situation, "S0", Sanction.NONE, reason),
        *circle_fault(situation, option, written.circles),
    )


@WRONG_SCORE.applied
def _wrong_score(situation: Situation, option: Option, written: Written) -> Findings:
    """Right place, score absent or wrong: the right score is paid, with a warning."""
    reason = f"Localisation correcte : {option} est payé {option.points} points."
    return (
        *WRONG_SCORE.found(situation, "S0", Sanction.NONE, reason),
        *circle_fault(situation, option, written.circles),
        *score_fault(situation, option, written.claimed),
    )
