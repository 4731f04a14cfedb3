"""The ranking of a game, by what its formula ranks.

==========================  ================================================
introduction (all editions)  points: most first
2017 7.3                     survival: the later out the better
2017 7.4                     time: the shortest first
undated annex 5              au-top: share of the points of turns
==========================  ================================================
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from raccord.documents.heading import heading
from raccord.documents.values import Ranking, RankLine, SoloLine
from raccord.duplicate import State, TableScore, score_table, solos
from raccord.duplicate.rules.topping import topping_times
from raccord.tournament import GameTable, by_au_top, ranked

_NEVER = 10_000


@dataclass(frozen=True, slots=True)
class _Field:
    """What a ranking may look at beside the scores."""

    au_top: Mapping[int, float]
    times: Mapping[int, int]


def ranking(state: State) -> Ranking:
    """The ranking as the rulings stand now."""
    scores = scores_of(state)
    return Ranking(
        heading=heading(state),
        kind=state.formula.ranking,
        lines=rank_lines(state, scores),
        solos=solo_lines(state) if scores and state.end else (),
    )


def scores_of(state: State) -> tuple[TableScore, ...]:
    """Every table's score; solos, told at the end (2017 3.5), do not count before it."""
    scores = score_table(state)
    return scores if state.end else tuple(map(_without_solos, scores))


def _without_solos(score: TableScore) -> TableScore:
    turns = tuple(replace(turn, solo=False, bonus=0) for turn in score.turns)
    return replace(score, turns=turns, solos=0, bonus=0, total=score.total - score.bonus)


def rank_lines(state: State, scores: tuple[TableScore, ...]) -> tuple[RankLine, ...]:
    """Every table with its place, equals sharing one."""
    field = _field(state, scores)
    placed = ranked(scores, key=_key(state.formula.ranking, field))
    sharing = Counter(place for place, _ in placed)
    return tuple(_line(state, place, sharing[place] > 1, score, field) for place, score in placed)


def _key(kind: str, field: _Field) -> Callable[[TableScore], Any]:
    keys: dict[str, Callable[[TableScore], Any]] = {
        "survival": lambda s: -(s.eliminated or _NEVER),
        "time": lambda s: field.times[s.table],
        "au-top": lambda s: -field.au_top[s.table],
    }
    return keys.get(kind, lambda s: -s.total)


def _field(state: State, scores: tuple[TableScore, ...]) -> _Field:
    kind = state.formula.ranking
    au_top: dict[int, float] = {}
    if kind == "au-top" and scores:
        rows = {str(s.table): tuple(t.points or 0 for t in s.turns) for s in scores}
        table = GameTable.of(rows, [turn.points for turn in state.turns])
        au_top = {int(r.player): round(float(r.value), 2) for r in by_au_top(table)}
    return _Field(au_top, topping_times(state) if kind == "time" else {})


def _line(state: State, place: int, is_tied: bool, score: TableScore, field: _Field) -> RankLine:
    entrant = state.entrants[score.table]
    return RankLine(
        place=place,
        is_tied=is_tied,
        table=score.table,
        players=score.players,
        total=score.total,
        points=score.points,
        negative=score.negative,
        percentage=score.percentage,
        solos=score.solos,
        bonus=score.bonus,
        warnings=score.warnings,
        warning_cost=score.warning_cost,
        first_turn=entrant.first_turn,
        last_turn=entrant.last_turn,
        eliminated=score.eliminated,
        au_top=field.au_top.get(score.table),
        time_ms=field.times.get(score.table),
    )


def solo_lines(state: State) -> tuple[SoloLine, ...]:
    """The solos, to be told at the end of the game."""
    earned = {(t.turn, s.table): t.bonus for s in score_table(state) for t in s.turns if t.solo}
    return tuple(
        _solo(state, turn, table, earned.get((turn, table), 0))
        for turn, table in sorted(solos(state).items())
    )


def _solo(state: State, turn: int, table: int, bonus: int) -> SoloLine:
    ruling = state.mark(turn, table).ruling
    return SoloLine(
        turn=turn,
        table=table,
        players=state.entrants[table].players,
        move=(ruling.placement or "") if ruling else "",
        points=ruling.points if ruling else 0,
        bonus=bonus,
    )
