"""Why a move is not legal: one test a reason, and agreement with the solver."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raccord.board import (
    Board,
    Fault,
    FaultKind,
    Move,
    PlayRules,
    faults,
    is_legal,
    moves,
    score,
    tops,
)
from raccord.lexicon import Lexicon

WORDS = frozenset({"MAISON", "MAISONS", "SUER", "AS", "SA", "ET", "TE", "LE", "EN", "NE", "ES"})
LEXICON = Lexicon.of(sorted(WORDS))
MAISON = Board.empty().place(Move.parse("H4 MAISON"))


def found(board: Board, text: str, rack: str, rules: PlayRules | None = None) -> list[str]:
    move = Move.parse(text)
    return [str(f) for f in faults(board, move, rack, WORDS, rules or PlayRules())]


@pytest.mark.parametrize(
    ("board", "text", "rack", "expected"),
    [
        (Board.empty(), "H4 MAISON", "AIMNOSX", []),
        (Board.empty(), "H4 MAIS(O)N", "AIMNS?X", []),
        (MAISON, "10H SUER", "ERSU", []),
        (MAISON, "H4 MAISONS", "S", []),
        (MAISON, "G6 ET", "ET", ["not-admitted: EI", "not-admitted: TS"]),
        (Board.empty(), "H12 MAISON", "AIMNOS", ["off-board"]),
        (Board.empty(), "7H MAISONS", "AIMNOS", ["not-in-rack: S", "not-on-centre"]),
        (MAISON, "H4 MAISONSX", "A", ["not-in-rack: S X", "not-admitted: MAISONSX"]),
        (MAISON, "H5 ET", "ET", ["collision: H5", "collision: H6"]),
        (MAISON, "H4 MAISON", "AIMNOS", ["no-tile"]),
        (MAISON, "H10 SA", "AS", ["not-whole: MAISONSA"]),
        (Board.empty(), "H1 MAISON", "AIMNOS", ["not-on-centre"]),
        (Board.empty(), "A1 MAISON", "AIMNOS", ["not-on-centre"]),
        (MAISON, "A1 LE", "LE", ["not-connected"]),
        (MAISON, "A1 EL", "L", ["not-in-rack: E", "not-connected", "not-admitted: EL"]),
        (MAISON, "10H SUER", "ER?U", ["not-in-rack: S"]),
        (MAISON, "10H (S)UER", "ERSU", ["not-in-rack: ?"]),
    ],
)
def test_every_reason_is_given(board: Board, text: str, rack: str, expected: list[str]) -> None:
    assert found(board, text, rack) == expected
    assert is_legal(board, Move.parse(text), rack, WORDS) is (not expected)


def test_more_tiles_than_may_be_played_are_refused() -> None:
    rules = PlayRules(rack_size=8, playable=5)
    assert found(Board.empty(), "H4 MAISON", "AIMNOSXY", rules) == ["too-many-tiles: 5"]


def test_every_kind_of_fault_speaks_french() -> None:
    for kind in FaultKind:
        told = Fault(kind, "X").french
        assert told
        assert "{" not in told
    assert Fault(FaultKind.NOT_ADMITTED, "MAISONSX").french == "MAISONSX n'est pas admis"


@given(st.text("MAISONUERLET?", min_size=1, max_size=7).filter(lambda r: r.count("?") < 3))
@settings(max_examples=60, deadline=None)
def test_what_the_solver_finds_is_legal_and_counts_the_same(rack: str) -> None:
    solutions = moves(MAISON, rack, LEXICON)
    for move, points in solutions:
        assert faults(MAISON, move, rack, LEXICON) == ()
        assert score(MAISON, move).total == points
    best = [s for s in solutions if s.score == solutions.best]
    assert sorted(map(str, (s.move for s in best))) == sorted(
        str(s.move) for s in tops(MAISON, rack, LEXICON)
    )


def test_solutions_behave_like_a_sequence() -> None:
    solutions = moves(MAISON, "ERSU", LEXICON)
    assert solutions[0].score == solutions.best
    assert solutions[-1] == list(solutions)[-1]
    assert solutions[:2] == list(solutions)[:2]
    with pytest.raises(IndexError):
        solutions[len(solutions)]
    assert moves(MAISON, "Z", LEXICON).best == 0


def test_the_words_of_solutions_are_those_of_their_moves() -> None:
    legal = moves(MAISON, "ES?", LEXICON)
    assert legal.words == {solution.move.text for solution in legal} > {"MAISONS"}
