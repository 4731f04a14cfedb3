"""The results of one game of an event, by the numbers of its entries: kept, exported, read back."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from raccord.duplicate.slips.ranking import ranked
from raccord.tournament.errors import TournamentError
from raccord.tournament.results import NOT_COUNTED, Counts, GameResult


class TallyLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Ligne de résultat of an entry; ``place`` 0 where the total alone gives it."""

    number: int
    total: int
    place: int = 0
    turns: tuple[int, ...] = ()
    tops: int | None = None
    tops_lost: int | None = None
    warnings: int | None = None
    solos: int | None = None
    time_ms: int | None = None
    lasted: int | None = None

    @property
    def counts(self) -> Counts:
        """What ties are broken by."""
        told = (self.tops, self.tops_lost, self.warnings, self.solos)
        return Counts(*told, self.time_ms, self.lasted)


class Tally(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Résultat d'une partie of an event: the total of the tops, and a line for who played."""

    top: int
    lines: tuple[TallyLine, ...] = ()

    @property
    def numbers(self) -> frozenset[int]:
        """Who played."""
        return frozenset(line.number for line in self.lines)


def key(number: int) -> str:
    """The name of an entry in rankings: equals come in the order of their numbers."""
    return f"{number:05}"


def tally_of(result: GameResult, numbers: Mapping[str, int]) -> Tally:
    """Results by name, kept by number."""
    if unknown := sorted(result.totals.keys() - numbers.keys()):
        raise TournamentError(f"{unknown[0]} n'est pas inscrit", unknown[0])
    lines = (_line(result, name, numbers[name]) for name in result.totals)
    return Tally(top=result.top, lines=tuple(sorted(lines, key=lambda line: line.number)))


def _line(result: GameResult, name: str, number: int) -> TallyLine:
    return TallyLine(number=number, **told_of(result, name))


def told_of(result: GameResult, name: str) -> dict[str, Any]:
    """All that a result tells of a player."""
    counts = result.counts.get(name, NOT_COUNTED)
    return {
        "total": result.totals.get(name),
        "place": result.places.get(name, 0),
        "turns": result.turns.get(name, ()),
        "tops": counts.tops,
        "tops_lost": counts.tops_lost,
        "warnings": counts.warnings,
        "solos": counts.solos,
        "time_ms": counts.time_ms,
        "lasted": counts.lasted,
    }


def result_of(tally: Tally, excused: Collection[int], void: Collection[int] = ()) -> GameResult:
    """The results for a ranking; entries whose scores are ``void`` are as if never there."""
    lines = [line for line in tally.lines if line.number not in void]
    told = all(line.place for line in lines)
    order = {line.number: line.place if told else -line.total for line in lines}
    placed = ranked(lines, key=lambda line: order[line.number])
    return GameResult(
        top=tally.top,
        totals={key(line.number): line.total for line in lines},
        places={key(line.number): place for place, line in placed},
        turns={key(line.number): line.turns for line in lines if line.turns},
        excused=frozenset(map(key, set(excused) - tally.numbers - set(void))),
        counts={key(line.number): line.counts for line in lines},
    )
