"""Several games: their results and the rankings over them. Pure values, exact fractions."""

from raccord.tournament.errors import TournamentError
from raccord.tournament.rankings import WAYS, By, Rank, rank
from raccord.tournament.results import GameResult, of_csv, of_game

__all__ = ["WAYS", "By", "GameResult", "Rank", "TournamentError", "of_csv", "of_game", "rank"]
