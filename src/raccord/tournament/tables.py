"""Tables an organiser edits or imports: series, categories, handicaps, value indices.

Nothing federal is fixed: which series and categories there are, in what order and for whom, what
a handicap gives and what a player is worth are lines of these tables.

A ``Grade`` names a series or a category, in the order rankings show them. Its limits are years of
birth for a category and ratings for a series: of whom they hold is put in it where a list does
not tell. A ``Weight`` gives a number to everybody of a series, category, club…: the points a
handicap adds to each game, or the index that a member of a team is worth.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

import msgspec

from raccord.duplicate.slips.ranking import ranked
from raccord.tournament.columns import plain
from raccord.tournament.people import Entry, Person, Trait
from raccord.tournament.results import GameResult

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Whole = Annotated[int, msgspec.Meta(ge=-99_999, le=10**9)]
MOST_LINES = 200


class Grade(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Série ou catégorie, with the limits between which somebody belongs to it, both included."""

    trait: Literal["series", "category"]
    name: Name
    least: Whole | None = None
    most: Whole | None = None

    def holds(self, measure: int) -> bool:
        """Whether a year of birth or a rating is within the limits; one without any asks none."""
        if self.least is None and self.most is None:
            return False
        return (self.least is None or self.least <= measure) and (
            self.most is None or measure <= self.most
        )


class Weight(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Ligne de barème: the number given to everybody with this series, category, club…"""

    trait: Trait
    value: Name
    number: Whole


Grades = Annotated[tuple[Grade, ...], msgspec.Meta(max_length=MOST_LINES)]
Weights = Annotated[tuple[Weight, ...], msgspec.Meta(max_length=MOST_LINES)]
MEASURES = {"series": "rating", "category": "born"}


def graded(person: Person, grades: Sequence[Grade]) -> Person:
    """The person in the series and category of the tables; what was measured is let go."""
    found = {
        trait: _spelt(grades, trait, told)
        if (told := getattr(person, trait))
        else _held(grades, trait, getattr(person, measure))
        for trait, measure in MEASURES.items()
    }
    return msgspec.structs.replace(person, **found, born=0, rating=0)


def _spelt(grades: Sequence[Grade], trait: str, told: str) -> str:
    """A series as its table spells it: « 4a » is ranked with « 4A »."""
    return next((name for name in order_of(grades, trait) if plain(name) == plain(told)), told)


def _held(grades: Sequence[Grade], trait: str, measure: int) -> str:
    if not measure:
        return ""
    return next((g.name for g in grades if g.trait == trait and g.holds(measure)), "")


def foreign(person: Person, grades: Sequence[Grade]) -> tuple[str, tuple[str, ...]] | None:
    """A series or category that the table does not have, and those it has."""
    for trait in MEASURES:
        known = order_of(grades, trait)
        told = getattr(person, trait)
        if told and known and plain(told) not in map(plain, known):
            return told, known
    return None


def order_of(grades: Sequence[Grade], trait: str | None) -> tuple[str, ...]:
    """The series or categories of the table, in its order."""
    return tuple(grade.name for grade in grades if grade.trait == trait)


def belonging(entry: Entry, trait: Trait, grades: Sequence[Grade] = ()) -> str:
    """The series, category, club… an entry is ranked in.

    Of a pair whose players differ the one decides whose series or category stands higher in the
    table; where the table does not say, the first player.
    """
    told = entry.each(trait)
    if len(told) < 2:
        return next(iter(told), "")
    order = [plain(name) for name in order_of(grades, trait)]
    places = {name: order.index(plain(name)) for name in told if plain(name) in order}
    return min(told, key=lambda name: places.get(name, len(order)))


def weight_of(entry: Entry, weights: Sequence[Weight], usual: int = 0) -> int:
    """The number of an entry: that of the first line that speaks of it; of a pair the higher."""
    return max(
        weight({w.trait: getattr(person, w.trait) for w in weights}, weights, usual)
        for person in entry.people
    )


def weight(traits: Mapping[str, str], weights: Sequence[Weight], usual: int = 0) -> int:
    """The number of somebody with these traits, that of the first line that speaks of him."""
    fits = (w.number for w in weights if plain(traits.get(w.trait, "")) == plain(w.value))
    return next(fits, usual)


def handicapped(game: GameResult, points: Mapping[str, int]) -> GameResult:
    """The game with points added to the totals; a game not ranked by totals keeps its places."""
    if not any(points.get(player) for player in game.totals):
        return game
    by_totals = dict(_places(game.totals))
    totals = {player: total + points.get(player, 0) for player, total in game.totals.items()}
    places = dict(_places(totals)) if by_totals == dict(game.places) else game.places
    return replace(game, totals=totals, places=places)


def _places(totals: Mapping[str, int]) -> Iterable[tuple[str, int]]:
    return ((name, place) for place, name in ranked(totals, key=lambda name: -totals[name]))
