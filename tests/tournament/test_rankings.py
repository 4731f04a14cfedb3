"""Rankings over several games."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.tournament import WAYS, By, GameResult, Rank, TournamentError, rank

TOTALS = st.dictionaries(st.sampled_from("ABCDEF"), st.integers(0, 99), min_size=1)


def game(top: int, **totals: int) -> GameResult:
    return GameResult.of_totals(totals, top)


def with_turns(**rows: list[int]) -> GameResult:
    result = game(100, **{player: sum(points) for player, points in rows.items()})
    turns = {player: tuple(points) for player, points in rows.items()}
    return GameResult(result.top, result.totals, result.places, turns)


FIRST = game(80, A=60, B=50, C=20)
SECOND = game(40, A=5, B=40, C=39)


def lines(ranking: tuple[Rank, ...]) -> list[str]:
    return [f"{r.place} {r.player} {r.value}" for r in ranking]


def values(games: list[GameResult], by: By) -> dict[str, Fraction]:
    return {line.player: line.value for line in rank(games, by)}


def test_by_points_adds_the_games() -> None:
    assert lines(rank([FIRST, SECOND], "points")) == ["1 B 90", "2 A 65", "3 C 59"]


def test_by_places_the_lowest_sum_wins_and_equals_share_a_place() -> None:
    assert lines(rank([FIRST, SECOND], "places")) == ["1 B 3", "2 A 4", "3 C 5"]
    assert [r.value for r in rank([game(9, A=9, B=9, C=1)], "places")] == [1, 1, 3]


def test_by_places_takes_the_place_the_formula_of_the_game_gives() -> None:
    knockout = GameResult(80, {"A": 60, "B": 50}, {"A": 2, "B": 1})
    assert values([knockout], "places") == {"A": 2, "B": 1}


def test_who_did_not_come_is_placed_after_the_last() -> None:
    late = game(9, A=9, B=8)
    assert values([FIRST, late], "places") == {"A": 2, "B": 4, "C": 6}
    assert values([late, FIRST], "percentage")["C"] == Fraction(2000, 89)


def test_who_refereed_is_ranked_on_the_games_he_played() -> None:
    refereed = GameResult.of_totals({"A": 9, "B": 8}, 9, frozenset("C"))
    assert values([FIRST, refereed], "places")["C"] == 3
    assert values([FIRST, refereed], "percentage")["C"] == 25


def test_by_percentage_divides_by_the_total_of_the_tops() -> None:
    assert values([FIRST, SECOND], "percentage")["B"] == 75


def test_au_top_is_a_share_of_what_the_turns_of_all_games_could_bring() -> None:
    first = with_turns(A=[40, 10], B=[30, 10], C=[0, 0])
    assert values([first], "au-top") == {"A": Fraction(350, 4), "B": Fraction(250, 4), "C": 0}
    second = with_turns(A=[1], B=[2])
    assert values([first, second], "au-top")["B"] == Fraction(100 * 7, 2 * 5)


def test_au_top_alone_there_is_nothing_to_win() -> None:
    assert values([with_turns(A=[40])], "au-top") == {"A": 0}


def test_au_top_needs_the_points_of_every_turn() -> None:
    with pytest.raises(TournamentError, match="chaque coup"):
        rank([FIRST], "au-top")


@given(TOTALS)
def test_one_game_ranks_the_same_by_points_percentage_and_places(totals: dict[str, int]) -> None:
    games = [game(100, **totals)]
    by_points, *others = (
        [(r.place, r.player) for r in rank(games, by)] for by in ("points", "percentage", "places")
    )
    assert all(other == by_points for other in others)


@given(st.lists(TOTALS, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_a_ranking_does_not_depend_on_the_order_of_games(entered, random) -> None:  # type: ignore[no-untyped-def]
    games = [game(100, **totals) for totals in entered]
    shuffled = random.sample(games, len(games))
    for by in WAYS:
        if by not in ("au-top", "time", "survival"):
            assert rank(games, by) == rank(shuffled, by)


def slow_value(games: list[GameResult], player: str, by: By) -> Fraction:
    """What ranks a player, added up game by game."""
    played = [(g, g.totals.get(player, 0)) for g in games]
    if by == "points":
        return Fraction(sum(total for _, total in played))
    if by == "percentage":
        return Fraction(100 * sum(total for _, total in played), sum(g.top for g in games))
    better = [sum(other > mine for other in g.totals.values()) for g, mine in played]
    absent = [player not in g.totals for g in games]
    last = [len(g.totals) for g in games]
    return Fraction(sum(1 + (m if a else b) for b, a, m in zip(better, absent, last, strict=True)))


@given(st.lists(TOTALS, min_size=1, max_size=4))
def test_values_and_places_are_those_of_a_slow_and_obvious_ranking(
    entered: list[dict[str, int]],
) -> None:
    games = [game(100, **totals) for totals in entered]
    players = {player for totals in entered for player in totals}
    signs: dict[By, int] = {"points": -1, "percentage": -1, "places": 1}
    for by, sign in signs.items():
        slow = {p: slow_value(games, p, by) for p in players}
        ranks = {p: 1 + sum(sign * v < sign * slow[p] for v in slow.values()) for p in players}
        found = rank(games, by)
        assert {r.player: (r.place, r.value) for r in found} == {
            p: (ranks[p], slow[p]) for p in players
        }
