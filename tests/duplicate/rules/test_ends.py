import pytest

from raccord.board import Board
from raccord.duplicate import EndReason, end_of, has_solution
from raccord.duplicate.rules.ends import can_play, end_of_pool
from raccord.lexicon import Lexicon
from raccord.regulation.editions import EDITIONS, Edition
from tests.duplicate.helpers import frame, placed, position

EDITION_LIST = list(EDITIONS.values())


@pytest.mark.parametrize("edition", EDITION_LIST, ids=lambda e: e.id)
@pytest.mark.parametrize(
    ("pool", "reason"),
    [
        ("", EndReason.ALL_PLACED),
        ("A", EndReason.ONE_LEFT),
        ("Y", EndReason.ONE_LEFT),
        ("?", EndReason.ONE_LEFT),
        ("AEI", EndReason.ONE_KIND),
        ("BCD", EndReason.ONE_KIND),
        ("BCDY", None),
        ("A?", None),
        ("??", None),
        ("AB", None),
    ],
)
def test_the_pool_ends_the_game(edition: Edition, pool: str, reason: EndReason | None) -> None:
    assert end_of_pool(pool, edition) is reason


def test_the_game_ends_when_no_letter_can_be_placed() -> None:
    words = Lexicon.of(["OS"], "essai")
    where = position(placed("H8 OS"), "AB")
    assert end_of(where, 2, frame(words)) is EndReason.NOTHING_FITS


def test_a_playable_draw_among_many_keeps_the_game_going() -> None:
    words = Lexicon.of(["OS", "ZOO"], "essai")
    where = position(placed("H8 OS"), "ABCDEFGHIJKLMNPQRSTUVWXZO")
    assert can_play(where, 2, frame(words))


def test_a_large_pool_that_fits_nowhere_ends_the_game() -> None:
    words = Lexicon.of(["OS"], "essai")
    board = placed("H8 OS")
    where = position(board, "ABCDEFGHIJKLMNPQRTUVWXZABCDEFGHIJKLMNPQRTUVWXZ")
    assert end_of(where, 2, frame(words)) is EndReason.NOTHING_FITS


def test_a_word_only_a_joker_can_make_is_found_in_a_large_pool() -> None:
    words = Lexicon.of(["OS", "OSQ"], "essai")
    board = placed("H8 OS")
    letters = "ABCDEFGHIJKLMNPRTUVWXZABCDEFGHIJKLMNPRTUVWXZ"
    assert not can_play(position(board, letters), 2, frame(words))
    assert can_play(position(board, letters + "?"), 2, frame(words))


def test_a_move_of_jokers_alone_is_a_solution_in_2017_only() -> None:
    words = Lexicon.of(["ET"], "essai")
    where = position(Board.empty(), "B??")
    assert can_play(where, 1, frame(words, "2017"))
    assert not can_play(where, 1, frame(words, "2010"))
    assert not can_play(where, 1, frame(words, "undated"))


def test_a_move_worth_nothing_is_a_top_in_2017_only() -> None:
    words = Lexicon.of(["ET"], "essai")
    where = position(Board.empty(), "AEIBT")
    assert has_solution(where, "B??", frame(words, "2017"))
    assert not has_solution(where, "B??", frame(words, "2010"))


def test_a_playable_draw_must_also_be_valid() -> None:
    words = Lexicon.of(["OS", "OST"], "essai")
    # OST needs T alone, and every draw of the whole pool is valid: playable.
    assert can_play(position(placed("H8 OS"), "TA"), 20, frame(words))
