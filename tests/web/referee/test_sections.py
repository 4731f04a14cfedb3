"""Sections from the desk of their master: opened, followed, ranked together, printed."""

from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.web.centres.test_multiplex import game, until
from tests.web.club import Club, open_club
from tests.web.conftest import WebClient
from tests.web.test_rights import MakeServer, stranger


@pytest.fixture
def club(make_server: MakeServer) -> Club:
    return open_club(make_server())


def act(desk: WebClient, code: str, action: str, **body: Any) -> Any:
    reply = desk.post(f"/api/games/{code}/{action}", json=body)
    assert reply.is_success, (action, reply.text)
    return reply.json()


def master_of(desk: WebClient) -> str:
    wish = {"title": "Finale", "settings": {"draw": "hand", "entry": "paper"}}
    code: str = desk.post("/api/games", json=wish).json()["code"]
    return code


def followed(desk: WebClient, master: str, *sections: str) -> None:
    """Wait until sections are where their master is."""
    there = game(desk, master)
    for code in sections:
        until(lambda c=code: game(desk, c)["phase"] == there["phase"])  # type: ignore[misc]


def play_one_turn(desk: WebClient, master: str, section: str) -> None:
    """One turn without a slip, then the end, in both."""
    act(desk, master, "draw", letters="RETINAS")
    for path in ("start", "end-time", "retain"):
        act(desk, master, path)
    act(desk, master, "stop", reason="essai")
    followed(desk, master, section)


def test_a_referee_opens_sections_and_one_ranking_joins_them(club: Club) -> None:
    desk, master = club.desk, master_of(club.desk)
    page = f"/arbitrer/{master}/sections"
    assert "Ajouter une section" in desk.get(page).text
    assert desk.post(page, data={"name": "Nord"}).status_code == 303
    again = desk.post(page, data={"name": "nord"})
    assert again.status_code == 400
    assert "déjà" in again.text
    south = act(desk, master, "sections", name="Sud")
    view = desk.get(f"/api/games/{master}/sections").json()
    codes = {line["name"]: line["code"] for line in view["sections"]}
    assert codes["Sud"] == south["code"]
    assert f"/arbitrer/{codes['Nord']}" in desk.get(page).text
    for name, table in (("Nord", "4 Anne"), ("Sud", "4 Luc")):
        act(desk, codes[name], "tables", text=table)
    act(desk, master, "draw", letters="RETINAS")
    act(desk, master, "start")
    act(desk, master, "end-time")
    act(desk, master, "retain")
    act(desk, master, "stop", reason="essai")
    followed(desk, master, *codes.values())
    act(desk, codes["Nord"], "marks/top", tables=[4])
    refused = desk.post(f"/api/games/{master}/publish", json={})
    assert refused.status_code == 409
    assert "Sud" in refused.json()["error"]["message"]
    assert "1 section sur 2 à jour" in desk.get(page).text
    act(desk, codes["Sud"], "marks/missing", tables=[4])
    act(desk, master, "publish")
    shown = stranger(club.server).get(f"/partie/{master}/classement").text
    assert "2 sections sur 2 à jour" in shown
    assert shown.index("Anne") < shown.index("Luc")
    csv = desk.get(f"/partie/{master}/classement.csv").content.decode("utf-8-sig")
    assert csv.splitlines()[0].endswith("Section")
    assert csv.splitlines()[1].endswith("Nord")
    pdf = desk.get(f"/partie/{master}/classement.pdf").content
    text = "".join(sheet.extract_text() for sheet in PdfReader(BytesIO(pdf)).pages)
    assert "Nord" in text
    assert "2 sections sur 2 à jour" in text.replace("\xa0", " ")
    public = desk.get(f"/api/games/{codes['Sud']}").json()
    assert [line["section"] for line in public["ranking"]] == ["Nord", "Sud"]
    assert [solo["section"] for solo in public["solos"]] == ["Nord"]
    assert "Nord" in desk.get(f"/projection/{master}").text


def test_the_link_of_a_section_opens_its_desk_and_no_other(club: Club) -> None:
    master = master_of(club.desk)
    added = act(club.desk, master, "sections", name="Nord")
    referee = stranger(club.server)
    assert referee.post(f"/api/games/{master}/sections", json={"name": "X"}).status_code in {
        401,
        403,
    }
    assert referee.get(urlsplit(added["link"]).path).status_code == 303
    shown = referee.get(f"/arbitrer/{added['code']}").text
    assert f"suit la partie {master}" in shown
    assert referee.get(f"/arbitrer/{master}").status_code in {401, 403}
    told = referee.get(f"/api/games/{added['code']}/sections").json()
    assert [line["code"] for line in told["sections"]] == [""]
    assert referee.get(f"/arbitrer/{added['code']}/sections").status_code == 200
    assert referee.post(f"/api/games/{added['code']}/start").status_code == 409
    assert stranger(club.server).get(f"/api/games/{club.code}/sections").status_code == 404


def test_a_section_s_desk_goes_on_by_itself(club: Club, page: Page) -> None:
    desk, master = club.desk, master_of(club.desk)
    code = act(desk, master, "sections", name="Nord")["code"]
    page.goto(f"{club.server.url}/arbitrer/{code}")
    expect(page.locator("#follows")).to_contain_text(f"suit la partie {master}")
    expect(page.locator("button[data-act=draw]")).to_be_hidden()
    act(desk, master, "draw", letters="RETINAS")
    expect(page.locator("#rack")).to_be_visible()
    act(desk, master, "start")
    expect(page.locator("#clock")).to_contain_text(":")
    page.goto(f"{club.server.url}/arbitrer/{master}/sections")
    act(desk, code, "tables", text="1 Anne")
    expect(page.locator("#sections tbody tr td").first).to_have_text("1")


def test_a_tournament_ranks_the_tables_moved_to_a_section(club: Club) -> None:
    desk, master = club.desk, master_of(club.desk)
    act(desk, master, "tables", text="1 Anne\n2 Luc\n3 Zoé")
    page = f"/arbitrer/{master}/sections"
    assert "Tables qui vont y jouer" in desk.get(page).text
    wrong = desk.post(page, data={"name": "Nord", "tables": "9"})
    assert wrong.status_code == 400
    assert "est pas de cette salle." in wrong.text
    assert desk.post(page, data={"name": "Nord", "tables": "2-3"}).status_code == 303
    view = desk.get(f"/api/games/{master}/sections").json()
    north = next(line["code"] for line in view["sections"] if line["name"] == "Nord")
    assert [line["tables"] for line in view["sections"]] == [1, 2]
    play_one_turn(desk, master, north)
    act(desk, north, "marks/top", tables=[3])
    act(desk, north, "marks/missing", tables=[2])
    act(desk, master, "marks/missing", tables=[1])
    act(desk, master, "publish")
    refused = desk.post(f"/arbitrer/{north}/suivante", data={"present": ["2"]})
    assert refused.status_code == 409
    assert desk.post(f"/arbitrer/{master}/suivante", data={"present": ["1", "2", "3"]}).is_redirect
    event = desk.get(f"/api/games/{master}").json()["event"]
    assert desk.get(f"/api/games/{north}").json()["event"] == event
    shown = desk.get(f"/competition/{event}").text
    assert shown.index("Zoé") < shown.index("Anne")
    assert "Luc" in shown


def test_a_tournament_published_before_a_section_is_ready_says_which_it_waits_for(
    club: Club,
) -> None:
    desk, master = club.desk, master_of(club.desk)
    act(desk, master, "tables", text="1 Anne\n2 Luc")
    north = act(desk, master, "sections", name="Nord", tables="2")["code"]
    play_one_turn(desk, master, north)
    act(desk, master, "marks/top", tables=[1])
    act(desk, master, "publish", insist=True)
    assert desk.post(f"/arbitrer/{master}/suivante", data={"present": ["1", "2"]}).is_redirect
    event = desk.get(f"/api/games/{master}").json()["event"]
    told, home = "1 section attendue : Nord", f"/competition/{event}"
    pages = [home, f"{home}/partie/1", f"{home}/projection"]
    papers = [f"{home}/classement.pdf", f"{home}/partie/1.pdf", f"{home}/papiers/resultats.pdf"]

    def says(path: str) -> bool:
        reply = desk.get(path)
        assert reply.is_success, reply.text
        text = _printed(reply.content) if path.endswith(".pdf") else reply.text
        flat = " ".join(text.replace("&nbsp;", " ").split())
        assert ("provisoire" in flat.lower()) == (told in flat), path
        return told in flat

    for path in pages + papers:
        assert says(path), path
    assert [one.get("awaited") for one in desk.get(f"{home}.json").json()["games"]] == [
        ["Nord"],
        [],
    ]
    assert "attendue" in desk.get(f"{home}/classement.csv").content.decode("utf-8-sig")
    act(desk, north, "marks/missing", tables=[2])
    for path in pages + papers:
        assert not says(path), path
    assert "attendue" not in desk.get(f"{home}/classement.csv").content.decode("utf-8-sig")


def _printed(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
