"""Rankings over several games.

===================================  ===============================================
introduction (all editions)          ``by_points``
undated introduction, annex          ``by_percentage``
2017 7 · undated annex               ``by_places``
undated annex 5                      ``au_top``, ``by_au_top``
===================================  ===============================================

Readings: players tied in a game all take the better place; one who did not come takes the place
after the last and the tops count against him; one who was excused (a rotating referee) is ranked
on the games he played.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from raccord.regulation import article
from raccord.tournament.scores import GameTable, percentage, ranked


@dataclass(frozen=True, slots=True)
class Rank:
    """Classement: a player's place and the value that earned it."""

    place: int
    player: str
    value: Fraction


def players(games: Sequence[GameTable]) -> list[str]:
    """Everybody who takes part, in alphabetical order."""
    return sorted({player for game in games for player in (*game.points, *game.excused)})


@article("introduction", edition="2023")
@article("introduction", edition="2017")
@article("introduction", edition="2010")
@article("introduction", edition="undated")
def by_points(games: Sequence[GameTable]) -> tuple[Rank, ...]:
    """Most points first."""

    def total(player: str) -> Fraction:
        return Fraction(sum(g.total(player) for g in games if player in g.points))

    return _highest(players(games), total)


@article("introduction", edition="undated")
@article("annex", edition="undated")
def by_percentage(games: Sequence[GameTable]) -> tuple[Rank, ...]:
    """Best share of the total of the tops first."""

    def share(player: str) -> Fraction:
        due = [g for g in games if player not in g.excused]
        earned = sum(g.total(player) for g in due if player in g.points)
        return percentage(earned, sum(g.top_total for g in due))

    return _highest(players(games), share)


@article("7", edition="2017")
@article("annex", edition="undated")
def by_places(games: Sequence[GameTable]) -> tuple[Rank, ...]:
    """Lowest sum of places first: one for the winner of a game, two for the second."""
    tables = [{s.player: s.place for s in game.standings()} for game in games]

    def places(player: str) -> Fraction:
        summed = 0
        for game, table in zip(games, tables, strict=True):
            if player not in game.excused:
                summed += table.get(player, len(table) + 1)
        return Fraction(summed)

    placed = ranked(players(games), key=places)
    return tuple(Rank(place, player, places(player)) for place, player in placed)


@article("annex 5", edition="undated")
def au_top(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Points of one turn: n−1 for the best down to 0, equals sharing the mean of their ranks."""
    below = [sum(other < score for other in scores) for score in scores]
    equal = [sum(other == score for other in scores) for score in scores]
    return tuple(b + Fraction(e - 1, 2) for b, e in zip(below, equal, strict=True))


@article("annex 5", edition="undated")
def by_au_top(game: GameTable) -> tuple[Rank, ...]:
    """The ranking of a game "au top": share of the (n−1) points a turn can bring."""
    names = sorted(game.points)
    turns = zip(*(game.points[name] for name in names), strict=True)
    columns = [dict(zip(names, au_top(turn), strict=True)) for turn in turns]
    most = (len(names) - 1) * len(game.tops)

    def share(player: str) -> Fraction:
        return percentage(sum((column[player] for column in columns), Fraction(0)), most)

    return _highest(names, share)


def _highest(names: Sequence[str], value: Callable[[str], Fraction]) -> tuple[Rank, ...]:
    placed = ranked(names, key=lambda player: -value(player))
    return tuple(Rank(place, player, value(player)) for place, player in placed)
