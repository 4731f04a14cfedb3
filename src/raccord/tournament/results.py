"""The results of one game, as a ranking over several games reads them.

They come from a game played here, or as totals from elsewhere (``totals``). Players go by their
names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from raccord.duplicate import State
from raccord.duplicate.slips.ranking import RankLine, rank_lines, ranked, scores_of
from raccord.duplicate.slips.scores import TableScore
from raccord.tournament.errors import TournamentError


@dataclass(frozen=True, slots=True)
class Counts:
    """Décomptes d'un joueur in a game: what ties are broken by; None where it is not known.

    ``time_ms`` is how long a topping took, ``lasted`` how many turns of a sudden death he was in.
    """

    tops: int | None = None
    tops_lost: int | None = None
    warnings: int | None = None
    solos: int | None = None
    time_ms: int | None = None
    lasted: int | None = None


NOT_COUNTED = Counts()


@dataclass(frozen=True, slots=True)
class GameResult:
    """Résultats d'une partie: every player's total and place, and the total of the tops.

    ``turns`` holds the points turn by turn where they are known. An excused player refereed or
    was exempt: the game is not held against him. ``traits`` are the series, category, club and
    federation of a player where the source tells them.
    """

    top: int
    totals: Mapping[str, int]
    places: Mapping[str, int]
    turns: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    excused: frozenset[str] = frozenset()
    counts: Mapping[str, Counts] = field(default_factory=dict)
    traits: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def of_totals(
        cls, totals: Mapping[str, int], top: int, excused: frozenset[str] = frozenset()
    ) -> "GameResult":
        """The results of a game of which only totals are known."""
        if both := sorted(excused & totals.keys()):
            raise TournamentError(f"joueur à la fois présent et dispensé : {both[0]}", both[0])
        placed = ranked(sorted(totals), key=lambda player: -totals[player])
        return cls(top, dict(totals), {name: place for place, name in placed}, excused=excused)

    @property
    def players(self) -> frozenset[str]:
        """Everybody who played or was excused."""
        return self.excused | self.totals.keys()

    @property
    def length(self) -> int:
        """How many turns are known."""
        return max(map(len, self.turns.values()), default=0)


def of_game(state: State, names: Mapping[int, str] | None = None) -> GameResult:
    """The results of a game as its rulings stand; a pair goes by both names.

    ``names`` are what to call the tables by instead.
    """
    scores = scores_of(state)
    lines = _by_name(rank_lines(state, scores), names)
    names = {line.table: name for name, line in lines.items()}
    tops = [turn.reference for turn in state.turns]
    by_table = {score.table: score for score in scores}
    return GameResult(
        top=sum(tops),
        totals={name: line.total for name, line in lines.items()},
        places={name: line.place for name, line in lines.items()},
        turns={
            names[score.table]: tuple(turn.points or 0 for turn in score.turns) for score in scores
        },
        counts={
            name: replace(
                _counted(by_table[line.table], tops),
                time_ms=line.time_ms,
                lasted=_lasted(state, line),
            )
            for name, line in lines.items()
        },
    )


def _lasted(state: State, line: RankLine) -> int | None:
    """Turns a table was in; who was never put out outlasts whoever went in the last one."""
    return (line.eliminated or len(state.turns) + 1) if state.formula.knockout else None


def of_lines(lines: Sequence[RankLine], top: int) -> GameResult:
    """The results of a game of which only the ranking was kept."""
    named = _by_name(lines)
    return GameResult(
        top=top,
        totals={name: line.total for name, line in named.items()},
        places={name: line.place for name, line in named.items()},
        counts={
            name: Counts(warnings=line.warnings, solos=line.solos, time_ms=line.time_ms)
            for name, line in named.items()
        },
    )


def _by_name(
    lines: Sequence[RankLine], names: Mapping[int, str] | None = None
) -> dict[str, RankLine]:
    named = {names[line.table] if names else " / ".join(line.players): line for line in lines}
    if len(named) < len(lines):
        raise TournamentError("deux tables de cette partie portent le même nom")
    return named


def _counted(score: TableScore, tops: Sequence[int]) -> Counts:
    earned = [turn.points or 0 for turn in score.turns]
    found = sum(points >= top for points, top in zip(earned, tops, strict=True))
    return Counts(found, len(tops) - found, score.warnings, score.solos)
