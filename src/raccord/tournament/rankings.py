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

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from raccord.duplicate.slips.ranking import au_top, percentage, ranked
from raccord.regulation import article
from raccord.tournament.errors import TournamentError
from raccord.tournament.people import TRAITS, Trait
from raccord.tournament.results import GameResult
from raccord.tournament.ties import Broken, TieRule, settle, steps_of

By = Literal["points", "places", "percentage", "au-top"]


@dataclass(frozen=True, slots=True)
class Rank:
    """Classement: a player's place, the value that earned it, and what broke a tie.

    In a ranking by groups ``place`` is the one within the ``group``, ``overall`` that among all.
    """

    place: int
    player: str
    value: Fraction
    ties: tuple[Broken, ...] = ()
    group: str = ""
    overall: int = 0


def rank(
    games: Sequence[GameResult], by: By, ties: Sequence[TieRule] = (), group: Trait | None = None
) -> tuple[Rank, ...]:
    """Everybody who took part in the games, the best first; with a ``group``, group by group."""
    lines = _placed(_order(WAYS[by](games), lowest_first=by == "places"), games, ties)
    return lines if group is None else in_groups(lines, _traits(games, group))


def _order(
    values: Mapping[str, Fraction], *, lowest_first: bool
) -> list[tuple[Fraction, list[str]]]:
    """Who has each value, the best value first."""
    tied: dict[Fraction, list[str]] = {}
    for player, value in values.items():
        tied.setdefault(value, []).append(player)
    return sorted(tied.items(), reverse=not lowest_first, key=lambda found: found[0])


def _placed(
    ordered: Sequence[tuple[Fraction, list[str]]],
    games: Sequence[GameResult],
    ties: Sequence[TieRule],
) -> tuple[Rank, ...]:
    lines: list[Rank] = []
    steps = steps_of(games, ties)
    for value, tied in ordered:
        for shared in settle(tied, steps):
            place = len(lines) + 1
            lines += (Rank(place, who, value, shared.why, "", place) for who in shared.players)
    return tuple(lines)


def _traits(games: Sequence[GameResult], trait: Trait) -> dict[str, str]:
    """The trait of everybody of whom a game tells it; the last game that tells it is believed."""
    found = {
        player: told[trait]
        for game in games
        for player, told in game.traits.items()
        if trait in told
    }
    if not found:
        raise TournamentError(f"aucune partie ne dit : {TRAITS[trait][0]}", trait)
    return found


def in_groups(lines: Sequence[Rank], groups: Mapping[str, str]) -> tuple[Rank, ...]:
    """The lines of each group, equals of the whole ranking equal in it; who has none comes last."""
    members: dict[str, list[Rank]] = {}
    for line in lines:
        members.setdefault(groups.get(line.player, ""), []).append(line)
    found: list[Rank] = []
    for name in sorted(members, key=_natural):
        placed = ranked(members[name], key=lambda line: line.place)
        found += (replace(line, place=place, group=name) for place, line in placed)
    return tuple(found)


def _natural(text: str) -> tuple[bool, list[tuple[int, str]]]:
    """Series in their order: 2 before 10; nothing at all after everything."""
    parts = re.findall(r"\d+|\D+", text)
    return not text, [(int(p), "") if p.isdigit() else (10**9, p) for p in parts]


@article("introduction", edition="2023")
@article("introduction", edition="2017")
@article("introduction", edition="2010")
@article("introduction", edition="undated")
def by_points(games: Sequence[GameResult]) -> dict[str, Fraction]:
    """Most points first."""

    def total(player: str) -> Fraction:
        return Fraction(sum(game.totals.get(player, 0) for game in games))

    return _of_all(games, total)


@article("introduction", edition="undated")
@article("annex", edition="undated")
def by_percentage(games: Sequence[GameResult]) -> dict[str, Fraction]:
    """Best share of the total of the tops first."""

    def share(player: str) -> Fraction:
        due = _due(games, player)
        return percentage(sum(g.totals.get(player, 0) for g in due), sum(g.top for g in due))

    return _of_all(games, share)


@article("7", edition="2017")
@article("annex", edition="undated")
def by_places(games: Sequence[GameResult]) -> dict[str, Fraction]:
    """Lowest sum of places first: one for the winner of a game, two for the second."""

    def places(player: str) -> Fraction:
        due = _due(games, player)
        return Fraction(sum(g.places.get(player, len(g.places) + 1) for g in due))

    return _of_all(games, places)


@article("annex 5", edition="undated")
def by_au_top(games: Sequence[GameResult]) -> dict[str, Fraction]:
    """Best share of the (n−1) points that each turn of each game could bring first."""
    if any(game.totals and not game.turns for game in games):
        raise TournamentError("« au top » demande les points de chaque coup : donnez des parties")
    earned = [au_top(game.turns) for game in games]
    most = [(len(game.turns) - 1) * game.length for game in games]

    def share(player: str) -> Fraction:
        due = [i for i, game in enumerate(games) if player not in game.excused]
        points = sum((earned[i].get(player, Fraction(0)) for i in due), Fraction(0))
        return percentage(points, sum(most[i] for i in due))

    return _of_all(games, share)


WAYS: dict[By, Callable[[Sequence[GameResult]], dict[str, Fraction]]] = {
    "points": by_points,
    "places": by_places,
    "percentage": by_percentage,
    "au-top": by_au_top,
}


def _due(games: Sequence[GameResult], player: str) -> list[GameResult]:
    return [game for game in games if player not in game.excused]


def _of_all(games: Sequence[GameResult], value: Callable[[str], Fraction]) -> dict[str, Fraction]:
    players: frozenset[str] = frozenset().union(*(game.players for game in games))
    return {player: value(player) for player in players}
