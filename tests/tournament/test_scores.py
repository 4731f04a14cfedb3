"""Scores of a game: totals, percentages, distances, places."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.tournament import GameTable, TournamentError, percentage, ranked

NAMES = st.sampled_from("ABCDEFGH")
TABLES = st.integers(1, 6).flatmap(
    lambda turns: st.builds(
        GameTable.of,
        st.dictionaries(
            NAMES, st.lists(st.integers(0, 99), min_size=turns, max_size=turns), min_size=1
        ),
        st.lists(st.integers(1, 120), min_size=turns, max_size=turns),
    )
)


def test_a_table_gives_totals_shares_and_distances() -> None:
    table = GameTable.of({"Anne": [40, 20], "Bob": [40, 32], "Zoé": [0, 60]}, tops=[40, 50])
    assert [(s.place, s.player, s.points, s.negative) for s in table.standings()] == [
        (1, "Bob", 72, -18),
        (2, "Anne", 60, -30),
        (2, "Zoé", 60, -30),
    ]
    assert table.standings()[0].percentage == Fraction(80)


def test_bonuses_and_the_cost_of_warnings_count_outside_the_turns() -> None:
    table = GameTable.of({"Anne": [40], "Bob": [40]}, [40], extras={"Anne": 10, "Bob": -5})
    assert [(s.player, s.points) for s in table.standings()] == [("Anne", 50), ("Bob", 35)]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: GameTable.of({"Anne": [1]}, [1, 2]), "Anne a 1 scores"),
        (lambda: GameTable.of({"Anne": [1]}, [1], {"Bob": 5}), "absent du tableau : Bob"),
        (lambda: GameTable.of({"Anne": [1]}, [1], excused=["Anne"]), "dispensé : Anne"),
    ],
)
def test_a_table_that_does_not_hold_together_is_refused(make, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(TournamentError, match=message):
        make()


def test_a_share_of_nothing_is_nothing() -> None:
    assert percentage(12, 0) == 0


@given(st.lists(st.integers(0, 9)))
def test_a_place_is_one_more_than_the_number_ahead(values: list[int]) -> None:
    for place, value in ranked(values, key=lambda v: v):
        assert place == 1 + sum(other < value for other in values)


@given(TABLES)
def test_standings_hold_every_player_once_best_first(table: GameTable) -> None:
    standings = table.standings()
    assert sorted(s.player for s in standings) == sorted(table.points)
    assert [s.points for s in standings] == sorted((s.points for s in standings), reverse=True)
    for s in standings:
        assert s.negative == s.points - table.top_total
        assert s.percentage == Fraction(100 * s.points, table.top_total)
