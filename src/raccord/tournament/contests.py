"""Contests that do not rank by points: sudden death and topping.

=========  ====================================================
2017 7.3   ``Knockout``: below the best score found, out
2017 5.7   a penalty counts on its turn and may eliminate
2017 7.4   ``topping_ranking``: the shortest time wins
=========  ====================================================
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from raccord.regulation import article
from raccord.tournament.scores import TournamentError, ranked


@dataclass(frozen=True, slots=True)
class Knockout:
    """Mort subite: who is still in, and who went out at each turn."""

    alive: frozenset[str]
    out: tuple[frozenset[str], ...] = ()

    @classmethod
    def of(cls, players: Iterable[str]) -> "Knockout":
        """Everybody in, no turn played."""
        return cls(frozenset(players))

    @article("3.8.3", edition="2023")
    @article("7.3", edition="2017")
    @article("5.9", edition="2023")
    @article("5.7", edition="2017")
    def turn(self, points: Mapping[str, int]) -> "Knockout":
        """Play a turn: ``points`` have their penalties off; a player without any has none."""
        strangers = sorted(set(points) - self.alive)
        if strangers:
            raise TournamentError(f"joueur déjà éliminé ou inconnu : {strangers[0]}", strangers[0])
        scores = {player: points.get(player, 0) for player in self.alive}
        best = max(scores.values(), default=0)
        below = frozenset(player for player, score in scores.items() if score < best)
        return Knockout(self.alive - below, (*self.out, below))

    @property
    def winner(self) -> str | None:
        """The last player in, once alone."""
        return next(iter(self.alive)) if len(self.alive) == 1 else None

    def ranking(self) -> tuple[tuple[int, str], ...]:
        """Those still in first, then the later out the better; one turn's losers are equal."""
        stayed = {player: turn for turn, gone in enumerate(self.out) for player in gone}
        stayed |= dict.fromkeys(self.alive, len(self.out))
        return tuple(ranked(sorted(stayed), key=lambda player: -stayed[player]))


@article("3.8.4", edition="2023")
@article("7.4", edition="2017")
def topping_ranking(times: Mapping[str, int | None]) -> tuple[tuple[int, str], ...]:
    """The shortest time first (penalties included); who has not finished comes last."""
    return tuple(
        ranked(sorted(times), key=lambda player: (times[player] is None, times[player] or 0))
    )
