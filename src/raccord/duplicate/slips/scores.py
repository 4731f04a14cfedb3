"""Scores: what each table earns, from the rulings that stand.

==================================  ================================================
T9  2017 3.5 · 2010, undated 2.6.4  ``solos``
2017 5.7 · 2010 4.4 · undated 4.7   ``warning_cost``: from the 4th, or 6th, warning on
2017 6.1 · 2010, undated 5.1        turns before a late arrival are worth nothing
2023 6.1                            nor is any turn of a table excluded for cheating
2017 7.3, 5.7                       ``eliminated``: sudden death
==================================  ================================================

The number of players is the number of tables entered: a pair is one, and a table that withdraws
stays counted.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from raccord.duplicate.rules.solos import bonus_of
from raccord.duplicate.state import State
from raccord.regulation import Ruling, article


@dataclass(frozen=True, slots=True)
class TurnScore:
    """Score d'une table sur un coup; None in ``points`` while the slip is not ruled on.

    ``total`` is the sum of the points so far, without bonuses and the cost of warnings.
    """

    turn: int
    points: int | None
    total: int
    absent: bool = False
    solo: bool = False
    bonus: int = 0
    warnings: int = 0


@dataclass(frozen=True, slots=True)
class TableScore:
    """Score d'une table: turn by turn, then the total with bonuses and the cost of warnings."""

    table: int
    players: tuple[str, ...]
    turns: tuple[TurnScore, ...]
    points: int
    solos: int
    bonus: int
    warnings: int
    warning_cost: int
    total: int
    top_total: int
    eliminated: int | None = None
    """The turn that put the table out, in sudden death."""

    @property
    def percentage(self) -> float:
        """The total as a share of the tops' total, in per cent, two decimals."""
        return round(100 * self.total / self.top_total, 2) if self.top_total else 0.0

    @property
    def negative(self) -> int:
        """Distance to the top."""
        return self.total - self.top_total


def score_table(state: State) -> tuple[TableScore, ...]:
    """Every table's score, by table number; results annulled by an interruption are empty."""
    if state.end and state.end.void:
        return ()
    found = solos(state)
    out = eliminated(state)
    whole = _Whole(solo_bonus(state), sum(turn.reference for turn in state.turns))
    return tuple(
        _table_score(state, table, found, out.get(table), whole) for table in sorted(state.entrants)
    )


def total_table(state: State) -> tuple[TableScore, ...]:
    """Every table's score with ``turns`` left out: what ranks thousands of tables."""
    if state.end and state.end.void:
        return ()
    points, warned = dict.fromkeys(state.entrants, 0), dict.fromkeys(state.entrants, 0)
    for turn in state.turns:
        for table, ruling in _rulings(state, turn.number):
            points[table] += ruling.points
            warned[table] += ruling.warnings
    for _, table in state.conduct:
        if table in warned:
            warned[table] += 1
    won, out = Counter(solos(state).values()), eliminated(state)
    whole = _Whole(solo_bonus(state), sum(turn.reference for turn in state.turns))
    return tuple(
        whole.score(state, table, (), points[table], won[table], warned[table], out.get(table))
        for table in sorted(state.entrants)
    )


def _rulings(state: State, turn: int) -> Iterator[tuple[int, Ruling]]:
    """The rulings of a turn on the tables that take part in it."""
    entrants = state.entrants
    for table, mark in state.marks.get(turn, {}).items():
        if mark.ruling is not None and table in entrants and entrants[table].plays(turn):
            yield table, mark.ruling


def awarded(ruling: Ruling | None) -> int:
    """The points a ruling gives; no slip or no ruling gives none."""
    return ruling.points if ruling else 0


def warnings(ruling: Ruling | None) -> int:
    """How many warnings a ruling carries: one at most, and a disciplinary one."""
    return ruling.warnings if ruling else 0


def _kept(state: State, table: int, *, on: int | None = None) -> int:
    """The disciplinary warnings a table keeps from turns played again, or from one of them."""
    return sum(who == table and on in (None, turn) for turn, who in state.conduct)


@article("3.5", edition="2023")
@article("3.5", edition="2017")
@article("2.6.4", edition="2010")
@article("2.6.4", edition="undated")
def solos(state: State) -> Mapping[int, int]:
    """By turn, the table alone above all the others; in sections only their union has any."""
    if state.opened.follows or state.sections:
        return {}
    if len(state.entrants) < state.edition.solo_recorded.value:
        return {}
    found = {}
    for turn in state.turns:
        winner = _alone(_compared(state, turn.number))
        if winner is not None:
            found[turn.number] = winner
    return found


def _compared(state: State, turn: int) -> dict[int, int]:
    field = state.edition.solo_compares.value
    found = {table: 0 for table, entrant in state.entrants.items() if entrant.plays(turn)}
    for table, ruling in _rulings(state, turn):
        found[table] = getattr(ruling, field)
    return found


def _alone(points: Mapping[int, int]) -> int | None:
    if len(points) < 2:
        return None
    best = max(points.values())
    winners = [table for table, value in points.items() if value == best]
    return winners[0] if best > 0 and len(winners) == 1 else None


@article("5.9", edition="2023")
@article("5.7", edition="2017")
@article("4.4", edition="2010")
@article("4.7", edition="undated")
def warning_cost(state: State, count: int) -> int:
    """Five points for each warning from the fourth on; the formula may allow two more."""
    edition = state.edition
    lenient = edition.warnings_reduced_in.value & state.formula.kinds
    free = edition.warnings_free_reduced if lenient else edition.warnings_free
    return max(0, count - free.value) * edition.warning_cost.value


@dataclass(frozen=True, slots=True)
class _Whole:
    """What is the same for every table."""

    bonus: int
    top_total: int

    def score(
        self,
        state: State,
        table: int,
        turns: tuple[TurnScore, ...],
        points: int,
        won: int,
        warned: int,
        out: int | None,
    ) -> TableScore:
        """The score of a table from its sums."""
        cost = warning_cost(state, warned) if warned else 0
        return TableScore(
            table=table,
            players=state.entrants[table].players,
            turns=turns,
            points=points,
            solos=won,
            bonus=self.bonus * won,
            warnings=warned,
            warning_cost=cost,
            total=points + self.bonus * won - cost,
            top_total=self.top_total,
            eliminated=out,
        )


def _table_score(
    state: State, table: int, found: Mapping[int, int], out: int | None, whole: _Whole
) -> TableScore:
    turns = tuple(_turn_scores(state, table, found, whole.bonus))
    points = turns[-1].total if turns else 0
    warned = sum(t.warnings for t in turns) + _kept(state, table)
    return whole.score(state, table, turns, points, sum(t.solo for t in turns), warned, out)


def _turn_scores(
    state: State, table: int, found: Mapping[int, int], bonus: int
) -> Iterator[TurnScore]:
    total = 0
    for turn in state.turns:
        absent = not state.entrants[table].plays(turn.number)
        ruling = None if absent else state.mark(turn.number, table).ruling
        points = ruling.points if ruling else (0 if absent else None)
        total += points or 0
        solo = found.get(turn.number) == table
        yield TurnScore(
            turn=turn.number,
            points=points,
            total=total,
            absent=absent,
            solo=solo,
            bonus=bonus * solo,
            warnings=warnings(ruling),
        )


def solo_bonus(state: State) -> int:
    """What a solo earns in this game."""
    return bonus_of(state.edition, state.opened.solo, len(state.entrants))


@article("3.8.3", edition="2023")
@article("7.3", edition="2017")
def eliminated(state: State) -> Mapping[int, int]:
    """Sudden death: by table, the turn on which it fell below the best score found."""
    if not state.formula.knockout:
        return {}
    out: dict[int, int] = {}
    for turn in state.turns:
        inside = [t for t, e in state.entrants.items() if t not in out and e.plays(turn.number)]
        scores = {t: _sudden_score(state, turn.number, t) for t in inside}
        best = max(scores.values(), default=0)
        out |= {t: turn.number for t, value in scores.items() if value < best}
    return out


def survivors(state: State) -> tuple[int, ...]:
    """Sudden death: the tables still in."""
    out = eliminated(state)
    inside = (t for t, e in state.entrants.items() if e.plays(state.turn))
    return tuple(t for t in sorted(inside) if t not in out)


@article("5.9", edition="2023")
@article("5.7", edition="2017")
def _sudden_score(state: State, turn: int, table: int) -> int:
    """In sudden death the cost of a warning counts on its turn."""
    points = awarded(state.mark(turn, table).ruling)
    if not state.edition.cost_at_once.value:
        return points
    counts = [
        warnings(state.mark(n, table).ruling) + _kept(state, table, on=n)
        for n in range(1, turn + 1)
    ]
    return points - warning_cost(state, sum(counts)) + warning_cost(state, sum(counts[:-1]))
