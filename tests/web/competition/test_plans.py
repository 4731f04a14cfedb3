"""Plans over HTTP: templates, the next game, cuts, places, sudden deaths, tables and teams."""

import re
from typing import Any

import pytest

from raccord.documents.office import to_ods, to_xlsx
from raccord.tournament.templates import SCHEMA
from tests.web.club import Club
from tests.web.competition.test_competitions import MakeServer, Organiser
from tests.web.test_rights import stranger

PLAN = "classic;2:30\njoker;;Joker\ncoupe;1;vermeil 1\nclassic;;Finale"
PEOPLE = "N°;Joueur;Catégorie;Équipe\n1;Anne;;Lyon\n2;Luc;;Lyon\n3;Zoé;vermeil;Brest\n4;Max;;Brest"


@pytest.fixture
def organiser(make_server: MakeServer) -> Organiser:
    made = Organiser(make_server())
    made.open()
    return made


def game(organiser: Organiser, path: str = "suivante", **form: Any) -> Club:
    """Open a game from the page; whoever opens it is at its desk."""
    reply = organiser.client.post(f"/competition/{organiser.code}/{path}", data=form)
    assert reply.status_code == 303, reply.text
    return Club(organiser.server, organiser.client, reply.headers["location"].rpartition("/")[2])


def over(club: Club) -> None:
    club.post("stop", {"reason": "fin"})
    club.post("publish")


def plan(organiser: Organiser, status: int = 303, **form: str) -> str:
    return organiser.form("plan", status, **form)


def test_a_planned_event_opens_its_games_one_after_the_other(organiser: Organiser) -> None:
    organiser.form("engages", text=PEOPLE)
    plan(organiser, plan=PLAN)
    first = game(organiser)
    told = first.desk.get(f"/api/games/{first.code}").json()
    assert told["title"] == "Open d'automne – partie 1"
    pins, phone = {table: first.pin(table) for table in (1, 2)}, first.phone(1)
    line = first.post("invitations", {"role": "marker", "label": "Paul"})
    marker = stranger(organiser.server)
    marker.get("/" + line["link"].split("/", 3)[3])
    refused = organiser.client.post(f"/competition/{organiser.code}/suivante")
    assert refused.status_code == 409
    over(first)
    second = game(organiser)
    assert second.desk.get(f"/api/games/{second.code}").json()["title"].endswith("Joker")
    assert {table: second.pin(table) for table in (1, 2)} == pins
    assert phone.get(f"{second.base}/me").json()["table"] == 1
    assert marker.get(f"{second.base}/me").json()["role"] == "marker"
    over(second)
    refused = organiser.client.post(f"/competition/{organiser.code}/suivante")
    assert refused.status_code == 409
    assert "la coupe prévue" in refused.text


def test_the_cut_that_is_due_is_made_at_one_click(organiser: Organiser) -> None:
    organiser.form("engages", text=PEOPLE)
    plan(organiser, plan="classic\ncoupe;1;vermeil 1\njoker")
    organiser.form("resultats", text="joueur;total;top\nAnne;9;9\nLuc;8;9\nZoé;7;9\nMax;6;9")
    page = organiser.client.get(f"/competition/{organiser.code}/gerer").text
    assert "la coupe prévue est à faire" in page
    organiser.form("coupe-prevue")
    organiser.form("coupe-prevue", 409)
    final = game(organiser)
    tables = final.desk.get(f"{final.base}/tables").json()
    assert [line["table"] for line in tables] == [1, 3]


def test_tables_drawn_anew_let_no_phone_in_at_another_s_table(organiser: Organiser) -> None:
    organiser.form("engages", text=PEOPLE)
    plan(organiser, plan="classic\nclassic", seating="draw", redraw="yes")
    drawn = organiser.client.post(f"/api/tournaments/{organiser.code}/seating").json()
    assert sorted(drawn) == ["1", "2", "3", "4"]
    assert sorted(drawn.values()) == [1, 2, 3, 4]
    first = game(organiser)
    before = {t["table"]: t["players"] for t in first.desk.get(f"{first.base}/tables").json()}
    names = {1: "Anne", 2: "Luc", 3: "Zoé", 4: "Max"}
    assert before == {int(table): [names[number]] for table, number in drawn.items()}
    phones = {table: first.phone(table) for table in before}
    over(first)
    second = game(organiser)
    after = {t["table"]: t["players"] for t in second.desk.get(f"{second.base}/tables").json()}
    for table, phone in phones.items():
        stays = before[table] == after[table]
        assert phone.get(f"{second.base}/me").json()["table"] == (table if stays else None)
        assert (first.pin(table) == second.pin(table)) is stays


def test_a_sudden_death_among_equals_is_one_click_and_breaks_the_tie(organiser: Organiser) -> None:
    organiser.form("engages", text=PEOPLE)
    organiser.form("resultats", text="joueur;total;top\nAnne;9;9\nLuc;9;9\nZoé;7;9\nMax;6;9")
    page = organiser.client.get(f"/competition/{organiser.code}/gerer").text
    assert "Les départager par une mort subite" in page
    organiser.form("mort-subite", 409, number=["1", "3"])
    organiser.form("mort-subite", 409, number=["1"])
    death = game(organiser, "mort-subite", number=["1", "2"])
    assert game(organiser, "mort-subite", number=["1", "2"]).code == death.code
    tables = death.desk.get(f"{death.base}/tables").json()
    assert [line["table"] for line in tables] == [1, 2]
    death.post("draw", {"letters": ""})
    death.post("start")
    death.finish_turn()
    for line in ("1 -", "2 ="):
        death.post("marks/line", {"turn": 1, "line": line})
    over(death)
    told = organiser.read()
    assert [(line["place"], line["player"]) for line in told["ranking"]][:2] == [
        (1, "Luc"),
        (2, "Anne"),
    ]
    assert told["ranking"][0]["ties"] == ["mort subite : 1 contre 2"]
    assert told["ranking"][0]["value"] == 9
    assert [head["decides"] for head in told["games"]] == [False, True]
    number = told["games"][1]["number"]
    assert organiser.client.get(f"/competition/{organiser.code}/partie/{number}").status_code == 200


def test_slips_on_phones_are_planned_stay_in_the_plan_and_serve_for_the_sudden_death(
    organiser: Organiser,
) -> None:
    organiser.form("engages", text=PEOPLE)
    for _ in range(2):
        plan(organiser, plan="classic;;;;;stricts\nclassic")
        page = organiser.client.get(f"/competition/{organiser.code}/plan").text
        assert "classic;;;;;stricts\nclassic" in page
    assert "inconnus" in plan(organiser, 400, plan="classic;;;;;vapeur")
    first = game(organiser)
    assert first.get("referee")["settings"]["entry"] == "strict"
    over(first)
    second = game(organiser)
    assert second.get("referee")["settings"]["entry"] == "strict"
    second.desk.put(f"{second.base}/settings", json={"entry": "assisted"}).raise_for_status()
    over(second)
    death = game(organiser, "mort-subite", number=["1", "2"])
    assert death.get("referee")["settings"]["entry"] == "assisted"


def test_tables_and_teams_are_edited_imported_and_counted(organiser: Organiser) -> None:
    plan(
        organiser,
        grades="catégorie;vermeil;1955;1964\ncatégorie;jeune;2008",
        handicap="catégorie;vermeil;5",
        count="best",
        best="1",
    )
    refused = organiser.form("engages", 409, text="Joueur;Catégorie\nAnne;espoir")
    assert "vermeil, jeune" in re.sub(r"[\u00a0\u202f]", " ", refused)
    people: list[tuple[str | int, ...]] = [("Joueur", "Naissance", "Équipe")]
    people += [("Anne", 1990, "Lyon"), ("Zoé", 1960, "Brest")]
    for name, content in (("g.xlsx", to_xlsx(people, "G")), ("g.ods", to_ods(people, "G"))):
        path = f"/competition/{organiser.code}/engages/fichier"
        reply = organiser.client.post(path, files={"file": (name, content)})
        assert reply.status_code == (303 if name == "g.xlsx" else 409), reply.text
    organiser.form("resultats", text="joueur;total;top\nAnne;60;80\nZoé;58;80")
    told = organiser.read()
    assert [(line["player"], line["value"]) for line in told["ranking"]] == [
        ("Zoé", 63),
        ("Anne", 60),
    ]
    assert told["ranking"][0]["category"] == "vermeil"
    assert [(line["team"], line["value"]) for line in told["teams"]] == [
        ("Brest", 63),
        ("Lyon", 60),
    ]
    teams = organiser.client.get(f"/api/tournaments/{organiser.code}/teams").json()
    assert teams == told["teams"]
    assert "Classement par équipes" in organiser.client.get(f"/competition/{organiser.code}").text
    table = to_xlsx([("série", "4A", 3)], "Indices")
    path = f"/competition/{organiser.code}/plan/table"
    for which in ("indices", "handicap"):
        files = {"file": ("t.xlsx", table), "which": (None, which)}
        assert organiser.client.post(path, files=files).status_code == 303
    page = organiser.client.get(f"/competition/{organiser.code}/plan").text
    assert page.count("serie;4A;3") == 2
    files = {"file": ("t.csv", b"n'importe quoi"), "which": (None, "grades")}
    wrong = organiser.client.post(path, files=files)
    assert wrong.status_code == 400
    assert "Ligne 1" in wrong.text


def test_a_plan_that_cannot_be_read_is_told_line_by_line(organiser: Organiser) -> None:
    shown = plan(organiser, 400, plan="classic\nvapeur")
    assert "Ligne 2" in shown
    assert "vapeur" in shown
    assert organiser.client.get(f"/competition/{organiser.code}/plan").text.count("vapeur") == 0
    organiser.form("suivante", 409)
    organiser.form("placement", 409)


def test_the_settings_leave_the_plan_alone(organiser: Organiser) -> None:
    plan(organiser, plan=PLAN, handicap="série;4;3")
    organiser.form("reglages", title="Autre nom", by="places", tie5="solos")
    page = organiser.client.get(f"/competition/{organiser.code}/plan").text
    assert "coupe;1;vermeil 1" in page
    assert "serie;4;3" in page
    assert organiser.read()["ties"] == ["solos"]


def test_templates_open_events_and_are_kept_exported_and_imported(organiser: Organiser) -> None:
    plan(organiser, plan=PLAN, seating="draw")
    organiser.form("modele", name="Mon open")
    kept = organiser.client.get("/modeles/Mon open.json")
    assert kept.json()["schema"] == SCHEMA
    assert "Mon open" in organiser.client.get("/modeles").text
    assert organiser.client.post("/modeles/retirer", data={"name": "Mon open"}).status_code == 303
    assert organiser.client.post("/modeles/retirer", data={"name": "Mon open"}).status_code == 409
    assert organiser.client.get("/modeles/Mon open.json").status_code == 404
    for content, status in ((kept.content, 303), (b"{}", 400), (b"\xff", 400)):
        reply = organiser.client.post("/modeles", files={"file": ("m.json", content)})
        assert reply.status_code == status, reply.text
    organiser.open(template="Mon open", season="2026-2027")
    page = organiser.client.get(f"/competition/{organiser.code}/plan").text
    assert "joker;;Joker" in page
    assert organiser.read()["season"] == "2026-2027"
    names = [one["name"] for one in organiser.client.get("/api/tournament-templates").json()]
    assert names[-1] == "Mon open"
    body = {"name": "Par programme", "terms": {"plan": [{"games": [{"formula": "blitz"}]}]}}
    saved = organiser.client.post("/api/tournament-templates", json=body)
    assert saved.status_code == 201
    wrong = {"name": "Faux", "terms": {"plan": [{"games": [{"formula": "vapeur"}]}]}}
    assert organiser.client.post("/api/tournament-templates", json=wrong).status_code == 409


def test_a_program_opens_the_next_game_and_ranks_another_way(organiser: Organiser) -> None:
    organiser.form("engages", text=PEOPLE)
    plan(organiser, plan="classic")
    base = f"/api/tournaments/{organiser.code}"
    assert organiser.client.post(f"{base}/next").status_code == 201
    organiser.form("resultats", text="joueur;total;top\nAnne;9;9\nLuc;9;9")
    assert (
        organiser.client.post(f"{base}/sudden-death", json={"numbers": [1, 2]}).status_code == 201
    )
    lines = organiser.client.get(f"{base}/ranking?par=places&departage=solos").json()
    assert [line["value"] for line in lines] == [1, 1]
    assert organiser.client.get(f"{base}/ranking?par=vapeur").status_code == 400
    assert organiser.client.get(f"{base}/ranking?departage=vapeur").status_code == 400


@pytest.mark.parametrize("path", ["suivante", "mort-subite", "placement", "coupe-prevue", "modele"])
def test_only_the_organiser_does_any_of_this(organiser: Organiser, path: str) -> None:
    outside = stranger(organiser.server)
    assert outside.post(f"/competition/{organiser.code}/{path}", data={}).status_code == 401
    assert outside.get(f"/competition/{organiser.code}/plan").status_code == 401
    assert outside.get("/modeles").status_code == 401
