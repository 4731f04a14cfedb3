"""Asked why, the marker shows what it weighed."""

import pytest

from raccord.board import Board, Move
from raccord.regulation import EDITION_IDS, EditionId, Flag, Sanction, Slip
from raccord.regulation.marking import Mode, Situation, explain, judge
from tests.regulation.marking.all_cases import CASES

BOARD = Board.empty().place(Move.parse("H4 MAISON"))
WORDS = frozenset({"MAISON", "REPOSER", "GIFFE", "REPOS"})
SITUATION = Situation(BOARD, "EEOPRRU", 2, WORDS)


def test_the_reading_by_reference_is_shown_with_what_rules_it_out() -> None:
    slip = Slip(word="REPOSER", direction="down", reference="8D", score=11)
    found = explain(SITUATION, slip).readings
    assert [(r.mode, r.place, r.is_legal) for r in found] == [
        (Mode.REFERENCE, "8D REPOSER", False),
        (Mode.SCORE, "7D REPOSER", True),
    ]
    assert found[0].against == ("une autre lettre est déjà placée en H8",)
    assert found[1].words == ("REPOSER",)
    assert found[1].tiles == "REPOER"
    assert [choice.points for choice in found[1].choices] == [11]


def test_the_readings_of_a_joker_are_all_shown() -> None:
    situation = Situation(BOARD, "BEFGI?U", 2, WORDS)
    slip = Slip(word="GIFFE", direction="down", reference="6G", score=16)
    (reading,) = explain(situation, slip).readings
    assert [(c.move, c.points) for c in reading.choices] == [
        ("6G GI(F)FE", 16),
        ("6G GIF(F)E", 8),
    ]


def test_link_readings_and_missing_letters_are_named() -> None:
    linked = Slip(word="REPOSER", direction="down", grid="...R\n...E\n...P\n...O\nMAIS\n...E\n...R")
    assert [r.mode for r in explain(SITUATION, linked).readings] == [Mode.LINKS]
    short = Slip(word="REPO", direction="down", reference="7D", score=8)
    modes = [r.mode for r in explain(SITUATION, short).readings]
    assert modes == [Mode.REFERENCE, Mode.LAST_LETTER]


def test_the_other_editions_rule_the_same_slip() -> None:
    slip = Slip(word="REPOSER", direction="down", reference="8D", score=11)
    shown = explain(SITUATION, slip)
    assert shown.ruling == judge(SITUATION, slip)
    assert {e: (r.points, r.sanction) for e, r in shown.elsewhere.items()} == {
        "2023": (6, Sanction.PENALTY),
        "2010": (6, Sanction.PENALTY),
        "undated": (0, Sanction.NULLITY),
    }


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_every_case_is_explained_and_shows_the_placement_ruled(edition: EditionId) -> None:
    for case in CASES:
        shown = explain(case.situation(edition), case.slip.slip())
        assert {edition, *shown.elsewhere} == set(EDITION_IDS), case.id
        moves = {choice.move for reading in shown.readings for choice in reading.choices}
        assert shown.ruling.placement in {*moves, None}, case.id


def test_on_the_first_turn_every_placement_is_shown() -> None:
    first = Situation(Board.empty(), "FEDAYIN", 1, frozenset({"FEDAYIN"}))
    found = explain(first, Slip(word="FEDAYIN", direction="across", score=98)).readings
    points = [reading.choices[0].points for reading in found]
    assert points == [94, 92, 98, 90, 92, 92, 110]
    assert {reading.mode for reading in found} == {Mode.FIRST}


def test_a_slip_that_was_not_handed_in_has_no_reading() -> None:
    assert explain(SITUATION, Slip(flags=(Flag.NONE,))).readings == ()


def test_a_misconduct_alone_is_one_warning_and_with_another_fault_two() -> None:
    right = Slip(word="REPOSER", direction="down", reference="7D", score=11)
    alone = Slip(
        word="REPOSER", direction="down", reference="7D", score=11, flags=(Flag.MISCONDUCT,)
    )
    wrong = Slip(
        word="REPOSER", direction="down", reference="7D", score=12, flags=(Flag.MISCONDUCT,)
    )
    void = Slip(word="REPOSUR", direction="down", reference="7D", flags=(Flag.MISCONDUCT,))
    counts = [judge(SITUATION, slip).warnings for slip in (right, alone, wrong, void)]
    assert counts == [0, 1, 2, 1]
