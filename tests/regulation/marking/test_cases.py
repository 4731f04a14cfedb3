"""The arbitration cases of the repository, ruled under every edition."""

from pathlib import Path

import pytest

from raccord.regulation import APPLIED, EDITION_IDS, Citation, EditionId
from raccord.regulation.marking import Case, judge
from tests.regulation.marking.all_cases import CASES

READINGS = Path(__file__).parents[3] / "docs" / "readings.md"
ROWS = [f"S{n}" for n in range(1, 21)]
NOT_KNOWN = {("S11", "undated"), ("S11", "2010")}


@pytest.mark.parametrize("edition", EDITION_IDS)
@pytest.mark.parametrize("case", CASES, ids=[c.id for c in CASES])
def test_the_case_is_ruled_as_expected(case: Case, edition: EditionId) -> None:
    ruling = judge(case.situation(edition), case.slip.slip())
    assert ruling.edition == edition
    expected = case.expect.get(edition)
    assert expected is None or expected.faults(ruling) == []


def test_there_are_enough_cases_and_each_has_its_own_name() -> None:
    names = [case.id for case in CASES]
    assert len(names) >= 150
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("edition", EDITION_IDS)
@pytest.mark.parametrize("row", ROWS)
def test_every_row_of_the_table_has_a_case_in_every_edition_that_knows_it(
    row: str, edition: EditionId
) -> None:
    covered = [c for c in CASES if row in c.cell and edition in c.expect]
    assert covered or (row, edition) in NOT_KNOWN


def test_every_expectation_states_points_and_sanction() -> None:
    bare = [
        case.id
        for case in CASES
        for wanted in case.expect.values()
        if wanted.points is None or wanted.sanction is None
    ]
    assert bare == []


def test_every_sanction_expected_names_its_article() -> None:
    bare = [
        (case.id, edition)
        for case in CASES
        for edition, wanted in case.expect.items()
        if wanted.sanction != "none" and wanted.article is None
    ]
    assert bare == []


def test_an_unsettled_case_gives_two_readings() -> None:
    unsettled = [case for case in CASES if case.unsettled]
    assert unsettled
    assert all(len(case.unsettled) == 2 for case in unsettled)


def test_the_page_of_readings_holds_every_unsettled_case() -> None:
    page = READINGS.read_text(encoding="utf-8")
    unsettled = [case for case in CASES if case.unsettled]
    lines = [line for line in page.splitlines() if line.startswith(("| S", "| extension"))]
    assert len(lines) == len(unsettled)
    for case in unsettled:
        (line,) = [line for line in lines if f"| `{case.id}` |" in line]
        assert all(reading in line for reading in case.unsettled)


def test_2023_has_its_own_cases_for_every_row_and_for_extensions() -> None:
    own = [case for case in CASES if "2023" in case.expect]
    assert len(own) >= 120
    assert {cell for case in own for cell in case.cell} >= {*ROWS, "extension"}


def test_every_article_cited_is_declared_by_the_function_that_applies_it() -> None:
    cited = {
        finding.citation
        for case in CASES
        for edition in EDITION_IDS
        for finding in judge(case.situation(edition), case.slip.slip()).findings
    }
    assert cited <= set(APPLIED)
    assert Citation("2010", "3.1") not in cited
