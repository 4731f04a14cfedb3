"""Averages of a turn: which rulings change when refused words are played again untold.

The mean needs the points of every player of the same marker, so it is taken when the turn is
closed, and again whenever one of them changes. Readings: among the colleagues an average counts
as the void slip it stands for, so that the order of the tables does not matter; a decision taken
on recourse is never touched.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from raccord.duplicate.slips.refused import (
    Claim,
    Colleague,
    Refused,
    Told,
    average,
    claim_of,
    is_average,
    untold,
)
from raccord.duplicate.state import State
from raccord.regulation import Ruling, Sanction, Slip
from raccord.regulation.marking import Situation, judge

Situations = Callable[[int], Situation]


@dataclass(frozen=True, slots=True)
class Notified:
    """What the marking of a game knows beside its events.

    ``told`` gives the turn during which a table learned of its ruling on a turn, None if it has
    not; ``colleagues`` are the tables of the same marker, its own included or not.
    """

    told: Callable[[int, int], int | None]
    colleagues: Callable[[int], Collection[int]]


def average_changes(
    state: State, turn: int, situations: Situations, notified: Notified
) -> tuple[tuple[int, Ruling], ...]:
    """The rulings of a turn that must be replaced: averages to give, to change, to take back."""
    # Annex 4 does not say what an average is worth beside a valid second solution: none is given.
    if state.formula.solutions > 1:
        return ()
    found = []
    for table in _candidates(state, turn):
        due = _due(state, turn, table, situations, notified)
        if due is not None and due != state.mark(turn, table).ruling:
            found.append((table, due))
    return tuple(found)


def _candidates(state: State, turn: int) -> list[int]:
    row = state.marks.get(turn, {})
    return [
        table
        for table, mark in sorted(row.items())
        if mark.slip is not None and mark.ruling is not None and _is_void(mark.ruling)
    ]


def _is_void(ruling: Ruling) -> bool:
    decided = any(f.code == "recourse" for f in ruling.findings)
    return not decided and (ruling.sanction is Sanction.NULLITY or is_average(ruling))


def _due(
    state: State, turn: int, table: int, situations: Situations, notified: Notified
) -> Ruling | None:
    """The average due to a table, or the plain ruling where an average stands without cause."""
    mark = state.mark(turn, table)
    assert mark.slip is not None
    not_told = _not_told(state, turn, table, situations, notified)
    claim = _claim(situations(turn), mark.slip) if not_told else None
    due = average(state.edition.id, claim, not_told, _colleagues(state, turn, table, notified))
    if due is not None:
        return due
    return judge(situations(turn), mark.slip) if is_average(mark.ruling) else None


def _not_told(
    state: State, turn: int, table: int, situations: Situations, notified: Notified
) -> frozenset[str]:
    words: frozenset[str] = frozenset()
    for fact, told in _refusals(state, turn, table, situations, notified):
        words |= untold((fact,) if told is None else (fact, Told(table, told)), table, turn)
    return words


def _refusals(
    state: State, turn: int, table: int, situations: Situations, notified: Notified
) -> Iterator[tuple[Refused, int | None]]:
    for earlier in range(1, turn):
        mark = state.mark(earlier, table)
        if mark.slip is None or mark.ruling is None or not _is_void(mark.ruling):
            continue
        told = notified.told(earlier, table)
        if told is not None and told < turn:
            continue
        claim = _claim(situations(earlier), mark.slip)
        if claim is not None:
            yield Refused(table, earlier, claim.refused), told


def _colleagues(state: State, turn: int, table: int, notified: Notified) -> list[Colleague]:
    rulings = {t: state.mark(turn, t).ruling for t in notified.colleagues(table) if t != table}
    return [
        Colleague(0 if is_average(ruling) else ruling.points, is_average(ruling))
        for ruling in rulings.values()
        if ruling is not None
    ]


def _claim(situation: Situation, slip: Slip) -> Claim | None:
    return _remembered(_Key(situation, slip))


class _Key:
    """A slip in its situation; its words are compared by list, not one by one."""

    __slots__ = ("_key", "situation", "slip")

    def __init__(self, situation: Situation, slip: Slip) -> None:
        self.situation, self.slip = situation, slip
        board, draw = situation.board, situation.draw
        # The key holds the situation, so the list stays alive and its identity is nobody else's.
        words = id(situation.lexicon)
        self._key = (board, draw, situation.turn, words, situation.rules, situation.edition, slip)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._key == other._key


@lru_cache(maxsize=4096)
def _remembered(key: _Key) -> Claim | None:
    return claim_of(key.situation, key.slip)
