"""The ranking of a competition, and of each of its games: the one everybody is shown."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import msgspec

from raccord.duplicate.slips.ranking import percentage, ranked
from raccord.regulation import article
from raccord.tournament.errors import TournamentError
from raccord.tournament.people import TRAITS, Entry, Shown, Trait
from raccord.tournament.rankings import ALWAYS, WAYS, By, Rank, in_groups, plain_number, rank
from raccord.tournament.results import GameResult
from raccord.tournament.summary import Cut, PlayedGame, Summary
from raccord.tournament.tables import Grades, belonging, handicapped, order_of, weight_of
from raccord.tournament.tally import key, result_of
from raccord.tournament.teams import TeamLine, TeamRule, rank_teams

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
    team: str = ""
    centre: str = ""
    group: str = ""
    overall: int = 0
    handicap: int = 0
    """Points of the handicap that are in the value."""


class GameLine(msgspec.Struct, frozen=True, kw_only=True):
    """Ligne du classement d'une partie."""

    place: int
    number: int
    player: str
    total: int
    percentage: float


def way_of(summary: Summary) -> By:
    """How the event is ranked: as it says, or by points while its games do not tell enough."""
    if summary.terms.by in ALWAYS:
        return summary.terms.by
    try:
        WAYS[summary.terms.by]([_raw(summary, game) for game in summary.games])
    except TournamentError:
        return "points"
    return summary.terms.by


def standing(summary: Summary, group: Trait | None = None) -> tuple[StandingLine, ...]:
    """Everybody who has a result, the best first; with a ``group``, group by group."""
    lines = _ranks(summary, group)
    entries = summary.by_number
    totals = [{line.number: line.total for line in game.tally.lines} for game in summary.games]
    return tuple(
        _line(summary, line, entries[int(line.player)], [t.get(int(line.player)) for t in totals])
        for line in lines
    )


def _ranks(summary: Summary, group: Trait | None) -> tuple[Rank, ...]:
    played = {key(number) for game in summary.games for number in game.tally.numbers}
    everybody = _with_cuts(summary, summary.games, summary.cuts)
    # Who only refereed has nothing to be ranked by.
    lines = tuple(line for line in everybody if line.player in played)
    if group is None:
        return lines
    grades = summary.terms.grades
    groups = {key(entry.number): belonging(entry, group, grades) for entry in summary.entries}
    return in_groups(lines, groups, order_of(grades, group))


def tied(lines: Sequence[StandingLine]) -> tuple[tuple[StandingLine, ...], ...]:
    """Those who share a place, place by place."""
    sharing: dict[int, list[StandingLine]] = {}
    for line in lines:
        sharing.setdefault(line.place, []).append(line)
    return tuple(tuple(found) for found in sharing.values() if len(found) > 1)


def game_lines(summary: Summary, game: PlayedGame) -> tuple[GameLine, ...]:
    """The ranking of one game."""
    result, shown, entries = _raw(summary, game), summary.terms.shown, summary.by_number
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


def own_line(summary: Summary, game: PlayedGame, number: int) -> tuple[GameLine | None, int]:
    """The line of one player in a game, and among how many."""
    result, who = _raw(summary, game), key(number)
    if who not in result.totals:
        return None, len(result.totals)
    found = GameLine(
        place=result.places[who],
        number=number,
        player=summary.by_number[number].shown(summary.terms.shown),
        total=result.totals[who],
        percentage=round(float(percentage(result.totals[who], result.top)), 2),
    )
    return found, len(result.totals)


def results_of(summary: Summary) -> list[GameResult]:
    """The results of its games by name, for a ranking of one's own over several files."""
    named = _names(summary)
    grades = summary.terms.grades
    traits = {named[key(entry.number)]: _traits(entry, grades) for entry in summary.entries}
    return [_named(_raw(summary, game), named, traits) for game in summary.games]


def ranks_of(summary: Summary, group: Trait | None = None) -> tuple[Rank, ...]:
    """The event's own ranking by name, what broke each tie included."""
    named = _names(summary)
    return tuple(replace(line, player=named[line.player]) for line in _ranks(summary, group))


def _names(summary: Summary) -> dict[str, str]:
    """The name of each entry; namesakes are told apart by their numbers."""
    namesakes = Counter(entry.name for entry in summary.entries)
    return {
        key(entry.number): entry.name
        if namesakes[entry.name] == 1
        else f"{entry.name} (n° {entry.number})"
        for entry in summary.entries
    }


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


def _traits(entry: Entry, grades: Grades) -> dict[str, str]:
    return {trait: told for trait in TRAITS if (told := belonging(entry, trait, grades))}


def teams(summary: Summary) -> tuple[TeamLine, ...]:
    """The teams of the event, as its rule ranks them; none where nobody has a team."""
    rule = summary.terms.teams or TeamRule()
    entries = [entry for entry in summary.entries if entry.trait("team")]
    if not entries or not summary.games:
        return ()
    lines = rank_teams(
        [_result(summary, game) for game in summary.games],
        way_of(summary),
        {key(entry.number): entry.trait("team") for entry in entries},
        rule,
        {key(entry.number): weight_of(entry, rule.indices, 1) for entry in entries},
    )
    names = {key(entry.number): entry.shown(summary.terms.shown) for entry in entries}
    return tuple(
        msgspec.structs.replace(
            line,
            members=tuple(names[who] for who in line.members),
            counted=tuple(names[who] for who in line.counted),
        )
        for line in lines
    )


@article("6.1", edition="2023")
def _raw(summary: Summary, game: PlayedGame) -> GameResult:
    """The scores of who was excluded from the event are void in every game."""
    return result_of(game.tally, game.excused, summary.excluded)


def _result(summary: Summary, game: PlayedGame) -> GameResult:
    """The results as they count, handicap included."""
    found = _raw(summary, game)
    weights = summary.terms.handicap
    if not weights:
        return found
    return handicapped(found, {key(e.number): weight_of(e, weights) for e in summary.entries})


def _with_cuts(
    summary: Summary, games: Sequence[PlayedGame], cuts: Sequence[Cut]
) -> tuple[Rank, ...]:
    """Who went on after the last cut first; the others behind, as they stood when it was made."""
    if not games:
        return ()
    terms = summary.terms
    lines = rank(
        [_result(summary, game) for game in games],
        way_of(summary),
        terms.ties,
        deciders=[_raw(summary, game) for game in summary.deciders],
    )
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
    number, given = entry.number, weight_of(entry, summary.terms.handicap)
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
        **{trait: belonging(entry, trait, summary.terms.grades) for trait in TRAITS},
        group=line.group,
        overall=line.overall,
        handicap=given * sum(total is not None for total in totals),
    )


def telling(summary: Summary, shown: Shown) -> Summary:
    """The summary with another choice of what is told of people."""
    terms = msgspec.structs.replace(summary.terms, shown=shown)
    return msgspec.structs.replace(summary, terms=terms)
