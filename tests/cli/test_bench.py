"""The command that measures the solver; no test asserts a time."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from raccord.board import Board, Move, Position, format_positions
from raccord.cli import cli

MAISON = Board.empty().place(Move.parse("H4 MAISON"))
LISTED = [
    Position("vide", Board.empty(), "AEINRST"),
    Position("joker", MAISON, "EEOPRR?"),
    Position("huit", MAISON, "EEOPRRSU"),
]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["bench", *arguments])


@pytest.fixture
def words(tmp_path: Path) -> str:
    path = tmp_path / "liste.txt"
    path.write_text("MAISON\nMAISONS\nREPOSER\nRETINAS\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def positions(tmp_path: Path) -> str:
    path = tmp_path / "positions.txt"
    path.write_text(format_positions(LISTED), encoding="utf-8")
    return str(path)


def test_the_mean_of_each_kind_of_rack_is_told(positions: str, words: str) -> None:
    result = run("--positions", positions, "--lexicon", words, "--passes", "1", "--json")
    found = json.loads(result.stdout)
    assert found["positions"] == 3
    assert found["tops_us"] > 0
    assert found["moves_us"] > 0
    kinds = [(g["letters"], g["jokers"], g["positions"]) for g in found["groups"]]
    assert kinds == [(7, 0, 1), (7, 1, 1), (8, 0, 1)]


def test_a_person_gets_a_table_in_french(positions: str, words: str) -> None:
    result = run("--positions", positions, "--lexicon", words)
    assert result.exit_code == 0
    assert "tous les coups" in result.stdout
    assert "toutes" in result.stdout


def test_without_a_file_the_positions_come_from_seeded_games() -> None:
    found = json.loads(run("--passes", "1", "--json").stdout)
    assert found["lexicon"] == "fr-libre"
    assert found["positions"] > 50


@pytest.mark.parametrize(
    "text", ["", "bonjour\n", "pos a\n...\nrack AB\n", f"pos a\n{Board.empty()}\nrack A???\n"]
)
def test_a_file_without_positions_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "positions.txt"
    path.write_text(text, encoding="utf-8")
    result = run("--positions", str(path))
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1
