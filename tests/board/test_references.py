"""References, moves and words: what they read, write and refuse."""

import pickle
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from raccord.board import (
    Board,
    BoardError,
    Direction,
    Move,
    NotAMoveError,
    NotARackError,
    NotAReferenceError,
    NotASquareError,
    Position,
    Reference,
    Square,
    alphabetical,
    contains,
    format_word,
    gcg,
    parse_positions,
    parse_rack,
    parse_word,
    plain,
    solver_rack,
    without,
)

from . import strategies as our


@pytest.mark.parametrize("text", ["H4", "h4", " H 4 ", "H04", "h 04", "\tH\n4"])
def test_an_across_reference_is_tolerant_of_spaces_and_case(text: str) -> None:
    assert Reference.parse(text) == Reference(7, 3, Direction.ACROSS)


@pytest.mark.parametrize("text", ["4H", "4h", " 4 H", "04H", "04 h"])
def test_a_down_reference_starts_with_its_number(text: str) -> None:
    assert Reference.parse(text) == Reference(7, 3, Direction.DOWN)


@pytest.mark.parametrize(
    "text", ["", "H", "4", "H16", "P1", "H0", "0H", "16A", "4HH", "H4H", "H-4", "H٤", "Ｈ4", "H004"]
)
def test_what_is_not_a_reference_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotAReferenceError, match="'H4' across") as caught:
        Reference.parse(text)
    assert caught.value.value == text
    assert "par exemple H4" in caught.value.french


def test_the_corners_of_the_grid_have_references() -> None:
    assert str(Reference.parse("O15")) == "O15"
    assert str(Reference.parse("15O")) == "15O"
    assert Reference.parse("A1").turned == Reference.parse("1A")


@given(our.references)
def test_a_reference_reads_back_what_it_writes(reference: Reference) -> None:
    assert Reference.parse(str(reference)) == reference
    assert eval(repr(reference)) == reference
    assert reference.turned.turned == reference


@given(our.references, st.integers(1, 20))
def test_the_squares_of_a_word_follow_its_direction(reference: Reference, length: int) -> None:
    squares = reference.squares(length)
    room = 15 - (reference.column if reference.direction is Direction.ACROSS else reference.row)
    assert (squares is None) == (length > room)
    if squares:
        assert squares[0] == reference.square
        assert len(set(squares)) == length


@pytest.mark.parametrize("place", [(-1, 0), (0, 15), (15, 0)])
def test_a_square_outside_the_grid_is_refused(place: tuple[int, int]) -> None:
    with pytest.raises(NotASquareError, match="from 0 to 14"):
        Square(*place)


def test_a_square_is_named_by_its_row_and_column() -> None:
    assert str(Square(7, 7)) == "H8"


@given(our.moves)
def test_a_move_reads_back_what_it_writes(move: Move) -> None:
    assert Move.parse(str(move)) == move
    assert eval(repr(move)) == move
    assert pickle.loads(pickle.dumps(move)) == move


@given(our.words)
def test_a_word_reads_back_what_it_writes(word: str) -> None:
    assert parse_word(format_word(word)) == word


def test_the_french_notation_puts_a_joker_in_parentheses() -> None:
    move = Move.parse("H4 WOOLMAR(K)")
    assert (move.word, move.text) == ("WOOLMARk", "WOOLMARK")
    assert str(move) == "H4 WOOLMAR(K)"


@pytest.mark.parametrize(
    "text", ["h4 œuvrés", " H 4   OEUVRES ", "H4 oe u vres", "h04 Œuvres", "H4 OEUVRES"]
)
def test_a_move_is_tolerant_of_accents_spaces_and_case(text: str) -> None:
    assert str(Move.parse(text)) == "H4 OEUVRES"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "H4",
        "MAISON",
        "H4 A",
        "H4 (A",
        "H4 A)B",
        "H4 (AB)",
        "H4 ()",
        "H4 1234",
        "H4 A?B",
        "H16 AB",
        "H4 " + "A" * 16,
    ],
)
def test_what_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(NotAMoveError, match="expected"):
        Move.parse(text)


@pytest.mark.parametrize(
    ("typed", "rack"),
    [("aeinrs?", "AEINRS?"), (" a e i ", "AEI"), ("éàç", "EAC"), ("œ", "OE"), ("??", "??")],
)
def test_a_rack_is_read_as_a_person_types_it(typed: str, rack: str) -> None:
    assert parse_rack(typed) == rack
    assert solver_rack(typed) == rack


@pytest.mark.parametrize("typed", ["A1", "A*", "АБ", "A.B", "ß?!"])
def test_what_is_not_a_letter_is_refused(typed: str) -> None:
    with pytest.raises(NotARackError, match=r"letters A to Z and '\?'"):
        parse_rack(typed)


@pytest.mark.parametrize(
    ("typed", "french"),
    [("", "de 1 à 15 lettres"), ("A" * 16, "de 1 à 15 lettres"), ("A???", "deux jokers au plus")],
)
def test_a_rack_too_large_for_the_solver_is_refused(typed: str, french: str) -> None:
    with pytest.raises(NotARackError) as caught:
        solver_rack(typed)
    assert french in caught.value.french


def test_letters_sort_with_jokers_last() -> None:
    assert alphabetical("Z?A?B") == "ABZ??"


@given(our.racks, st.data())
def test_letters_taken_away_leave_the_others_in_order(rack: str, data: st.DataObject) -> None:
    taken = "".join(data.draw(st.permutations(rack)))[: len(rack) // 2]
    left = without(rack, taken)
    assert sorted(left + taken) == sorted(rack)
    assert contains(rack, taken)
    letters = iter(rack)
    assert all(letter in letters for letter in left)


def test_letters_that_are_not_there_cannot_be_taken() -> None:
    assert not contains("ABC", "AA")
    with pytest.raises(NotARackError, match="among them"):
        without("ABC", "AA")


@given(st.text())
def test_plain_text_has_neither_accents_nor_lower_case(text: str) -> None:
    assert plain(plain(text)) == plain(text)


PARSERS: list[Callable[[str], object]] = [
    Reference.parse,
    Move.parse,
    Board.parse,
    Position.parse,
    parse_positions,
    parse_rack,
    solver_rack,
    parse_word,
    gcg.loads,
    gcg.parse_place,
]
TYPED = st.text() | st.text("ABHO()abé?.: +->#\n1408 posrack")


@pytest.mark.parametrize("parse", PARSERS)
@given(text=TYPED)
@example(text="H\u0661")
@example(text="\ufb01")
@example(text="ß")
@example(text="\x1c" * 14)
@example(text=">a: A 8D AB +1 1")
def test_any_text_gives_a_value_or_a_clear_refusal(
    parse: Callable[[str], object], text: str
) -> None:
    try:
        parse(text)
    except BoardError as error:
        refusal = error
    else:
        return
    assert "expected" in str(refusal)
    assert "(attendu : " in refusal.french
    assert len(refusal.french.splitlines()) == 1
