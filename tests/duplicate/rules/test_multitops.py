from itertools import combinations
from typing import Any

import pytest

from raccord.board import Board, Move, Square, moves
from raccord.duplicate.rules import multitops
from raccord.duplicate.rules.multitops import (
    Played,
    award,
    best_set,
    compare,
    families,
    overlap,
    share_entry,
)
from raccord.lexicon import Lexicon
from tests.duplicate.helpers import frame, position


def played(move: str, points: int) -> Played:
    return Played(Move.parse(move), points)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("DAN", "DANS", True),
        ("JOUER", "JOUAIT", True),
        ("MER", "MER", True),
        ("CHIEN", "CHAT", False),
        ("MA", "MAS", False),
    ],
)
def test_words_that_may_be_one_entry_do_not_go_together(
    french: Lexicon, first: str, second: str, same: bool
) -> None:
    assert share_entry(first, second, french) is same
    assert share_entry(second, first, french) is same


def test_where_entries_are_not_known_only_a_plural_is_certain() -> None:
    words = Lexicon.of(["DAN", "DANS", "FEU", "FEUX", "MOT", "RAT"])
    for pair in (("DAN", "DANS"), ("FEUX", "FEU"), ("MOT", "MOT")):
        assert share_entry(*pair, words) is True
    assert share_entry("MOT", "RAT", words) is None


@pytest.mark.parametrize("knows_entries", [True, False])
def test_families_tell_of_every_pair_whether_it_shares_an_entry(
    french: Lexicon, knows_entries: bool
) -> None:
    words = set(french.from_rack("AEMNRST"))
    lexicon = french if knows_entries else Lexicon.of(words)
    told = {pair for group in families(words, lexicon) for pair in combinations(sorted(group), 2)}
    asked = {p for p in combinations(sorted(words), 2) if share_entry(*p, lexicon)}
    assert told == asked
    assert asked


def test_both_words_of_a_single_tile_are_barred() -> None:
    words = Lexicon.of(["AS", "ASE", "TE", "TES", "OS"], "essai")
    board = Board.parse("\n".join(["." * 15] * 6 + [".........T....."] + ["." * 15] * 8))
    board = board.replace(Square(7, 7), "A").replace(Square(7, 8), "S")
    one_tile = Move.parse("H8 ASE")
    for other in ("7G TE", "7G TES"):
        assert overlap(board, one_tile, Move.parse(other), words) is True
        assert overlap(board, Move.parse(other), one_tile, words) is True
    assert overlap(board, one_tile, Move.parse("H8 OS"), words) is None


def test_the_singular_of_a_word_made_by_a_single_tile_is_no_second_solution(
    french: Lexicon,
) -> None:
    board = Board.empty().place(Move.parse("H4 MAISON")).replace(Square(8, 9), "U")
    second = Move.parse("4C MAISON")
    assert overlap(board, Move.parse("10H SU"), second, french) is True
    assert overlap(board, Move.parse("10H SUR"), second, french) is False, "two tiles"


def test_a_doubt_counts_for_the_player_until_it_is_settled_against_him() -> None:
    words = Lexicon.of(["MOT", "RAT"])
    pair = [played("H8 MOT", 12), played("H8 RAT", 20)]
    result = compare(Board.empty(), pair, words)
    assert (result.points, result.total, result.is_doubtful) == ((12, 20), 32, True)
    assert compare(Board.empty(), pair, words, against=True).points == (0, 20)


def test_of_three_solutions_only_the_offending_lower_one_is_void(french: Lexicon) -> None:
    three = [played("H8 DAN", 12), played("H8 MOT", 5), played("H8 DANS", 20)]
    result = compare(Board.empty(), three, french)
    assert (result.points, result.is_doubtful) == ((0, 5, 20), False)


def test_between_equals_the_later_scores_nothing(french: Lexicon) -> None:
    pair = [played("H8 DAN", 9), played("H7 DAN", 9)]
    assert compare(Board.empty(), pair, french).points == (9, 0)


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
            assert overlap(where.board, one.move, other.move, french) is False


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
        if a != b and overlap(where.board, a.move, b.move, words) is not True
    )
    assert sum(p.points for p in found) == best


def test_the_best_three_are_found_where_the_best_words_are_forms_of_one_verb(
    french: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = (
        "...K...C.EFFANE...I...U...A.....PLANETES.V......O...T...O.......DEMEURER.."
        "........U...I.......H..r..........JoUIS...........U..............R........"
        "......Q............EMULEZ........CHIEE.A...........S..D..............S......."
    )
    compared = 0

    def counted(*pair: Any) -> bool | None:
        nonlocal compared
        compared += 1
        return overlap(*pair)

    monkeypatch.setattr(multitops, "overlap", counted)
    where = position(Board(cells), "AB")
    found = best_set(where, "ENMRRSA", 3, frame(french, formula="multitops3"))
    assert [p.points for p in found] == [45, 22, 22]
    # Trying every three of the hundreds of solutions above the third took minutes.
    assert compared < 1000
