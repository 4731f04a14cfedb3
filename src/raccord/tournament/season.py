"""The season of a club: who came, how much was scored, and the best results of each.

A result is a game: its share of the tops, so that games of different tops can be compared. People
are the same from one evening to another by licence, else by name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import msgspec

from raccord.duplicate.slips.ranking import percentage, ranked
from raccord.tournament.columns import plain
from raccord.tournament.people import Entry
from raccord.tournament.summary import PlayedGame, Summary
from raccord.tournament.tables import belonging


class SeasonLine(msgspec.Struct, frozen=True, kw_only=True):
    """Ligne de saison: ``evenings`` has the points of each evening, None for who was away.

    ``best`` is the sum of the best shares counted; with no limit all of them count.
    """

    place: int
    player: str
    attended: int
    games: int
    total: int
    percentage: float
    best: float
    evenings: tuple[int | None, ...]
    club: str = ""
    series: str = ""


@dataclass(slots=True)
class _Sheet:
    """What one person did, evening by evening."""

    name: str = ""
    club: str = ""
    series: str = ""
    points: dict[int, int] = field(default_factory=dict)
    tops: int = 0
    shares: list[Fraction] = field(default_factory=list)

    def note(self, evening: int, game: PlayedGame, total: int) -> None:
        """One more result."""
        self.points[evening] = self.points.get(evening, 0) + total
        self.tops += game.tally.top
        self.shares.append(percentage(total, game.tally.top))

    def best(self, counted: int) -> Fraction:
        """The sum of the best shares; all of them where no number is given."""
        ordered = sorted(self.shares, reverse=True)
        return sum(ordered[: counted or None], Fraction(0))


def season(evenings: Sequence[Summary], counted: int = 0) -> tuple[SeasonLine, ...]:
    """Everybody who played, by the sum of the best results; ``counted`` is how many count."""
    sheets: dict[str, _Sheet] = {}
    for number, evening in enumerate(evenings):
        _add(sheets, number, evening)
    placed = ranked(
        sorted(sheets.items(), key=lambda found: found[0]),
        key=lambda found: -found[1].best(counted),
    )
    return tuple(_line(place, sheet, len(evenings), counted) for place, (_, sheet) in placed)


def _add(sheets: dict[str, _Sheet], number: int, evening: Summary) -> None:
    entries = evening.by_number
    for game in evening.games:
        for line in game.tally.lines:
            if line.number in evening.excluded:
                continue
            entry = entries[line.number]
            sheet = sheets.setdefault(who(entry), _Sheet())
            sheet.name = entry.shown(evening.terms.shown)
            sheet.club = entry.trait("club")
            sheet.series = belonging(entry, "series", evening.terms.grades)
            sheet.note(number, game, line.total)


def who(entry: Entry) -> str:
    """What makes somebody the same person on another evening."""
    keys = (
        f"{one.federation}:{one.licence}" if one.licence else plain(one.name)
        for one in entry.people
    )
    return " / ".join(sorted(keys))


def _line(place: int, sheet: _Sheet, evenings: int, counted: int) -> SeasonLine:
    points: Mapping[int, int] = sheet.points
    total = sum(points.values())
    return SeasonLine(
        place=place,
        player=sheet.name,
        attended=len(points),
        games=len(sheet.shares),
        total=total,
        percentage=round(float(percentage(total, sheet.tops)), 2),
        best=round(float(sheet.best(counted)), 2),
        evenings=tuple(points.get(number) for number in range(evenings)),
        club=sheet.club,
        series=sheet.series,
    )
