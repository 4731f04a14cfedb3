from raccord.board import Move
from raccord.duplicate import Position
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.position import played, preserves_joker
from tests.duplicate.helpers import placed

JOKER = formulas.parse("joker")


def test_both_jokers_start_outside_the_bag() -> None:
    start = Position.start(JOKER)
    assert (len(start.bag), start.reserve, start.serving) == (100, "??", "?")
    assert len(start.pool) == 101


def test_a_joker_played_gives_way_to_its_true_letter_and_serves_again() -> None:
    before = Position(placed("H7 OS"), "AES", "", "??")
    after = played(before, "BCD?", Move.parse("H6 (S)OS"))
    assert after.board == placed("H6 SOS")
    assert (after.bag, after.leave, after.reserve) == ("AE", "BCD", "??")


def test_a_joker_whose_letter_is_gone_stays_and_the_second_serves() -> None:
    before = Position(placed("H7 OS"), "AE", "", "??")
    after = played(before, "BCD?", Move.parse("H6 (S)OS"))
    assert after.board == placed("H7 OS", "H6 (S)OS")
    assert (after.bag, after.reserve, after.serving) == ("AE", "?", "?")


def test_a_letter_of_the_leave_is_not_in_the_bag() -> None:
    before = Position(placed("H7 OS"), "AE", "", "??")
    after = played(before, "SCD?", Move.parse("H6 (S)OS"))
    assert (after.leave, after.reserve) == ("SCD", "?")


def test_after_the_second_joker_the_game_is_an_ordinary_one() -> None:
    before = Position(placed("H7 OS"), "AELMNOPQ", "", "?")
    after = played(before, "BCD?", Move.parse("H6 (S)OS"))
    assert after.reserve == ""
    assert after.rack("AELM") == "BCDAELM"
    assert after.needed(JOKER) == 4


def test_an_unused_joker_comes_back_and_is_no_leave() -> None:
    before = Position(placed("H7 OS"), "AE", "", "??")
    after = played(before, "SBC?", Move.parse("H6 SOS"))
    assert (after.leave, after.reserve) == ("BC", "??")


def test_preserving_the_joker_looks_at_the_bag() -> None:
    where = Position(placed("H7 OS"), "AS", "", "??")
    assert preserves_joker(where, Move.parse("H6 (S)OS"))
    assert preserves_joker(where, Move.parse("H6 SOS"))
    assert not preserves_joker(where, Move.parse("H7 OS(E)"))
