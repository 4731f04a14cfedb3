"""Pages of a competition over HTTP: the door, typed totals, players' sheets, papers, directory."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.club import Club
from tests.web.competition.test_competitions import Organiser
from tests.web.conftest import LiveServer
from tests.web.test_rights import stranger

PEOPLE = (
    "N°;Joueur;Licence;Club;Série\n1;Anne Petit;11;Lyon;4A\n2;Luc Roy;12;Brest;5B\n3;Zoé Dupuis;;;"
)
TOTALS = "joueur;total;top\nAnne Petit;60;80\nLuc Roy;50;80\nZoé Dupuis;40;80"


@pytest.fixture
def organiser(make_server: Callable[..., LiveServer]) -> Organiser:
    made = Organiser(make_server())
    made.open()
    made.form("engages", text=PEOPLE)
    return made


def get(organiser: Organiser, path: str, status: int = 200, *, outside: bool = False) -> Any:
    client = stranger(organiser.server) if outside else organiser.client
    reply = client.get(f"/competition/{organiser.code}{path}")
    assert reply.status_code == status, reply.text
    return reply


def played(organiser: Organiser) -> Club:
    """A game of the hall: the first two found the top; it is published."""
    reply = organiser.client.post(
        f"/api/tournaments/{organiser.code}/games", json={"formula": "classic"}
    )
    club = Club(organiser.server, organiser.client, reply.json()["code"])
    club.post("draw", {"letters": ""})
    club.post("start")
    club.post("end-time")
    club.post("marks/top", {"tables": [1, 2]})
    club.post("marks/missing", {"rest": True})
    club.post("retain")
    return club


def over(club: Club) -> None:
    club.post("stop", {"reason": "fin"})
    club.post("publish", {"insist": True})


def test_the_door_works_without_scripts_and_by_program(organiser: Organiser) -> None:
    organiser.form("pointage", mark="2:late")
    organiser.form("pointage", 409, mark="9:late")
    organiser.form("pointage", 409, mark="2:parti")
    base = f"/api/tournaments/{organiser.code}/presence"
    body = {"numbers": [3], "presence": "absent"}
    assert organiser.client.post(base, json=body).status_code == 204
    assert organiser.client.post(base, json={**body, "numbers": []}).status_code == 400
    assert stranger(organiser.server).post(base, json=body).status_code == 401
    organiser.form("pointage", rest="present")
    page = get(organiser, "/pointage").text
    for number, presence in ((1, "present"), (2, "late"), (3, "absent")):
        button = page[: page.index(f'value="{number}:{presence}"') + 120][-130:]
        assert 'aria-pressed="true"' in button
    get(organiser, "/pointage", 401, outside=True)


def test_totals_are_typed_into_a_grid_and_put_right(organiser: Organiser) -> None:
    typed: dict[str, Any] = {"number": ["1", "2", "3"], "title": "Chez Paul", "top": "80"}
    organiser.form("saisie", total=["60", "1 0", "dispensé"], **typed)
    told = organiser.read()
    assert [(line["player"], line["value"]) for line in told["ranking"]] == [
        ("Anne Petit", 60),
        ("Luc Roy", 10),
    ]
    page = get(organiser, "/saisie?partie=1").text
    assert 'value="60"' in page
    assert 'value="dispensé"' in page
    put_right = organiser.client.post(
        f"/competition/{organiser.code}/saisie?partie=1", data={**typed, "total": ["60", "75", ""]}
    )
    assert put_right.status_code == 303
    assert organiser.read()["ranking"][0]["player"] == "Luc Roy"
    assert len(organiser.read()["games"]) == 1
    shown = organiser.form("saisie", 409, total=["60", "beaucoup", ""], **typed)
    assert "beaucoup" in shown
    assert 'value="60"' in shown, "nothing typed is lost"
    organiser.form("saisie", 409, total=["", "", ""], **typed)
    get(organiser, "/saisie?partie=9", 404)
    get(organiser, "/saisie", 401, outside=True)


def test_both_of_a_pair_entered_apart_have_its_total(organiser: Organiser) -> None:
    organiser.form(
        "resultats", text="joueur;total;top\nAnne Petit / Zoé Dupuis;70;80\nLuc Roy;60;80"
    )
    told = organiser.read()["ranking"]
    assert [(line["player"], line["value"]) for line in told] == [
        ("Anne Petit", 70),
        ("Zoé Dupuis", 70),
        ("Luc Roy", 60),
    ]
    organiser.form(
        "resultats", 409, text="joueur;total;top\nAnne Petit / Luc Roy;7;8\nAnne Petit;6;8"
    )


def test_a_players_sheet_is_public_once_the_game_is_published_and_as_veiled_as_its_event(
    organiser: Organiser,
) -> None:
    organiser.form("resultats", text=TOTALS, title="À Dijon")
    club = played(organiser)
    before = get(organiser, "/joueur/1.json?partie=2", outside=True).json()
    assert [game["title"] for game in before["games"]] == ["À Dijon"]
    assert before["road"] is None
    over(club)
    told = get(organiser, "/joueur/1.json?partie=2", outside=True).json()
    assert [(game["title"], game["place"]) for game in told["games"]] == [
        ("À Dijon", 1),
        ("Partie 2", 1),
    ]
    assert told["road"]["lines"][0]["points"] == told["road"]["lines"][0]["top_points"]
    page = get(organiser, "/joueur/1?partie=2", outside=True).text
    assert "Anne Petit" in page
    get(organiser, "/joueur/9", 404, outside=True)
    past = stranger(organiser.server).get("/historique.json?nom=anne petit").json()
    assert (past["games"], past["appearances"][0]["place"]) == (2, 1)
    assert stranger(organiser.server).get("/historique.json?nom=11").json() == past
    organiser.form("reglages", title="Open", by="points", shown="initials")
    for path in ("/joueur/1", "/joueur/1?partie=2", "/joueur/1.json?partie=2", "/projection"):
        veiled = get(organiser, path, outside=True).text
        assert "Petit" not in veiled
        assert "A. P." in veiled
    outside = stranger(organiser.server)
    assert outside.get("/historique.json?nom=anne petit").status_code == 404
    assert organiser.client.get("/historique.json?nom=anne petit").json()["games"] == 2


def test_papers_are_made_for_the_organiser_and_rankings_for_everybody(organiser: Organiser) -> None:
    for name in ("engages", "pointage", "placement", "resultats", "classement"):
        assert get(organiser, f"/papiers/{name}.pdf").content.startswith(b"%PDF")
        get(organiser, f"/papiers/{name}.pdf", 401, outside=True)
    get(organiser, "/papiers/diplomes.pdf", 409)
    get(organiser, "/papiers/engages.doc", 404)
    get(organiser, "/papiers", 401, outside=True)
    organiser.form("resultats", text=TOTALS, title="À Dijon")
    assert "diplomes.pdf" in get(organiser, "/papiers").text
    assert get(organiser, "/papiers/diplomes.pdf?premiers=1").content.startswith(b"%PDF")
    for path in ("/classement.pdf", "/classement.pdf?groupe=series", "/partie/1.pdf"):
        assert get(organiser, path, outside=True).content.startswith(b"%PDF")
    base = f"/api/tournaments/{organiser.code}/revision"
    first = stranger(organiser.server).get(base).json()
    organiser.form("pointage", mark="1:present")
    assert stranger(organiser.server).get(base).json() != first


def test_the_sheet_of_second_marking_is_the_desks(organiser: Organiser) -> None:
    club = played(organiser)
    link = club.post("invitations", {"role": "second", "tables": [1]})["link"]
    second = stranger(organiser.server)
    second.get("/" + link.split("/", 3)[3])
    reading = {"turn": 1, "line": "1 -"}
    assert second.post(f"{club.base}/second/line", json=reading).status_code == 200
    path = f"/partie/{club.code}/double-arbitrage"
    assert organiser.client.get(f"{path}.pdf?coup=1").content.startswith(b"%PDF")
    line = organiser.client.get(f"{path}.json?coup=1").json()["lines"][0]
    assert (line["points"] > 0, line["second"]) == (True, 0)
    assert second.get(f"{path}.pdf?coup=1").status_code == 403
    assert organiser.client.get(f"{path}.pdf?coup=7").status_code == 404


def test_the_directory_is_corrected_exported_and_entered_from(organiser: Organiser) -> None:
    client = organiser.client
    client.post(
        "/personnes", files={"text": (None, "Joueur;Licence;Club\nMax Blanc;77;Lyon\nÈve Roux;;")}
    )
    listed = client.get("/api/people").json()
    numbers = {one["person"]["name"]: one["number"] for one in listed}
    card = f"/personnes/fiche/{numbers['Max Blanc']}"
    assert "Max Blanc" in client.get(card).text
    form = {"name": "Max Leblanc", "licence": "77", "series": "3", "born": "1960"}
    assert client.post(card, data=form).status_code == 303
    assert client.post(card, data={**form, "born": "hier"}).status_code == 409
    assert client.post(card, data={**form, "born": "9999"}).status_code == 409
    assert client.post(card, data={**form, "name": " "}).status_code == 409
    assert client.get("/personnes/fiche/99").status_code == 404
    body = {"name": "Ève Roux", "club": "Nice"}
    assert client.put(f"/api/people/{numbers['Ève Roux']}", json=body).status_code == 204
    same = client.put(f"/api/people/{numbers['Ève Roux']}", json={"name": "M", "licence": "77"})
    assert same.status_code == 409
    told = client.post("/api/people", json=[{"name": "Ève Roux", "club": "Nice", "series": "2"}])
    assert told.json() == {"added": 0, "changed": 1}
    assert client.post("/api/people", json=[{"name": "x" * 900}]).status_code == 409
    plain, veiled = (
        client.get(f"/personnes/annuaire.csv{query}").text for query in ("", "?anonyme=true")
    )
    assert "Leblanc" in plain
    assert "Leblanc" not in veiled
    assert "77" not in veiled
    organiser.form("engages/annuaire", 409)
    organiser.form("engages/annuaire", number=str(numbers["Max Blanc"]))
    assert "Max Leblanc" in get(organiser, "/engages/4").text
    organiser.form("engages", text="Ève Roux")
    shown = get(organiser, "/engages/5").text
    assert 'value="Nice"' in shown, "what the directory knows of her"
    get(organiser, "/engages/9", 404)
    for path in ("/engages/1", "/engages/annuaire"):
        get(organiser, path, 401, outside=True)
    outside = stranger(organiser.server)
    assert outside.get("/api/people").status_code == 401
    assert outside.get(card).status_code == 401
