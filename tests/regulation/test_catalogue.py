"""The catalogue of articles, its page and its command."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from raccord.cli import cli
from raccord.cli.rules import modules_by_article
from raccord.regulation import Citation
from raccord.regulation.catalogue import CATALOGUE, Status, find
from tests.regulation.contents import CONTENTS

# A provision that 2010, silent on the joker game, inherits from undated as "no"; never cited.
INHERITED = {Citation("2010", "annex 1")}
PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


@pytest.mark.parametrize("edition", CONTENTS)
def test_every_article_of_a_document_is_in_the_catalogue_in_order(edition: str) -> None:
    assert [article.number for article in CATALOGUE[edition].articles] == CONTENTS[edition]


def test_no_document_is_missing() -> None:
    assert list(CATALOGUE) == list(CONTENTS)


def test_what_is_not_done_says_why_and_what_is_done_needs_no_excuse() -> None:
    for document in CATALOGUE.values():
        for article in document.articles:
            excused = article.status not in (Status.DONE, Status.HEADING)
            assert bool(article.note) is excused, article
            assert article.title


def test_every_article_the_code_cites_is_in_the_catalogue_and_done_or_begun() -> None:
    for citation, modules in modules_by_article().items():
        if citation in INHERITED:
            continue
        article = find(citation)
        assert article is not None, (citation, modules)
        assert article.status in (Status.DONE, Status.COMING), (citation, modules)


def test_recourses_and_commissions_are_told_as_applied() -> None:
    for article in ("6.3", "6.4.1", "6.4.2.a", "6.4.2.c"):
        assert find(Citation("2017", article)).status is Status.DONE  # type: ignore[union-attr]
    shown = CliRunner().invoke(cli, ["rules", "--edition", "2017"]).stdout
    assert "à venir" not in shown


def test_an_unknown_article_is_not_found() -> None:
    assert find(Citation("2017", "9.9")) is None
    assert find(Citation("1999", "1")) is None


def test_the_page_on_disk_is_the_one_the_command_prints() -> None:
    printed = CliRunner().invoke(cli, ["rules", "--markdown"]).stdout
    assert PAGE.read_text(encoding="utf-8") == printed, "run: raccord rules --markdown"


def test_the_json_lists_every_article_with_its_modules() -> None:
    listed = json.loads(CliRunner().invoke(cli, ["rules", "--json"]).stdout)
    assert len(listed) == sum(map(len, CONTENTS.values()))
    (row,) = [a for a in listed if (a["edition"], a["article"]) == ("2017", "3.2")]
    assert row["status"] == "done"
    assert "raccord.duplicate.rules.draws" in row["modules"]


def test_a_single_edition_can_be_shown() -> None:
    shown = CliRunner().invoke(cli, ["rules", "--edition", "2010"])
    assert shown.exit_code == 0
    assert "1er septembre 2010" in shown.stdout
    assert "2017" not in shown.stdout


def test_an_unknown_edition_is_refused_in_one_line() -> None:
    refused = CliRunner().invoke(cli, ["rules", "--edition", "1999"])
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1
    assert "2017" in refused.stderr
