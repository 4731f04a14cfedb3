"""Counting a move: premium squares, every word formed, bonuses."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from raccord.board import (
    CLASSIC,
    FRENCH,
    STANDARD,
    Board,
    Layout,
    Move,
    NotAMoveError,
    PlayRules,
    Reference,
    Score,
    TileSet,
    new_squares,
    placing_faults,
    score,
    tiles_used,
)

from . import strategies as our


def on(*played: str) -> Board:
    board = Board.empty()
    for text in played:
        board = board.place(Move.parse(text))
    return board


def count(board: Board, text: str, rules: PlayRules = CLASSIC) -> Score:
    return score(board, Move.parse(text), rules)


def test_the_standard_board_has_61_premium_squares() -> None:
    kinds = {mark: STANDARD.marks.count(mark) for mark in "=-\"'"}
    assert kinds == {"=": 8, "-": 17, '"': 12, "'": 24}


@pytest.mark.parametrize(
    ("square", "mark"),
    [
        ("A1", "="),
        ("A8", "="),
        ("H8", "-"),
        ("E5", "-"),
        ("N14", "-"),
        ("B6", '"'),
        ("F6", '"'),
        ("A4", "'"),
        ("H4", "'"),
        ("O12", "'"),
        ("A2", "."),
    ],
)
def test_premium_squares_lie_where_the_box_has_them(square: str, mark: str) -> None:
    assert STANDARD.marks[Reference.parse(square).square.index] == mark


def test_the_tiles_are_102_and_worth_what_the_table_says() -> None:
    assert len(FRENCH.letters()) == 102
    assert FRENCH.letters().endswith("??")
    assert [FRENCH.value(c) for c in "AJKQWXYZ?k"] == [1, 8, 10, 8, 10, 10, 10, 10, 0, 0]


def test_the_first_word_counts_double_through_the_centre() -> None:
    # M on the double letter of H4: (2*2 + 1+1+1+1+1) * 2
    found = count(Board.empty(), "H4 MAISON")
    assert (found.total, found.bonus, found.tiles) == (18, 0, "MAISON")


def test_seven_tiles_bring_fifty() -> None:
    found = count(Board.empty(), "H4 RETINAS")
    assert (found.total, found.bonus) == (2 * 8 + 50, 50)


def test_a_joker_is_worth_nothing_even_on_a_premium_square() -> None:
    assert count(Board.empty(), "H4 (R)ETINAS").total == 2 * 6 + 50
    assert count(Board.empty(), "H4 (R)ETINAS").tiles == "?ETINAS"


def test_two_pink_squares_multiply_by_four() -> None:
    # E5 and E11 are double word squares; six new tiles, so no bonus.
    assert count(on("8D SEL"), "E5 RAPETER").total == 4 * (1 + 1 + 3 + 1 + 1 + 1 + 1)


def test_two_red_squares_multiply_by_nine() -> None:
    # A1 and A8, and a double letter on A4.
    assert count(on("H8 ET"), "A1 ABAISSAI").total == 9 * (1 + 3 + 1 + 2 + 1 + 1 + 1 + 1)


def test_three_red_squares_multiply_by_twenty_seven() -> None:
    # A1, A8 and A15 are new; the twelve letters between are on the board and count plain.
    board = on("A2 BCDEFG", "A9 JKLMNO")
    whole = "ABCDEFGIJKLMNOP"
    assert count(board, f"A1 {whole}").total == 27 * sum(FRENCH.value(c) for c in whole)


def test_a_premium_counts_in_both_words_through_its_tile() -> None:
    board = on("H8 ET")
    # G9 is a double letter square: its tile counts double in G8 and in 9G.
    found = count(board, "G9 AS")
    assert [(w.word, str(w.reference), w.points) for w in found.words] == [
        ("AS", "G9", 3),
        ("AT", "9G", 3),
    ]
    assert found.total == 6


def test_a_pink_square_doubles_both_words_through_it() -> None:
    # E11 is a double word square.
    found = count(on("11F AS"), "E11 LE")
    assert [(w.word, w.points) for w in found.words] == [("LE", 4), ("LAS", 6)]


def test_a_covered_premium_is_spent() -> None:
    board = on("H4 MAISON")
    found = count(board, "H4 MAISONS")
    assert found.total == 2 + 1 + 1 + 1 + 1 + 1 + 1
    assert found.tiles == "S"


def test_one_tile_may_make_two_words_and_the_main_one_comes_first() -> None:
    board = on("H4 MAISON", "10I UNE")
    assert [w.word for w in count(board, "H4 MAISONS").words] == ["MAISONS", "SUNE"]
    assert [w.word for w in count(board, "10H SUNE").words] == ["SUNE", "MAISONS"]


def test_every_word_formed_is_named_with_its_place() -> None:
    found = count(on("H4 MAISON"), "10H SUER")
    assert [(w.word, str(w.reference)) for w in found.words] == [("SUER", "10H"), ("MAISONS", "H4")]


def test_a_bonus_table_is_a_parameter() -> None:
    rules = PlayRules(rack_size=9, playable=9, bonuses=((7, 50), (8, 75), (9, 100)))
    assert [rules.bonus(n) for n in (6, 7, 8, 9)] == [0, 50, 75, 100]
    assert count(Board.empty(), "H4 RETINASE", rules).bonus == 75
    assert count(Board.empty(), "H4 RETINASEE", rules).bonus == 100
    assert count(Board.empty(), "H4 RETINASE").bonus == 0


def test_another_tile_set_and_layout_change_the_count() -> None:
    flat = PlayRules(tiles=TileSet("un", (4,) * 26, (1,) * 26, 0), layout=Layout("." * 225))
    assert count(Board.empty(), "H4 WAGON", flat).total == 5


def test_a_move_off_the_grid_or_against_the_board_cannot_be_counted() -> None:
    with pytest.raises(NotAMoveError, match="stays on the grid"):
        count(Board.empty(), "H12 MAISON")
    with pytest.raises(NotAMoveError, match="the letter already on H5") as caught:
        count(on("H4 MAISON"), "H4 MIEL")
    assert "déjà placée en H5" in caught.value.french


@pytest.mark.parametrize(
    "make",
    [
        lambda: PlayRules(rack_size=0),
        lambda: PlayRules(rack_size=7, playable=8),
        lambda: PlayRules(bonuses=((16, 50),)),
        lambda: Layout("?"),
        lambda: TileSet("x", (1,), (1,), 0),
        lambda: TileSet("x", (-1,) * 26, (1,) * 26, 0),
        lambda: TileSet("x", (1,) * 26, (1,) * 26, 99),
    ],
)
def test_parameters_that_mean_nothing_are_refused(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=r"\d"):
        make()


def slow_total(board: Board, move: Move, rules: PlayRules) -> int:
    """Count every line of the board that a new tile touches, square by square."""
    fresh = dict(new_squares(board, move))
    after = board.place(move)
    total = rules.bonus(len(fresh))
    seen = set()
    for square in fresh:
        for direction in (move.reference.direction, move.reference.direction.other):
            start, word = after.run(square, direction)
            if len(word) < 2 or start in seen:
                continue
            seen.add(start)
            worth, factor = 0, 1
            for here in start.squares(len(word)) or []:
                value = rules.tiles.value(after[here])
                if here in fresh:
                    value *= rules.layout.letter_multiplier(here.index)
                    factor *= rules.layout.word_multiplier(here.index)
                worth += value
            total += worth * factor
    return total


# Boards so full leave little room: most words touch a tile that they do not take in.
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(our.boards, our.moves, st.sampled_from([CLASSIC, PlayRules(9, 9, ((8, 75), (9, 100)))]))
def test_the_count_agrees_with_a_slow_obvious_one(
    board: Board, move: Move, rules: PlayRules
) -> None:
    squares = move.reference.squares(len(move.word))
    assume(squares is not None)
    letters = zip(squares or [], move.word, strict=True)
    fitted = "".join(c if board.is_free(s) else board[s].upper() for s, c in letters)
    move = Move(move.reference, fitted)
    assume(not placing_faults(board, move))
    found = score(board, move, rules)
    assert found.total == slow_total(board, move, rules)
    assert found.total == sum(w.points for w in found.words) + found.bonus
    assert len(tiles_used(board, move)) == len(new_squares(board, move)) == len(found.tiles)
