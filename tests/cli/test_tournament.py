"""``raccord tournament rank``."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from raccord import documents
from raccord.cli import cli
from raccord.documents.exports import event_files
from raccord.duplicate import fold, record
from raccord.tournament import Terms, Weight, standing
from raccord.tournament import record as event_record
from raccord.tournament.summary import Cut
from tests.tournament.simulated import event
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


def totals(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture
def tied(tmp_path: Path) -> list[Path]:
    """Two games elsewhere, of which Anne and Luc win one each; columns in another order."""
    return [
        totals(tmp_path, "a.csv", "joueur;total;top;série\nAnne;60;80;4\nLuc;50;80;5\nZoé;9;80;4"),
        totals(tmp_path, "b.csv", "Série,Top,Total,Joueur\n5,80,60,Luc\n4,80,50,Anne\n4,80,9,Zoé"),
    ]


def test_a_tie_is_broken_in_the_order_given_and_explained(tied: list[Path]) -> None:
    first, second, last = ranked(*tied, "--ties", "tops,last-game")
    assert (first["player"], first["place"], second["place"]) == ("Luc", 1, 2)
    assert first["ties"] == [
        {"rule": "tops", "text": "tops trouvés : pas connu de tous"},
        {"rule": "last-game", "text": "dernière partie : 60 contre 50"},
    ]
    assert last["ties"] == []
    shown = run(*tied, "--ties", "last-game")
    assert "dernière partie" in shown.stdout


def test_without_ties_equals_share_a_place(tied: list[Path]) -> None:
    assert [line["place"] for line in ranked(*tied)] == [1, 1, 3]


def test_series_are_ranked_by_themselves(tied: list[Path]) -> None:
    found = ranked(*tied, "--group", "series", "--ties", "last-game")
    assert [(line["group"], line["place"], line["player"], line["overall"]) for line in found] == [
        ("4", 1, "Anne", 2),
        ("4", 2, "Zoé", 3),
        ("5", 1, "Luc", 1),
    ]
    assert "Série" in run(*tied, "--group", "series").stdout
    refused = run(*tied, "--group", "club")
    assert refused.exit_code == 2
    assert "club" in refused.stderr


def test_an_unknown_rule_is_refused_with_those_there_are(tied: list[Path]) -> None:
    refused = run(*tied, "--ties", "last-game,chance")
    assert refused.exit_code == 2
    assert "chance" in refused.stderr
    assert "tops-lost" in refused.stderr


def test_the_ranking_a_game_exports_comes_back_in(tmp_path: Path) -> None:
    state = fold(played(5))
    document = documents.ranking(state)
    as_csv, as_json = tmp_path / "c.csv", tmp_path / "c.json"
    as_csv.write_bytes(documents.to_csv(document))
    as_json.write_bytes(documents.to_json(document))
    here = tmp_path / "one.json"
    here.write_text(record.dumps(played(5)), encoding="utf-8")
    for by in ("points", "places", "percentage"):
        whole = ranked(here, "--by", by, "--ties", "warnings,solos")
        assert ranked(as_csv, "--by", by, "--ties", "warnings,solos") == whole
        assert ranked(as_json, "--by", by, "--ties", "warnings,solos") == whole


def test_a_name_is_no_markup(tmp_path: Path) -> None:
    file = totals(tmp_path, "a.csv", "joueur;total;top\n[bold]Anne[/bold];60;80")
    assert "[bold]Anne[/bold]" in run(file).stdout


def test_no_file_at_all_is_refused() -> None:
    assert run().exit_code == 2


def test_an_exported_competition_is_ranked_by_its_own_terms(tmp_path: Path) -> None:
    whole = event(60, 4)
    kept = tuple(
        line.number for line in standing(msgspec.structs.replace(whole, games=whole.games[:2]))
    )
    terms = Terms(
        by="places",
        ties=("last-game", "tops"),
        handicap=(Weight(trait="series", value="3", number=30),),
    )
    cut = Cut(after=2, kept=kept[:20])
    summary = msgspec.structs.replace(whole, terms=terms, cuts=(cut,))
    file = tmp_path / "competition.json"
    file.write_text(event_record.dumps(summary), encoding="utf-8")
    own = [(line.place, line.player, line.value) for line in standing(summary)]
    assert [(line["place"], line["player"], line["value"]) for line in ranked(file)] == own
    by_series = ranked(file, "--group", "series")
    assert [line["overall"] for line in by_series] == [
        line.overall for line in standing(summary, "series")
    ]
    asked = ranked(file, "--by", "points")
    assert asked[0]["value"] == max(line["value"] for line in asked)
    assert [line["value"] for line in asked] != [value for _, _, value in own]
    assert "Joueur" in run(file).output


def test_sigles_files_come_back_in_one_a_game(tmp_path: Path) -> None:
    summary = event(12, 2)
    files = []
    for name, content in event_files(summary, "sigles").items():
        files.append(tmp_path / name)
        files[-1].write_bytes(content)
    file = tmp_path / "competition.json"
    file.write_text(event_record.dumps(summary), encoding="utf-8")
    for by in ("points", "places"):
        # Who refereed is a table without anybody in a SIGLES file.
        refereed = {n for game in summary.games for n in game.excused}
        spared = {f"Joueuse {number}" for number in refereed}
        assert [line for line in ranked(*files, "--by", by) if line["player"] not in spared] == [
            line for line in ranked(file, "--by", by) if line["player"] not in spared
        ]
    refused = run(*files, "--by", "percentage")
    assert refused.exit_code == 2
    assert "total des tops" in refused.stderr
