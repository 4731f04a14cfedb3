"""The union of the centres of an event, sections of one game each, and the world ranking."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from raccord.duplicate import State, fold
from raccord.duplicate.slips import sections
from raccord.duplicate.slips.ranking import RankLine, ranked
from raccord.duplicate.slips.sections import Section
from raccord.duplicate.state import Mark
from raccord.network.contest.events import GameAdded
from raccord.network.decisions import Decisions
from raccord.regulation import Ruling, Sanction

__all__ = ["Section", "Union", "WorldLine", "WorldSolo", "united", "world"]


@dataclass(frozen=True)
class Union(sections.Union):
    """Réunion des sections of one game of an event, with what its commission decided."""

    game: GameAdded
    decisions: Decisions

    @cached_property
    def marks(self) -> dict[int, dict[int, Mark]]:
        """The slips and rulings of all, the decisions of the commission over them."""
        found = super().marks
        edition = self.official.opened.edition
        for decided in self.decisions.values():
            number = self.numbers.get((decided.centre, decided.table))
            row = found.get(decided.turn)
            if decided.game != self.game.game or number is None or row is None:
                continue
            given = row.get(number, Mark()).ruling or Ruling(
                edition=edition, points=0, base=0, sanction=Sanction.NONE
            )
            ruling = msgspec.structs.replace(given, points=decided.points, base=decided.points)
            row[number] = replace(row.get(number, Mark()), ruling=ruling)
        return found

    @cached_property
    def solo_lines(self) -> tuple["WorldSolo", ...]:
        """The solos over all centres, each with how many centres have closed its turn."""
        return tuple(self._solos())

    def _solos(self) -> Iterator["WorldSolo"]:
        for solo in self.solos:
            centre, table = self.places[solo.table]
            closed = self.closed(solo.turn)
            yield WorldSolo(
                turn=solo.turn,
                centre=centre,
                name=self.names[centre],
                table=table,
                players=solo.players,
                move=solo.move,
                points=solo.points,
                bonus=solo.bonus,
                closed=closed,
                is_provisional=closed < self.expected,
            )


def united(
    game: GameAdded,
    found: Sequence[Section],
    centres: int,
    decisions: Decisions,
    official: State | None = None,
) -> Union:
    """The sections of a game, of which ``centres`` are expected; ``official``: played live."""
    told = fold(game.script) if official is None else official
    return Union(told, tuple(found), centres, game, decisions)


class WorldSolo(msgspec.Struct, frozen=True, kw_only=True):
    """Solo over all centres."""

    turn: int
    centre: str
    name: str
    table: int
    players: tuple[str, ...]
    move: str
    points: int
    bonus: int
    closed: int
    is_provisional: bool


class WorldLine(msgspec.Struct, frozen=True, kw_only=True):
    """Ligne du classement général; ``games`` is None where a game was not played."""

    place: int
    is_tied: bool
    players: tuple[str, ...]
    centre: str
    name: str
    table: int
    total: int
    negative: int
    percentage: float
    solos: int
    games: tuple[int | None, ...]


@dataclass(slots=True)
class _Entry:
    """Somebody over the games of an event."""

    players: tuple[str, ...]
    centre: str
    name: str
    table: int
    games: dict[int, RankLine]


def world(unions: Sequence[Union]) -> tuple[WorldLine, ...]:
    """The ranking over all games: the sum of the totals, equals sharing a place."""
    entries: dict[tuple[object, ...], _Entry] = {}
    for union in unions:
        names = union.names
        people = _people(union)
        for line in union.lines:
            centre, table = union.places[line.table]
            key = people[line.table]
            entry = entries.setdefault(key, _Entry(line.players, centre, names[centre], table, {}))
            entry.games[union.game.game] = line
    tops = sum(union.state.total for union in unions)
    numbers = [union.game.game for union in unions]
    totals = {key: sum(line.total for line in e.games.values()) for key, e in entries.items()}
    placed = ranked(sorted(entries, key=str), key=lambda key: -totals[key])
    sharing = Counter(place for place, _ in placed)
    return tuple(
        _world_line(place, sharing[place] > 1, entries[key], totals[key], tops, numbers)
        for place, key in placed
    )


def _people(union: Union) -> Mapping[int, tuple[object, ...]]:
    """Who plays: the same people in the same centre, be it at another table of another game.

    Namesakes of one centre stay apart, by the order of their tables.
    """
    found: dict[int, tuple[object, ...]] = {}
    met: Counter[tuple[object, ...]] = Counter()
    for number, (centre, _) in union.places.items():
        players = union.state.entrants[number].players
        known = (centre, tuple(sorted(name.casefold() for name in players)))
        found[number] = (*known, met[known])
        met[known] += 1
    return found


def _world_line(
    place: int, tied: bool, entry: _Entry, total: int, tops: int, numbers: Sequence[int]
) -> WorldLine:
    return WorldLine(
        place=place,
        is_tied=tied,
        players=entry.players,
        centre=entry.centre,
        name=entry.name,
        table=entry.table,
        total=total,
        negative=total - tops,
        percentage=round(100 * total / tops, 2) if tops else 0.0,
        solos=sum(line.solos for line in entry.games.values()),
        games=tuple(entry.games[n].total if n in entry.games else None for n in numbers),
    )
