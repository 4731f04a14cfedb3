"""The rankings of an evening and of a week in the open room."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from raccord.duplicate.slips.ranking import percentage, ranked
from raccord.hall.room.events import GameCounted

_MORNING = 5
"""The hour at which an evening ends: games after midnight belong to it."""


class RoomRank(msgspec.Struct, frozen=True, kw_only=True):
    """Ligne du classement du salon: most points first."""

    place: int
    name: str
    games: int
    points: int
    percentage: float
    """Of the tops of the games played."""
    tops: int
    solos: int


def since_evening(now: datetime) -> datetime:
    """When the evening began that ``now`` belongs to."""
    morning = now.replace(hour=_MORNING, minute=0, second=0, microsecond=0)
    return morning if morning <= now else morning - timedelta(days=1)


def since_monday(now: datetime) -> datetime:
    """When the week began that ``now`` belongs to."""
    evening = since_evening(now)
    return evening - timedelta(days=evening.weekday())


def tally(games: Sequence[GameCounted]) -> tuple[RoomRank, ...]:
    """Everybody who played in these games, ranked by points; equals share a place."""
    rows: dict[str, list[int]] = {}
    for game in games:
        for line in game.lines:
            row = rows.setdefault(line.name, [0, 0, 0, 0, 0])
            added = (1, line.points, game.total, line.tops, line.solos)
            rows[line.name] = [a + b for a, b in zip(row, added, strict=True)]
    placed = ranked(sorted(rows.items()), key=lambda item: -item[1][1])
    return tuple(_rank(place, name, row) for place, (name, row) in placed)


def _rank(place: int, name: str, row: list[int]) -> RoomRank:
    games, points, total, tops, solos = row
    share = round(float(percentage(points, total)), 1)
    return RoomRank(
        place=place,
        name=name,
        games=games,
        points=points,
        percentage=share,
        tops=tops,
        solos=solos,
    )
