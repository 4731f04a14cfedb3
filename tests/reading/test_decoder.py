"""What is read of a slip, and how sure the reading says it is."""

import cv2
import numpy as np
import pytest
from handwriting.photographs import Written, across, blank_slip, down, fill_in, photograph, pressed
from handwriting.sheets import load_hand

from raccord import wordlists
from raccord.board import Board, Direction, Move, Reference, score
from raccord.reading.cells import CellRead, Place, SlipRead, read_cells
from raccord.reading.decoder import Reading, decode
from raccord.reading.fields import References
from raccord.reading.network import CHARACTERS, CLASSES, shipped_network
from raccord.reading.photographs import find_slips, open_picture
from raccord.reading.playable import Playable
from raccord.reading.strips import OF_REFERENCES, Strip
from raccord.regulation import Flag
from tests.reading_slips import HANDS, picture_of, slip_of

BOX = ("reference", OF_REFERENCES)


@pytest.fixture(scope="module")
def playable() -> Playable:
    """SENTIRA lies on the row H from column 4; the draw has a joker."""
    board = Board.empty().place(Move.parse("H4 SENTIRA"))
    return Playable(board, "EILNOT?", wordlists.load("fr-libre"))


def read(playable: Playable, written: Written, *, hand: int = 0, seed: int = 3) -> Reading:
    rng = np.random.default_rng(seed)
    paper = fill_in(blank_slip(5), load_hand(HANDS[hand]), written, rng)
    (flat,) = find_slips(open_picture(pressed(photograph(paper, rng)))).slips
    return decode(read_cells(flat.image, shipped_network()), playable)


def a_move(playable: Playable, *, joker: bool = False) -> tuple[Move, int]:
    """A word of five letters or more across, with a joker or without."""
    found = [
        solution
        for word in sorted(playable.moves)
        for solution in playable.moves[word]
        if len(word) >= 5
        and bool(playable.jokers(solution.move)) == joker
        and solution.move.reference.direction is Direction.ACROSS
    ]
    return found[len(found) // 2].move, found[len(found) // 2].score


def slip_for(move: Move, points: int, **changes: object) -> Written:
    values = {
        "letters": across(move.word, 4, 3),
        "reference": str(move.reference),
        "score": str(points),
    }
    return Written(**(values | changes))  # type: ignore[arg-type]


def test_a_right_slip_is_read_whole_and_claims_a_legal_move(playable: Playable) -> None:
    move, points = a_move(playable)
    best = read(playable, slip_for(move, points, turn="7")).best
    assert (best.slip.word, best.slip.reference, best.slip.score) == (
        *(move.text, str(move.reference), points),
    )
    assert best.legal
    assert best.probability > 0.9


def test_a_score_or_a_reference_is_told_as_it_is_written(playable: Playable) -> None:
    move, points = a_move(playable)
    wrong = read(playable, slip_for(move, points, score=str(points + 40)), hand=1).best
    assert (wrong.slip.score, wrong.legal) == (points + 40, False)
    missing = read(playable, slip_for(move, points, reference=""), hand=1).best
    assert (missing.slip.reference, missing.slip.word, missing.legal) == (None, move.text, False)


def test_a_circled_joker_is_one_slip_and_an_uncircled_one_another(playable: Playable) -> None:
    move, points = a_move(playable, joker=True)
    circled = read(playable, slip_for(move, points)).best
    bare = read(playable, slip_for(move, points, letters=across(move.text, 4, 3))).best
    assert "(" in circled.slip.word
    assert (bare.slip.word, bare.legal) == (move.text, False)


def test_struck_out_letters_count_for_nothing_and_are_named(playable: Playable) -> None:
    move, points = a_move(playable)
    wrong = across("OXO", 9, 2)
    written = slip_for(
        move,
        points,
        letters=[*across(move.word, 4, 3), *wrong],
        struck=frozenset((row, column) for row, column, _, _ in wrong),
    )
    reading = read(playable, written)
    assert reading.best.slip.word == move.text
    assert {place[1] for place in reading.struck} == {9}


def test_link_letters_stay_with_the_word(playable: Playable) -> None:
    move = next(
        solution
        for word in sorted(playable.moves)
        for solution in playable.moves[word]
        if len(word) >= 4 and playable.links(solution.move) and not playable.jokers(solution.move)
    )
    way = across if move.move.reference.direction is Direction.ACROSS else down
    step = move.move.reference.direction.step
    links = [
        (5 + i * step[0] + k * step[1], 5 + i * step[1] + k * step[0], letter, False)
        for (i, k), letter in playable.links(move.move).items()
    ]
    letters = [*way(move.move.word, 5, 5), *links]
    best = read(playable, slip_for(move.move, move.score, letters=letters)).best
    assert best.slip.word == move.move.text
    assert best.slip.grid is not None
    assert best.legal


def test_a_blank_slip_is_blank_and_a_slip_without_a_word_has_none(playable: Playable) -> None:
    assert read(playable, Written()).best.slip.flags == (Flag.BLANK,)
    bare = read(playable, Written(reference="H4", score="74")).best.slip
    assert (bare.word, bare.reference, bare.score) == ("", "H4", 74)


def test_the_same_picture_is_read_the_same(playable: Playable) -> None:
    move, points = a_move(playable)
    assert read(playable, slip_for(move, points)) == read(playable, slip_for(move, points))


def test_a_slip_that_says_something_else_is_not_repaired_with_confidence(
    playable: Playable,
) -> None:
    move, points = a_move(playable)
    misspelt = "W" + move.word[1:]
    assert misspelt not in playable.moves
    best = read(playable, slip_for(move, points, letters=across(misspelt, 4, 3))).best
    assert best.slip.word == misspelt or best.probability < 0.98
    assert best.slip.word == misspelt or best.differs


def cell(character: str, *, other: str = "", struck: float = 0.0) -> CellRead:
    """A cell that reads as one character, or as two that look alike."""
    logits = np.full(CLASSES, -8.0)
    for one in character + other:
        logits[CHARACTERS.index(one)] = 4.0
    return CellRead(logits, 0.0, struck)


def cells_of(word: str, reference: str, score: str, **changes: CellRead) -> SlipRead:
    """What the network may say of a slip; ``changes`` by the index of a letter, ``at1``."""
    cells: dict[Place, CellRead] = {("grid", 4, 3 + i): cell(c) for i, c in enumerate(word)}
    cells |= {("reference", 0, i): cell(c) for i, c in enumerate(reference)}
    cells |= {("score", 0, i): cell(c) for i, c in enumerate(score)}
    cells |= {("grid", 4, 3 + int(at[2:])): one for at, one in changes.items()}
    return SlipRead(cells, {})


def test_a_one_is_told_from_an_i_by_where_it_stands(playable: Playable) -> None:
    move, points = a_move(playable)
    read = cells_of(move.word, "", str(points))
    letter, digits = str(move.reference)[0], str(move.reference)[1:]
    alike = {"1": "I", "0": "O"}
    written = [cell(letter), *(cell(d, other=alike.get(d, "")) for d in digits)]
    places: dict[Place, CellRead] = {("reference", 0, i): c for i, c in enumerate(written)}
    slip = SlipRead({**read.cells, **places}, {})
    assert decode(slip, playable).free.reference == str(move.reference)
    i = Strip.of({("reference", 0, 0): cell("I", other="1"), ("reference", 0, 1): cell("I")}, *BOX)
    assert References(i, is_first=False).free == "1I"


def test_a_non_word_of_letters_held_is_told_as_it_is_written(playable: Playable) -> None:
    held, strange = ("TOILN", "H5"), ("TOILW", "H5")
    for word, reference in (held, strange):
        assert word not in playable.moves
        best = decode(cells_of(word, reference, "12"), playable).best
        assert (best.slip.word, best.legal) == (word, False)
    # Of two letters that look alike, the one that is in the draw was written.
    points = score(playable.board, Move.parse("A1 TOILN")).total
    doubtful = cells_of("TOILN", "A1", str(points), at4=cell("N", other="H"))
    assert decode(doubtful, playable).best.slip.word == "TOILN"


def test_a_letter_that_only_seems_struck_out_may_be_part_of_a_word(playable: Playable) -> None:
    move, points = a_move(playable)
    heavy = cell(move.word[0], struck=0.97)
    reading = decode(cells_of(move.word, str(move.reference), str(points), at0=heavy), playable)
    assert reading.best.slip.word == move.text
    assert reading.struck == (("grid", 4, 3),)


def test_a_letter_that_nobody_holds_is_rather_one_that_is_held(playable: Playable) -> None:
    # A wrong score, and a letter that reads rather as a W: not a non-word with a W.
    move, points = a_move(playable)
    leaning = cell("W")
    leaning.logits[CHARACTERS.index(move.word[1])] = 1.0
    slip = cells_of(move.word, str(move.reference), str(points + 3), at1=leaning)
    best = decode(slip, playable).best
    assert (best.slip.word, best.slip.score, best.legal) == (move.text, points + 3, False)
    assert ("grid", 4, 4) in best.differs


def test_a_short_word_is_found_among_links_as_long_as_it() -> None:
    board = Board.empty().place(Move.parse("K2 TANDEMS")).place(Move.parse("L1 RONEO"))
    below = Playable(board, "INLMUBO", wordlists.load("fr-libre"))
    (move, points) = next(one for one in below.moves["ION"] if str(one.move.reference) == "M3")
    links = ((2, "AND"), (3, "NEO"))
    above = {("grid", row, 3 + i): cell(c) for row, text in links for i, c in enumerate(text)}
    slip = cells_of(move.word, str(move.reference), str(points))
    best = decode(SlipRead({**slip.cells, **above}, {}), below).best
    assert (best.slip.word, best.legal) == ("ION", True)


def test_a_thin_letter_out_of_focus_is_still_seen() -> None:
    (flat,) = find_slips(open_picture(picture_of(slip_of(6, "H4 ILIEN", 12)))).slips
    soft = np.asarray(cv2.GaussianBlur(flat.image, (0, 0), 5), np.uint8)
    seen = {place for place in read_cells(soft, shipped_network()).cells if place[0] == "grid"}
    assert seen == {("grid", 4, 3 + i) for i in range(5)}


def test_a_reference_is_off_by_one_line_rather_than_by_two() -> None:
    read = References(Strip.of({}, *BOX), is_first=False)
    odds = {said.text: said.chance - said.likelihood for said in read.of(Reference.parse("H8"))}
    assert odds["H8"] > odds["8H"] > odds["H9"] == odds["G8"] > odds["G9"]


@pytest.mark.parametrize(
    ("word", "reference", "points"), [("WKXZQ", "HH", 77), ("PZFGM", "AA", 10)]
)
def test_a_word_that_nobody_can_play_is_read_as_it_is_written_and_never_surely(
    playable: Playable, word: str, reference: str, points: int
) -> None:
    written = Written(letters=across(word, 4, 3), reference=reference, score=str(points))
    best = read(playable, written).best
    assert (best.slip.word, best.slip.score, best.legal) == (word, points, False)
    assert best.probability < 0.98
