"""``raccord people`` and ``raccord tournament export``, on a database of their own."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from raccord.cli import cli
from raccord.documents.office import to_xlsx
from raccord.store.games import TOURNAMENT
from raccord.store.store import Store
from tests.tournament.events import Meeting


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return tmp_path / "base.sqlite"


def run(base: Path, *arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [*map(str, arguments), "--database", str(base)])


def people(base: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(base, "people", "list", "--json").stdout)
    return found


def test_people_are_imported_listed_merged_and_exported(base: Path, tmp_path: Path) -> None:
    file = tmp_path / "gens.xlsx"
    rows: list[tuple[str | int, ...]] = [("Nom", "Prénom", "Licence", "Adresse")]
    rows += [("Petit", "Anne", 7, "rue"), ("Roy", "Luc")]
    file.write_bytes(to_xlsx(rows, "Gens"))
    told = run(base, "people", "import", file)
    assert told.exit_code == 0, told.output
    assert "2 personnes en plus" in told.stdout
    assert "laissées de côté : Adresse" in told.stdout
    again = tmp_path / "gens.csv"
    again.write_bytes("nom;club\nA. Petit;Lyon\n".encode("cp1252"))
    run(base, "people", "import", again)
    assert run(base, "people", "merge", "3", "1").exit_code == 0
    assert people(base) == [
        {"number": 1, "name": "Anne Petit", "licence": "7", "club": "Lyon"},
        {"number": 2, "name": "Luc Roy"},
    ]
    out = tmp_path / "out.csv"
    assert run(base, "people", "export", out).exit_code == 0
    assert "Petit" not in out.read_text("utf-8-sig")
    assert run(base, "people", "export").stdout_bytes == out.read_bytes()
    run(base, "people", "export", out, "--personal")
    assert "Anne Petit" in out.read_text("utf-8-sig")
    assert run(base, "people", "remove", "2").exit_code == 0
    assert len(people(base)) == 1
    assert run(base, "database", "check").exit_code == 0


def test_a_line_that_cannot_be_read_is_told_and_nobody_comes_in(base: Path, tmp_path: Path) -> None:
    file = tmp_path / "gens.csv"
    file.write_text("nom;prénom\nPetit;Anne\n;Luc\n???;\n", encoding="utf-8")
    refused = run(base, "people", "import", file)
    assert refused.exit_code == 2
    assert "Ligne 3" in refused.stderr
    assert "Ligne 4" in refused.stderr
    assert people(base) == []
    assert run(base, "people", "merge", "1", "2").exit_code == 2
    assert run(base, "people", "export", tmp_path / "x.doc").exit_code == 2


@pytest.fixture
def event(base: Path) -> Meeting:
    meeting = Meeting()
    meeting.enter("Anne Petit", "Luc Roy")
    meeting.typed(100, n1=60, n2=50)

    async def keep() -> None:
        store = Store.open(str(base))
        await TOURNAMENT.repository(store).execute(
            "tournament:ABCD", None, lambda _, __: tuple(meeting.events), title="Soirée"
        )
        await store.aclose()

    asyncio.run(keep())
    return meeting


@pytest.mark.usefixtures("event")
@pytest.mark.parametrize("name", ["ABCD", "Soirée"])
def test_a_competition_is_exported_by_its_code_or_its_title(
    base: Path, tmp_path: Path, name: str
) -> None:
    out = tmp_path / "out"
    for kind, files in {
        "sigles": ["partie-1.txt"],
        "csv": ["classement.csv"],
        "xlsx": ["classement.xlsx"],
        "ods": ["classement.ods"],
        "json": ["competition.json"],
    }.items():
        told = run(base, "tournament", "export", name, "--format", kind, "--out", out)
        assert told.exit_code == 0, told.output
        assert all((out / file).stat().st_size for file in files)
    assert (out / "partie-1.txt").read_bytes() == b'"1","Anne Petit","60"\r\n"2","Luc Roy","50"\r\n'
    ranked = CliRunner().invoke(
        cli, ["tournament", "rank", str(out / "competition.json"), "--json"]
    )
    assert [line["player"] for line in json.loads(ranked.stdout)] == ["Anne Petit", "Luc Roy"]


@pytest.mark.parametrize("document", ["engages", "pointage", "placement", "resultats", "diplomes"])
def test_papers_of_a_competition_are_printed(
    base: Path, event: Meeting, tmp_path: Path, document: str
) -> None:
    pdf = tmp_path / "papier.pdf"
    told = run(base, "tournament", "paper", "ABCD", "--document", document, "--pdf", pdf)
    assert told.exit_code == 0, told.output
    assert pdf.read_bytes().startswith(b"%PDF")
    assert event.summary.entries


@pytest.mark.usefixtures("event")
def test_a_competition_nobody_knows_is_refused_with_those_there_are(base: Path) -> None:
    refused = run(base, "tournament", "export", "ZZZZ", "--format", "csv")
    assert refused.exit_code == 2
    assert "ABCD « Soirée »" in refused.stderr


def test_the_schema_of_an_export_is_published() -> None:
    told = CliRunner().invoke(cli, ["tournament", "schema"])
    assert "Exported" in json.loads(told.stdout)["$defs"]
