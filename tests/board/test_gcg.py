"""Games in GCG, in and out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.board import Board, Move, NotAMoveError, NotGcgError, Reference, gcg
from raccord.board.gcg import GcgTurn

from . import strategies as our

GAME = """#character-encoding UTF-8
#player1 j1 Léa Martin
#player2 j2 Top
#title Club
>j1: AIMNOSX 8D MAISON +18 18
>j2: ERSU J8 SUER +13 13
>j1: T? 10J .t +1 19
>j2: - - +0 13
"""


def test_a_game_is_read_with_names_and_french_references() -> None:
    turns = gcg.loads(GAME)
    assert [(t.player, str(t.move) if t.move else None, t.points, t.total) for t in turns[:2]] == [
        ("Léa Martin", "H4 MAISON", 18, 18),
        ("Top", "10H SUER", 13, 13),
    ]


def test_letters_on_the_board_are_dots_there_and_whole_words_here() -> None:
    turns = gcg.loads(GAME)
    assert str(turns[2].move) == "J10 E(T)"
    assert ">j1: T? 10J .t +1 19" in gcg.dumps(turns)


def test_a_game_reads_back_what_it_writes() -> None:
    turns = gcg.loads(GAME)
    assert gcg.loads(gcg.dumps(turns, title="Club")) == turns


def test_a_withdrawn_move_leaves_the_board() -> None:
    text = ">a: XY 8G XY +40 40\n>a: XY -- -40 0\n>a: AS 8G AS +4 4\n>a: (Z) +20 24\n"
    turns = gcg.loads(text)
    assert [str(t.move) if t.move else "" for t in turns] == ["H7 XY", "", "H7 AS", ""]
    assert turns[-1].total == 24


def test_a_game_with_a_withdrawn_move_an_exchange_and_a_bonus_reads_back() -> None:
    text = (
        ">j1: XY 8G XY +40 40\n>j1: XY -- -40 0\n>j1: AS 8G AS +4 4\n>j1: EFG -EF +0 4\n"
        ">j1: B (challenge) +5 9\n>j1: (Z) +20 29\n"
    )
    turns = gcg.loads(text)
    assert gcg.dumps(turns).endswith(text)
    assert gcg.loads(gcg.dumps(turns)) == turns


@pytest.mark.parametrize(
    "line",
    [
        ">",
        ">a",
        ">a: RACK",
        ">a: RACK 8D WORD",
        ">a: RACK 8D WORD 12 12",
        ">a: RACK 99Z WORD +12 12",
        ">a: RACK 16A WORD +12 12",
        ">a: RACK 8N WORD +12 12",
        ">a: RACK 8D W0RD +12 12",
        ">a: RACK 8D .... +12 12",
        ">a: RACK 8D WORD +" + "9" * 5000 + " 12",
    ],
)
def test_a_bad_line_is_refused_with_its_number(line: str) -> None:
    with pytest.raises(NotGcgError) as caught:
        gcg.loads("#title x\n" + line)
    assert caught.value.line == 2
    assert caught.value.french.startswith("partie GCG incorrecte, ligne 2 :")


def test_a_dot_where_no_letter_lies_is_told_as_such() -> None:
    with pytest.raises(NotGcgError) as caught:
        gcg.loads(">a: A 8D MAI.ON +1 1\n")
    assert "une lettre déjà placée sous chaque point" in caught.value.french


def test_a_move_that_collides_is_refused() -> None:
    with pytest.raises(NotGcgError, match="already on H5"):
        gcg.loads(">a: A 8D MAISON +1 1\n>a: A 8D MIEL +1 2\n")


def test_a_game_off_the_grid_cannot_be_written() -> None:
    turn = GcgTurn("a", "ABC", Move.parse("H14 ABC"), 1, 1)
    with pytest.raises(NotAMoveError, match="stays on the grid"):
        gcg.dumps([turn])


@given(our.references)
def test_a_place_reads_back_what_it_writes(reference: Reference) -> None:
    assert gcg.parse_place(gcg.format_place(reference)) == reference


def test_gcg_is_the_transpose_of_the_french_convention() -> None:
    assert gcg.format_place(Reference.parse("H4")) == "8D"
    assert gcg.format_place(Reference.parse("4H")) == "D8"


NAMES = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=8)


@given(
    st.lists(st.tuples(NAMES, our.racks, our.moves | st.none(), st.integers(0, 999)), max_size=6)
)
def test_any_game_that_fits_reads_back(
    played: list[tuple[str, str, Move | None, int]],
) -> None:
    board, turns = Board.empty(), []
    for name, rack, move, points in played:
        if move is not None:
            try:
                board = board.place(fitted := _fitted(board, move))
            except NotAMoveError:
                continue
            turns.append(GcgTurn(name, rack, fitted, points, points))
        else:
            turns.append(GcgTurn(name, rack, None, points, points))
    assert gcg.loads(gcg.dumps(turns)) == turns


def _fitted(board: Board, move: Move) -> Move:
    """The move with the letters already on the board, as GCG can tell it."""
    letters = zip(move.reference.squares(len(move.word)) or [], move.word, strict=False)
    word = "".join(c if board.is_free(s) else board[s].upper() for s, c in letters)
    return Move(move.reference, word or move.word)
