"""The board: reading, writing, placing, its words, its picture."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from hypothesis import given

from raccord import RaccordError
from raccord.board import (
    Board,
    Direction,
    Move,
    NotABoardError,
    NotARackError,
    Reference,
    Square,
    moves,
    picture,
    tops,
)
from raccord.board.solver import top_scores
from raccord.lexicon import Lexicon

from . import strategies as our


@given(our.boards)
def test_a_board_reads_back_what_it_writes(board: Board) -> None:
    assert Board.parse(str(board)) == board
    assert eval(repr(board)) == board


def test_blank_lines_after_the_board_and_windows_lines_are_welcome() -> None:
    text = "\r\n".join(["." * 15] * 15) + "\r\n\r\n"
    assert Board.parse(text).is_empty


@pytest.mark.parametrize(
    ("text", "french"),
    [
        ("", "et non 0"),
        ("\n".join(["." * 15] * 14), "et non 14"),
        ("\n".join(["." * 15] * 14 + ["." * 14]), "ligne 15"),
        ("\n".join(["É" + "." * 14] * 15), "ligne 1"),
        ("\n".join(["?" + "." * 14] * 15), "ligne 1"),
    ],
)
def test_what_is_not_a_board_is_refused_with_its_line(text: str, french: str) -> None:
    with pytest.raises(NotABoardError) as caught:
        Board.parse(text)
    assert french in caught.value.french


def test_cells_of_the_wrong_length_are_refused() -> None:
    with pytest.raises(NotABoardError, match="15 lines"):
        Board("." * 224)


def test_placing_a_move_fills_only_free_squares() -> None:
    board = Board.empty().place(Move.parse("H4 MAI(S)ON"))
    again = board.place(Move.parse("7H SUER"))
    assert again[Square(7, 6)] == "s"
    assert again.tiles == "MAI?ONUER"
    assert board != again
    assert not again.is_empty


def test_a_joker_may_give_way_to_its_true_letter() -> None:
    board = Board.empty().place(Move.parse("H4 MAI(S)ON")).replace(Square(7, 6), "S")
    assert board.tiles == "MAISON"


def test_the_words_of_a_board_are_listed_across_then_down() -> None:
    board = Board.empty().place(Move.parse("H4 MAISON")).place(Move.parse("10H SUER"))
    assert [(str(r), w) for r, w in board.words()] == [("H4", "MAISONS"), ("10H", "SUER")]


@given(our.boards)
def test_every_tile_lies_in_its_runs(board: Board) -> None:
    for index, cell in enumerate(board.cells):
        if cell == ".":
            continue
        square = Square(*divmod(index, 15))
        for direction in Direction:
            start, word = board.run(square, direction)
            assert square in (start.squares(len(word)) or [])


def test_outside_the_grid_there_is_no_letter() -> None:
    assert Board.empty().letter(-1, 3) == Board.empty().letter(3, 15) == "."


def test_a_picture_has_margins_premium_marks_and_letters() -> None:
    lines = picture(Board.empty().place(Move.parse("H7 A(B)"))).splitlines()
    assert lines[0].split() == [str(n) for n in range(1, 16)]
    assert "".join(lines[1].split()) == "A#..'...#...'..#"
    assert lines[8].split()[7:9] == ["A", "b"]
    assert len(lines) == 16


def test_a_reference_is_hashable_and_comparable_by_value() -> None:
    assert len({Reference.parse("H4"), Reference.parse(" h4"), Reference.parse("4H")}) == 2


def test_a_notebook_draws_the_board_and_lists_the_moves() -> None:
    board = Board.empty().place(Move.parse("H7 A(B)"))
    drawn = ElementTree.fromstring(board._repr_svg_())  # our own text
    texts = [element.text for element in drawn.iter() if element.tag.endswith("text")]
    assert len([e for e in drawn.iter() if e.tag.endswith("rect")]) == 225
    assert texts[-3:] == ["A", "1", "B"], "a joker shows no points"
    found = tops(board, "SEL", Lexicon.of(["ABLES", "LES", "SEL", "AB"]))
    assert repr(found) == "<1 moves: H7 ABLES 4>"
    assert "<td>H7</td><td>ABLES</td><td>4</td>" in found._repr_html_()


@pytest.mark.parametrize("rack", ["eeoprrs", "EE1", "", "E" * 16, "???"])
@pytest.mark.parametrize("solve", [tops, moves, lambda b, r, w: top_scores(b, [r], w)])
def test_what_is_no_rack_is_refused_in_the_familys_way(
    rack: str, solve: Callable[[Board, str, Lexicon], object]
) -> None:
    with pytest.raises(NotARackError, match="not a rack") as caught:
        solve(Board.empty(), rack, Lexicon.of(["LES"]))
    assert isinstance(caught.value, RaccordError)
