"""Rankings over several games, and contests that do not rank by points."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.tournament import (
    GameTable,
    Knockout,
    Rank,
    TournamentError,
    au_top,
    by_au_top,
    by_percentage,
    by_places,
    by_points,
    topping_ranking,
)

SCORES = st.lists(st.integers(0, 60), min_size=1, max_size=12)
FIRST = GameTable.of({"A": [30, 30], "B": [30, 20], "C": [10, 10]}, [30, 50])
SECOND = GameTable.of({"A": [5], "B": [40], "C": [39]}, [40])


def lines(ranking: tuple[Rank, ...]) -> list[str]:
    return [f"{r.place} {r.player} {r.value}" for r in ranking]


def test_by_points_adds_the_games() -> None:
    assert lines(by_points([FIRST, SECOND])) == [
        "1 B 90",
        "2 A 65",
        "3 C 59",
    ]


def test_by_places_the_lowest_sum_wins_and_equals_share_a_place() -> None:
    assert lines(by_places([FIRST, SECOND])) == [
        "1 B 3",
        "2 A 4",
        "3 C 5",
    ]
    tied = GameTable.of({"A": [9], "B": [9], "C": [1]}, [9])
    assert [r.value for r in by_places([tied])] == [1, 1, 3]


def test_who_did_not_come_is_placed_after_the_last() -> None:
    late = GameTable.of({"A": [9], "B": [8]}, [9])
    assert {r.player: r.value for r in by_places([FIRST, late])} == {"A": 2, "B": 4, "C": 6}
    assert {r.player: r.value for r in by_percentage([late, FIRST])}["C"] == Fraction(2000, 89)


def test_who_refereed_is_ranked_on_the_games_he_played() -> None:
    refereed = GameTable.of({"A": [9], "B": [8]}, [9], excused=["C"])
    assert {r.player: r.value for r in by_places([FIRST, refereed])}["C"] == 3
    assert {r.player: r.value for r in by_percentage([FIRST, refereed])}["C"] == 25


def test_by_percentage_divides_by_the_total_of_the_tops() -> None:
    assert {r.player: r.value for r in by_percentage([FIRST, SECOND])}["B"] == 75


def test_au_top_shares_the_mean_between_equals() -> None:
    earned = au_top([40, 30, 30, 20, 0, 0])
    assert list(map(str, earned)) == ["5", "7/2", "7/2", "2", "1/2", "1/2"]


def test_au_top_is_a_share_of_what_the_turns_could_bring() -> None:
    game = GameTable.of({"A": [40, 10], "B": [30, 10], "C": [0, 0]}, [40, 40])
    assert {r.player: r.value for r in by_au_top(game)} == {
        "A": Fraction(350, 4),
        "B": Fraction(250, 4),
        "C": 0,
    }


def test_au_top_alone_there_is_nothing_to_win() -> None:
    assert by_au_top(GameTable.of({"A": [40]}, [40]))[0].value == 0


@given(SCORES)
def test_au_top_always_gives_out_the_same_points(scores: list[int]) -> None:
    n = len(scores)
    assert sum(au_top(scores)) == Fraction(n * (n - 1), 2)


@given(SCORES)
def test_au_top_follows_the_order_of_the_scores(scores: list[int]) -> None:
    earned = au_top(scores)
    for a, x in zip(scores, earned, strict=True):
        assert 0 <= x <= len(scores) - 1
        for b, y in zip(scores, earned, strict=True):
            assert (a < b) == (x < y)


@given(st.dictionaries(st.sampled_from("ABCDEF"), st.integers(0, 99), min_size=1))
def test_one_game_ranks_the_same_by_points_percentage_and_places(scores: dict[str, int]) -> None:
    games = [GameTable.of({p: [s] for p, s in scores.items()}, [100])]
    rankings = [[(r.place, r.player) for r in by(games)] for by in (by_points, by_percentage)]
    assert rankings[0] == rankings[1] == [(r.place, r.player) for r in by_places(games)]


def test_sudden_death_sends_out_everybody_below_the_best() -> None:
    contest = Knockout.of("ABCD").turn({"A": 30, "B": 30, "C": 30, "D": 29})
    assert contest.alive == frozenset("ABC")
    contest = contest.turn({"A": 20, "B": 25 - 5, "C": 12})
    assert contest.alive == frozenset("AB")
    assert contest.winner is None
    contest = contest.turn({"A": 9})
    assert contest.winner == "A"
    assert contest.ranking() == ((1, "A"), (2, "B"), (3, "C"), (4, "D"))


def test_sudden_death_keeps_everybody_when_all_score_the_same() -> None:
    contest = Knockout.of("AB").turn({})
    assert contest.alive == frozenset("AB")
    assert contest.ranking() == ((1, "A"), (1, "B"))


def test_a_player_already_out_cannot_play() -> None:
    with pytest.raises(TournamentError, match="éliminé ou inconnu : B"):
        Knockout.of("AB").turn({"A": 1}).turn({"B": 5})


@given(st.lists(st.dictionaries(st.sampled_from("ABCDEF"), st.integers(0, 9)), max_size=9))
def test_sudden_death_never_loses_or_doubles_a_player(turns: list[dict[str, int]]) -> None:
    contest = Knockout.of("ABCDEF")
    for points in turns:
        contest = contest.turn({p: s for p, s in points.items() if p in contest.alive})
        assert contest.alive
    assert sorted(player for _, player in contest.ranking()) == list("ABCDEF")


def test_topping_is_won_by_the_shortest_time() -> None:
    ranking = topping_ranking({"A": 900, "B": 700, "C": None, "D": 900})
    assert ranking == ((1, "B"), (2, "A"), (2, "D"), (4, "C"))
