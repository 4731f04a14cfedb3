"""The commission of a centre over HTTP: its cases are heard there, and no others."""

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from pypdf import PdfReader

from tests.web.club import Club
from tests.web.competition.test_appeals import contested, event_of, filed
from tests.web.conftest import LiveServer, WebClient
from tests.web.test_rights import stranger

MakeServer = Callable[..., LiveServer]
ENTRIES = {1: ("Anne Petit",), 2: ("Émile Durand", "Luc Roy"), 3: ("Zoé Martin",)}
CENTRES = {1: "Nice", 2: "Lyon"}
MEMBERS = "Jeanne Roux ; présidente\nPaul ; membre ; lyon\nRose ; membre ; Nice\nGuy ; ; Brest"


@dataclass(frozen=True, slots=True)
class Places:
    """A game played in several places, two appeals, and who hears them."""

    club: Club
    event: str

    @property
    def api(self) -> str:
        return f"/api/tournaments/{self.event}/appeals"

    @property
    def page(self) -> str:
        return f"/competition/{self.event}/recours"

    def member(self, name: str) -> WebClient:
        """The browser of a member who came by his link."""
        text = self.club.desk.get(self.page).text
        after = text[text.index(f"<strong>{name}</strong>") :]
        link = re.search(r'href="([^"]+/commission/[^"]+)"', after)
        assert link is not None
        client = stranger(self.club.server)
        assert client.get(urlsplit(link[1]).path).status_code == 303
        return client.sign_in()


@pytest.fixture
def places(make_server: MakeServer) -> Places:
    club = contested(make_server())
    filed(club, club.phone(1))
    filed(club, club.phone(2))
    event = event_of(club)
    for number, centre in CENTRES.items():
        people = [{"name": name, "centre": centre} for name in ENTRIES[number]]
        entry = {"command": "enter", "number": number, "people": people, "replaces": True}
        assert club.desk.post(f"/api/tournaments/{event}", json=entry).status_code == 200
    named = club.desk.post(f"/competition/{event}/commission", data={"text": MEMBERS})
    assert named.status_code == 303
    return Places(club, event)


def test_each_member_sees_the_cases_of_his_centre_and_those_of_the_event_all(
    places: Places,
) -> None:
    seen = {}
    for name in ("Jeanne Roux", "Paul", "Rose", "Guy"):
        member = places.member(name)
        seen[name] = [case["id"] for case in member.get(places.api).json()]
        page = member.get(places.page).text
        for number in (1, 2):
            linked = f"{places.page}/1-1-{number}" in page
            assert linked == (f"1-1-{number}" in seen[name]), (name, number)
    everything = ["1-1-1", "1-1-2"]
    assert seen == {"Jeanne Roux": everything, "Paul": ["1-1-2"], "Rose": ["1-1-1"], "Guy": []}


def test_a_case_of_another_centre_is_neither_read_nor_decided(places: Places) -> None:
    paul = places.member("Paul")
    for path in (
        f"{places.page}/1-1-1",
        f"{places.page}/1-1-1/dossier.pdf",
        f"{places.page}/1-1-1/bulletin.jpg",
        f"{places.api}/1-1-1",
        f"{places.api}/1-1-3",
    ):
        assert paul.get(path).status_code == 403, path
    decision = {"points": 9, "sanction": "none"}
    letter = {"title": "Témoin", "text": "Vu"}
    for path, body in (
        ("", decision),
        ("/federation", {"reason": "Voici"}),
        ("/requests", {"what": "la grille"}),
        ("/letters", letter),
    ):
        refused = paul.post(f"{places.api}/1-1-1{path}", json=body)
        assert refused.status_code == 403, path
        assert "autre centre" in refused.json()["error"]["message"]
    for path, form in (
        ("", {"outcome": "9 none"}),
        ("/courrier", letter),
        ("/federation", {"reason": "Voici"}),
        ("/pieces", {"what": "la grille"}),
    ):
        assert paul.post(f"{places.page}/1-1-1{path}", data=form).status_code == 403, path
    case = places.club.desk.get(f"{places.api}/1-1-1").json()
    assert (case["decisions"], case["letters"]) == ([], [])


def test_the_centre_decides_its_own_and_signs_it(places: Places) -> None:
    told = places.member("Paul").post(
        f"{places.api}/1-1-2", json={"points": 0, "sanction": "nullity"}
    )
    decided = told.json()["decisions"][0]
    assert (decided["by"], decided["members"], decided["centre"]) == ("Paul", ["Paul"], "lyon")
    above = {"points": 20, "reason": "revu par la commission de l'épreuve"}
    assert places.member("Jeanne Roux").post(f"{places.api}/1-1-2", json=above).status_code == 200
    below = places.member("Paul").post(f"{places.api}/1-1-2", json=above | {"points": 3})
    assert below.status_code == 409
    assert "elle seule" in below.json()["error"]["message"]


def read(client: WebClient, path: str) -> str:
    made = client.get(path)
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(made.content)).pages)


def test_the_minutes_of_a_centre_have_its_cases_and_its_members(places: Places) -> None:
    path = f"/competition/{places.event}/proces-verbal.pdf"
    own = read(places.member("Paul"), path)
    assert "Luc Roy (Lyon)" in own
    assert "Paul, membre" in own
    for other in ("Anne Petit", "Jeanne Roux", "Rose"):
        assert other not in own
    whole = read(places.club.desk, path)
    for told in ("Luc Roy (Lyon)", "Anne Petit (Nice)", "Jeanne Roux", "Rose", "Paul"):
        assert told in whole
    file = read(places.club.desk, f"{places.page}/1-1-2/dossier.pdf")
    assert ("Jeanne Roux" in file, "Paul" in file, "Rose" in file) == (True, True, False)


def test_the_organiser_is_told_of_a_centre_where_nobody_plays(places: Places) -> None:
    page = places.club.desk.get(places.page).text
    assert page.count("aucun engagé ne joue dans ce centre") == 1
    assert "aucun engagé" not in places.member("Guy").get(places.page).text
