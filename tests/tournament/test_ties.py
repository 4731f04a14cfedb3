"""Ties: each rule, what it tells on the line, and the whole against a slow, obvious ranking."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.duplicate import fold
from raccord.tournament import (
    RULES,
    Counts,
    GameResult,
    TieRule,
    TournamentError,
    of_game,
    rank,
)
from tests.web.played import played

COUNTING: tuple[TieRule, ...] = ("tops", "tops-lost", "warnings", "solos")
PLAYERS = "ABCDE"


def game(top: int = 100, **totals: int) -> GameResult:
    return GameResult.of_totals(totals, top)


def counted(found: GameResult, **counts: Counts) -> GameResult:
    return replace(found, counts=counts)


def places(games: list[GameResult], *ties: TieRule) -> dict[str, int]:
    return {line.player: line.place for line in rank(games, "points", ties)}


def told(games: list[GameResult], player: str, *ties: TieRule) -> list[str]:
    line = next(line for line in rank(games, "points", ties) if line.player == player)
    return [str(why) for why in line.ties]


FIRST, SECOND = game(A=60, B=50, C=10), game(A=50, B=60, C=10)


def test_without_a_rule_equals_share_a_place() -> None:
    assert places([FIRST, SECOND]) == {"A": 1, "B": 1, "C": 3}
    assert told([FIRST, SECOND], "A") == []


def test_the_last_game_decides_and_says_so_on_both_lines() -> None:
    assert places([FIRST, SECOND], "last-game") == {"B": 1, "A": 2, "C": 3}
    assert told([FIRST, SECOND], "B", "last-game") == ["dernière partie : 60 contre 50"]
    assert told([FIRST, SECOND], "A", "last-game") == ["dernière partie : 50 contre 60"]
    assert told([FIRST, SECOND], "C", "last-game") == []


def test_equal_in_the_last_game_the_one_before_decides() -> None:
    games = [game(A=1, B=2), game(A=2, B=1), game(A=5, B=5)]
    assert places(games, "last-game") == {"A": 1, "B": 2}
    assert told(games, "A", "last-game") == ["partie 2 : 2 contre 1"]


def test_the_last_turn_decides_then_the_one_before_it() -> None:
    turns = {"A": (9, 1, 5), "B": (1, 9, 5)}
    games = [replace(game(A=15, B=15), turns=turns)]
    assert places(games, "last-turn") == {"B": 1, "A": 2}
    assert told(games, "B", "last-turn") == ["coup 2 de la partie 1 : 9 contre 1"]


@pytest.mark.parametrize(
    ("rule", "best"), [("tops", "A"), ("tops-lost", "B"), ("warnings", "B"), ("solos", "A")]
)
def test_counts_decide_the_most_or_the_fewest_first(rule: TieRule, best: str) -> None:
    many, few = Counts(9, 9, 9, 9), Counts(2, 2, 2, 2)
    found = [counted(game(A=1, B=1), A=many, B=few)]
    assert next(iter(places(found, rule))) == best


def test_a_rule_that_does_not_know_everybody_leaves_it_to_the_next() -> None:
    games = [counted(FIRST, A=Counts(tops=3)), SECOND]
    assert places(games, "tops", "last-game") == {"B": 1, "A": 2, "C": 3}
    assert told(games, "A", "tops", "last-game")[0] == "tops trouvés : pas connu de tous"


def test_what_nothing_decides_is_a_shared_place_that_says_so() -> None:
    games = [game(A=5, B=5)]
    assert places(games, "last-game") == {"A": 1, "B": 1}
    assert told(games, "A", "last-game") == ["place partagée"]


def test_after_a_shared_place_no_rule_is_looked_at() -> None:
    assert places([FIRST, SECOND], "shared", "last-game") == {"A": 1, "B": 1, "C": 3}


def test_an_excused_player_is_not_broken_by_the_game_he_refereed() -> None:
    refereed = GameResult.of_totals({"A": 0}, 100, frozenset("B"))
    assert places([game(A=5, B=5), refereed], "last-game") == {"A": 1, "B": 1}


def test_a_game_played_here_knows_what_ties_are_broken_by() -> None:
    state = fold(played(6))
    found = of_game(state)
    for name, counts in found.counts.items():
        tops = zip(found.turns[name], state.turns, strict=True)
        assert counts.tops == sum(points == turn.reference for points, turn in tops)
        assert (counts.tops or 0) + (counts.tops_lost or 0) == len(state.turns)
    assert any(counts.tops for counts in found.counts.values())


def test_groups_are_ranked_by_themselves_and_keep_the_place_among_all() -> None:
    series = {"A": {"series": "10"}, "B": {"series": "4"}, "C": {"series": "4"}}
    found = rank([replace(game(A=9, B=8, C=7, D=6), traits=series)], "points", group="series")
    assert [(r.group, r.place, r.player, r.overall) for r in found] == [
        ("4", 1, "B", 2),
        ("4", 2, "C", 3),
        ("10", 1, "A", 1),
        ("", 1, "D", 4),
    ]


def test_a_group_that_no_game_tells_is_refused() -> None:
    with pytest.raises(TournamentError, match="club"):
        rank([FIRST], "points", group="club")


COUNTS = st.builds(
    Counts, st.integers(0, 2), st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)
)


@st.composite
def events(draw: Any) -> list[GameResult]:
    """Games of two turns with few different scores, so that ties are common."""
    games = []
    for _ in range(draw(st.integers(1, 3))):
        present = draw(st.sets(st.sampled_from(PLAYERS), min_size=1))
        turns = {p: draw(st.tuples(st.integers(0, 2), st.integers(0, 2))) for p in sorted(present)}
        found = GameResult.of_totals({p: sum(points) for p, points in turns.items()}, 4)
        counts = {p: draw(COUNTS) for p in sorted(present)}
        games.append(replace(found, turns=turns, counts=counts))
    return games


def slow_key(games: list[GameResult], player: str, ties: list[TieRule]) -> tuple[Any, ...]:
    """All that ranks a player by points, the smaller the better, written out."""
    key: list[Any] = [-sum(g.totals.get(player, 0) for g in games)]
    counts = [g.counts[player] for g in games if player in g.totals]
    for rule in ties:
        if rule == "shared":
            break
        if rule == "last-game":
            key += [-g.totals.get(player, 0) for g in games[::-1]]
        elif rule == "last-turn":
            key += [-points for g in games[::-1] for points in g.turns.get(player, (0, 0))[::-1]]
        elif rule == "tops":
            key.append(-sum(c.tops or 0 for c in counts))
        elif rule == "solos":
            key.append(-sum(c.solos or 0 for c in counts))
        elif rule == "tops-lost":
            key.append(sum(c.tops_lost or 0 for c in counts))
        elif rule == "warnings":
            key.append(sum(c.warnings or 0 for c in counts))
    return tuple(key)


@given(events(), st.lists(st.sampled_from(RULES), unique=True))
def test_places_are_those_of_a_slow_and_obvious_ranking(
    games: list[GameResult], ties: list[TieRule]
) -> None:
    keys = {p: slow_key(games, p, ties) for game in games for p in game.totals}
    slow = {p: 1 + sum(other < keys[p] for other in keys.values()) for p in keys}
    assert places(games, *ties) == slow


@given(events(), st.lists(st.sampled_from(RULES), unique=True), st.randoms())
def test_a_ranking_does_not_depend_on_the_order_of_entry(
    games: list[GameResult], ties: list[TieRule], random: Any
) -> None:
    def shuffled(found: GameResult) -> GameResult:
        names = random.sample(sorted(found.totals), len(found.totals))
        return replace(
            found,
            totals={n: found.totals[n] for n in names},
            places={n: found.places[n] for n in names},
            turns={n: found.turns[n] for n in names},
            counts={n: found.counts[n] for n in names},
        )

    again = [shuffled(found) for found in games]
    for by in ("points", "places", "percentage", "au-top"):
        assert rank(games, by, ties) == rank(again, by, ties)


@given(events(), st.lists(st.sampled_from(COUNTING), unique=True), st.randoms())
def test_rules_that_count_do_not_depend_on_the_order_of_games(
    games: list[GameResult], ties: list[TieRule], random: Any
) -> None:
    again = random.sample(games, len(games))
    for by in ("points", "places", "percentage", "au-top"):
        assert rank(games, by, ties) == rank(again, by, ties)


@given(events(), st.lists(st.sampled_from(RULES), unique=True))
def test_a_tie_broken_changes_no_value_and_no_other_line(
    games: list[GameResult], ties: list[TieRule]
) -> None:
    bare, broken = rank(games, "points"), rank(games, "points", ties)
    values: dict[str, Fraction] = {line.player: line.value for line in bare}
    assert {line.player: line.value for line in broken} == values
    for line in bare:
        sharing = sum(other.place == line.place for other in bare)
        place = next(found.place for found in broken if found.player == line.player)
        assert line.place <= place < line.place + sharing
