"""A "done" article is declared by code and put to use by games, slips, rankings."""

from pathlib import Path

import pytest

from raccord.cli.rules import modules_by_article
from raccord.regulation import APPLIED, EDITION_IDS, Citation, EditionId
from raccord.regulation.catalogue import CATALOGUE, Status
from tests.regulation.exercise import exercise, jarnac_paragraphs

pytestmark = pytest.mark.slow
# Formulas that are data alone: being cited by the draws of a game is their use.
DATA = {
    Citation("2023", "3.8.2"),
    Citation("2017", "7.2"),
    Citation("undated", "annex 1"),
    Citation("undated", "annex 3"),
}


def done(edition: str) -> list[Citation]:
    return [a.citation for a in CATALOGUE[edition].articles if a.status is Status.DONE]


@pytest.mark.parametrize("edition", CATALOGUE)
def test_a_done_article_is_declared_by_code(edition: str) -> None:
    declared = modules_by_article()
    assert [c.article for c in done(edition) if c not in declared] == []


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_a_done_article_is_put_to_use(edition: EditionId, tmp_path: Path) -> None:
    entered, cited = exercise(edition, tmp_path)
    used = {citation for citation, functions in APPLIED.items() if functions & entered}
    used |= DATA & cited
    assert [c.article for c in done(edition) if c not in used] == []


def test_every_chapter_of_jarnac_is_put_to_use() -> None:
    chapters = {paragraph.rpartition(" ")[0] for paragraph in jarnac_paragraphs()}
    used = {Citation("jarnac", chapter) for chapter in chapters}
    assert [c.article for c in done("jarnac") if c not in used] == []
