"""Lists of entries over HTTP: pairs with both their players, and every fault with its line."""

import re

import pytest

from raccord.documents.office import read_rows, to_xlsx
from raccord.tournament import read_people
from tests.web.competition.test_competitions import MakeServer, Organiser
from tests.web.test_rights import stranger

PAIRS: list[tuple[str | int, ...]] = [
    ("N°", "Joueur 1", "Licence 1", "Série 1", "Club 1", "Joueur 2", "Licence 2", "Série 2"),
    (1, "Anne Petit", 11, "5A", "Lyon", "Luc Roy", 22, "4A"),
    (2, "Zoé Martin", 33, "4A", "Mons", "", "", ""),
]


@pytest.fixture
def organiser(make_server: MakeServer) -> Organiser:
    made = Organiser(make_server())
    made.open()
    return made


def send(organiser: Organiser, content: bytes, status: int = 303) -> str:
    path = f"/competition/{organiser.code}/engages/fichier"
    reply = organiser.client.post(path, files={"file": ("liste.xlsx", content)})
    assert reply.status_code == status, reply.text
    return re.sub(r"[\u00a0\u202f]", " ", reply.text)


def entries(organiser: Organiser) -> dict[int, list[dict[str, str]]]:
    told = organiser.client.get(f"/api/tournaments/{organiser.code}/summary").json()
    return {entry["number"]: entry["people"] for entry in told["entries"]}


def test_both_of_a_pair_are_entered_shown_corrected_and_exported(organiser: Organiser) -> None:
    send(organiser, to_xlsx(PAIRS, "Paires"))
    people = entries(organiser)[1]
    assert people[1] == {"name": "Luc Roy", "licence": "22", "series": "4A"}
    page = organiser.client.get(f"/competition/{organiser.code}/engages/1").text
    assert re.search(r'name="second_licence"[^>]*value="22"', page)
    assert "5A / 4A" in organiser.client.get(f"/competition/{organiser.code}/gerer").text
    organiser.form(
        "engages/1",
        name="Anne Petit / Luc Leroy",
        licence="11",
        series="5A",
        second_licence="23",
        second_club="Mons",
        second_category="vermeil",
    )
    second = {"name": "Luc Leroy", "licence": "23", "club": "Mons", "category": "vermeil"}
    assert entries(organiser)[1][1] == second
    file = organiser.client.get(f"/competition/{organiser.code}/fichiers/engages.xlsx")
    back = {one.number: one.people for one in read_people(read_rows(file.content))}
    assert (back[1][1].name, back[1][1].licence) == ("Luc Leroy", "23")
    assert len(back[2]) == 1
    outsider = stranger(organiser.server)
    path = f"/competition/{organiser.code}/fichiers/engages.csv"
    assert outsider.get(path).status_code == 401


def test_the_second_of_a_pair_is_erased_everywhere(organiser: Organiser) -> None:
    send(organiser, to_xlsx(PAIRS, "Paires"))
    organiser.client.post("/personnes", files={"text": (None, "Joueur;Licence\nLuc Roy;22")})
    reply = organiser.client.post("/personnes/effacer", data={"number": "1", "sure": "yes"})
    assert reply.status_code == 303, reply.text
    first, second = entries(organiser)[1]
    assert (first["name"], first["licence"]) == ("Anne Petit", "11")
    assert "Roy" not in second["name"]
    assert "licence" not in second


def test_every_line_that_cannot_be_entered_is_told_and_nobody_is(organiser: Organiser) -> None:
    organiser.do(command="enter", people=[{"name": "Anne Petit"}], number=4)
    table = {"trait": "series", "name": "4A"}
    organiser.do(command="arrange", title="Open", terms={"grades": [table]})
    text = "N°;Joueur;Série\n1;Luc Roy;4a\n2;Zoé;9Z\n3;ANNE petit;\n4;Noé;4A\n5;Luc Roy;"
    shown = organiser.form("engages", 409, text=text)
    shown = re.sub(r"[\u00a0\u202f]", " ", shown).replace("’", "'")
    for fault in (
        "Ligne 3 : « 9Z » n'est pas dans la table (4A).",
        "Ligne 4 : ANNE petit est déjà engagé (n° 4).",
        "Ligne 5 : le numéro 4 est déjà pris par Anne Petit.",
        "Ligne 6 : Luc Roy est déjà engagé (n° 1).",
    ):
        assert fault in shown, fault
    assert "Luc Roy;4a" in shown, "what was typed stays"
    assert list(entries(organiser)) == [4]
    organiser.form("engages", text="N°;Joueur;Série\n1;Luc Roy;4a")
    assert entries(organiser)[1] == [{"name": "Luc Roy", "series": "4A"}]


def test_headings_that_say_nothing_are_told(organiser: Organiser) -> None:
    rows = [("Joueur", "Courriel"), ("Anne Petit", "a@exemple.test")]
    assert "Colonnes laissées de côté : Courriel." in send(organiser, to_xlsx(rows, "L"), 200)
    assert list(entries(organiser)) == [1]
