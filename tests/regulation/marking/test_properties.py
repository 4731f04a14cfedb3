"""What holds for every slip."""

import os
from dataclasses import replace
from itertools import product

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from raccord.board import (
    CLASSIC,
    EMPTY,
    Direction,
    FaultKind,
    Move,
    Reference,
    Solution,
    faults,
    is_legal,
    score,
)
from raccord.regulation import EditionId, Flag, Ruling, Sanction, Slip
from raccord.regulation.marking import explain, judge
from raccord.regulation.marking.lines import line_of
from raccord.regulation.marking.places import (
    longest_run,
    nearly_physical_places,
    physical_places,
    place_at,
)
from raccord.regulation.marking.verdict import SEVERITY
from tests.regulation.marking.positions import (
    EDITIONS,
    POSITIONS,
    WORDS,
    Position,
    by_links,
    by_reference,
    lexicon,
)

SOME = settings(max_examples=int(os.environ.get("RACCORD_EXAMPLES", "150")), deadline=None)
LETTERS = st.text("AEIORSTNLUMPZaeé()?.- 12", max_size=12)
TEXT = st.one_of(LETTERS, st.text(max_size=20))
GRID = st.one_of(TEXT, st.lists(LETTERS, max_size=8).map("\n".join))


def slips(solutions: st.SearchStrategy[tuple[Slip, ...]]) -> st.SearchStrategy[Slip]:
    return st.builds(
        Slip,
        word=TEXT,
        direction=st.sampled_from([None, "across", "down"]),
        reference=st.one_of(st.none(), TEXT, st.sampled_from(["H4", "4H", "H8", "8H", "7G"])),
        grid=st.one_of(st.none(), GRID),
        score=st.one_of(st.none(), st.integers(-9, 200)),
        solutions=solutions,
        flags=st.lists(st.sampled_from(Flag), max_size=2).map(tuple),
    )


ANY_SLIP = slips(st.lists(slips(st.just(())), max_size=3).map(tuple))


@SOME
@given(POSITIONS, EDITIONS, ANY_SLIP)
def test_any_slip_whatsoever_gives_a_ruling(
    position: Position, edition: EditionId, slip: Slip
) -> None:
    ruling = judge(position.situation(edition), slip)
    assert isinstance(ruling, Ruling)
    assert ruling.findings
    assert ruling.points >= 0
    assert (ruling.sanction is Sanction.NULLITY) == (ruling.placement is None)
    assert explain(position.situation(edition), slip).ruling == ruling


@st.composite
def printed(draw: st.DrawFn) -> tuple[Position, Solution]:
    position = draw(POSITIONS)
    return position, draw(st.sampled_from(position.found))


def extends_two_letters(position: Position, solution: Solution, edition: EditionId) -> bool:
    """undated asks three link letters even of a right reference where a word is extended."""
    move = solution.move
    run = longest_run(position.situation(edition), move.reference, len(move.word))
    return edition == "undated" and run == 2 and len(position.board.tiles) > 2


@SOME
@given(printed(), EDITIONS)
def test_a_slip_printed_from_a_legal_move_earns_its_points_by_reference(
    case: tuple[Position, Solution], edition: EditionId
) -> None:
    position, solution = case
    ruling = judge(position.situation(edition), by_reference(position.board, solution))
    assert ruling.points == solution.score
    if not extends_two_letters(position, solution, edition):
        assert ruling.sanction is Sanction.NONE


@SOME
@given(printed(), EDITIONS)
def test_a_slip_printed_from_a_legal_move_earns_its_points_by_links(
    case: tuple[Position, Solution], edition: EditionId
) -> None:
    position, solution = case
    ruling = judge(position.situation(edition), by_links(position.board, solution))
    assert (ruling.points, ruling.sanction) == (solution.score, Sanction.NONE)


@SOME
@given(printed(), EDITIONS)
def test_both_modes_right_earn_the_same(
    case: tuple[Position, Solution], edition: EditionId
) -> None:
    position, solution = case
    reference = by_reference(position.board, solution).reference
    slip = msgspec.structs.replace(by_links(position.board, solution), reference=reference)
    ruling = judge(position.situation(edition), slip)
    assert (ruling.points, ruling.sanction) == (solution.score, Sanction.NONE)


@SOME
@given(printed())
def test_the_count_by_lines_is_the_boards_own(case: tuple[Position, Solution]) -> None:
    position, solution = case
    move = solution.move
    line, start = line_of(position.situation("2017"), move.reference)
    squares = move.reference.squares(len(move.word)) or []
    jokers = frozenset(
        i for i, s in enumerate(squares) if move.word[i].islower() and position.board.is_free(s)
    )
    count = score(position.board, move)
    assert line.count(start, move.text, jokers, CLASSIC) == count.total
    assert line.side_words(start, move.text) == [w.word for w in count.words[1:]]


ANYWHERE = st.builds(Reference, st.integers(0, 14), st.integers(0, 14), st.sampled_from(Direction))
ANY_WORD = st.one_of(st.sampled_from(WORDS), st.text("AEIORSTNLUMPZ", min_size=2, max_size=16))


@SOME
@given(POSITIONS, ANYWHERE, ANY_WORD)
def test_the_faults_of_a_place_are_the_boards_own(
    position: Position, reference: Reference, letters: str
) -> None:
    place = place_at(position.situation("2017"), reference, letters, frozenset())
    move = place.options[0].move if place.options else Move(reference, letters[:15])
    if len(letters) > 15:
        assert [fault.kind for fault in place.faults] == [FaultKind.OFF_BOARD]
    else:
        assert place.faults == faults(position.board, move, position.draw, lexicon())


@SOME
@given(POSITIONS, ANY_WORD, st.sampled_from(Direction))
def test_a_word_fits_where_the_board_finds_no_fault_of_place_or_contact(
    position: Position, letters: str, direction: Direction
) -> None:
    situation, board = position.situation("2017"), position.board
    assume(not board.is_empty and len(letters) <= 15)

    def fits(word: str, row: int, column: int) -> bool:
        move = Move(Reference(row, column, direction), word)
        wrong = {fault.kind for fault in faults(board, move, word, (), CLASSIC)}
        return wrong <= {FaultKind.NOT_ADMITTED, FaultKind.TOO_MANY_TILES, FaultKind.NOT_IN_RACK}

    squares = list(product(range(15), repeat=2))
    if direction is Direction.DOWN:
        squares = [(row, column) for column, row in squares]
    there = [Reference(r, c, direction) for r, c in squares if fits(letters, r, c)]
    assert list(physical_places(situation, letters, direction)) == there
    down, right = direction.step
    nearly = []
    for row, column in squares:
        last = len(letters) - 1
        end = board.letter(row + last * down, column + last * right).upper()
        after = board.letter(row + (last + 1) * down, column + (last + 1) * right).upper()
        if after != EMPTY and fits(letters + after, row, column):
            nearly.append((Reference(row, column, direction), letters + after, True))
        if end not in (EMPTY, letters[-1]) and fits(letters[:-1] + end, row, column):
            nearly.append((Reference(row, column, direction), letters[:-1] + end, False))
    assert list(nearly_physical_places(situation, letters, direction)) == nearly


def without_score(slip: Slip) -> Slip:
    return msgspec.structs.replace(slip, score=None)


def impossible_score(slip: Slip) -> Slip:
    return msgspec.structs.replace(slip, score=1999)


def without_reference(slip: Slip) -> Slip:
    return msgspec.structs.replace(slip, reference=None)


def illegible_reference(slip: Slip) -> Slip:
    return msgspec.structs.replace(slip, flags=(*slip.flags, Flag.ILLEGIBLE_REFERENCE))


def uncircled(slip: Slip) -> Slip:
    return msgspec.structs.replace(slip, word=slip.word.replace("(", "").replace(")", ""))


def hard_to_read(slip: Slip) -> Slip:
    return msgspec.structs.replace(slip, flags=(*slip.flags, Flag.HARD_TO_READ))


def late(slip: Slip) -> Slip:
    return msgspec.structs.replace(slip, flags=(*slip.flags, Flag.LATE))


def gone_wrong(slip: Slip) -> Slip:
    return msgspec.structs.replace(slip, word=slip.word + "ZZ")


WORSE = st.lists(
    st.sampled_from(
        [
            without_score,
            impossible_score,
            without_reference,
            illegible_reference,
            uncircled,
            hard_to_read,
            late,
            gone_wrong,
        ]
    ),
    max_size=4,
    unique=True,
)


UNPLACED = (without_reference, illegible_reference)


@SOME
@given(printed(), EDITIONS, WORSE)
def test_a_worse_slip_never_earns_more(
    case: tuple[Position, Solution], edition: EditionId, steps: list[object]
) -> None:
    position, solution = case
    # With the true letter in hand, a slip without circle tells of another solution, a better one.
    jokers = {c.upper() for c in solution.move.word if c.islower()}
    assume(uncircled not in steps or not jokers & set(position.draw))
    situation = position.situation(edition)
    slip = by_reference(position.board, solution)
    before = judge(situation, slip)
    meant, unplaced = before.placement, False
    for worsen in steps:
        slip = worsen(slip)  # type: ignore[operator]
        ruling = judge(situation, slip)
        # Without its reference a word that crosses the board elsewhere tells of that place, be it
        # only once no score speaks against it.
        unplaced = unplaced or worsen in UNPLACED
        assume(not unplaced or ruling.placement in (None, meant))
        assert ruling.points <= before.points
        assert SEVERITY[ruling.sanction] >= SEVERITY[before.sanction] or ruling.points == 0
        before = ruling


@SOME
@given(printed(), EDITIONS, st.integers(-2, 2), st.integers(-2, 2))
def test_a_reference_off_its_place_never_earns_more_than_the_right_one(
    case: tuple[Position, Solution], edition: EditionId, rows: int, columns: int
) -> None:
    position, solution = case
    right = solution.move.reference
    row, column = right.row + rows, right.column + columns
    assume((rows, columns) != (0, 0) and 0 <= row < 15 and 0 <= column < 15)
    wrong = Reference(row, column, right.direction)
    elsewhere = replace(solution.move, reference=wrong)
    situation = position.situation(edition)
    assume(not is_legal(position.board, elsewhere, position.draw, situation.lexicon))
    slip = by_reference(position.board, solution)
    ruling = judge(situation, msgspec.structs.replace(slip, reference=str(wrong)))
    assert ruling.points <= solution.score


@SOME
@given(printed(), EDITIONS)
def test_no_sanction_comes_without_the_article_that_carries_it(
    case: tuple[Position, Solution], edition: EditionId
) -> None:
    position, solution = case
    for worsen in (without_score, without_reference, uncircled, late, gone_wrong):
        slip = worsen(by_reference(position.board, solution))
        ruling = judge(position.situation(edition), slip)
        carrying = [f for f in ruling.findings if f.sanction is ruling.sanction]
        assert carrying
        assert all(f.citation.edition == edition and f.reason for f in ruling.findings)
