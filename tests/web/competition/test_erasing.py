"""Erasing a person on request: the name is nowhere any more, and the log still proves the rest."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from raccord.cli import cli
from raccord.hall.games import stream_of
from raccord.store.database import connect
from raccord.store.erasing import rewrite
from raccord.store.store import Store
from tests.web.competition.test_competitions import MakeServer, Organiser
from tests.web.competition.test_plans import game, over
from tests.web.test_rights import stranger

PEOPLE = "Nom;Prénom;Licence;Club\nPetit;Anne;7;Lyon\nRoy;Luc;8;Brest"
FORM = {"number": "1", "sure": "yes"}


@pytest.fixture
def organiser(make_server: MakeServer) -> Organiser:
    made = Organiser(make_server())
    made.open()
    made.client.post("/personnes", files={"text": (None, PEOPLE)})
    made.form("engages", text=PEOPLE)
    made.form("plan", plan="classic")
    return made


def erase(organiser: Organiser, status: int = 303, **form: str) -> str:
    reply = organiser.client.post("/personnes/effacer", data={**FORM, **form})
    assert reply.status_code == status, reply.text
    return reply.text


def file_of(organiser: Organiser) -> Path:
    return Path(str(organiser.server.services.store.engine.url.database))


def check(path: Path, *more: str) -> tuple[int, str]:
    found = CliRunner().invoke(cli, ["database", "check", "--database", str(path), *more])
    return found.exit_code, found.output


def test_an_erased_person_is_nowhere_any_more_and_the_seal_still_holds(
    organiser: Organiser,
) -> None:
    club = game(organiser)
    erase(organiser, 409)
    over(club)
    seal = club.desk.get(f"/api/games/{club.code}").json()["seal"]
    before = organiser.read()
    assert "Anne Petit" in str(before)
    erase(organiser)
    path = file_of(organiser)
    for file in path.parent.glob(f"{path.name}*"):
        assert b"Anne" not in file.read_bytes()
    after = organiser.read()
    assert "Anne" not in str(after)
    assert [line["value"] for line in after["ranking"]] == [
        line["value"] for line in before["ranking"]
    ]
    page = organiser.client.get(f"/partie/{club.code}/classement").text
    assert "Anne" not in page
    assert "Anonyme" in page
    assert "Luc Roy" in page
    assert "Anonyme" not in organiser.client.get("/personnes").text
    status, told = check(path, "--seal", f"{club.code}={seal}")
    assert status == 0, told
    assert "effacées sur demande" in told


def test_whoever_changes_an_erased_event_is_found(organiser: Organiser) -> None:
    erase(organiser)
    path = file_of(organiser)
    organiser.server.services.store.close()
    engine = connect(str(path))
    with engine.begin() as connection:
        guard = connection.exec_driver_sql(
            "SELECT sql FROM sqlite_master WHERE name = 'events_no_update'"
        ).scalar()
        connection.exec_driver_sql("DROP TRIGGER events_no_update")
        connection.exec_driver_sql(
            "UPDATE events SET payload = replace(payload, 'Anonyme', 'Anonymous') "
            "WHERE stream LIKE 'tournament:%'"
        )
        connection.exec_driver_sql(str(guard))
    engine.dispose()
    status, told = check(path)
    assert status != 0
    assert "modifié après coup" in told


def test_a_ruling_changed_and_called_an_erasure_is_named(organiser: Organiser) -> None:
    club = game(organiser)
    over(club)
    path = file_of(organiser)
    organiser.server.services.store.close()
    store = Store.open(str(path))
    with store:
        ended = next(e for e in store.blocking.load(stream_of(club.code)) if e.type == "ended")
        changed = ended.payload.replace('"event":"ended"', '"event":"ended","reason":"autre"')
        now = store.clock()
        store.blocking.write(
            lambda connection: rewrite(connection, [(ended, changed)], {}, ["f" * 32], now)
        )
    told = check(path)[1]
    assert f"{stream_of(club.code)} {ended.version} : un nom y fut effacé" in told
    assert "le reste n'est plus prouvé (ended)" in told


def test_a_namesake_with_another_licence_stays(organiser: Organiser) -> None:
    organiser.form("engages", text="Nom;Prénom;Licence\nPetit;Anne;9")
    erase(organiser)
    summary = organiser.client.get(f"/api/tournaments/{organiser.code}/summary").json()
    people = [entry["people"][0] for entry in summary["entries"]]
    assert [one.get("licence") for one in people] == [None, "8", "9"]
    assert people[2]["name"] == "Anne Petit"
    assert people[0]["club"] == "Lyon"


def test_erasing_is_for_the_organiser_and_asks_to_be_meant(organiser: Organiser) -> None:
    assert stranger(organiser.server).post("/personnes/effacer", data=FORM).status_code == 401
    erase(organiser, 400, sure="")
    erase(organiser, 409, number="12")
    assert organiser.client.delete("/api/people/1").status_code == 204
    assert organiser.client.delete("/api/people/1").status_code == 409


def test_two_sheets_put_together_are_erased_together(organiser: Organiser) -> None:
    organiser.client.post("/personnes", files={"text": (None, "nom\nAnne P. de Lyon")})
    organiser.client.post("/personnes/reunir", data={"number": "3", "into": "1"})
    erase(organiser)
    assert b"Anne" not in file_of(organiser).read_bytes()


def test_the_command_erases_too(organiser: Organiser) -> None:
    path = file_of(organiser)
    organiser.server.services.store.close()
    found = CliRunner().invoke(cli, ["people", "erase", "1", "--yes", "--database", str(path)])
    assert found.exit_code == 0, found.output
    assert b"Anne" not in path.read_bytes()
    assert check(path)[0] == 0
