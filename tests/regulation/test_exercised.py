"""A "done" article is declared by code and put to use by games, slips, rankings."""

import pytest

from raccord.cli.rules import modules_by_article
from raccord.regulation import APPLIED, EDITION_IDS, Citation, EditionId
from raccord.regulation.catalogue import CATALOGUE, Status

from .exercise import exercise

# Articles whose code has not landed yet. Empty it: what stays here is not done.
AWAITING: dict[str, str] = {}


def done(edition: str) -> list[Citation]:
    return [a.citation for a in CATALOGUE[edition].articles if a.status is Status.DONE]


def awaited(edition: str) -> set[str]:
    return set(AWAITING.get(edition, "").split(","))


@pytest.mark.parametrize("edition", CATALOGUE)
def test_a_done_article_is_declared_by_code(edition: str) -> None:
    declared = modules_by_article()
    missing = {c.article for c in done(edition) if c not in declared}
    assert missing - awaited(edition) == set()


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_a_done_article_is_put_to_use(edition: EditionId) -> None:
    entered, cited = exercise(edition)
    unused = {c.article for c in done(edition) if not (APPLIED.get(c, set()) & entered)}
    unused -= {c.article for c in cited if c.edition == edition}
    assert unused - awaited(edition) == set()
