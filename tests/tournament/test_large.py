"""800 players, 7 games: every ranking is that of a slow one, written to be read."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from raccord.tournament import (
    WAYS,
    By,
    PlayedGame,
    Summary,
    Tally,
    TallyLine,
    Terms,
    TieRule,
    Trait,
    Weight,
    plain_number,
    record,
    standing,
    teams,
)
from tests.tournament.simulated import TURNS, cut, event, teamed

EVENT = event()
Lines = dict[int, list[TallyLine | None]]
"""For every entry its line in each game, None where it has none."""
LOW: tuple[By, ...] = ("places", "time")


def lines_of(summary: Summary) -> Lines:
    found: Lines = {entry.number: [] for entry in summary.entries}
    for game in summary.games:
        here = {line.number: line for line in game.tally.lines}
        for number in found:
            found[number].append(None if number in summary.excluded else here.get(number))
    return found


def refereed(summary: Summary, number: int) -> list[bool]:
    return [game.missed.get(number) == "referee" for game in summary.games]


Part = tuple[Fraction | int, int]
"""What a game adds for a player, and what it could have added where that is a share."""
Others = list[TallyLine]


def slow_place(line: TallyLine | None, total: int, others: Others, extra: dict[int, int]) -> Part:
    better = sum(o.total + extra.get(o.number, 0) > total for o in others)
    return 1 + (better if line else len(others)), 0


def slow_time(line: TallyLine | None, others: Others) -> Part:
    times = [other.time_ms or 0 for other in others]
    return Fraction((line.time_ms or 0) if line else max(times), 1000), 0


def slow_au_top(line: TallyLine | None, others: Others) -> Part:
    whole, part = (len(others) - 1) * TURNS, Fraction(0)
    for turn in range(TURNS) if line else ():
        mine = line.turns[turn] if line else 0
        column = [other.turns[turn] for other in others]
        part += sum(points < mine for points in column) + Fraction(column.count(mine) - 1, 2)
    return part, whole


def slow_part(
    by: By, top: int, line: TallyLine | None, others: Others, extra: dict[int, int]
) -> Part:
    """What one game adds for one player, be he there or not."""
    total = line.total + extra.get(line.number, 0) if line else 0
    ways: dict[By, Callable[[], Part]] = {
        "points": lambda: (total, 0),
        "negative": lambda: (total - top, 0),
        "percentage": lambda: (total, top),
        "places": lambda: slow_place(line, total, others, extra),
        "time": lambda: slow_time(line, others),
        "survival": lambda: ((line.lasted or 0) if line else 0, 0),
        "au-top": lambda: slow_au_top(line, others),
    }
    return ways[by]()


def slow_values(summary: Summary, by: By, extra: dict[int, int]) -> dict[int, Fraction]:
    """What ranks everybody who played, written out game by game."""
    lines = {number: own for number, own in lines_of(summary).items() if any(own)}
    columns = [[own[g] for own in lines.values()] for g in range(len(summary.games))]
    values = {}
    for number, own in lines.items():
        parts = [
            slow_part(by, game.tally.top, own[g], [o for o in columns[g] if o], extra)
            for g, game in enumerate(summary.games)
            if not refereed(summary, number)[g]
        ]
        total, whole = Fraction(sum(p for p, _ in parts)), sum(w for _, w in parts)
        values[number] = 100 * total / whole if whole else total
    return values


def slow_ties(summary: Summary, ties: Sequence[TieRule], number: int) -> list[Any]:
    """What breaks ties, the smaller the better; nobody here is excused where it matters."""
    own = lines_of_cached(summary)[number]
    key: list[Any] = []
    for rule in ties:
        counted = [line for line in own if line]
        if rule == "tops":
            key.append(-sum(line.tops or 0 for line in counted))
        elif rule == "tops-lost":
            key.append(sum(line.tops_lost or 0 for line in counted))
        elif rule == "warnings":
            key.append(sum(line.warnings or 0 for line in counted))
        elif rule == "solos":
            key.append(-sum(line.solos or 0 for line in counted))
        elif rule == "last-game":
            key += [-(line.total if line else 0) for line in own[::-1]]
        elif rule == "last-turn":
            for line in own[::-1]:
                key += [-points for points in (line.turns[::-1] if line else (0,) * 6)]
    return key


_KEPT: dict[int, Lines] = {}


def lines_of_cached(summary: Summary) -> Lines:
    return _KEPT.setdefault(id(summary), lines_of(summary))


def places(keys: dict[int, Any]) -> dict[int, int]:
    ordered = sorted(keys.values())
    return {number: 1 + ordered.index(key) for number, key in keys.items()}


def with_terms(**terms: Any) -> Summary:
    changed = msgspec.structs.replace(EVENT.terms, **terms)
    return msgspec.structs.replace(EVENT, terms=changed)


@pytest.mark.parametrize("by", list(WAYS))
def test_every_way_of_ranking_is_that_of_a_slow_one(by: By) -> None:
    values = slow_values(EVENT, by, {})
    sign = 1 if by in LOW else -1
    slow = places({number: sign * value for number, value in values.items()})
    found = standing(with_terms(by=by))
    assert {line.number: line.place for line in found} == slow
    assert {line.number: line.value for line in found} == {
        number: plain_number(value) for number, value in values.items()
    }


NOBODY_EXCUSED = msgspec.structs.replace(
    EVENT,
    games=tuple(
        msgspec.structs.replace(
            game,
            missed={n: "absent" if why == "referee" else why for n, why in game.missed.items()},
        )
        for game in EVENT.games
    ),
)


@pytest.mark.parametrize(
    "ties",
    [("last-game",), ("last-turn",), ("tops",), ("tops-lost", "solos"), ("warnings", "last-game")],
)
def test_every_tie_is_broken_as_by_a_slow_ranking(ties: tuple[TieRule, ...]) -> None:
    values = slow_values(NOBODY_EXCUSED, "points", {})
    keys = {n: (-value, *slow_ties(NOBODY_EXCUSED, ties, n)) for n, value in values.items()}
    terms = Terms(ties=ties)
    found = standing(msgspec.structs.replace(NOBODY_EXCUSED, terms=terms))
    assert {line.number: line.place for line in found} == places(keys)
    broken = [line for line in found if line.ties]
    assert broken, "so many players cannot all have different totals"


@pytest.mark.parametrize("trait", ["series", "category", "club", "federation", "team"])
def test_every_group_has_the_places_of_its_members(trait: Trait) -> None:
    values = slow_values(EVENT, "points", {})
    found = standing(EVENT, trait)
    told = {entry.number: entry.trait(trait) for entry in EVENT.entries}
    for group in set(told.values()):
        members = {n: -value for n, value in values.items() if told[n] == group}
        assert {line.number: line.place for line in found if line.group == group} == places(members)


def test_a_handicap_is_in_every_game_played() -> None:
    weights = (Weight(trait="category", value="jeune", number=15),)
    young = {e.number: 15 for e in EVENT.entries if e.trait("category") == "jeune"}
    by: By
    for by in ("points", "places"):
        values = slow_values(EVENT, by, young)
        found = standing(with_terms(by=by, handicap=weights))
        assert {line.number: line.value for line in found} == values


def test_teams_are_those_of_a_slow_ranking() -> None:
    values = slow_values(EVENT, "points", {})
    worth = {e.number: 10 - int(e.trait("series")) for e in EVENT.entries}
    members: dict[str, list[int]] = {}
    for entry in EVENT.entries:
        if entry.trait("team") and entry.number in values:
            members.setdefault(entry.trait("team"), []).append(entry.number)
    rule = teamed()
    counts: dict[str, Callable[[list[int]], Fraction]] = {
        "sum": lambda who: sum((values[n] for n in who), Fraction(0)),
        "best": lambda who: sum(sorted((values[n] for n in who), reverse=True)[:3], Fraction(0)),
        "index": lambda who: (
            sum((values[n] for n in who), Fraction(0)) / sum(worth[n] for n in who)
        ),
    }
    for count, value in counts.items():
        chosen = msgspec.structs.replace(rule, count=count)
        found = teams(with_terms(teams=chosen))
        slow = {team: plain_number(value(who)) for team, who in members.items()}
        assert {line.team: line.value for line in found} == slow
        assert [line.value for line in found] == sorted(slow.values(), reverse=True)


@pytest.mark.parametrize("by", ["points", "places"])
def test_the_best_of_each_game_count_for_their_team(by: By) -> None:
    rule = msgspec.structs.replace(teamed(), per_game=True)
    sign = 1 if by in LOW else -1
    games = [
        slow_values(msgspec.structs.replace(EVENT, games=(game,)), by, {}) for game in EVENT.games
    ]
    members: dict[str, list[int]] = {}
    for entry in EVENT.entries:
        if entry.trait("team"):
            members.setdefault(entry.trait("team"), []).append(entry.number)
    slow = {
        team: sum(
            (sum(sorted((values[n] for n in who if n in values), key=lambda v: sign * v)[:3]))
            for values in games
        )
        for team, who in members.items()
    }
    found = {line.team: line.value for line in teams(with_terms(by=by, teams=rule))}
    assert found == {team: plain_number(Fraction(value)) for team, value in slow.items()}


def test_a_handicap_moves_shares_and_negatives_too() -> None:
    weights = (Weight(trait="category", value="jeune", number=15),)
    young = {e.number: 15 for e in EVENT.entries if e.trait("category") == "jeune"}
    by: By
    for by in ("percentage", "negative"):
        values = slow_values(EVENT, by, young)
        found = {line.number: line.value for line in standing(with_terms(by=by, handicap=weights))}
        assert found == {number: plain_number(value) for number, value in values.items()}


def test_sudden_deaths_part_those_who_played_them_and_nobody_else() -> None:
    shared: dict[int, list[int]] = {}
    for line in standing(EVENT):
        shared.setdefault(line.place, []).append(line.number)
    groups = [numbers for numbers in shared.values() if len(numbers) > 2][:5]
    whole, partly = groups[:3], groups[3]
    deciders = [*whole, partly[:-1]]
    games = tuple(
        PlayedGame(
            number=100 + n,
            title="Mort subite",
            tally=Tally(
                top=9,
                lines=tuple(
                    TallyLine(number=who, total=0, place=1 + place, lasted=9 - place)
                    for place, who in enumerate(reversed(numbers))
                ),
            ),
        )
        for n, numbers in enumerate(deciders)
    )
    found = {
        line.number: line.place for line in standing(msgspec.structs.replace(EVENT, deciders=games))
    }
    slow = {number: place for place, numbers in shared.items() for number in numbers}
    for numbers in whole:
        slow |= {who: slow[numbers[0]] + at for at, who in enumerate(reversed(numbers))}
    assert found == slow


def test_who_went_on_after_a_cut_is_ranked_before_the_others() -> None:
    before = msgspec.structs.replace(EVENT, games=EVENT.games[:4])
    kept = tuple(line.number for line in standing(before) if line.place <= 20)
    whole = msgspec.structs.replace(EVENT, cuts=cut(EVENT, 4, kept))
    found = standing(whole)
    ahead = {n: -v for n, v in slow_values(EVENT, "points", {}).items() if n in kept}
    behind = {n: -v for n, v in slow_values(before, "points", {}).items() if n not in kept}
    told = {line.number: line.place for line in found}
    assert {n: told[n] for n in ahead} == places(ahead)
    assert {n: told[n] - len(ahead) for n in behind} == places(behind)


def test_a_large_event_reads_back_as_the_same_event() -> None:
    whole = with_terms(teams=teamed(), handicap=(Weight(trait="series", value="7", number=9),))
    again = record.loads(record.dumps(whole))
    assert again == whole
    assert standing(again) == standing(whole)
