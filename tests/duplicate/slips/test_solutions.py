"""Slips with several solutions, in multitops."""

import pytest

from raccord.board import Board, Move
from raccord.board import score as count
from raccord.duplicate.slips.solutions import judge_slip
from raccord.lexicon import Lexicon
from raccord.regulation import Flag, Sanction, Slip
from raccord.regulation.marking import Situation

UNKNOWN = Lexicon.of(["MOT", "RAT", "TRAM"])
"""A list without entries."""


def situation(lexicon: Lexicon) -> Situation:
    return Situation(Board.empty(), "AEMORTU", 1, lexicon, edition="undated")


def slip(*words: str, wrong: int = 0) -> Slip:
    return Slip(
        solutions=tuple(
            Slip(word=word, direction="across", score=points(word) + wrong) for word in words
        )
    )


def points(word: str) -> int:
    return count(Board.empty(), Move.parse(f"H8 {word}")).total


def test_unknown_entries_go_to_the_commission_with_both_outcomes() -> None:
    ruling = judge_slip(situation(UNKNOWN), slip("MOT", "RAT"), 2, UNKNOWN)
    assert ruling.sanction is Sanction.COMMISSION
    whole = points("MOT") + points("RAT")
    assert ruling.points == whole
    assert [o.points for o in ruling.outcomes] == [whole, max(points("MOT"), points("RAT"))]
    assert "annex 4" in ruling.articles
    assert "entrées inconnues" in ruling.reasons[-1]


def test_a_void_solution_leaves_the_other(french: Lexicon) -> None:
    ruling = judge_slip(situation(french), slip("MOT", "MRT"), 2, french)
    assert (ruling.points, ruling.sanction) == (points("MOT"), Sanction.NONE)
    assert any(f.sanction is Sanction.NULLITY for f in ruling.findings)
    assert ruling.note_due


def test_a_slip_is_void_only_if_every_solution_is(french: Lexicon) -> None:
    assert judge_slip(situation(french), slip("TRM", "MRT"), 2, french).sanction is Sanction.NULLITY
    late = Slip(solutions=slip("MOT", "RAT").solutions, flags=(Flag.LATE,))
    assert judge_slip(situation(french), late, 2, french).sanction is Sanction.NULLITY


def test_solutions_beyond_the_number_asked_for_do_not_count(french: Lexicon) -> None:
    ruling = judge_slip(situation(french), slip("MOT", "RAT", "TROUAME"), 2, french)
    assert ruling.points == points("MOT") + points("RAT")


@pytest.mark.parametrize("words", [("MOT",), ("MOT", "RAT")])
def test_where_one_solution_is_asked_for_several_are_judged_as_such(
    french: Lexicon, words: tuple[str, ...]
) -> None:
    ruling = judge_slip(situation(french), slip(*words), 1, french)
    assert ruling.points == min(points(word) for word in words)
