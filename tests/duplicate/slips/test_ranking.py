"""The ranking of a game, by what its formula ranks."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from raccord.duplicate import commands as cmd
from raccord.duplicate import survivors
from raccord.duplicate.slips.ranking import au_top, percentage, ranked, ranking, solo_lines
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId
from tests.duplicate.helpers import Hall, ruling

WORDS = Lexicon.of(["MAISON", "MAISONS", "OS", "SUER", "AVION", "AVIONS"], "essai")
ROWS = st.integers(1, 5).flatmap(
    lambda turns: st.dictionaries(
        st.sampled_from("ABCDEF"),
        st.lists(st.integers(0, 60), min_size=turns, max_size=turns),
        min_size=1,
    )
)


def hall(formula: str, *turns: list[int], edition: EditionId = "2017") -> Hall:
    """A game with a table for each score of a turn."""
    game = Hall(WORDS, edition, formula)
    game.enter(len(turns[0]))
    for number, (draw, points) in enumerate(zip(("MAISONS", "AVIONSU"), turns, strict=False), 1):
        game.do(cmd.DrawLetters(letters=draw[len(game.state.position.leave) :]))
        game.do(cmd.Start(), cmd.EndTime())
        inside = [table for table in survivors(game.state) if table <= len(points)]
        for table in inside:
            game.do(cmd.Rule(turn=number, table=table, ruling=ruling(points[table - 1])))
        game.do(cmd.Retain())
    return game


def places(game: Hall) -> dict[int, int]:
    return {line.table: line.place for line in ranking(game.state)}


def test_most_points_come_first_and_equals_share_a_place() -> None:
    game = hall("classic", [10, 18, 18, 4])
    assert places(game) == {2: 1, 3: 1, 1: 3, 4: 4}
    assert [line.is_tied for line in ranking(game.state)] == [True, True, False, False]


def test_in_sudden_death_the_later_out_is_the_better() -> None:
    game = hall("mort-subite", [18, 18, 10], [5, 9, 0])
    assert [(line.table, line.eliminated) for line in ranking(game.state)] == [
        (2, None),
        (1, 2),
        (3, 1),
    ]


def test_topping_is_won_by_the_shortest_time() -> None:
    game = Hall(WORDS, "2017", "topping")
    game.enter(3)
    game.do(cmd.DrawLetters(letters="MAISONS"), cmd.Start())
    for table, at in ((1, 9000), (2, 7000), (3, 9000)):
        game.do(cmd.Propose(table=table, move="H4 MAISONS", at=at))
    assert [(line.place, line.table, line.time_ms) for line in ranking(game.state)] == [
        (1, 2, 7000),
        (2, 1, 9000),
        (2, 3, 9000),
    ]


def test_au_top_ranks_by_the_exact_share_and_shows_two_decimals() -> None:
    game = hall("au-top", [40, 30, 30, 20], edition="undated")
    assert [(line.place, line.table, line.au_top) for line in ranking(game.state)] == [
        (1, 1, 100.0),
        (2, 2, 50.0),
        (2, 3, 50.0),
        (4, 4, 0.0),
    ]


def test_solos_count_and_are_told_only_once_the_game_is_over() -> None:
    game = hall("classic", [18, *[10] * 15])
    assert ranking(game.state)[0].bonus == 0
    game.do(cmd.Stop(reason="panne"))
    assert (ranking(game.state)[0].bonus, ranking(game.state)[0].total) == (10, 28)
    assert [(line.turn, line.table, line.bonus) for line in solo_lines(game.state)] == [(1, 1, 10)]


def test_au_top_shares_the_mean_between_equals() -> None:
    earned = au_top(dict(zip("ABCDEF", [[40], [30], [30], [20], [0], [0]], strict=True)))
    assert list(map(str, earned.values())) == ["5", "7/2", "7/2", "2", "1/2", "1/2"]


@given(ROWS)
def test_au_top_always_gives_out_the_same_points(rows: dict[str, list[int]]) -> None:
    turns = len(next(iter(rows.values())))
    assert sum(au_top(rows).values()) == Fraction(turns * len(rows) * (len(rows) - 1), 2)


@given(st.dictionaries(st.sampled_from("ABCDEF"), st.integers(0, 9), min_size=1))
def test_au_top_of_a_turn_follows_the_order_of_the_scores(scores: dict[str, int]) -> None:
    earned = au_top({player: [score] for player, score in scores.items()})
    for a, x in earned.items():
        assert 0 <= x <= len(scores) - 1
        for b, y in earned.items():
            assert (scores[a] < scores[b]) == (x < y)


def test_a_share_of_nothing_is_nothing() -> None:
    assert percentage(12, 0) == 0


@given(st.lists(st.integers(0, 9)))
def test_a_place_is_one_more_than_the_number_ahead(values: list[int]) -> None:
    for place, value in ranked(values, key=lambda v: v):
        assert place == 1 + sum(other < value for other in values)
