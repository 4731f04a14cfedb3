"""Marking across turns: the average for a refused word played again before the player was told.

===========================  ==========================================================
undated 4.6 · 2010 4.7       the mean over his marker's players, a zero counting too
2017 5.7                     of his other players, other averages excluded
2023 5.9                     the same, rounded down
===========================  ==========================================================

Readings: the player himself is left out of the mean; before 2023 it is rounded to the nearest
point, a half up; the result may not exceed his own solution. Counting warnings, their cost, solos
and sudden death are the scores' business.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace

from raccord.regulation import EditionId, Finding, Ruling, Sanction, Slip, article
from raccord.regulation.editions import EDITIONS, Rounding
from raccord.regulation.marking import Situation, considered, judge

AVERAGE = "average"
"""The code of the finding of an average."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Mot refusé: a table's words refused on a turn."""

    table: int
    turn: int
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Told:
    """Billet reçu: the table knows, from that turn on, why its earlier slips were void."""

    table: int
    turn: int


@dataclass(frozen=True, slots=True)
class Colleague:
    """What another player of the same marker scored, and whether it is itself an average."""

    points: int
    is_average: bool = False


def untold(history: Iterable[Refused | Told], table: int, turn: int) -> frozenset[str]:
    """The words refused to a table before a turn of which it has not been told."""
    words: frozenset[str] = frozenset()
    past = (fact for fact in history if fact.table == table and fact.turn < turn)
    # A note of the same turn comes after the refusal it tells of.
    for fact in sorted(past, key=lambda f: (f.turn, isinstance(f, Told))):
        words = words | fact.words if isinstance(fact, Refused) else frozenset()
    return words


def refused_words(situation: Situation, slip: Slip) -> frozenset[str]:
    """The words not admitted that make a slip void, and would not if they were admitted."""
    if judge(situation, slip).sanction is not Sanction.NULLITY:
        return frozenset()
    sets = [
        frozenset(word for word in reading.words if word not in situation.lexicon)
        for reading in considered(situation, slip)
    ]
    for formed in filter(None, [*sets, _first_word(situation, slip)]):
        if _admitting(situation, slip, formed).sanction is not Sanction.NULLITY:
            return formed
    return frozenset()


def _first_word(situation: Situation, slip: Slip) -> frozenset[str]:
    word = "".join(c for c in slip.word.upper() if c.isalpha())
    known = not situation.is_first or word in situation.lexicon
    return frozenset() if known else frozenset({word})


@dataclass(frozen=True, slots=True)
class _Admitting:
    """A lexicon with a few more words."""

    lexicon: Container[str]
    more: frozenset[str]

    def __contains__(self, word: object) -> bool:
        return word in self.more or word in self.lexicon


def _admitting(situation: Situation, slip: Slip, words: frozenset[str]) -> Ruling:
    wider = _Admitting(situation.lexicon, words)
    return judge(replace(situation, lexicon=wider, memory={}), slip)


@dataclass(frozen=True, slots=True)
class Claim:
    """Bulletin au mot refusé: the words that make it void, and what it would score with them."""

    refused: frozenset[str]
    worth: int


def claim_of(situation: Situation, slip: Slip) -> Claim | None:
    """The claim of a slip that only words not admitted make void."""
    refused = refused_words(situation, slip)
    return Claim(refused, _admitting(situation, slip, refused).points) if refused else None


@article("4.6", edition="undated")
@article("4.7", edition="2010")
@article("5.9", edition="2023")
@article("5.7", edition="2017")
def average(
    edition: EditionId,
    claim: Claim | None,
    not_told: frozenset[str],
    others: Sequence[Colleague],
) -> Ruling | None:
    """The mean of the colleagues' points, at most what the slip claims, instead of a nullity.

    None where it does not apply: another word is refused, the player was told, or the slip has
    another fault entailing nullity (a letter he did not have, a board wrongly copied).
    """
    if claim is None or not claim.refused <= not_told:
        return None
    edition_ = EDITIONS[edition]
    counted = [o.points for o in others if edition_.averages_count.value or not o.is_average]
    points = min(rounded_mean(counted, edition_.average_rounds.value), claim.worth)
    named = ", ".join(sorted(claim.refused))
    reason = f"{named} rejoué avant notification du refus : moyenne, {points} points."
    citation = edition_.cite(edition_.average_rounds)
    return Ruling(
        edition=edition,
        points=points,
        base=points,
        sanction=Sanction.NONE,
        findings=(Finding(AVERAGE, citation, Sanction.NONE, reason),),
        note_due=True,
    )


def is_average(ruling: Ruling | None) -> bool:
    """Whether a ruling gives an average."""
    return ruling is not None and any(f.code == AVERAGE for f in ruling.findings[:1])


def rounded_mean(scores: Sequence[int], rounding: Rounding) -> int:
    """The mean in whole points; nothing where there is nobody to compare with."""
    return _ROUNDED[rounding](sum(scores), len(scores)) if scores else 0


_ROUNDED: dict[Rounding, Callable[[int, int], int]] = {
    # Halves go up.
    "nearest": lambda total, count: (2 * total + count) // (2 * count),
    "down": lambda total, count: total // count,
}
