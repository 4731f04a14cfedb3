"""``raccord paper`` and sheets of several games."""

import json
from pathlib import Path

import msgspec
from click.testing import CliRunner
from pypdf import PdfReader

from raccord.cli import cli
from raccord.duplicate import record
from tests.web.played import played


def run(*words: str) -> str:
    found = CliRunner().invoke(cli, words)
    assert found.exit_code == 0, found.output
    return found.output


def test_slips_and_road_sheets_are_printed_without_a_server(tmp_path: Path) -> None:
    for name, tables, sheets in (("bulletins", "3", 3), ("feuilles", "3", 6)):
        out = tmp_path / f"{name}.pdf"
        assert str(out) in run("paper", name, "--tables", tables, "--pdf", str(out))
        assert len(PdfReader(out).pages) == sheets


def test_the_place_of_every_box_is_told(tmp_path: Path) -> None:
    out = tmp_path / "bulletin.json"
    run("paper", "bulletins", "--copies", "1", "--json", str(out))
    form = json.loads(out.read_bytes())
    assert len(form["slips"]) == 1
    assert form["boxes"][0] == msgspec.json.decode(out.read_bytes())["boxes"][0]


def test_paper_without_an_output_is_refused() -> None:
    assert CliRunner().invoke(cli, ["paper", "bulletins"]).exit_code == 2


def test_several_games_make_one_sheet(tmp_path: Path) -> None:
    files = []
    for seed in (7, 8):
        path = tmp_path / f"{seed}.json"
        path.write_text(record.dumps(played(seed=seed)), encoding="utf-8")
        files.append(str(path))
    out = tmp_path / "parties.pdf"
    run("sheet", *files, "--pdf", str(out))
    assert len(PdfReader(out).pages) == 1
    run("sheet", files[0], "--turn", "4", "--pdf", str(out))
    assert "arbitrage" in PdfReader(out).pages[0].extract_text()
    refused = CliRunner().invoke(cli, ["sheet", *files, "--document", "route", "--pdf", str(out)])
    assert refused.exit_code != 0
