"""The ranking of a game, by what its formula ranks: the same on desk, phone, paper and in files.

===========================  ==================================================
introduction (all editions)  ``_by_points``: most first
2017 7.3                     ``_by_survival``: the later out the better
2017 7.4                     ``_by_time``: the shortest first
undated annex 5              ``_by_au_top``: share of the points of turns
2017 3.5 · 2010, undated     ``solo_lines``: told at the end of the game
2.6.4
===========================  ==================================================
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from raccord.duplicate.rules.formula import Ranking
from raccord.duplicate.rules.topping import topping_times
from raccord.duplicate.slips.scores import (
    TableScore,
    score_table,
    solo_bonus,
    solos,
    total_table,
)
from raccord.duplicate.state import State
from raccord.regulation import article

T = TypeVar("T")
_NEVER = 10_000
"""Beyond any turn: a table that was not put out."""


class RankLine(msgspec.Struct, frozen=True, kw_only=True):
    """Ligne de classement; ``au_top``, ``time_ms`` and ``eliminated`` only where they rank."""

    place: int
    is_tied: bool
    table: int
    players: tuple[str, ...]
    total: int
    points: int
    negative: int
    percentage: float
    solos: int
    bonus: int
    warnings: int
    warning_cost: int
    first_turn: int = 1
    last_turn: int | None = None
    eliminated: int | None = None
    excluded: bool = False
    """For cheating: its scores are void."""
    au_top: float | None = None
    time_ms: int | None = None
    section: str = ""
    """Of a game in sections: where the table is."""


class SoloLine(msgspec.Struct, frozen=True, kw_only=True):
    """Solo: who was alone above all others on a turn, with what, and the bonus it earned."""

    turn: int
    table: int
    players: tuple[str, ...]
    move: str
    points: int
    bonus: int
    section: str = ""
    """Of a game in sections: where the table is."""
    is_provisional: bool = False
    """Of a game in sections: whether a section has still to close the turn."""


def ranking(state: State) -> tuple[RankLine, ...]:
    """The ranking as the rulings stand now; costly with thousands of tables."""
    return rank_lines(state, totals_of(state))


def scores_of(state: State) -> tuple[TableScore, ...]:
    """Every table's score; solos, told at the end (2017 3.5), do not count before it."""
    return _told_now(state, score_table(state))


def totals_of(state: State) -> tuple[TableScore, ...]:
    """The same with ``turns`` left out, where the formula does not rank by them: much quicker."""
    if state.formula.ranking == "au-top":
        return scores_of(state)
    return _told_now(state, total_table(state))


def _told_now(state: State, scores: tuple[TableScore, ...]) -> tuple[TableScore, ...]:
    return scores if state.end else tuple(map(_without_solos, scores))


def _without_solos(score: TableScore) -> TableScore:
    turns = tuple(replace(turn, solo=False, bonus=0) for turn in score.turns)
    return replace(score, turns=turns, solos=0, bonus=0, total=score.total - score.bonus)


def rank_lines(state: State, scores: tuple[TableScore, ...]) -> tuple[RankLine, ...]:
    """Every table with its place, equals sharing one."""
    found = _MEASURES[state.formula.ranking](state, scores)
    placed = ranked(scores, key=lambda score: found.order[score.table])
    sharing = Counter(place for place, _ in placed)
    return tuple(_line(state, place, sharing[place] > 1, score, found) for place, score in placed)


def ranked(items: Iterable[T], key: Callable[[T], Any]) -> list[tuple[int, T]]:
    """Items from the lowest key up, each with its place; equals share one (1, 2, 2, 4)."""
    ordered = sorted(items, key=key)
    placed: list[tuple[int, T]] = []
    for position, item in enumerate(ordered, 1):
        tied = placed and key(placed[-1][1]) == key(item)
        placed.append((placed[-1][0] if tied else position, item))
    return placed


@dataclass(frozen=True, slots=True)
class _Measure:
    """What a formula ranks by: in ``order`` the lower is the better."""

    order: Mapping[int, int | Fraction]
    au_top: Mapping[int, float] = field(default_factory=dict)
    times: Mapping[int, int] = field(default_factory=dict)


@article("introduction", edition="2023")
@article("introduction", edition="2017")
@article("introduction", edition="2010")
@article("introduction", edition="undated")
def _by_points(_: State, scores: Sequence[TableScore]) -> _Measure:
    """Most points first."""
    return _Measure({score.table: -score.total for score in scores})


@article("3.8.3", edition="2023")
@article("7.3", edition="2017")
def _by_survival(_: State, scores: Sequence[TableScore]) -> _Measure:
    """Those still in first, then the later out the better; one turn's losers are equal."""
    return _Measure({score.table: -(score.eliminated or _NEVER) for score in scores})


@article("3.8.4", edition="2023")
@article("7.4", edition="2017")
def _by_time(state: State, _: Sequence[TableScore]) -> _Measure:
    """The shortest time first, penalties included."""
    times = topping_times(state)
    return _Measure(times, times=times)


@article("annex 5", edition="undated")
def _by_au_top(_: State, scores: Sequence[TableScore]) -> _Measure:
    """The best share of the (n−1) points a turn can bring first."""
    rows = {score.table: [turn.points or 0 for turn in score.turns] for score in scores}
    earned = au_top(rows)
    most = (len(rows) - 1) * max(map(len, rows.values()), default=0)
    shares = {table: percentage(points, most) for table, points in earned.items()}
    shown = {table: round(float(share), 2) for table, share in shares.items()}
    return _Measure({table: -share for table, share in shares.items()}, au_top=shown)


_MEASURES: dict[Ranking, Callable[[State, Sequence[TableScore]], _Measure]] = {
    "points": _by_points,
    "survival": _by_survival,
    "time": _by_time,
    "au-top": _by_au_top,
}


@article("annex 5", edition="undated")
def au_top(rows: Mapping[T, Sequence[int]]) -> dict[T, Fraction]:
    """Points of the turns: n−1 for the best down to 0, equals sharing the mean of their ranks."""
    doubled = dict.fromkeys(rows, 0)
    for column in zip(*rows.values(), strict=True):
        ordered = sorted(column)
        for who, score in zip(rows, column, strict=True):
            doubled[who] += bisect_left(ordered, score) + bisect_right(ordered, score) - 1
    return {who: Fraction(points, 2) for who, points in doubled.items()}


def percentage(part: int | Fraction, whole: int | Fraction) -> Fraction:
    """A part as an exact percentage of a whole; 0 where the whole is nothing."""
    return Fraction(100) * part / whole if whole else Fraction(0)


def _line(state: State, place: int, is_tied: bool, score: TableScore, found: _Measure) -> RankLine:
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
        excluded=entrant.is_excluded,
        au_top=found.au_top.get(score.table),
        time_ms=found.times.get(score.table),
    )


def solo_lines(state: State) -> tuple[SoloLine, ...]:
    """The solos, to be told at the end of the game."""
    bonus = 0 if state.end and state.end.void else solo_bonus(state)
    return tuple(_solo(state, turn, table, bonus) for turn, table in sorted(solos(state).items()))


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
