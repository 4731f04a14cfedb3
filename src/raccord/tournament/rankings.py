"""Rankings over several games.

===================================  ===============================================
introduction (all editions)          ``by_points``
undated introduction, annex          ``by_percentage``
2017 7 · undated annex               ``by_places``
undated annex 5                      ``by_au_top``
===================================  ===============================================

Readings: players tied in a game all take the better place; one who did not come takes the place
after the last and the tops count against him; one who was excused (a rotating referee) is ranked
on the games he played.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from raccord.duplicate.slips.ranking import au_top, percentage, ranked
from raccord.regulation import article
from raccord.tournament.errors import TournamentError
from raccord.tournament.results import GameResult

By = Literal["points", "places", "percentage", "au-top"]


@dataclass(frozen=True, slots=True)
class Rank:
    """Classement: a player's place and the value that earned it."""

    place: int
    player: str
    value: Fraction


def rank(games: Sequence[GameResult], by: By) -> tuple[Rank, ...]:
    """Everybody who took part in the games, the best first."""
    return WAYS[by](games)


@article("introduction", edition="2023")
@article("introduction", edition="2017")
@article("introduction", edition="2010")
@article("introduction", edition="undated")
def by_points(games: Sequence[GameResult]) -> tuple[Rank, ...]:
    """Most points first."""

    def total(player: str) -> Fraction:
        return Fraction(sum(game.totals.get(player, 0) for game in games))

    return _highest(games, total)


@article("introduction", edition="undated")
@article("annex", edition="undated")
def by_percentage(games: Sequence[GameResult]) -> tuple[Rank, ...]:
    """Best share of the total of the tops first."""

    def share(player: str) -> Fraction:
        due = _due(games, player)
        return percentage(sum(g.totals.get(player, 0) for g in due), sum(g.top for g in due))

    return _highest(games, share)


@article("7", edition="2017")
@article("annex", edition="undated")
def by_places(games: Sequence[GameResult]) -> tuple[Rank, ...]:
    """Lowest sum of places first: one for the winner of a game, two for the second."""

    def places(player: str) -> Fraction:
        due = _due(games, player)
        return Fraction(sum(g.places.get(player, len(g.places) + 1) for g in due))

    # Not ``_highest``: here the lowest sum wins (2017 7).
    placed = ranked(_players(games), key=places)
    return tuple(Rank(place, player, places(player)) for place, player in placed)


@article("annex 5", edition="undated")
def by_au_top(games: Sequence[GameResult]) -> tuple[Rank, ...]:
    """Best share of the (n−1) points that each turn of each game could bring first."""
    if any(game.totals and not game.turns for game in games):
        raise TournamentError("« au top » demande les points de chaque coup : donnez des parties")
    earned = [au_top(game.turns) for game in games]
    most = [(len(g.turns) - 1) * max(map(len, g.turns.values()), default=0) for g in games]

    def share(player: str) -> Fraction:
        due = [i for i, game in enumerate(games) if player not in game.excused]
        points = sum((earned[i].get(player, Fraction(0)) for i in due), Fraction(0))
        return percentage(points, sum(most[i] for i in due))

    return _highest(games, share)


WAYS: dict[By, Callable[[Sequence[GameResult]], tuple[Rank, ...]]] = {
    "points": by_points,
    "places": by_places,
    "percentage": by_percentage,
    "au-top": by_au_top,
}


def _players(games: Sequence[GameResult]) -> list[str]:
    return sorted(frozenset().union(*(game.players for game in games)))


def _due(games: Sequence[GameResult], player: str) -> list[GameResult]:
    return [game for game in games if player not in game.excused]


def _highest(games: Sequence[GameResult], value: Callable[[str], Fraction]) -> tuple[Rank, ...]:
    placed = ranked(_players(games), key=lambda player: -value(player))
    return tuple(Rank(place, player, value(player)) for place, player in placed)
