"""Appeals over HTTP: filed from a phone or a desk, decided, told, printed; and who may do what."""

import html
import io
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from pypdf import PdfReader

from raccord.documents.typography import typography
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient
from tests.web.test_rights import stranger

MakeServer = Callable[..., LiveServer]
PLAYERS = "1 Anne Petit\n2 Émile Durand / Luc Roy\n3 Zoé Martin"
NULLITY = {"sanction": "nullity", "points": 0, "reason": "mot illisible"}


def contested(server: LiveServer, **wish: Any) -> Club:
    """A game over: the pair found the top, and got nothing for it."""
    club = open_club(server, PLAYERS, entry="paper", **wish)
    club.draw("AEINRST")
    club.post("start")
    club.post("end-time")
    club.post("marks/top", {"tables": [2]})
    club.post("marks/line", {"turn": 1, "line": "1 H4 SATIN 12"})
    club.post("marks/line", {"turn": 1, "line": "3 -"})
    club.post("retain")
    club.post("rulings", {"turn": 1, "table": 2, **NULLITY})
    club.post("stop", {"reason": "fin"})
    club.post("publish", {"insist": True})
    return club


@pytest.fixture
def club(make_server: MakeServer) -> Club:
    return contested(make_server())


def filed(club: Club, client: WebClient, status: int = 201, **more: Any) -> Any:
    body = {"turn": 1, "reason": "Le mot se lit très bien", **more}
    reply = client.post(f"{club.base}/own/appeals", json=body)
    assert reply.status_code == status, reply.text
    return reply.json()


def winner(club: Club) -> tuple[int, ...]:
    return tuple(line["table"] for line in club.get("ranking") if line["place"] == 1)


def event_of(club: Club) -> str:
    return str(club.desk.get(f"{club.base}").json()["event"])


def test_an_appeal_upheld_changes_the_winner_and_the_phone_is_told(club: Club) -> None:
    phone = club.phone(2)
    before = phone.get(f"{club.base}/own/appeals").json()
    assert before["limit"]["open"]
    assert before["limit"]["minutes"] == 15
    assert winner(club) == (1,)
    told = filed(club, phone)["cases"][0]
    assert told["waits"]
    assert told["appeal"]["who"] == "Émile Durand / Luc Roy"
    event = event_of(club)
    case = club.desk.get(f"/api/tournaments/{event}/appeals").json()[0]
    ruled, upheld = case["outcomes"]
    assert (ruled["points"], ruled["sanction"]) == (0, "nullity")
    assert upheld["points"] > 12
    assert {"5.4", "6.3", "6.4.1", "6.4.2.c"} <= {one["number"] for one in case["articles"]}
    listed = club.desk.get(f"/competition/{event}/recours").text
    for article in case["articles"]:
        words = typography(article["title"]).replace("'", "’")
        assert words[:30] in html.unescape(listed), "the articles stand beside the outcomes"
    page = club.desk.get(f"/competition/{event}/recours/1-1-2").text
    assert "Faire droit" in page
    assert "place 1 dans la partie" in page.replace("\u00a0", " ")
    decided = club.desk.post(
        f"/competition/{event}/recours/1-1-2", data={"outcome": f"{upheld['points']} none"}
    )
    assert decided.status_code == 303, decided.text
    assert winner(club) == (2,)
    ranking = club.desk.get(f"/competition/{event}.json").json()["ranking"]
    assert ranking[0]["player"] == "Émile Durand / Luc Roy"
    heard = phone.get(f"{club.base}/own/appeals").json()["cases"][0]
    assert heard["decisions"][0]["verdict"] == "upheld"
    assert "Recours accueilli" in phone.get(f"/jouer/{club.code}/recours").text
    history = club.get("marks/2/history?turn=1")
    assert history[-1]["by"] == "commission d'arbitrage"
    assert "6.3" in history[-1]["ruling"]["findings"][0]["article"]


def test_an_appeal_dismissed_leaves_the_ruling_and_is_told_too(club: Club) -> None:
    phone = club.phone(2)
    filed(club, phone)
    event = event_of(club)
    rulings = len(club.get("marks/2/history?turn=1"))
    body = {"points": 0, "sanction": "nullity", "reason": "illisible en effet"}
    told = club.desk.post(f"/api/tournaments/{event}/appeals/1-1-2", json=body).json()
    assert told["decisions"][0]["verdict"] == "dismissed"
    assert not told["waits"]
    assert len(club.get("marks/2/history?turn=1")) == rulings
    again = club.desk.post(f"/api/tournaments/{event}/appeals/1-1-2", json=body | {"reason": ""})
    assert again.status_code == 409
    assert "déjà" in filed(club, phone, 409)["error"]["message"]


def test_a_table_appeals_about_its_own_slips_only_and_once(club: Club) -> None:
    phone = club.phone(1)
    filed(club, phone, 409, turn=7)
    filed(club, phone, 400, turn=0)
    filed(club, phone, 409, reason="   ")
    filed(club, phone)
    filed(club, phone, 409)
    assert [case["table"] for case in phone.get(f"{club.base}/own/appeals").json()["cases"]] == [1]
    assert club.phone(3).get(f"{club.base}/own/appeals").json()["cases"] == []
    shown = phone.post(f"/jouer/{club.code}/recours", data={"turn": "1", "reason": "encore"})
    assert shown.status_code == 409
    assert "déjà déposé" in shown.text


def test_a_refused_appeal_begins_no_evening(club: Club) -> None:
    filed(club, club.phone(2), 409, reason="")
    assert event_of(club) == ""
    assert club.desk.get("/api/tournaments").json() == []


def test_the_next_game_ends_the_time_to_appeal_and_an_official_may_say_why_not(club: Club) -> None:
    following = club.post("next", {})["code"]
    phone = club.phone(2)
    assert phone.get(f"{club.base}/own/appeals").json()["limit"] == {
        "by": "next-game",
        "until": None,
        "minutes": 15,
        "open": True,
        "article": "art. 6.3 (2017)",
    }
    club.desk.post(f"/api/games/{following}/draw", json={"letters": "AEINRST"})
    assert "délai" in filed(club, phone, 409)["error"]["message"]
    page = phone.get(f"/jouer/{club.code}/recours").text
    assert "la partie suivante a commencé" in page
    assert "Déposer le recours" not in page
    marker = club.server.client()
    marker.get(urlsplit(club.post("invitations", {"role": "marker"})["link"]).path)
    marker.sign_in()
    body = {"turn": 1, "table": 2, "reason": "relu", "late": "le billet n'était pas remis"}
    refused = marker.post(f"{club.base}/appeals", json=body)
    assert refused.status_code == 409, "a marker cannot override the deadline"
    late = club.desk.post(f"{club.base}/appeals", json=body | {"for_player": True})
    assert late.status_code == 201, late.text
    appeal = late.json()["cases"][0]["appeal"]
    assert (appeal["by"], appeal["late"]) == ("player", "le billet n'était pas remis")
    assert "hors délai" in club.desk.get(f"/competition/{event_of(club)}/recours").text


def test_a_marker_appeals_about_his_tables(club: Club) -> None:
    link = club.post("invitations", {"role": "marker", "tables": [1], "label": "Paul"})["link"]
    marker = club.server.client()
    marker.get(urlsplit(link).path)
    marker.sign_in()
    body = {"turn": 1, "table": 1, "reason": "je l'ai mal lu"}
    assert marker.post(f"{club.base}/appeals", json=body).status_code == 201
    assert marker.post(f"{club.base}/appeals", json=body | {"table": 2}).status_code == 409
    seen = marker.get(f"{club.base}/appeals").json()["cases"]
    assert [(case["table"], case["appeal"]["who"]) for case in seen] == [(1, "Paul")]
    page = marker.get(f"/corriger/{club.code}/recours").text
    assert "je l’ai mal lu" in page
    assert "Hors délai" not in page


def test_a_slip_left_to_the_commission_is_a_case_without_an_appeal(club: Club) -> None:
    sent = {"turn": 1, "table": 1, "sanction": "commission", "points": 7, "reason": "ambigu"}
    club.post("rulings", sent)
    filed(club, club.phone(2))
    event = event_of(club)
    waiting = club.desk.get(f"/api/tournaments/{event}/appeals").json()
    assert [(case["table"], case["commission"]) for case in waiting] == [(1, True), (2, False)]
    assert [one["points"] for one in waiting[0]["outcomes"]] == [7, 0]
    reply = club.desk.post(f"/competition/{event}/recours/1-1-1", data={"outcome": "0 nullity"})
    assert reply.status_code == 303
    ruling = club.get("marks/1?turn=1")["ruling"]
    assert (ruling["points"], ruling["sanction"], ruling["outcomes"]) == (0, "nullity", [])
    assert "5.3.2" in ruling["findings"][0]["article"]
    listed = {
        case["table"]: case for case in club.desk.get(f"/api/tournaments/{event}/appeals").json()
    }
    assert listed[1]["decisions"][0]["verdict"] == "settled"


def test_the_federation_has_its_file_and_its_deadlines(club: Club) -> None:
    filed(club, club.phone(2))
    event = event_of(club)
    club.desk.post(f"/competition/{event}/commission", data={"text": "Jeanne Roux ; présidente"})
    base = f"/api/tournaments/{event}/appeals/1-1-2"
    early = club.desk.post(f"{base}/federation", json={"reason": "Voici"})
    assert early.status_code == 409
    club.desk.post(base, json={"points": 0, "sanction": "nullity"})
    club.desk.post(f"{base}/letters", json={"title": "Témoin", "text": "J'ai vu le bulletin."})
    sent = club.desk.post(f"{base}/federation", json={"reason": "Voici le dossier."}).json()
    assert sent["sent"]["text"] == "Voici le dossier."
    asked = club.desk.post(f"{base}/requests", json={"what": "la feuille de route"}).json()
    request = asked["requests"][0]
    assert request["until"] - request["at"] == 14 * 24 * 3600 * 1000
    assert asked["wanted_until"] == request["until"]
    page = club.desk.get(f"/competition/{event}/recours/1-1-2").text
    assert "attendues jusqu’au" in page
    answered = club.desk.post(f"{base}/letters", json={"title": "Feuille", "text": "Ci-jointe."})
    assert answered.json()["wanted_until"] is None
    body = {"points": 30, "sanction": "none", "instance": "federation", "reason": "lisible"}
    final = club.desk.post(base, json=body).json()
    assert [one["instance"] for one in final["decisions"]] == ["commission", "federation"]
    assert club.get("marks/2?turn=1")["ruling"]["points"] == 30
    file = club.desk.get(f"/competition/{event}/recours/1-1-2/dossier.pdf")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(file.content)).pages)
    for told in ("Jeanne Roux", "Témoin", "feuille de route", "lisible", "6.4.2.c", "Émile Durand"):
        assert told in text, told
    minutes = club.desk.get(f"/competition/{event}/proces-verbal.pdf")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(minutes.content)).pages)
    assert "Procès-verbal" in text
    assert "Le mot se lit très bien" in text


def test_members_come_in_by_a_link_that_holds_while_they_sit(club: Club) -> None:
    filed(club, club.phone(2))
    event = event_of(club)
    club.desk.post(f"/competition/{event}/commission", data={"text": "Jeanne Roux\nPaul ; ; Lyon"})
    page = club.desk.get(f"/competition/{event}/recours").text
    link = next(part.split('"')[0] for part in page.split('href="') if "/commission/" in part[:60])
    member = stranger(club.server)
    assert member.get(f"/competition/{event}/recours").status_code == 401
    assert member.get(urlsplit(link).path).status_code == 303
    member.sign_in()
    assert "Faire droit" in member.get(f"/competition/{event}/recours/1-1-2").text
    assert "/commission/" not in member.get(f"/competition/{event}/recours").text
    assert member.get(f"/competition/{event}/gerer").status_code == 401
    body = {"points": 0, "sanction": "nullity"}
    told = member.post(f"/api/tournaments/{event}/appeals/1-1-2", json=body).json()
    assert told["decisions"][0]["by"] == "Jeanne Roux"
    assert told["decisions"][0]["members"] == ["Jeanne Roux"]
    club.desk.post(f"/competition/{event}/commission", data={"text": "Paul ; ; Lyon"})
    assert member.get(f"/competition/{event}/recours").status_code == 401
    assert member.get(urlsplit(link).path).status_code == 403
    assert member.get("/commission/XXXX.abcd.zzz").status_code == 403


def test_nobody_else_reads_or_decides_a_case(club: Club) -> None:
    phone = club.phone(2)
    filed(club, phone)
    event = event_of(club)
    paths = (
        f"/competition/{event}/recours",
        f"/competition/{event}/recours/1-1-2",
        f"/competition/{event}/recours/1-1-2/dossier.pdf",
        f"/competition/{event}/proces-verbal.pdf",
        f"/api/tournaments/{event}/appeals",
        f"/api/tournaments/{event}/appeals/1-1-2",
        f"/api/tournaments/{event}/what-if?game=1&turn=1&table=2&points=9",
    )
    outsider = stranger(club.server)
    outsider.sign_in()
    for client in (outsider,):
        for path in paths:
            assert client.get(path).status_code == 401, path
        body = {"points": 9}
        reply = client.post(f"/api/tournaments/{event}/appeals/1-1-2", json=body)
        assert reply.status_code == 401
    assert club.desk.get(f"/competition/{event}/recours/1-1-3").status_code == 200
    assert club.desk.get(f"/competition/{event}/recours/9-9-9").status_code == 404
    assert club.desk.get(f"/competition/{event}/recours/nulle").status_code == 404


def test_what_if_tells_both_rankings_and_writes_nothing(club: Club) -> None:
    club.post("next", {})
    event = event_of(club)
    before = club.get("referee")["revision"]
    told = club.get("what-if?turn=1&table=2&points=30")
    assert [(line["number"], line["place"], line["was"]) for line in told["game"]][:2] == [
        (2, 1, 2),
        (1, 2, 1),
    ]
    assert (told["now"]["place"], told["then"]["place"]) == (2, 1)
    assert told["then"]["overall"] == 1
    whole = f"/api/tournaments/{event}/what-if?game=1&turn=1&table=2&points=30"
    assert club.desk.get(whole).json() == told
    page = club.desk.get(f"/arbitrer/{club.code}/hypothese?coup=1&table=2&points=30").text
    assert "Classement général" in page
    assert club.desk.get(f"/arbitrer/{club.code}/hypothese?coup=1&table=77").status_code == 200
    assert club.desk.get(f"{club.base}/what-if?turn=9&table=2&points=3").status_code == 409
    assert club.get("referee")["revision"] == before
    assert winner(club) == (1,)
