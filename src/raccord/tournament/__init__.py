"""Players and scores: tables of points, rankings, contests. Pure values, exact fractions."""

from raccord.tournament.contests import Knockout, topping_ranking
from raccord.tournament.rankings import (
    Rank,
    au_top,
    by_au_top,
    by_percentage,
    by_places,
    by_points,
    players,
)
from raccord.tournament.scores import GameTable, Standing, TournamentError, percentage, ranked

__all__ = [
    "GameTable",
    "Knockout",
    "Rank",
    "Standing",
    "TournamentError",
    "au_top",
    "by_au_top",
    "by_percentage",
    "by_places",
    "by_points",
    "percentage",
    "players",
    "ranked",
    "topping_ranking",
]
