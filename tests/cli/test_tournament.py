"""``raccord tournament rank``."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from raccord.cli import cli
from raccord.duplicate import record
from tests.web.played import names, played


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["tournament", "rank", *map(str, arguments)])


@pytest.fixture
def games(tmp_path: Path) -> list[Path]:
    """A game played here, and one played elsewhere."""
    here, elsewhere = tmp_path / "one.json", tmp_path / "two.csv"
    here.write_text(record.dumps(played(4)), encoding="utf-8")
    rows = [f"{' / '.join(names(table))};{900 - table};1000" for table in (1, 2, 3)]
    text = "\n".join(["joueur;total;top", *rows, "Nouvelle;950;1000"])
    elsewhere.write_bytes(text.encode("cp1252"))
    return [here, elsewhere]


def ranked(*arguments: str | Path) -> list[dict[str, Any]]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: list[dict[str, Any]] = json.loads(result.stdout)
    return found


def test_games_played_here_and_elsewhere_are_ranked_together(games: list[Path]) -> None:
    found = ranked(*games, "--by", "points")
    assert len(found) == 5
    assert [line["value"] for line in found] == sorted(
        (sum(filter(None, line["games"])) for line in found), reverse=True
    )
    new = next(line for line in found if line["player"] == "Nouvelle")
    assert new["games"] == [None, 950]


def test_by_places_the_lowest_sum_comes_first(games: list[Path]) -> None:
    found = ranked(*games, "--by", "places")
    values = [line["value"] for line in found]
    assert values == sorted(values)
    assert found[0]["place"] == 1


def test_by_percentage_has_two_decimals_at_most(games: list[Path]) -> None:
    for line in ranked(*games, "--by", "percentage"):
        assert round(line["value"], 2) == line["value"]
        assert 0 <= line["value"] <= 100


def test_au_top_ranks_games_whose_turns_are_known(games: list[Path]) -> None:
    assert len(ranked(games[0], "--by", "au-top")) == 4
    refused = run(*games, "--by", "au-top")
    assert refused.exit_code == 2
    assert "chaque coup" in refused.stderr


def test_a_person_reads_a_table_in_french(games: list[Path]) -> None:
    shown = run(*games, "--by", "percentage")
    assert shown.exit_code == 0
    for text in ("Place", "Joueur", "% des tops", "P1", "P2", "–"):
        assert text in shown.stdout


@pytest.mark.parametrize(
    ("content", "told"),
    [("{", "x.csv » : ce n'est pas du JSON"), ("Anne;douze;80", "ligne 1"), ("", "tops")],
)
def test_a_file_that_is_no_game_is_refused_in_one_line(
    tmp_path: Path, content: str, told: str
) -> None:
    file = tmp_path / "x.csv"
    file.write_text(content, encoding="utf-8")
    refused = run(file)
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1
    assert told in refused.stderr


def test_no_file_at_all_is_refused() -> None:
    assert run().exit_code == 2
