"""The little grid square by square."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.regulation import Slip
from raccord.regulation.marking import Cell, CellsError, cells_of_slip, slip_of_cells

PARALLEL = Slip(word="ENTE", direction="across", grid="...ENTE\nINES")


def test_a_word_and_its_links_make_a_slip() -> None:
    word = [Cell(4, 3 + i, letter) for i, letter in enumerate("ente")]
    links = [Cell(5, i, letter, link=True) for i, letter in enumerate("INES")]
    assert slip_of_cells(word + links) == PARALLEL


def test_a_word_alone_needs_no_grid() -> None:
    down = [Cell(7 + i, 2, letter, circled=i == 1) for i, letter in enumerate("REPOS")]
    assert slip_of_cells(down) == Slip(word="R(E)POS", direction="down")


def test_a_gap_is_kept_and_a_single_letter_has_the_direction_asked_for() -> None:
    assert slip_of_cells([Cell(0, 0, "D"), Cell(0, 3, "S")]).word == "D..S"
    assert slip_of_cells([Cell(0, 0, "D")], "down").direction == "down"
    assert slip_of_cells([]) == Slip()


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ([Cell(0, 0, "A"), Cell(1, 1, "B")], "même ligne"),
        ([Cell(0, 0, "A"), Cell(0, 0, "B", link=True)], "deux lettres"),
        ([Cell(0, 0, "AB")], "une lettre est attendue"),
        ([Cell(0, 0, "1")], "une lettre est attendue"),
        ([Cell(0, 0, "A"), Cell(0, 60, "B")], "60 rangées"),
    ],
)
def test_squares_that_make_no_slip_are_refused(cells: list[Cell], reason: str) -> None:
    with pytest.raises(CellsError, match=reason):
        slip_of_cells(cells)


def test_a_slip_is_shown_square_by_square() -> None:
    found = cells_of_slip(PARALLEL)
    assert "".join(cell.letter for cell in found if not cell.link) == "ENTE"
    assert "".join(cell.letter for cell in found if cell.link) == "INES"


def test_a_word_that_is_not_in_its_grid_leaves_only_links() -> None:
    found = cells_of_slip(Slip(word="ZUT", direction="across", grid="INES"))
    assert all(cell.link for cell in found)


SQUARES = st.dictionaries(
    st.tuples(st.integers(0, 5), st.integers(0, 5)), st.sampled_from("AEINRST"), max_size=12
)


@given(SQUARES, st.text("AEINRST", min_size=2, max_size=6), st.booleans(), st.integers(0, 5))
def test_what_the_squares_make_is_shown_as_it_was_drawn(
    links: dict[tuple[int, int], str], word: str, is_down: bool, line: int
) -> None:
    places = [(i, line) if is_down else (line, i) for i in range(len(word))]
    drawn = [Cell(*at, letter) for at, letter in zip(places, word, strict=True)]
    drawn += [Cell(*at, c, link=True) for at, c in links.items() if at not in places]
    slip = slip_of_cells(drawn)
    again = slip_of_cells(cells_of_slip(slip))
    assert again == slip
