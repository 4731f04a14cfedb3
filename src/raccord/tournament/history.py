"""The history of a player: every competition he took part in, each game as a share of its tops."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from raccord.duplicate.slips.ranking import percentage
from raccord.tournament.columns import plain
from raccord.tournament.people import Entry
from raccord.tournament.standing import StandingLine, standing
from raccord.tournament.summary import Summary


class Appearance(msgspec.Struct, frozen=True, kw_only=True):
    """Participation: one competition of a player, the place among how many, and his totals."""

    code: str
    title: str
    at: int
    number: int
    place: int
    players: int
    value: int | float
    by: str
    games: tuple[int | None, ...]
    percentage: float
    club: str = ""
    series: str = ""
    category: str = ""


class History(msgspec.Struct, frozen=True, kw_only=True):
    """Historique d'un joueur, the youngest first; ``best`` adds up his best shares."""

    player: str
    events: int
    games: int
    total: int
    percentage: float
    """Of the tops of all the games he played."""
    best: float
    appearances: tuple[Appearance, ...]


def history(events: Sequence[tuple[str, Summary]], name: str, counted: int = 0) -> History | None:
    """What is known of somebody, by name or licence; None where nobody is called so.

    Of who is only shown by initials or a number nothing is told: nobody could look for him.
    """
    found = list(_found(events, plain(name)))
    if not found:
        return None
    played = [
        (game.tally.top, total)
        for summary, line, _ in found
        for game, total in zip(summary.games, line.games, strict=True)
        if total is not None
    ]
    shares = sorted((percentage(total, top) for top, total in played), reverse=True)
    total, tops = sum(total for _, total in played), sum(top for top, _ in played)
    return History(
        player=found[0][1].player,
        events=len(found),
        games=len(played),
        total=total,
        percentage=round(float(percentage(total, tops)), 2),
        best=round(float(sum(shares[: counted or None], Fraction(0))), 2),
        appearances=tuple(one for _, _, one in found),
    )


def _found(
    events: Sequence[tuple[str, Summary]], wanted: str
) -> Iterator[tuple[Summary, StandingLine, Appearance]]:
    for code, summary in sorted(events, key=lambda event: -event[1].at):
        if summary.terms.shown != "name":
            continue
        numbers = {entry.number for entry in summary.entries if _is(entry, wanted)}
        lines = standing(summary) if numbers else ()
        for line in lines:
            if line.number in numbers:
                yield summary, line, _appearance(code, summary, line, len(lines))


def _is(entry: Entry, wanted: str) -> bool:
    names = (entry.name, *(one.name for one in entry.people), *(p.licence for p in entry.people))
    return bool(wanted) and wanted in map(plain, names)


def _appearance(code: str, summary: Summary, line: StandingLine, players: int) -> Appearance:
    return Appearance(
        code=code,
        title=summary.title,
        at=summary.at,
        number=line.number,
        place=line.place,
        players=players,
        value=line.value,
        by=summary.terms.by,
        games=line.games,
        percentage=line.percentage,
        club=line.club,
        series=line.series,
        category=line.category,
    )
