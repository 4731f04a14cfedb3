"""The players' page: names, numbers, doubles, entries taken back, late arrivals."""

from typing import Any

import pytest

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer
from tests.web.test_rights import stranger


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    return open_club(live_server)


def form(club: Club, path: str, status: int = 303, **data: Any) -> str:
    reply = club.desk.post(f"/arbitrer/{club.code}/{path}", data=data)
    assert reply.status_code == status, reply.text
    return reply.text


def tables(club: Club) -> dict[int, list[str]]:
    return {line["table"]: line["players"] for line in club.get("tables")}


def test_entries_are_renamed_renumbered_merged_and_deleted(club: Club) -> None:
    form(club, "tables/1/nom", players="Anne-Marie Petit")
    form(club, "tables/3/nom", players="Zoé Martin / Max")
    form(club, "tables/2/numero", to="12")
    form(club, "tables/4/effacer")
    club.post("tables", {"text": "9 Anne M. Petit"})
    form(club, "tables/9/reunir", into="1")
    assert tables(club) == {
        1: ["Anne-Marie Petit"],
        3: ["Zoé Martin", "Max"],
        12: ["Émile Durand", "Luc Roy"],
    }


def test_a_refusal_is_shown_above_the_tables(club: Club) -> None:
    assert "déjà inscrite" in form(club, "tables/1/numero", 409, to="2")
    club.draw("AEINRST")
    shown = form(club, "tables/1/effacer", 409)
    assert "La partie a commencé" in shown
    assert "Changer le numéro" not in shown


def test_a_program_puts_entries_right_too(club: Club) -> None:
    renamed = club.desk.put(f"{club.base}/tables/1", json={"players": ["Anne P."]})
    assert renamed.json()[0]["players"] == ["Anne P."]
    assert club.desk.put(f"{club.base}/tables/77", json={"players": ["X"]}).status_code == 409
    club.post("tables/2/renumber", {"to": 20})
    assert club.desk.delete(f"{club.base}/tables/4").status_code == 204
    club.post("tables/3/merge", {"into": 1})
    assert tables(club) == {1: ["Anne P."], 20: ["Émile Durand", "Luc Roy"]}


def test_a_name_put_right_is_put_right_in_the_competition(club: Club) -> None:
    club.post("stop", {"reason": "fin"})
    after = Club(club.server, club.desk, club.post("next", {})["code"])
    after.desk.put(f"{after.base}/tables/3", json={"players": ["Zoé Martinez"]})
    event = after.desk.get(f"/api/games/{after.code}").json()["event"]
    summary = after.desk.get(f"/api/tournaments/{event}/summary").json()
    names = [entry["people"][0]["name"] for entry in summary["entries"]]
    assert names == ["Anne Petit", "Émile Durand", "Zoé Martinez", "Noé Blanc"]


@pytest.mark.parametrize("path", ["nom", "numero", "effacer", "reunir"])
def test_only_the_desk_puts_entries_right(club: Club, path: str) -> None:
    outside = stranger(club.server)
    data = {"players": "X", "to": "9", "into": "2"}
    reply = outside.post(f"/arbitrer/{club.code}/tables/1/{path}", data=data)
    assert reply.status_code == 401


def test_before_the_first_draw_nothing_is_asked_of_who_comes(club: Club) -> None:
    page = club.desk.get(f"/arbitrer/{club.code}/joueurs").text
    assert "Comment remettent-ils" not in page
    form(club, "joueurs", text="7 Max")


def test_of_who_comes_late_one_asks_phone_or_paper_and_who_marks(club: Club) -> None:
    paul = club.post("invitations", {"role": "marker", "label": "Paul", "tables": [1, 2]})
    club.post("invitations", {"role": "marker", "label": "Éva", "tables": [3, 4]})
    club.draw("AEINRST")
    page = club.desk.get(f"/arbitrer/{club.code}/joueurs").text
    assert "Comment remettent-ils" in page
    assert "Éva · tables 3 4" in page
    shown = form(club, "joueurs", 400, text="7 Max")
    assert "téléphone ou sur papier" in shown
    assert "qui corrige" in shown
    assert 7 not in tables(club)
    form(club, "joueurs", text="7 Max", entry="paper", marker=paul["id"])
    line = next(line for line in club.get("tables") if line["table"] == 7)
    assert line["on_paper"] is True
    assert club.get("invitations")[0]["tables"] == [1, 2, 7]
    form(club, "joueurs", text="8 Zoé", entry="phone", marker=paul["id"])
    line = next(line for line in club.get("tables") if line["table"] == 8)
    assert line["on_paper"] is False


def test_a_program_may_say_it_with_the_players(club: Club) -> None:
    club.draw("AEINRST")
    club.post("tables", {"text": "7 Max", "entry": "paper"})
    assert club.get("referee")["settings"]["paper_tables"] == [7]
