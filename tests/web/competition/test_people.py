"""The directory and the files of a competition over HTTP: for the organiser only."""

import pytest

from raccord.documents.office import read_rows, to_ods, to_xlsx
from tests.web.competition.test_competitions import TOTALS, MakeServer, Organiser
from tests.web.test_rights import stranger

ROWS = [("Nom", "Prénom", "Licence", "Ville"), ("Petit", "Anne", 7, "Lyon"), ("Roy", "Luc", "", "")]


@pytest.fixture
def organiser(make_server: MakeServer) -> Organiser:
    return Organiser(make_server())


def names(organiser: Organiser) -> list[str]:
    return [one["name"] for one in organiser.client.get("/personnes/annuaire.json").json()]


@pytest.mark.parametrize(("name", "content"), [("g.xlsx", to_xlsx), ("g.ods", to_ods)])
def test_people_come_in_from_an_office_file(organiser, name, content) -> None:  # type: ignore[no-untyped-def]
    csrf = organiser.client.headers["x-csrf-token"]
    reply = organiser.client.post(
        "/personnes", files={"file": (name, content(ROWS, "Gens"))}, data={"_csrf": csrf}
    )
    assert reply.status_code == 200, reply.text
    assert "Ville" in reply.text
    assert names(organiser) == ["Anne Petit", "Luc Roy"]


def send(organiser: Organiser, text: str) -> tuple[int, str]:
    reply = organiser.client.post("/personnes", files={"text": (None, text)})
    return reply.status_code, reply.text


def test_people_are_put_together_taken_out_and_exported(organiser: Organiser) -> None:
    assert send(organiser, "nom;prénom\nPetit;Anne\nRoy;Luc\nR.;Luc")[0] == 200
    merged = {"number": "3", "into": "2"}
    assert organiser.client.post("/personnes/reunir", data=merged).status_code == 303
    assert organiser.client.post("/personnes/reunir", data=merged).status_code == 409
    assert organiser.client.post("/personnes/retirer", data={"number": "1"}).status_code == 303
    assert names(organiser) == ["Luc Roy"]
    for kind in ("csv", "xlsx", "ods"):
        rows = read_rows(organiser.client.get(f"/personnes/annuaire.{kind}").content)
        assert rows[1][1][:2] == ("2", "Luc Roy")
    assert organiser.client.get("/personnes/annuaire.doc").status_code == 404


def test_what_cannot_be_read_is_told_and_nobody_comes_in(organiser: Organiser) -> None:
    status, shown = send(organiser, "nom\nAnne\n???")
    assert status == 400
    assert "Ligne 3" in shown
    assert names(organiser) == []


def test_a_stranger_sees_nothing_of_the_directory(organiser: Organiser) -> None:
    send(organiser, "nom\nAnne")
    outside = stranger(organiser.server)
    for path in ("/personnes", "/personnes/annuaire.csv"):
        assert outside.get(path).status_code == 401
    assert outside.post("/personnes", files={"text": (None, "nom\nX")}).status_code == 401
    assert outside.post("/personnes/retirer", data={"number": "1"}).status_code == 401


def test_the_files_of_a_competition_are_for_its_organiser(organiser: Organiser) -> None:
    code = organiser.open()
    organiser.form("resultats", text=TOTALS)
    files = f"/competition/{code}/fichiers"
    sigles = organiser.client.get(f"{files}/partie-1.txt")
    assert sigles.content == b'"1","Anne Petit","60"\r\n"2","Luc Roy","50"\r\n'
    for name in ("classement.csv", "classement.xlsx", "classement.ods", "competition.json"):
        assert organiser.client.get(f"{files}/{name}").status_code == 200
    assert organiser.client.get(f"{files}/partie-9.txt").status_code == 404
    assert stranger(organiser.server).get(f"{files}/competition.json").status_code == 401
