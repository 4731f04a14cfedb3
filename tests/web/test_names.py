"""Names that mean harm, by every door that takes one: they stay text, and turn nothing around."""

import csv
import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from raccord.web.doors import organiser_path
from tests.web.conftest import LiveServer, WebClient

TURNING = "\u202e\u2066\u200f"
SCRIPT = "<script>alert(1)</script>"
FORMULA = "=HYPERLINK(1)"
WORLD = {"embargo": "2027-03-06T14:00"}


@pytest.fixture
def desk(make_server: Callable[..., LiveServer]) -> WebClient:
    server = make_server(host="0.0.0.0")
    client = server.client()
    client.get(f"/{organiser_path(server.services)}")
    return client.sign_in()


def opened(desk: WebClient, title: str) -> str:
    """A competition with three people, one of them by a file, and a game of typed totals."""
    code: str = desk.post("/api/tournaments", json={"command": "open", "title": title}).json()[
        "code"
    ]
    return code


def filled(desk: WebClient, code: str, name: str) -> None:
    person = {"name": f"Anne {name}", "club": f"Club {name}", "team": name, "series": "4"}
    enter = {"command": "enter", "people": [person]}
    assert desk.post(f"/api/tournaments/{code}", json=enter).status_code == 200
    file = {"file": ("a.csv", f"Nom\tClub\nLuc {name}\t{name}\n".encode())}
    assert desk.post(f"/competition/{code}/engages/fichier", files=file).status_code == 303
    assert desk.post("/personnes", files=file).status_code == 200
    typed = {"number": ["1", "2"], "title": f"Partie {name}", "top": "80", "total": ["60", "50"]}
    assert desk.post(f"/competition/{code}/saisie", data=typed).status_code == 303
    desk.post("/competitions", data={"title": f"Autre {name}", "season": f"Saison {name}"})
    world = {"title": f"Monde {name}", "centres": f"Lyon {name} ; contact {name}", **WORLD}
    assert desk.post("/epreuves", data=world).status_code == 303
    grade = {"trait": "series", "name": f"Série {name}", "least": 1}
    model = {"name": f"Modèle {name}", "terms": {"season": f"Saison {name}", "grades": [grade]}}
    assert desk.post("/api/tournament-templates", json=model).status_code == 201
    desk.post(f"/competition/{code}/modele", data={"name": f"Autre modèle {name}"})
    desk.post("/salon/reglages", data={"action": "open"})
    desk.post("/api/room/join", json={"name": f"Zoé {name}"[:20]})
    desk.post("/api/jarnac", json={"mode": "phones", "first": name[:24]})


def pages(desk: WebClient, code: str) -> dict[str, Any]:
    """Every new page and file that tells a name."""
    world = re.findall(r"/epreuve/(\w+)/gerer", desk.get("/epreuves").text)[0]
    own = (
        *("", "/gerer", "/pointage", "/plan", "/saisie", "/papiers", "/engages/1", "/joueur/1"),
        *("/partie/1", "/projection", "/recours", "/jarnac/gerer", ".json", "/classement.csv"),
    )
    addresses = (
        *(f"/competition/{code}{path}" for path in own),
        *("/modeles", "/api/tournament-templates"),
        *("/competitions", "/competitions.json", "/personnes", "/epreuves", "/salon", "/api/room"),
        *(f"/epreuve/{world}", f"/epreuve/{world}/gerer", f"/epreuve/{world}/classement.csv"),
        *(f"/api/tournaments/{code}{path}" for path in ("", "/summary", "/ranking", "/teams")),
        *(
            "/api/people",
            "/historique?nom=Anne",
            "/personnes/annuaire.csv",
            "/personnes/annuaire.json",
        ),
        *("/jarnac", "/jarnac/parties"),
    )
    found = {path: desk.get(path) for path in addresses}
    for path, reply in found.items():
        assert reply.status_code in {200, 404}, (path, reply.status_code)
    assert sum(reply.status_code == 200 for reply in found.values()) > 28
    return found


def test_no_name_of_a_competition_or_a_centre_turns_the_text_around_it(desk: WebClient) -> None:
    code = opened(desk, f"Coupe {TURNING}")
    filled(desk, code, TURNING)
    for path, reply in pages(desk, code).items():
        assert not set(TURNING) & set(reply.text), path
        assert "\\u202e" not in reply.text, path


def test_a_template_whose_names_are_nothing_else_is_refused(desk: WebClient) -> None:
    grade = {"trait": "series", "name": TURNING}
    for model in ({"name": TURNING, "terms": {}}, {"name": "M", "terms": {"grades": [grade]}}):
        reply = desk.post("/api/tournament-templates", json=model)
        assert reply.status_code == 409, reply.text


def test_control_characters_stay_out_of_titles(desk: WebClient) -> None:
    code = opened(desk, "Coupe\x1b[31m\nd'hiver\0")
    assert desk.get(f"/competition/{code}.json").json()["title"] == "Coupe [31m d'hiver"


def test_names_are_text_on_every_new_page(desk: WebClient) -> None:
    code = opened(desk, f"Coupe {SCRIPT}")
    filled(desk, code, SCRIPT)
    seen = 0
    for path, reply in pages(desk, code).items():
        if "html" in reply.headers["content-type"]:
            assert "<script>alert" not in reply.text, path
            seen += "&lt;script&gt;" in reply.text
    assert seen > 8


def test_no_cell_of_a_file_is_a_formula(desk: WebClient) -> None:
    code = opened(desk, "Coupe")
    people = [{"name": f"{FORMULA} Anne", "club": FORMULA, "team": "+1 Lyon", "series": "-2"}]
    assert desk.post(f"/api/tournaments/{code}", json={"command": "enter", "people": people})
    assert desk.post("/api/people", json=people).status_code == 200
    typed = {"number": ["1"], "title": FORMULA, "top": "80", "total": ["60"]}
    assert desk.post(f"/competition/{code}/saisie", data=typed).status_code == 303
    csvs = (f"/competition/{code}/classement.csv", "/personnes/annuaire.csv")
    for path in (*csvs, f"/competition/{code}/fichiers/classement.csv"):
        reply = desk.get(path)
        if reply.status_code == 200:
            rows = csv.reader(io.StringIO(reply.text.lstrip("\ufeff")), delimiter=";")
            cells = [cell for row in rows for cell in row]
            assert any("HYPERLINK" in cell for cell in cells), path
            assert not [c for c in cells if re.match(r"[=+@]|-\D", c)], path
    book = zipfile.ZipFile(io.BytesIO(desk.get("/personnes/annuaire.xlsx").content))
    assert not [name for name in book.namelist() if b"<f>" in book.read(name)]
    ods = zipfile.ZipFile(io.BytesIO(desk.get("/personnes/annuaire.ods").content))
    assert b"table:formula" not in ods.read("content.xml")
