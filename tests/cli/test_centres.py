"""``raccord hub`` and ``raccord centre``: an event organised and joined without a browser."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from raccord.cli import cli
from raccord.duplicate import record
from raccord.hall import Hall
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from raccord.web import Settings
from raccord.web.services import Services
from tests.network.world import script

RUNNER = CliRunner()


def said(*arguments: object) -> Result:
    return RUNNER.invoke(cli, [str(argument) for argument in arguments])


@pytest.fixture
def event(tmp_path: Path) -> str:
    """An event with a game and its files, in the terminal alone."""
    hub = tmp_path / "hub"
    made = said(
        *("hub", "create", "Simultané", "--centre", "Lyon", "--centre", "Dakar"),
        *("--edition", "2017", "--embargo", "2099-01-01 20:00", "--data", hub),
    )
    assert made.exit_code == 0, made.output
    code = made.output.split(" ")[0]
    game = tmp_path / "partie.json"
    game.write_text(record.dumps(script(1)), encoding="utf-8")
    slot = ("--opens", "2020-01-01 10:00", "--closes", "2099-01-01 12:00")
    added = said("hub", "game", code, game, *slot, "--data", hub)
    assert added.exit_code == 0, added.output
    assert "empreinte des enveloppes" in added.output
    files = said(
        "hub", "files", code, "--address", "http://localhost:9/", "--to", tmp_path, "--data", hub
    )
    assert files.exit_code == 0, files.output
    return code


def test_a_centre_joins_rehearses_and_sends_by_file(event: str, tmp_path: Path) -> None:
    hub, lyon = tmp_path / "hub", tmp_path / "lyon"
    joined = said("centre", "join", tmp_path / "convocation-lyon.json", "--data", lyon)
    assert joined.exit_code == 0, joined.output
    assert "Empreinte de l'organisateur" in joined.output
    assert "Hors liaison" in joined.output
    sheet = tmp_path / "essai.pdf"
    tried = said("centre", "rehearse", "--sheet", sheet, "--data", lyon)
    assert tried.exit_code == 2
    assert "liaison" in tried.output
    assert sheet.read_bytes().startswith(b"%PDF")
    sent = said("centre", "send", "--data", lyon)
    assert sent.exit_code == 2
    assert "tout est gardé" in sent.output
    parcel, answer = tmp_path / "envoi.raccord", tmp_path / "reponse.raccord"
    assert said("centre", "export", parcel, "--data", lyon).exit_code == 0
    taken = said("hub", "import", parcel, "--answer", answer, "--data", hub)
    assert taken.exit_code == 0, taken.output
    beside = said("hub", "import", parcel, "--data", hub)
    assert "reponse-envoi.raccord : à rapporter au centre" in beside.output.replace("\n", "")
    assert (tmp_path / "reponse-envoi.raccord").exists()
    assert said("centre", "answer", answer, "--data", lyon).exit_code == 0
    listed = said("hub", "list", event, "--data", hub).output
    assert "Lyon : à revoir" in listed
    assert "Dakar : attendu" in listed
    status = said("centre", "status", "--data", lyon)
    assert "pas encore ouverte" in status.output
    assert "0 bulletin à transmettre" in status.output


def test_a_code_and_a_ranking_are_told(event: str, tmp_path: Path) -> None:
    hub = tmp_path / "hub"
    code = said("hub", "code", event, "lyon", 1, 2, "--data", hub)
    assert code.exit_code == 0
    assert len(code.output.strip()) == 14
    pdf, csv = tmp_path / "monde.pdf", tmp_path / "monde.csv"
    ranked = said("hub", "ranking", event, "--pdf", pdf, "--csv", csv, "--data", hub)
    assert ranked.exit_code == 0, ranked.output
    assert "0 centres sur 2" in ranked.output
    assert pdf.read_bytes().startswith(b"%PDF")
    assert "Place" in csv.read_text(encoding="utf-8-sig")


@pytest.mark.parametrize(
    "arguments",
    [
        ("hub", "list", "ZZZZZZZZ"),
        ("hub", "create", "X", "--embargo", "demain"),
        ("hub", "ranking", "ZZZZZZZZ"),
        ("centre", "status"),
        ("centre", "join", "rien.json"),
        ("centre", "send", "X"),
    ],
)
def test_bad_input_is_one_line_and_code_2(arguments: tuple[str, ...], tmp_path: Path) -> None:
    reply = said(*arguments, "--data", tmp_path)
    assert reply.exit_code == 2
    assert len(reply.output.strip().splitlines()) == 1
    assert reply.output.startswith("Erreur")


def test_a_live_game_is_added_by_its_code(tmp_path: Path) -> None:
    hub = tmp_path / "hub"
    made = said(
        *("hub", "create", "Multiplex", "--centre", "Lyon", "--edition", "2017"),
        *("--embargo", "2020-01-01 20:00", "--data", hub),
    )
    code = made.output.split(" ")[0]

    async def game() -> str:
        services = Services(Settings(data=hub))
        try:
            wish = NewGame(edition="2017", settings=HallSettings(draw="hand"))
            return await services.get(Hall).desk.create(wish)
        finally:
            await services.close()

    master = asyncio.run(game())
    slot = ("--opens", "2020-01-01 10:00", "--closes", "2099-01-01 12:00")
    added = said("hub", "live", code, master, *slot, "--data", hub)
    assert added.exit_code == 0, added.output
    assert f"en direct de {master}" in added.output
    wrong = said("hub", "live", code, "ZZZZ", *slot, "--data", hub)
    assert wrong.exit_code != 0
    assert "n'existe pas dans la salle" in wrong.output
    assert wrong.output.count("\n") == 1
