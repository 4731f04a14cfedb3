"""Scores of a game: totals, percentage of the top, distance to it, place with ties.

Shares are exact fractions; only a screen rounds them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

T = TypeVar("T")


class TournamentError(ValueError):
    """A table that does not hold together; the message is in French, ``value`` what was given."""

    def __init__(self, message: str, value: object = None) -> None:
        super().__init__(message)
        self.value = value


def ranked(items: Iterable[T], key: Callable[[T], Any]) -> list[tuple[int, T]]:
    """Items from the lowest key up, each with its place; equals share one (1, 2, 2, 4)."""
    ordered = sorted(items, key=key)
    placed: list[tuple[int, T]] = []
    for position, item in enumerate(ordered, 1):
        tied = placed and key(placed[-1][1]) == key(item)
        placed.append((placed[-1][0] if tied else position, item))
    return placed


@dataclass(frozen=True, slots=True)
class Standing:
    """Ligne de classement: a player's place, points, share of the top and distance to it."""

    place: int
    player: str
    points: int
    percentage: Fraction
    negative: int


@dataclass(frozen=True, slots=True)
class GameTable:
    """Feuille de scores: the tops and every player's points, turn by turn.

    ``extras`` are what counts outside a turn: solo bonuses, the cost of warnings. An excused
    player refereed or was exempt: the game is not held against him.
    """

    tops: tuple[int, ...]
    points: Mapping[str, tuple[int, ...]]
    extras: Mapping[str, int] = field(default_factory=dict)
    excused: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for player, turns in self.points.items():
            if len(turns) != len(self.tops):
                raise TournamentError(
                    f"{player} a {len(turns)} scores (attendu : {len(self.tops)}, un par coup)",
                    turns,
                )
        strangers = sorted(set(self.extras) - set(self.points))
        if strangers:
            raise TournamentError(f"joueur absent du tableau : {strangers[0]}", strangers[0])
        if both := sorted(self.excused & set(self.points)):
            raise TournamentError(f"joueur à la fois présent et dispensé : {both[0]}", both[0])

    @classmethod
    def of(
        cls,
        points: Mapping[str, Sequence[int]],
        tops: Sequence[int],
        extras: Mapping[str, int] | None = None,
        excused: Iterable[str] = (),
    ) -> "GameTable":
        """Take a plain table: points per turn of each player, and the tops."""
        fixed = {player: tuple(turns) for player, turns in points.items()}
        return cls(tuple(tops), fixed, dict(extras or {}), frozenset(excused))

    @property
    def top_total(self) -> int:
        """The total of the tops."""
        return sum(self.tops)

    def total(self, player: str) -> int:
        """All a player has earned in the game."""
        return sum(self.points[player]) + self.extras.get(player, 0)

    def standings(self) -> tuple[Standing, ...]:
        """The ranking of the game by points, equals sharing a place."""
        placed = ranked(sorted(self.points), key=lambda player: -self.total(player))
        return tuple(self._standing(place, player) for place, player in placed)

    def _standing(self, place: int, player: str) -> Standing:
        total = self.total(player)
        share = percentage(total, self.top_total)
        return Standing(place, player, total, share, total - self.top_total)


def percentage(part: int | Fraction, whole: int | Fraction) -> Fraction:
    """A part as an exact percentage of a whole; 0 where the whole is nothing."""
    return Fraction(100) * part / whole if whole else Fraction(0)
