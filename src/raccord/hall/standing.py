"""Where every table of a game stands: worked out once, told to phones, desk and ranking pages."""

from collections.abc import Mapping
from dataclasses import dataclass

from raccord.documents.road import standing_scores
from raccord.duplicate import TableScore
from raccord.duplicate.slips.ranking import RankLine, rank_lines
from raccord.hall.games import Game


@dataclass(frozen=True, slots=True)
class Standing:
    """Situation des tables at a version of the game.

    A game annulled has no ``lines``, hence no ``places``; its tables keep their ``scores``.
    """

    version: int
    lines: tuple[RankLine, ...]
    places: Mapping[int, int]
    scores: Mapping[int, TableScore]


def standing(game: Game) -> Standing:
    """How the tables stand now; costly with thousands of them."""
    state = game.state
    scores = standing_scores(state)
    is_void = bool(state.end and state.end.void)
    lines = () if is_void else rank_lines(state, tuple(scores.values()))
    return Standing(game.version, lines, {line.table: line.place for line in lines}, scores)
