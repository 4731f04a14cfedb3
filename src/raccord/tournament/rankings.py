"""Rankings over several games.

===================================  ===============================================
introduction (all editions)          ``by_points``
undated introduction, annex          ``by_percentage``
2017 7 · undated annex               ``by_places``
undated annex 5                      ``by_au_top``
2017 7.3 · 2023 3.8.3                ``by_survival``
2017 7.4 · 2023 3.8.4                ``by_time``
===================================  ===============================================

Readings: players tied in a game all take the better place; one who did not come takes the place
after the last and the tops count against him (in a topping the longest time, in a sudden death no
turn); one who was excused (a rotating referee) is ranked on the games he played.
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
from raccord.tournament.results import NOT_COUNTED, Counts, GameResult
from raccord.tournament.ties import Broken, Step, TieRule, settle, steps_of

By = Literal["points", "places", "percentage", "au-top", "negative", "time", "survival"]
LOWEST_FIRST: frozenset[By] = frozenset({"places", "time"})
"""Ways of which the lowest value wins."""
ALWAYS: frozenset[By] = frozenset({"points", "places", "percentage", "negative"})
"""Ways for which totals are enough."""


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
    games: Sequence[GameResult],
    by: By,
    ties: Sequence[TieRule] = (),
    group: Trait | None = None,
    deciders: Sequence[GameResult] = (),
) -> tuple[Rank, ...]:
    """Everybody who took part in the games, the best first; with a ``group``, group by group.

    ``deciders`` are sudden deaths among equals: they break ties and count for nothing else.
    """
    ordered = _order(WAYS[by](games), lowest_first=by in LOWEST_FIRST)
    lines = placed(ordered, steps_of(games, ties, deciders))
    return lines if group is None else in_groups(lines, traits_of(games, group))


def _order(
    values: Mapping[str, Fraction], *, lowest_first: bool
) -> list[tuple[Fraction, list[str]]]:
    """Who has each value, the best value first."""
    tied: dict[Fraction, list[str]] = {}
    for player, value in values.items():
        tied.setdefault(value, []).append(player)
    return sorted(tied.items(), reverse=not lowest_first, key=lambda found: found[0])


def placed(
    ordered: Sequence[tuple[Fraction, list[str]]], steps: Sequence[Step] = ()
) -> tuple[Rank, ...]:
    """Everybody with his place, equals parted by the steps as far as they go."""
    lines: list[Rank] = []
    for value, tied in ordered:
        for shared in settle(tied, steps):
            place = len(lines) + 1
            lines += (Rank(place, who, value, shared.why, "", place) for who in shared.players)
    return tuple(lines)


def traits_of(games: Sequence[GameResult], trait: Trait) -> dict[str, str]:
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


def in_groups(
    lines: Sequence[Rank], groups: Mapping[str, str], order: Sequence[str] = ()
) -> tuple[Rank, ...]:
    """The lines of each group, equals of the whole ranking equal in it; who has none comes last.

    Groups come in the ``order`` given, those it does not name after them.
    """
    members: dict[str, list[Rank]] = {}
    for line in lines:
        members.setdefault(groups.get(line.player, ""), []).append(line)
    found: list[Rank] = []
    for name in sorted(members, key=lambda name: (_rank_in(order, name), natural(name))):
        ordered = ranked(members[name], key=lambda line: line.place)
        found += (replace(line, place=place, group=name) for place, line in ordered)
    return tuple(found)


def _rank_in(order: Sequence[str], name: str) -> int:
    return order.index(name) if name in order else len(order)


def plain_number(value: Fraction) -> int | float:
    """A value as it is written: whole, or with two decimals."""
    return int(value) if value.denominator == 1 else round(float(value), 2)


def natural(text: str) -> tuple[bool, list[tuple[int, str]]]:
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


def by_negative(games: Sequence[GameResult]) -> dict[str, Fraction]:
    """Fewest points below the tops first: 0 is a game of tops only."""

    def below(player: str) -> Fraction:
        return Fraction(sum(g.totals.get(player, 0) - g.top for g in _due(games, player)))

    return _of_all(games, below)


@article("3.8.4", edition="2023")
@article("7.4", edition="2017")
def by_time(games: Sequence[GameResult]) -> dict[str, Fraction]:
    """Shortest time in seconds first, penalties included."""
    times = [_counted(game, "le temps de chacun", lambda c: c.time_ms) for game in games]
    longest = [max(found.values(), default=0) for found in times]

    def seconds(player: str) -> Fraction:
        due = [i for i, game in enumerate(games) if player not in game.excused]
        return Fraction(sum(times[i].get(player, longest[i]) for i in due), 1000)

    return _of_all(games, seconds)


@article("3.8.3", edition="2023")
@article("7.3", edition="2017")
def by_survival(games: Sequence[GameResult]) -> dict[str, Fraction]:
    """Most turns of sudden death first."""
    turns = [_counted(game, "le coup où chacun est sorti", lambda c: c.lasted) for game in games]
    return _of_all(games, lambda player: Fraction(sum(found.get(player, 0) for found in turns)))


def _counted(game: GameResult, told: str, count: Callable[[Counts], int | None]) -> dict[str, int]:
    """What a way of ranking counts, if the game tells it of everybody."""
    found = {player: count(game.counts.get(player, NOT_COUNTED)) for player in game.totals}
    known = {player: number for player, number in found.items() if number is not None}
    if len(known) < len(found):
        raise TournamentError(f"ce classement demande {told} : donnez des parties de cette formule")
    return known


WAYS: dict[By, Callable[[Sequence[GameResult]], dict[str, Fraction]]] = {
    "points": by_points,
    "places": by_places,
    "percentage": by_percentage,
    "au-top": by_au_top,
    "negative": by_negative,
    "time": by_time,
    "survival": by_survival,
}


def _due(games: Sequence[GameResult], player: str) -> list[GameResult]:
    return [game for game in games if player not in game.excused]


def _of_all(games: Sequence[GameResult], value: Callable[[str], Fraction]) -> dict[str, Fraction]:
    players: frozenset[str] = frozenset().union(*(game.players for game in games))
    return {player: value(player) for player in players}
