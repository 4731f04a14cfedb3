"""Refused words played again."""

import pytest

from raccord.board import Board, Move
from raccord.duplicate.slips.refused import (
    Colleague,
    Refused,
    Told,
    average,
    claim_of,
    refused_words,
    rounded_mean,
    untold,
)
from raccord.regulation import EDITION_IDS, EditionId, Flag, Ruling, Sanction, Slip
from raccord.regulation.marking import Situation

BOARD = Board.empty().place(Move.parse("H4 MAISON"))
REFUSED = frozenset({"REPOSUR"})


def situation(edition: EditionId = "2017", draw: str = "EUOPRRT") -> Situation:
    return Situation(BOARD, draw, 5, frozenset({"MAISON", "REPOSER"}), edition=edition)


def bad(**changes: object) -> Slip:
    keys: dict[str, object] = {
        "word": "REPOSUR",
        "direction": "down",
        "reference": "7D",
        "score": 11,
    }
    return Slip(**keys | changes)  # type: ignore[arg-type]


def players(*points: int) -> list[Colleague]:
    return [Colleague(p) for p in points]


def averaged(
    turn: Situation, slip: Slip, not_told: frozenset[str], others: list[Colleague]
) -> Ruling | None:
    return average(turn.edition, claim_of(turn, slip), not_told, others)


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_a_refused_word_played_again_before_the_note_earns_the_average(edition: EditionId) -> None:
    ruling = averaged(situation(edition), bad(), REFUSED, players(4, 8, 0))
    assert ruling is not None
    assert (ruling.points, ruling.sanction) == (4, Sanction.NONE)
    cited = {"2023": "5.9", "2017": "5.7", "2010": "4.7", "undated": "4.6"}
    assert ruling.articles == (cited[edition],)


def test_the_average_never_exceeds_the_players_own_solution() -> None:
    ruling = averaged(situation(), bad(), REFUSED, players(80, 90))
    assert ruling is not None
    assert ruling.points == 11


def test_the_mean_is_taken_to_the_nearest_point_halves_up() -> None:
    assert rounded_mean([1, 2], "nearest") == 2
    assert rounded_mean([1, 1, 2], "nearest") == 1
    assert rounded_mean([0, 0], "nearest") == 0
    assert rounded_mean([], "nearest") == 0


@pytest.mark.parametrize(
    ("edition", "points"), [("2023", 4), ("2017", 5), ("2010", 5), ("undated", 5)]
)
def test_2023_rounds_the_mean_down(edition: EditionId, points: int) -> None:
    ruling = averaged(situation(edition), bad(), REFUSED, players(4, 4, 6))
    assert ruling is not None
    assert ruling.points == points


@pytest.mark.parametrize(
    ("edition", "points"), [("2023", 4), ("2017", 4), ("2010", 6), ("undated", 6)]
)
def test_other_averages_count_before_2017(edition: EditionId, points: int) -> None:
    others = [Colleague(4), Colleague(8, is_average=True)]
    ruling = averaged(situation(edition), bad(), REFUSED, others)
    assert ruling is not None
    assert ruling.points == points


def test_a_player_who_was_told_gets_no_average() -> None:
    assert averaged(situation(), bad(), frozenset(), players(4)) is None


@pytest.mark.parametrize(
    "slip",
    [
        bad(reference="2B", score=99),
        bad(flags=(Flag.LATE,)),
        bad(word="REPOSURX"),
        bad(word="REPOSER", score=11),
    ],
    ids=["place", "late", "another word", "a good word"],
)
def test_another_fault_leaves_the_nullity(slip: Slip) -> None:
    assert averaged(situation(), slip, REFUSED, players(4)) is None


def test_a_letter_not_drawn_gets_no_average() -> None:
    assert averaged(situation(draw="EEOPRRT"), bad(), REFUSED, players(4)) is None


def test_a_refused_word_formed_in_passing_counts_too() -> None:
    slip = Slip(word="EPURER", direction="across", reference="I9", score=13)
    turn = Situation(BOARD, "EEPRRUT", 5, frozenset({"MAISON", "EPURER"}))
    assert refused_words(turn, slip) == {"NE"}
    ruling = averaged(turn, slip, frozenset({"NE"}), players(10, 20))
    assert ruling is not None
    assert ruling.points == 13


def test_a_refused_first_word_is_known() -> None:
    first = Situation(Board.empty(), "REPOSUR", 1, frozenset({"MAISON"}))
    assert refused_words(first, Slip(word="REPOSUR", score=1)) == {"REPOSUR"}


def test_what_a_table_has_not_been_told_is_a_fold() -> None:
    history: list[Refused | Told] = [
        Refused(1, 3, frozenset({"REPOSUR"})),
        Refused(2, 3, frozenset({"XA"})),
        Told(1, 5),
        Refused(1, 7, frozenset({"NE"})),
    ]
    assert untold(history, 1, 4) == {"REPOSUR"}
    assert untold(history, 1, 5) == {"REPOSUR"}
    assert untold(history, 1, 6) == frozenset()
    assert untold(history, 1, 8) == {"NE"}
    assert untold(history, 2, 8) == {"XA"}
    assert untold(history, 1, 3) == frozenset()
