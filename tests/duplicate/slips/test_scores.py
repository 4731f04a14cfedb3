import pytest

from raccord.duplicate import (
    EndReason,
    eliminated,
    score_table,
    solos,
    survivors,
)
from raccord.duplicate import commands as cmd
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId, Sanction
from tests.duplicate.helpers import SECRET, Hall, ruling

WARNING = Sanction.WARNING


def hall_with(
    french: Lexicon, players: int, edition: EditionId = "2017", formula: str = "classic"
) -> Hall:
    hall = Hall(french, edition, formula)
    hall.enter(players)
    return hall


@pytest.mark.parametrize("edition", ["2017", "2010", "undated"])
@pytest.mark.parametrize(("players", "bonus"), [(15, 0), (16, 10)])
def test_a_solo_earns_ten_points_from_sixteen_players(
    french: Lexicon, edition: EditionId, players: int, bonus: int
) -> None:
    hall = hall_with(french, players, edition)
    hall.play()
    state = hall.award(1, [30] + [20] * (players - 1))
    first, second = score_table(state)[:2]
    assert first.total == 30 + bonus
    assert second.total == 20
    recorded = edition == "2017" or players >= 16
    assert solos(state) == ({1: 1} if recorded else {})


def test_two_tables_level_make_no_solo(french: Lexicon) -> None:
    hall = hall_with(french, 3)
    hall.play()
    assert solos(hall.award(1, [30, 30, 10])) == {}


def test_nobody_is_solo_with_nothing(french: Lexicon) -> None:
    hall = hall_with(french, 2)
    hall.play()
    assert solos(hall.award(1, [0, 0])) == {}


@pytest.mark.parametrize(("edition", "winner"), [("2017", 1), ("2010", None)])
def test_only_2017_compares_scores_before_the_penalty(
    french: Lexicon, edition: EditionId, winner: int | None
) -> None:
    hall = hall_with(french, 16, edition)
    hall.play()
    penalised = ruling(25, Sanction.PENALTY, base=30)
    hall.do(cmd.Rule(turn=1, table=1, ruling=penalised))
    for table in range(2, 17):
        hall.do(cmd.Rule(turn=1, table=table, ruling=ruling(25)))
    assert solos(hall.state).get(1) == winner


@pytest.mark.parametrize(
    ("edition", "formula", "free"),
    [
        ("2017", "classic", 3),
        ("2017", "blitz", 5),
        ("2017", "classic@1:00", 5),
        ("2017", "classic@1:01", 3),
        ("2017", "7et8", 5),
        ("2010", "classic", 3),
        ("2010", "blitz", 5),
        ("2010", "classic@0:45", 5),
        ("2010", "7et8", 3),
        ("undated", "classic", 3),
        ("undated", "blitz", 3),
        ("undated", "classic@1:00", 3),
    ],
)
def test_warnings_cost_five_points_each_past_the_free_ones(
    french: Lexicon, edition: EditionId, formula: str, free: int
) -> None:
    hall = hall_with(french, 1, edition, formula)
    hall.play(7)
    totals = []
    for turn in range(1, 8):
        hall.do(cmd.Rule(turn=turn, table=1, ruling=ruling(10, WARNING)))
        totals.append(score_table(hall.state)[0].total)
    expected = [10 * n - 5 * max(0, n - free) for n in range(1, 8)]
    assert totals == expected


def test_a_disciplinary_warning_adds_to_any_sanction(french: Lexicon) -> None:
    hall = hall_with(french, 1)
    hall.play(3)
    for turn, sanction in enumerate((WARNING, Sanction.PENALTY, Sanction.NULLITY), 1):
        verdict = ruling(0, sanction, disciplinary=True)
        hall.do(cmd.Rule(turn=turn, table=1, ruling=verdict))
    (score,) = score_table(hall.state)
    assert (score.warnings, score.warning_cost) == (4, 5)


def test_turns_before_a_late_arrival_are_worth_nothing(french: Lexicon) -> None:
    hall = Hall(french)
    hall.play(2)
    hall.enter(1)
    hall.play()
    hall.do(cmd.Rule(turn=3, table=1, ruling=ruling(12)))
    (score,) = score_table(hall.state)
    assert [t.points for t in score.turns] == [0, 0, 12]


def test_a_turn_not_yet_ruled_on_is_told_from_a_zero(french: Lexicon) -> None:
    hall = hall_with(french, 1)
    hall.play()
    assert score_table(hall.state)[0].turns[0].points is None


def test_percentage_and_negative_compare_with_the_top(french: Lexicon) -> None:
    hall = hall_with(french, 1)
    state = hall.play()
    half = state.total // 2
    hall.award(1, [half])
    (score,) = score_table(hall.state)
    assert score.negative == half - state.total
    assert score.percentage == round(100 * half / state.total, 2)


def test_an_annulled_game_has_no_scores(french: Lexicon) -> None:
    hall = hall_with(french, 2)
    hall.play()
    hall.do(cmd.Interrupt(at=0), cmd.EndInterrupted(at=10**7))
    assert score_table(hall.state) == ()


# Sudden death


def test_a_table_below_the_best_score_is_out(french: Lexicon) -> None:
    hall = hall_with(french, 3, formula="mort-subite")
    hall.play()
    state = hall.award(1, [20, 20, 18])
    assert eliminated(state) == {3: 1}
    assert survivors(state) == (1, 2)


def test_a_table_that_is_out_hands_in_nothing_more(french: Lexicon) -> None:
    hall = hall_with(french, 3, formula="mort-subite")
    hall.play()
    hall.award(1, [20, 20, 18])
    hall.draw()
    with pytest.raises(ValueError, match="éliminée"):
        hall.do(cmd.Rule(turn=2, table=3, ruling=ruling(50)))


def test_sudden_death_ends_with_one_table(french: Lexicon) -> None:
    hall = hall_with(french, 2, formula="mort-subite")
    hall.play()
    hall.award(1, [20, 18])
    state = hall.do(cmd.DrawBySoftware(secret=SECRET))
    assert state.end is not None
    assert state.end.reason is EndReason.WINNER
    assert state.end.citation is not None
    assert state.end.citation.article == "7.3"


def test_in_sudden_death_a_costly_warning_counts_on_its_turn(french: Lexicon) -> None:
    hall = hall_with(french, 2, formula="mort-subite")
    for turn in range(1, 7):
        hall.play()
        hall.do(cmd.Rule(turn=turn, table=1, ruling=ruling(10, WARNING)))
        hall.do(cmd.Rule(turn=turn, table=2, ruling=ruling(10)))
        assert eliminated(hall.state) == ({1: 6} if turn == 6 else {})
