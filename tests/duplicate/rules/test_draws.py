import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.board import FRENCH
from raccord.duplicate import Formula, Position, Refusal
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.draws import (
    check_new,
    completes,
    every_draw,
    has_other,
    is_valid,
    minimum,
)
from raccord.regulation.editions import EDITIONS, Edition
from tests.duplicate.helpers import placed, position

E2017 = EDITIONS["2017"]
FULL = FRENCH.letters()


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda e: e.id)
@pytest.mark.parametrize(
    ("draw", "turn", "valid"),
    [
        ("AEBCDFG", 1, True),
        ("ABCDFGH", 1, False),
        ("ABCDFGH", 15, False),
        ("ABCDFGH", 16, True),
        ("AEIOUEB", 15, False),
        ("AEIOUEB", 16, True),
        ("BCDFGHJ", 16, False),
        ("AEIOUEI", 16, False),
        ("AYCDFGH", 3, True),
        ("Y?BCDFG", 3, True),
        ("Y?BCDFG", 16, True),
        ("AEIOUY?", 3, True),
        ("AEIOUEY", 3, False),
    ],
)
def test_a_draw_needs_two_of_each_kind_then_one(
    edition: Edition, draw: str, turn: int, valid: bool
) -> None:
    assert is_valid(draw, FULL, turn, edition) is valid


def test_two_and_two_is_not_asked_of_a_pool_that_cannot_give_it() -> None:
    assert minimum(5, "ABCDFGHJK", 7, E2017) == 1
    assert is_valid("ABCDFGH", "ABCDFGHJK", 5, E2017)
    assert not is_valid("BCDFGHJ", "ABCDFGHJK", 5, E2017)


def test_a_joker_may_make_the_pool_able_to_give_two_and_two() -> None:
    assert minimum(5, "A?BCDFGHJK", 7, E2017) == 2


def test_when_only_consonants_are_left_a_draw_without_joker_or_y_is_rejected() -> None:
    pool = "BCDFGHJKL?"
    assert not is_valid("BCDFGHJ", pool, 18, E2017)
    assert is_valid("BCDFGH?", pool, 18, E2017)


def test_when_only_vowels_are_left_each_y_counts_as_a_consonant() -> None:
    pool = "AEIOUAEIY"
    assert not is_valid("AEIOUAE", pool, 18, E2017)
    assert is_valid("AEIOUAY", pool, 18, E2017)


def test_in_a_pool_of_one_kind_jokers_cannot_stand_on_both_sides() -> None:
    # Both count as vowels: the consonant must be a true one.
    assert not is_valid("Y?", "Y?BB", 18, E2017)
    assert is_valid("YB", "Y?BB", 18, E2017)


def test_when_only_jokers_and_y_remain_each_counts_as_either() -> None:
    assert is_valid("Y??", "Y??", 20, E2017)


def test_letters_that_the_bag_lacks_are_refused_with_their_number() -> None:
    start = Position.start(Formula())
    with pytest.raises(Refusal, match=r"K \(il en reste 1, il en manque 1\)"):
        check_new(start, "KKAEBCD", Formula())


def test_the_wrong_number_of_letters_is_refused() -> None:
    start = Position.start(Formula())
    with pytest.raises(Refusal, match="il faut 7 lettres nouvelles, 3 annoncées"):
        check_new(start, "ABC", Formula())


def test_the_joker_formula_draws_six_letters() -> None:
    formula = formulas.parse("joker")
    start = Position.start(formula)
    assert "?" not in start.bag
    assert start.needed(formula) == 6
    assert start.rack("ABCDEF") == "ABCDEF?"


def test_every_draw_gives_each_multiset_once() -> None:
    where = position(placed("H8 OS"), "AABC")
    found = list(every_draw(where, Formula(), 20, E2017))
    assert found == ["AABC"]
    small = formulas.custom({"rack_size": 2})
    assert sorted(every_draw(where, small, 20, E2017)) == ["AB", "AC"]


def test_a_pool_no_larger_than_the_draw_has_no_other_draw() -> None:
    where = position(placed("H8 OS"), "AABCDEE")
    assert not has_other(where, Formula(), 12, E2017, "AABCDEE")
    larger = position(placed("H8 OS"), "AABCDEEI")
    assert has_other(larger, Formula(), 12, E2017, "AABCDEE")


def test_a_larger_pool_may_still_have_one_valid_draw_only() -> None:
    where = position(placed("H8 OS"), "BBBBBBBB?")
    assert not has_other(where, Formula(), 12, E2017, "BBBBBB?")


@given(st.text("AEBCY?", min_size=2, max_size=9), st.integers(1, 20), st.data())
def test_completing_some_tiles_agrees_with_trying_every_draw(
    pool: str, turn: int, data: st.DataObject
) -> None:
    formula = formulas.custom({"rack_size": 4})
    where = position(placed("H8 OS"), pool)
    tiles = data.draw(st.sampled_from(["", "A", "B", "AB", "Y", "?", "AA", "BCB"]))
    expected = any(
        all(d.count(c) >= tiles.count(c) for c in tiles)
        for d in every_draw(where, formula, turn, E2017)
    )
    assert completes(where, tiles, formula, turn, E2017) is expected
