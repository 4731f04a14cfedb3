import pytest

from raccord.board import Board, Move, Square, moves
from raccord.duplicate.multitops import Played, are_different, award, best_set, share_entry
from raccord.lexicon import Lexicon

from .helpers import frame, position


def played(move: str, points: int) -> Played:
    return Played(Move.parse(move), points)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("DAN", "DANS", True),
        ("JOUER", "JOUAIT", True),
        ("MER", "MER", True),
        ("CHIEN", "CHAT", False),
    ],
)
def test_words_that_may_be_one_entry_do_not_go_together(
    french: Lexicon, first: str, second: str, same: bool
) -> None:
    assert share_entry(first, second, french) is same
    assert share_entry(second, first, french) is same


def test_both_words_of_a_single_tile_are_barred() -> None:
    words = Lexicon.of(["AS", "ASE", "TE", "TES", "OS"], "essai")
    board = Board.parse("\n".join(["." * 15] * 6 + [".........T....."] + ["." * 15] * 8))
    board = board.replace(Square(7, 7), "A").replace(Square(7, 8), "S")
    one_tile = Move.parse("H8 ASE")
    for other in ("7G TE", "7G TES"):
        assert not are_different(board, one_tile, Move.parse(other), words)
    assert are_different(board, one_tile, Move.parse("H8 OS"), words)


def test_of_an_offending_pair_the_lower_scores_nothing() -> None:
    words = Lexicon.of(["DAN", "DANS", "OS"], "essai")
    solutions = [played("H8 DAN", 10), played("H8 DANS", 14)]
    assert award(Board.empty(), solutions, 2, words) == (0, 14)
    solutions = [played("H8 DANS", 14), played("H8 OS", 4)]
    assert award(Board.empty(), solutions, 2, words) == (14, 4)


def test_a_third_solution_is_not_counted_when_two_are_asked_for() -> None:
    words = Lexicon.of(["DAN", "OS", "MER"], "essai")
    solutions = [played("H8 DAN", 10), played("H8 OS", 4), played("H8 MER", 8)]
    assert award(Board.empty(), solutions, 2, words) == (10, 4, 0)
    assert award(Board.empty(), solutions, 3, words) == (10, 4, 8)


@pytest.mark.parametrize("asked", [2, 3])
def test_the_best_set_is_made_of_different_words(french: Lexicon, asked: int) -> None:
    where = position(Board.empty(), "AB")
    found = best_set(where, "RETINAS", asked, frame(french, formula="multitops"))
    assert len(found) == asked
    for i, one in enumerate(found):
        for other in found[i + 1 :]:
            assert are_different(where.board, one.move, other.move, french)


def test_the_best_set_agrees_with_trying_every_pair() -> None:
    words = Lexicon.of(["OS", "OSE", "OSER", "ROSE", "ROSES", "SE", "RE", "ES"], "essai")
    where = position(Board.empty(), "AB")
    where_frame = frame(words, formula="multitops")
    found = best_set(where, "ROSES", 2, where_frame)
    listed = [played(str(s.move), s.score) for s in moves(where.board, "ROSES", words)]
    best = max(
        a.points + b.points
        for a in listed
        for b in listed
        if a != b and are_different(where.board, a.move, b.move, words)
    )
    assert sum(p.points for p in found) == best
