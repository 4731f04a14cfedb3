"""The ranking of a competition, and of each of its games: the one everybody is shown."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

import msgspec

from raccord.duplicate.slips.ranking import percentage, ranked
from raccord.regulation import article
from raccord.tournament.people import TRAITS, Entry, Shown, Trait
from raccord.tournament.rankings import Rank, in_groups, rank
from raccord.tournament.results import GameResult
from raccord.tournament.summary import Cut, PlayedGame, Summary
from raccord.tournament.tally import key, result_of

T = TypeVar("T")


class StandingLine(msgspec.Struct, frozen=True, kw_only=True):
    """Ligne du classement général.

    ``games`` has the total of each game, None where there is none; ``missed`` says why.
    """

    place: int
    number: int
    player: str
    value: int | float
    games: tuple[int | None, ...]
    missed: tuple[str, ...] = ()
    ties: tuple[str, ...] = ()
    percentage: float = 0.0
    """Of the tops of the games played."""
    club: str = ""
    series: str = ""
    category: str = ""
    federation: str = ""
    group: str = ""
    overall: int = 0


class GameLine(msgspec.Struct, frozen=True, kw_only=True):
    """Ligne du classement d'une partie."""

    place: int
    number: int
    player: str
    total: int
    percentage: float


def standing(summary: Summary, group: Trait | None = None) -> tuple[StandingLine, ...]:
    """Everybody who has a result, the best first; with a ``group``, group by group."""
    played = {key(number) for game in summary.games for number in game.tally.numbers}
    everybody = _with_cuts(summary, summary.games, summary.cuts)
    # Who only refereed has nothing to be ranked by.
    lines = tuple(line for line in everybody if line.player in played)
    if group is not None:
        groups = {key(entry.number): entry.trait(group) for entry in summary.entries}
        lines = in_groups(lines, groups)
    entries = summary.by_number
    totals = [{line.number: line.total for line in game.tally.lines} for game in summary.games]
    return tuple(
        _line(summary, line, entries[int(line.player)], [t.get(int(line.player)) for t in totals])
        for line in lines
    )


def game_lines(summary: Summary, game: PlayedGame) -> tuple[GameLine, ...]:
    """The ranking of one game."""
    result, shown, entries = _result(summary, game), summary.terms.shown, summary.by_number
    placed = sorted(result.places.items(), key=lambda found: (found[1], found[0]))
    return tuple(
        GameLine(
            place=place,
            number=int(who),
            player=entries[int(who)].shown(shown),
            total=result.totals[who],
            percentage=round(float(percentage(result.totals[who], result.top)), 2),
        )
        for who, place in placed
    )


def results_of(summary: Summary) -> list[GameResult]:
    """The results of its games by name, for a ranking of one's own over several files."""
    namesakes = Counter(entry.name for entry in summary.entries)
    named = {
        key(entry.number): entry.name
        if namesakes[entry.name] == 1
        else f"{entry.name} (n° {entry.number})"
        for entry in summary.entries
    }
    traits = {named[key(entry.number)]: _traits(entry) for entry in summary.entries}
    return [_named(_result(summary, game), named, traits) for game in summary.games]


def _named(
    result: GameResult, named: Mapping[str, str], traits: Mapping[str, dict[str, str]]
) -> GameResult:
    def by_name(found: Mapping[str, T]) -> dict[str, T]:
        return {named[who]: value for who, value in found.items()}

    return GameResult(
        result.top,
        by_name(result.totals),
        by_name(result.places),
        by_name(result.turns),
        frozenset(named[who] for who in result.excused),
        by_name(result.counts),
        traits,
    )


def _traits(entry: Entry) -> dict[str, str]:
    return {trait: entry.trait(trait) for trait in TRAITS if entry.trait(trait)}


@article("6.1", edition="2023")
def _result(summary: Summary, game: PlayedGame) -> GameResult:
    """The scores of who was excluded from the event are void in every game."""
    return result_of(game.tally, game.excused, summary.excluded)


def _with_cuts(
    summary: Summary, games: Sequence[PlayedGame], cuts: Sequence[Cut]
) -> tuple[Rank, ...]:
    """Who went on after the last cut first; the others behind, as they stood when it was made."""
    if not games:
        return ()
    terms = summary.terms
    lines = rank([_result(summary, game) for game in games], terms.by, terms.ties)
    if not cuts:
        return lines
    last = cuts[-1]
    kept = {key(number) for number in last.kept}
    before = [game for game in games if game.number <= last.after]
    behind = [line for line in _with_cuts(summary, before, cuts[:-1]) if line.player not in kept]
    ahead = [line for line in lines if line.player in kept]
    return (*_placed(ahead), *_placed(behind, len(ahead)))


def _placed(lines: Iterable[Rank], after: int = 0) -> list[Rank]:
    placed = ranked(lines, key=lambda line: line.place)
    return [replace(line, place=after + p, overall=after + p) for p, line in placed]


def _line(summary: Summary, line: Rank, entry: Entry, totals: Sequence[int | None]) -> StandingLine:
    number = entry.number
    tops = sum(g.tally.top for g, t in zip(summary.games, totals, strict=True) if t is not None)
    return StandingLine(
        place=line.place,
        number=number,
        player=entry.shown(summary.terms.shown),
        value=plain_number(line.value),
        games=tuple(totals),
        missed=tuple(game.missed.get(number, "") for game in summary.games),
        ties=tuple(map(str, line.ties)),
        percentage=round(float(percentage(sum(filter(None, totals)), tops)), 2),
        club=entry.trait("club"),
        series=entry.trait("series"),
        category=entry.trait("category"),
        federation=entry.trait("federation"),
        group=line.group,
        overall=line.overall,
    )


def plain_number(value: Fraction) -> int | float:
    """A value as it is written: whole, or with two decimals."""
    return int(value) if value.denominator == 1 else round(float(value), 2)


def telling(summary: Summary, shown: Shown) -> Summary:
    """The summary with another choice of what is told of people."""
    terms = msgspec.structs.replace(summary.terms, shown=shown)
    return msgspec.structs.replace(summary, terms=terms)
