"""``-`` as a file to write: the standard output, or a refusal, never a file of that name."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from raccord.cli import cli
from raccord.duplicate import record
from raccord.duplicate.files import table
from tests.web.played import played


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A finished game on disk, beside which the commands run."""
    monkeypatch.chdir(tmp_path)
    Path("partie.json").write_text(record.dumps(played()), encoding="utf-8")
    return "partie.json"


def test_a_document_goes_to_the_standard_output_for_a_dash(game: str) -> None:
    found = CliRunner().invoke(cli, ["sheet", game, "--csv", "-"])
    assert found.exit_code == 0, found.output
    assert "octets" not in found.output
    Path("partie.csv").write_bytes(found.stdout_bytes)
    CliRunner().invoke(cli, ["sheet", game, "--csv", "autre.csv"])
    assert Path("partie.csv").read_bytes() == Path("autre.csv").read_bytes()
    printed = CliRunner().invoke(cli, ["paper", "bulletins", "--pdf", "-"]).stdout_bytes
    assert printed.startswith(b"%PDF-")
    assert not Path("-").exists()


def test_what_is_said_of_the_other_files_stays_out_of_the_document(game: str) -> None:
    found = CliRunner().invoke(cli, ["sheet", game, "--json", "-", "--csv", "partie.csv"])
    assert json.loads(found.stdout)
    assert "partie.csv" in found.stderr


def test_two_documents_do_not_share_the_standard_output(game: str) -> None:
    found = CliRunner().invoke(cli, ["sheet", game, "--json", "-", "--csv", "-"])
    assert found.exit_code == 2
    assert found.stdout == ""


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--auto", "--out", "-"),
        ("jarnac", "--auto", "--save", "-"),
        ("prepare", "--count", "1", "--out", "-"),
        ("tournament", "export", "K7QX", "--format", "json", "--out", "-"),
        ("tournament", "paper", "K7QX", "--document", "classement", "--pdf", "-"),
        ("hub", "ranking", "essai", "--pdf", "-"),
        ("hub", "ranking", "essai", "--csv", "-"),
        ("hub", "files", "essai", "--address", "http://localhost", "--to", "-"),
        ("hub", "import", "partie.json", "--answer", "-"),
        ("centre", "rehearse", "--sheet", "-"),
        ("centre", "export", "-"),
        ("database", "export", "-"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_dash_is_refused_where_something_else_is_said(game: str, words: tuple[str, ...]) -> None:
    found = CliRunner().invoke(cli, words)
    assert found.exit_code == 2
    assert "« - » : donnez un nom" in found.output
    assert [path.name for path in Path().iterdir()] == [game]


def test_words_and_people_go_to_the_standard_output_for_a_dash(game: str) -> None:
    Path("mots.txt").write_text("ABRI\nZUT\n")
    found = CliRunner().invoke(cli, ["lexicon", "export", "mots.txt", "--output", "-"])
    assert found.output.split() == ["ABRI", "ZUT"]
    people = CliRunner().invoke(cli, ["people", "export", "-", "--database", "annuaire.db"])
    assert people.exit_code == 0, people.output
    assert not Path("-").exists()


def test_a_table_in_an_old_encoding_is_read_from_the_standard_input_too(game: str) -> None:
    text = "# Partie du 1er février, jouée à Évry\r\n" + table.dumps(played())
    old = CliRunner().invoke(cli, ["sheet", "-", "--json", "-"], input=text.encode("cp1252"))
    assert old.exit_code == 0, old.output
    new = CliRunner().invoke(cli, ["sheet", "-", "--json", "-"], input=text.encode())
    assert json.loads(old.stdout)["lines"] == json.loads(new.stdout)["lines"]
