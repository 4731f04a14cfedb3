"""Files of positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.board import (
    Board,
    BoardError,
    NotAPositionError,
    Position,
    format_positions,
    parse_positions,
)

from . import strategies as our

EMPTY = "\n".join(["." * 15] * 15)


@given(st.lists(our.positions, max_size=3))
def test_a_file_of_positions_reads_back_what_it_writes(positions: list[Position]) -> None:
    assert parse_positions(format_positions(positions)) == positions


@given(our.positions)
def test_a_position_reads_back_what_it_writes(position: Position) -> None:
    assert Position.parse(str(position)) == position


def test_windows_lines_comments_and_blank_lines_are_welcome() -> None:
    text = f"# two positions\n\npos one two 3\n{EMPTY}\nrack ae?\n\npos\n{EMPTY}\nrack B\n\n"
    found = parse_positions(text.replace("\n", "\r\n"))
    assert [(p.name, p.rack) for p in found] == [("one two 3", "AE?"), ("", "B")]
    assert found[0].board == Board.empty()


def test_a_tab_may_follow_a_keyword() -> None:
    (found,) = parse_positions(f"pos\tone\n{EMPTY}\nrack\tAE\n")
    assert (found.name, found.rack) == ("one", "AE")


@pytest.mark.parametrize(
    ("text", "line", "french"),
    [
        ("position x", 1, "« pos NOM »"),
        ("pos x", 1, "15 lignes de grille"),
        (f"pos x\n{EMPTY}", 1, "15 lignes de grille"),
        (f"pos x\n{EMPTY}\nrock A", 17, "« rack LETTRES »"),
        (f"pos x\n{EMPTY}\nrack A1", 17, "des lettres de A à Z"),
        (f"pos x\n{EMPTY}\nrack", 17, "de 1 à 15 lettres"),
        (f"pos x\n{EMPTY}\nrack A???", 17, "deux jokers au plus"),
        (f"\npos x\n{EMPTY.replace('.', '!', 1)}\nrack A", 3, "15 caractères"),
        (f"pos x\n{EMPTY}\nrack A\n{EMPTY}", 18, "« pos NOM »"),
    ],
)
def test_a_refusal_names_the_line_and_what_was_expected(text: str, line: int, french: str) -> None:
    with pytest.raises(NotAPositionError) as caught:
        parse_positions(text)
    assert caught.value.line == line
    assert french in caught.value.french
    assert f"ligne {line} " in caught.value.french


@given(our.positions, st.data())
def test_a_file_with_one_character_changed_is_read_or_refused(
    position: Position, data: st.DataObject
) -> None:
    text = str(position)
    place = data.draw(st.integers(0, len(text) - 1))
    changed = text[:place] + data.draw(st.text(max_size=2)) + text[place + 1 :]
    try:
        found = parse_positions(changed)
    except BoardError:
        return
    assert parse_positions(format_positions(found)) == found


def test_a_name_of_two_lines_is_refused() -> None:
    with pytest.raises(NotAPositionError, match="one line"):
        Position("a\nb", Board.empty(), "A")


def test_two_positions_are_not_one() -> None:
    one = f"pos x\n{EMPTY}\nrack A\n"
    with pytest.raises(NotAPositionError, match="one position"):
        Position.parse(one + one)
