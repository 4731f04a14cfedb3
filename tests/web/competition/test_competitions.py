"""Competitions over HTTP: the organiser's page, the public one, the API, and who may do what."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from raccord.duplicate import fold, record, score_table
from raccord.web.doors import organiser_path
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient
from tests.web.played import played
from tests.web.test_rights import stranger

MakeServer = Callable[..., LiveServer]
TOTALS = "joueur;total;top\nAnne Petit;60;80\nLuc Roy;50;80\n"


class Organiser:
    """Who runs a competition, as a browser without scripts and as a program."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server
        self.client = server.client()
        self.client.get(f"/{organiser_path(server.services)}")
        self.client.sign_in()
        self.code = ""

    def open(self, **form: str) -> str:
        reply = self.client.post("/competitions", data={"title": "Open d'automne", **form})
        assert reply.status_code == 303, reply.text
        self.code = reply.headers["location"].split("/")[2]
        return self.code

    def form(self, path: str, status: int = 303, **data: Any) -> str:
        reply = self.client.post(f"/competition/{self.code}/{path}", data=data)
        assert reply.status_code == status, reply.text
        return reply.text

    def do(self, status: int = 200, **command: Any) -> Any:
        reply = self.client.post(f"/api/tournaments/{self.code}", json=command)
        assert reply.status_code == status, reply.text
        return reply.json()

    def read(self, client: WebClient | None = None) -> Any:
        return (client or self.client).get(f"/competition/{self.code}.json").json()


@pytest.fixture
def server(make_server: MakeServer) -> LiveServer:
    return make_server()


@pytest.fixture
def organiser(server: LiveServer) -> Organiser:
    made = Organiser(server)
    made.open(by="points", tie1="last-game", season="2026-2027")
    return made


def ranking(told: Any) -> list[tuple[int, str, Any]]:
    return [(line["place"], line["player"], line["value"]) for line in told["ranking"]]


def test_people_games_and_the_ranking_go_through_the_pages(organiser: Organiser) -> None:
    organiser.form("engages", text="Nom;Prénom;Club;Série\nPetit;Anne;Lyon;4A\nRoy;Luc;Brest;5B")
    organiser.form("resultats", text=TOTALS, title="À Dijon")
    organiser.form("resultats", text="joueur;total;top\nAnne Petit;50;80\nLuc Roy;60;80")
    told = organiser.read()
    assert ranking(told) == [(1, "Luc Roy", 110), (2, "Anne Petit", 110)]
    assert told["ranking"][0]["ties"] == ["dernière partie : 60 contre 50"]
    assert [game["title"] for game in told["games"]] == ["À Dijon", "Partie 2"]
    page = organiser.client.get(f"/competition/{organiser.code}").text
    assert "dernière partie : 60 contre 50" in re.sub(r"[\u00a0\u202f]", " ", page)
    grouped = organiser.client.get(f"/competition/{organiser.code}?groupe=series").text
    assert grouped.index("4A") < grouped.index("5B")
    game = organiser.client.get(f"/competition/{organiser.code}/partie/1.json").json()
    assert [line["player"] for line in game] == ["Anne Petit", "Luc Roy"]
    assert organiser.client.get(f"/competition/{organiser.code}/partie/1").status_code == 200
    assert organiser.client.get(f"/competition/{organiser.code}/partie/9").status_code == 404


def test_a_line_that_cannot_be_read_is_told_and_nobody_is_entered(organiser: Organiser) -> None:
    shown = organiser.form("engages", 400, text="Anne\n99999 Luc")
    assert "Ligne 2" in shown
    assert "99999 Luc" in shown
    assert organiser.read()["ranking"] == []
    organiser.form("engages", text="Anne")
    assert "déjà engagé" in organiser.form("engages", 409, text="anne")


def test_a_hall_game_of_the_competition_is_made_for_who_is_there(organiser: Organiser) -> None:
    organiser.form("engages", text="Anne\nLuc\nZoé")
    organiser.form("pointage", number="2", presence="absent")
    reply = organiser.client.post(
        f"/competition/{organiser.code}/parties", data={"formula": "classic", "entry": "paper"}
    )
    code = reply.headers["location"].rpartition("/")[2]
    tables = organiser.client.get(f"/api/games/{code}/tables").json()
    assert [line["table"] for line in tables] == [1, 3]
    told = organiser.read()
    assert [(game["code"], game["over"]) for game in told["games"]] == [(code, False)]
    public = organiser.client.get(f"/partie/{code}").text
    assert f"/competition/{organiser.code}" in public


def test_a_record_brings_a_game_played_elsewhere(organiser: Organiser) -> None:
    organiser.form("resultats", text=record.dumps(played(4)))
    totals = sorted((score.total for score in score_table(fold(played(4)))), reverse=True)
    places = [place for place, *_ in ranking(organiser.read())]
    assert places == [totals.index(total) + 1 for total in totals]
    assert "ligne 1" in organiser.form("resultats", 400, text="Anne;douze;80").casefold()


def test_entries_are_put_right_merged_removed_and_excluded(organiser: Organiser) -> None:
    organiser.form("engages", text="Anne Petit\nLuc\nAnne P.\nMax\nZoé")
    organiser.form("resultats", text="joueur;total;top\nAnne Petit;60;80\nLuc;50;80\nZoé;10;80")
    organiser.form("resultats", text="joueur;total;top\nAnne P.;60;80")
    organiser.form("engages/3/reunir", into="1")
    organiser.form("engages/2", name="Luc Roy", club="Lyon")
    organiser.form("engages/4/retirer")
    assert "Il a joué" in organiser.form("engages/2/retirer", 409)
    organiser.form("engages/5/exclure", reason="fraude")
    told = organiser.read()
    assert ranking(told) == [(1, "Anne Petit", 120), (2, "Luc Roy", 50)]
    assert told["ranking"][1]["club"] == "Lyon"
    page = organiser.client.get(f"/competition/{organiser.code}/gerer").text
    assert "exclu : fraude" in " ".join(page.split())
    organiser.form("engages/5/readmettre", reason="erreur de personne")
    assert ranking(organiser.read())[2] == (3, "Zoé", 10)


def test_absences_cuts_dropped_games_and_the_end(organiser: Organiser) -> None:
    organiser.form("engages", text="nom;catégorie\nAnne;\nLuc;\nZoé;vermeil\nMax;")
    organiser.form("resultats", text="joueur;total;top\nAnne;60;80\nLuc;50;80\nZoé;10;80")
    organiser.form("absences", game="1", number="4", why="referee")
    organiser.form("coupe", first="1", categories="vermeil 1")
    assert "illisible" in organiser.form("coupe", 400, first="1", categories="vermeil")
    organiser.form("resultats", text="joueur;total;top\nAnne;1;80\nZoé;70;80")
    assert [player for _, player, _ in ranking(organiser.read())] == ["Zoé", "Anne", "Luc"]
    organiser.form("parties/2/retirer")
    assert [player for _, player, _ in ranking(organiser.read())] == ["Anne", "Zoé", "Luc"]
    organiser.form("clore")
    assert "close" in organiser.form("engages", 409, text="Éva")
    organiser.form("rouvrir")
    organiser.form("engages", text="Éva")


def test_settings_change_the_ranking_and_what_the_public_sees(organiser: Organiser) -> None:
    organiser.form("engages", text="Anne Petit\nLuc Roy")
    organiser.form("resultats", text=TOTALS)
    organiser.form("reglages", title="Open", by="places", shown="initials")
    assert ranking(organiser.read()) == [(1, "Anne Petit", 1), (2, "Luc Roy", 2)]
    outside = stranger(organiser.server)
    assert ranking(organiser.read(outside)) == [(1, "A. P.", 1), (2, "L. R.", 2)]
    assert "Petit" not in outside.get(f"/competition/{organiser.code}").text
    csv = outside.get(f"/competition/{organiser.code}/classement.csv")
    assert "A. P." in csv.text
    assert "Petit" not in csv.text


def test_a_private_competition_is_listed_for_its_organiser_only(server: LiveServer) -> None:
    organiser = Organiser(server)
    code = organiser.open(private="yes")
    assert len(code) == 8
    outside = stranger(server)
    assert outside.get("/competitions.json").json() == []
    assert [line["code"] for line in organiser.client.get("/api/tournaments").json()] == [code]
    assert outside.get(f"/competition/{code}").status_code == 200
    assert outside.get("/competition/ZZZZ").status_code == 404


def test_the_season_of_a_club_is_a_page_and_files(organiser: Organiser) -> None:
    organiser.form("resultats", text=TOTALS)
    organiser.open(season="2026-2027", private="yes")
    organiser.form("resultats", text="joueur;total;top\nAnne Petit;80;80")
    organiser.open(season="autre")
    season = organiser.client.get("/saison/2026-2027.json?meilleurs=1").json()
    assert [(line["player"], line["best"]) for line in season["ranking"]] == [
        ("Anne Petit", 100.0),
        ("Luc Roy", 62.5),
    ]
    assert len(season["evenings"]) == 2
    page = organiser.client.get("/saison/2026-2027").text
    assert "Anne Petit" in page
    csv = organiser.client.get("/saison/2026-2027.csv").text
    assert csv.splitlines()[1].startswith("1;Anne Petit;;;2;2;140;")
    outside = stranger(organiser.server)
    assert len(outside.get("/saison/2026-2027.json").json()["evenings"]) == 1
    assert outside.get("/saison/inconnue").status_code == 404
    assert outside.get("/saison/2026-2027?meilleurs=-1").status_code == 400


WRITES = [
    *(
        "engages",
        "engages/1",
        "engages/1/reunir",
        "engages/1/retirer",
        "engages/1/exclure",
        "engages/1/readmettre",
    ),
    *("pointage", "parties", "resultats", "parties/1/retirer", "absences", "coupe", "reglages"),
    *("clore", "rouvrir"),
]
BODY = {
    "text": "Anne",
    "number": "1",
    "presence": "late",
    "game": "1",
    "why": "late",
    "first": "1",
    "into": "1",
    "reason": "x",
}


@pytest.mark.parametrize("path", WRITES)
def test_only_the_organiser_changes_a_competition(organiser: Organiser, path: str) -> None:
    outside = stranger(organiser.server)
    reply = outside.post(f"/competition/{organiser.code}/{path}", data=BODY)
    assert reply.status_code == 401


def test_nobody_else_manages_or_asks_for_all_that_is_known(organiser: Organiser) -> None:
    outside = stranger(organiser.server)
    assert outside.get(f"/competition/{organiser.code}/gerer").status_code == 401
    assert outside.get(f"/api/tournaments/{organiser.code}/summary").status_code == 401
    assert outside.post("/competitions", data={"title": "x"}).status_code == 401
    assert outside.post("/api/tournaments", json={"title": "x"}).status_code == 401
    reply = outside.post(f"/api/tournaments/{organiser.code}", json={"command": "close"})
    assert reply.status_code == 401
    assert outside.post(f"/api/tournaments/{organiser.code}/games", json={}).status_code == 401


def test_a_program_does_all_that_the_page_does(organiser: Organiser) -> None:
    people = [{"name": "Anne", "licence": "7"}]
    organiser.do(command="enter-all", entries=[{"people": people}, {"people": [{"name": "Luc"}]}])
    told = organiser.do(
        command="report",
        top=80,
        lines=[{"player": "Anne", "total": 60}, {"player": "Luc", "total": 70}],
    )
    assert ranking(told) == [(1, "Luc", 70), (2, "Anne", 60)]
    lines = organiser.client.get(f"/api/tournaments/{organiser.code}/ranking").json()
    assert lines == told["ranking"]
    refused = organiser.do(409, command="merge", number=1, into=2)
    assert refused["error"]["code"] == "refused"
    assert organiser.do(400, command="enter", people=[])["error"]["code"] == "invalid"
    assert organiser.do(400, command="schedule", code="A", title="", seats={})
    game = organiser.client.post(f"/api/tournaments/{organiser.code}/games", json={})
    assert game.status_code == 201
    summary = organiser.client.get(f"/api/tournaments/{organiser.code}/summary").json()
    assert summary["entries"][0]["people"] == [{"name": "Anne", "licence": "7"}]


def test_an_instant_of_one_s_own_is_not_taken(organiser: Organiser) -> None:
    assert organiser.do(400, command="close", **{"#at": 5})


@pytest.fixture
def club(server: LiveServer) -> Club:
    return open_club(server)


def over(club: Club) -> None:
    club.post("stop", {"reason": "fin de soirée"})


def follow(club: Club, **body: Any) -> Club:
    return Club(club.server, club.desk, club.post("next", body)["code"])


def test_phones_pins_and_markers_follow_to_the_next_game(club: Club) -> None:
    phone = club.phone(1)
    pins = {table: club.pin(table) for table in (1, 2, 3)}
    line = club.post("invitations", {"role": "marker", "label": "Paul"})
    marker = stranger(club.server)
    marker.get("/" + line["link"].split("/", 3)[3])
    over(club)
    after = follow(club, absent=[3])
    assert {table: after.pin(table) for table in (1, 2)} == {t: pins[t] for t in (1, 2)}
    assert phone.get(f"/jouer/{after.code}").status_code == 200
    assert phone.get(f"{after.base}/me").json()["table"] == 1
    assert marker.get(f"{after.base}/me").json()["role"] == "marker"
    told = phone.get(f"/api/games/{club.code}").json()
    assert told["next"] == after.code
    assert told["event"] == after.desk.get(f"/api/games/{after.code}").json()["event"]
    absent = club.phone(3)
    assert absent.get(f"/jouer/{after.code}").status_code == 303


def test_the_table_of_who_went_home_is_not_open_to_his_phone(club: Club) -> None:
    gone = club.phone(3)
    over(club)
    after = follow(club, absent=[3])
    after.post("tables", {"text": "3 Max"})
    assert gone.get(f"{after.base}/me").json()["table"] is None
    assert after.pin(3) != club.pin(3)


def test_an_invitation_taken_back_does_not_follow(club: Club) -> None:
    line = club.post("invitations", {"role": "marker"})
    marker = stranger(club.server)
    marker.get("/" + line["link"].split("/", 3)[3])
    over(club)
    after = follow(club)
    after.desk.delete(f"{after.base}/invitations/{line['id']}")
    assert marker.get(f"{after.base}/me").json()["role"] == "public"


def test_a_player_of_the_next_game_looks_no_word_up_either(club: Club) -> None:
    phone = club.phone(1)
    over(club)
    after = follow(club)
    assert phone.get("/solo").status_code == 200
    after.draw("AEINRST")
    assert phone.get("/solo").status_code == 403


def test_the_desk_offers_who_was_there_and_ticks_off_the_absent(club: Club) -> None:
    refused = club.desk.post(f"/arbitrer/{club.code}/suivante", data={"present": ["1"]})
    assert refused.status_code == 409
    over(club)
    asked = club.desk.get(f"/arbitrer/{club.code}/suivante").text
    assert len(re.findall(r"\bchecked\b", asked)) == 4
    reply = club.desk.post(f"/arbitrer/{club.code}/suivante", data={"present": ["1", "4"]})
    code = reply.headers["location"].rpartition("/")[2]
    tables = club.desk.get(f"/api/games/{code}/tables").json()
    assert [line["table"] for line in tables] == [1, 4]
    again = club.desk.get(f"/arbitrer/{club.code}/suivante")
    assert again.headers["location"] == f"/arbitrer/{code}"
    club.desk.post(f"/api/games/{code}/stop", json={"reason": "fin"})
    third = club.desk.get(f"/arbitrer/{code}/suivante").text
    assert len(re.findall(r"\bchecked\b", third)) == 2
    assert "Zoé Martin" in third


def test_only_the_desk_opens_the_next_game(club: Club) -> None:
    over(club)
    outside = stranger(club.server)
    assert outside.get(f"/arbitrer/{club.code}/suivante").status_code == 401
    assert outside.post(f"{club.base}/next", json={}).status_code == 401
