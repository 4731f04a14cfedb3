"""Rankings of teams: what the members of a team bring together.

No regulation at hand says how teams are ranked; an organiser announces his own, out of these:

=========  ============================================================================
``sum``    the values of all the members added up
``best``   those of the best n of them only
``index``  the sum divided by what the members are worth together in the table of indices
           (a member it does not name is worth 1): a team of modest players can win
=========  ============================================================================

``per_game`` picks the best n anew in each game instead of once for the whole event. Where the
lowest value wins, the best are the lowest. A team short of n members is ranked behind the full
ones. Equal teams: the best member first, then the second… (``member``), else they share.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from raccord.tournament.errors import TournamentError
from raccord.tournament.rankings import LOWEST_FIRST, WAYS, By, plain_number
from raccord.tournament.results import GameResult
from raccord.tournament.tables import Weights

Count = Literal["sum", "best", "index"]


class TeamRule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Règle des équipes: how the members' values make that of the team."""

    count: Count = "sum"
    best: Annotated[int, msgspec.Meta(ge=1, le=99)] = 3
    """How many members count; only for ``best``."""
    per_game: bool = False
    indices: Weights = ()


class TeamLine(msgspec.Struct, frozen=True, kw_only=True):
    """Ligne du classement par équipes: ``members`` the best first, ``counted`` those who count."""

    place: int
    team: str
    value: int | float
    members: tuple[str, ...]
    counted: tuple[str, ...] = ()
    index: int = 0
    missing: int = 0
    """Members short of those that count."""
    ties: tuple[str, ...] = ()


class _Team(msgspec.Struct, frozen=True, kw_only=True):
    """A team as it is compared: lower keys first."""

    name: str
    value: Fraction
    members: tuple[str, ...]
    counted: tuple[str, ...]
    index: int
    missing: int
    values: tuple[Fraction, ...]


def rank_teams(
    games: Sequence[GameResult],
    by: By,
    teams: Mapping[str, str],
    rule: TeamRule,
    worth: Mapping[str, int],
) -> tuple[TeamLine, ...]:
    """The teams, the best first; ``teams`` is the team of each player, ``worth`` his index."""
    members: dict[str, list[str]] = {}
    for player, team in teams.items():
        if team:
            members.setdefault(team, []).append(player)
    if not members:
        raise TournamentError("aucun joueur n'a d'équipe", "team")
    sign = 1 if by in LOWEST_FIRST else -1
    parts = _parts(games, by, rule)
    found = [_team(name, who, parts, rule, worth, sign) for name, who in members.items()]
    return _placed([team for team in found if team is not None], sign)


class _Part(msgspec.Struct, frozen=True):
    """What everybody brings in one game or in all; who refereed it brings nothing, good or bad."""

    values: Mapping[str, Fraction]
    excused: frozenset[str] = frozenset()


def _parts(games: Sequence[GameResult], by: By, rule: TeamRule) -> list[_Part]:
    if not rule.per_game:
        return [_Part(WAYS[by](games))]
    return [
        _Part(
            {who: v for who, v in WAYS[by]([game]).items() if who not in game.excused},
            game.excused,
        )
        for game in games
    ]


def _team(
    name: str,
    members: Sequence[str],
    parts: Sequence[_Part],
    rule: TeamRule,
    worth: Mapping[str, int],
    sign: int,
) -> _Team | None:
    """A team as it is compared; None where nobody of it played."""
    told = [part.values for part in parts]
    whole = {m: sum((p[m] for p in told if m in p), Fraction(0)) for m in members}
    played = [m for m in members if any(m in p for p in told)]
    if not played:
        return None
    ordered = sorted(played, key=lambda m: (sign * whole[m], m))
    wanted = rule.best if rule.count == "best" else len(ordered)
    kept = [
        sorted((m for m in played if m in p), key=lambda m: (sign * p[m], m))[:wanted] for p in told
    ]
    value = sum((p[m] for p, who in zip(told, kept, strict=True) for m in who), Fraction(0))
    # It is not held against a team that one of its members refereed.
    there = [
        len(who) + len(part.excused & set(played)) for part, who in zip(parts, kept, strict=True)
    ]
    index = sum(worth.get(m, 1) for m in ordered) if rule.count == "index" else 0
    return _Team(
        name=name,
        value=value / index if index else value,
        members=tuple(ordered),
        counted=tuple(m for m in ordered if any(m in who for who in kept)),
        index=index,
        missing=max(0, wanted - min(there, default=0)) if rule.count == "best" else 0,
        values=tuple(whole[m] for m in ordered),
    )


def _placed(teams: Sequence[_Team], sign: int) -> tuple[TeamLine, ...]:
    def first(team: _Team) -> tuple[int, Fraction]:
        return team.missing, sign * team.value

    def whole(team: _Team) -> tuple[tuple[int, Fraction], tuple[Fraction, ...]]:
        return first(team), tuple(sign * value for value in team.values)

    ordered = sorted(teams, key=lambda team: (whole(team), team.name))
    lines: list[TeamLine] = []
    for position, team in enumerate(ordered, 1):
        equals = [other for other in ordered if first(other) == first(team) and other != team]
        shared = position > 1 and whole(ordered[position - 2]) == whole(team)
        place = lines[-1].place if shared else position
        lines.append(_line(team, place, equals))
    return tuple(lines)


def _line(team: _Team, place: int, equals: Sequence[_Team]) -> TeamLine:
    return TeamLine(
        place=place,
        team=team.name,
        value=plain_number(team.value),
        members=team.members,
        counted=team.counted,
        index=team.index,
        missing=team.missing,
        ties=_why(team, equals),
    )


def _why(team: _Team, equals: Sequence[_Team]) -> tuple[str, ...]:
    """What parted teams of the same value, told on their lines."""
    if not equals:
        return ()
    others = [other.values for other in equals]
    for rank, own in enumerate(team.values):
        found = sorted({values[rank] for values in others if rank < len(values)} - {own})
        if found:
            against = ", ".join(str(plain_number(value)) for value in found)
            return (f"joueur {rank + 1} de l'équipe : {plain_number(own)} contre {against}",)
    return ("place partagée",)
