"""``raccord bench``: what it measures and how it answers."""

import json
from pathlib import Path

from click.testing import CliRunner

from raccord.board import Board, Move
from raccord.board.positions import Position, format_positions
from raccord.cli import cli
from raccord.cli.counters import Instructions

BOARD = Board.empty().place(Move.parse("H4 MAISON"))


def _file(folder: Path, *racks: str) -> Path:
    path = folder / "positions.txt"
    path.write_text(format_positions(Position(f"p{i}", BOARD, r) for i, r in enumerate(racks)))
    return path


def test_it_gives_the_mean_of_the_positions_and_of_each_kind_of_rack(tmp_path: Path) -> None:
    path = _file(tmp_path, "EEOPRRU", "AEINRS?", "EEOPRRUS")
    done = CliRunner().invoke(cli, ["bench", "--positions", str(path), "--passes", "1", "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)
    assert found["positions"] == 3
    assert found["tops_us"] > 0
    assert found["moves_us"] > 0
    kinds = [(g["letters"], g["jokers"], g["positions"]) for g in found["groups"]]
    assert kinds == [(7, 0, 1), (7, 1, 1), (8, 0, 1)]


def test_people_get_a_table_in_french(tmp_path: Path) -> None:
    path = _file(tmp_path, "EEOPRRU")
    done = CliRunner().invoke(cli, ["bench", "--positions", str(path), "--passes", "1"])
    assert done.exit_code == 0
    assert "lettres" in done.output
    assert "jokers" in done.output


def test_a_file_without_positions_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    empty = "(attendu : une ligne « pos NOM », 15 lignes de grille, une ligne « rack LETTRES »)"
    for text, reason in (("", empty), ("pos a\n....\n", "position incorrecte")):
        path.write_text(text)
        done = CliRunner().invoke(cli, ["bench", "--positions", str(path)])
        assert done.exit_code == 2
        assert reason in done.output


def test_an_empty_name_of_file_is_not_a_missing_option() -> None:
    done = CliRunner().invoke(cli, ["bench", "--positions", "", "--passes", "1"])
    assert (done.exit_code, done.stdout) == (2, "")


def test_instructions_are_counted_or_said_to_be_unknown() -> None:
    with Instructions() as counter:
        sum(range(100_000))
    assert counter.count is None or counter.count > 100_000
