"""Several games: their results and the rankings over them. Pure values, exact fractions."""

from raccord.tournament.errors import TournamentError
from raccord.tournament.people import TRAITS, Trait
from raccord.tournament.rankings import WAYS, By, Rank, rank
from raccord.tournament.results import Counts, GameResult, of_game, of_lines
from raccord.tournament.ties import RULES, Broken, TieRule
from raccord.tournament.totals import of_csv

__all__ = [
    "RULES",
    "TRAITS",
    "WAYS",
    "Broken",
    "By",
    "Counts",
    "GameResult",
    "Rank",
    "TieRule",
    "TournamentError",
    "Trait",
    "of_csv",
    "of_game",
    "of_lines",
    "rank",
]
