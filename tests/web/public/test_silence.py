"""What the public is told moves with what the public may know: slips leave no trace."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest

from raccord.web.press import Press
from tests.web.club import PLAYERS, Club, open_club
from tests.web.conftest import LiveServer, WebClient

MakeServer = Callable[..., LiveServer]
ASKED = ("/api/games/{}", "/partie/{}.json", "/partie/{}/feuille.json", "/parties.json")
TABLES = (1, 2, 3, 4)


@pytest.fixture
def server(make_server: MakeServer) -> LiveServer:
    return make_server(host="0.0.0.0")


def stranger(club: Club) -> WebClient:
    client = club.server.client()
    client.headers["x-forwarded-for"] = "192.0.2.7"
    return client.sign_in()


def told(client: WebClient, club: Club) -> list[bytes]:
    """All that a stranger reads, byte by byte, with the headers that could count something."""
    found = []
    for path in ASKED:
        reply = client.get(path.format(club.code))
        names = ("etag", "last-modified", "content-length", "x-revision")
        found.append(repr([reply.headers.get(name) for name in names]).encode() + reply.content)
    return found


def hand_in(club: Club, tables: tuple[int, ...]) -> None:
    for table in tables:
        body = {"turn": 1, "entered": {"move": "H8 TARI"}}
        assert club.phone(table).post(f"{club.base}/slip", json=body).is_success


def test_slips_leave_no_trace_in_anything_a_stranger_reads(server: LiveServer) -> None:
    club = open_club(server)
    spectator = stranger(club)
    club.draw("AEINRST")
    club.post("start")
    before = told(spectator, club)
    hand_in(club, TABLES)
    assert told(spectator, club) == before
    marker = club.post("invitations", {"role": "second"})
    club.post("end-time")
    before = told(spectator, club)
    for table in TABLES:
        club.post("rulings", {"turn": 1, "table": table, "points": 3, "reason": "relu"})
        club.post("notes", {"turn": 1, "table": table})
    denis = club.server.client()
    denis.get(urlsplit(marker["link"]).path)
    read = {"turn": 1, "table": 1, "slip": {"word": "TARI", "reference": "H8", "score": 8}}
    assert denis.sign_in().post(f"{club.base}/second", json=read).is_success
    assert told(spectator, club) == before


def steps(club: Club, tables: tuple[int, ...]) -> list[Any]:
    """The revision a stranger reads at each step of a turn with so many slips."""
    spectator = stranger(club)
    found = []

    def note() -> None:
        view = spectator.get(f"{club.base}").json()
        found.append((view["phase"], view["revision"]))

    note()
    club.draw("AEINRST")
    note()
    club.post("start")
    note()
    hand_in(club, tables)
    club.post("end-time")
    note()
    club.post("retain")
    note()
    return found


def test_the_public_revision_counts_no_slip(server: LiveServer) -> None:
    without = steps(open_club(server), ())
    assert steps(open_club(server), TABLES) == without
    revisions = [revision for _, revision in without]
    assert revisions == sorted(set(revisions)), "it grows with what everybody sees"


def test_a_stream_of_strangers_tells_nothing_of_slips_and_markings(server: LiveServer) -> None:
    heard = []
    for tables in ((), TABLES):
        club = open_club(server)
        club.draw("AEINRST")
        with stranger(club).stream("GET", f"/live/{club.code}/public") as reply:
            pieces = reply.iter_text()
            text = next(pieces)
            club.post("start")
            hand_in(club, tables)
            club.post("end-time")
            for table in tables:
                club.post("rulings", {"turn": 1, "table": table, "points": 3, "reason": "relu"})
                club.post("notes", {"turn": 1, "table": table})
                club.post("pins", {"tables": [table]})
            club.post("stop", {"reason": "fin"})
            while '"phase":"over"' not in text:
                text += next(pieces)
        lines = [line for line in text.splitlines() if not line.startswith("retry")]
        heard.append([_shape(line) for line in lines if line and line != ":"])
    assert heard[0] == heard[1]


def _shape(line: str) -> Any:
    """A line of the stream without what differs between any two games."""
    if not line.startswith("data: "):
        return re.sub(r"^id: \w+", "id: ", line)
    data = json.loads(line.removeprefix("data: "))
    return data["phase"], data["revision"], len(data["turns"])


@pytest.mark.parametrize(
    "path",
    [
        "/partie/{}/feuille.pdf",
        "/parties/feuilles.pdf?partie={}",
        "/partie/{}/classement.pdf",
        "/competition/{event}/classement.pdf",
    ],
)
def test_no_paper_is_printed_again_for_a_slip(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """How long a file takes would tell whether a slip had come."""
    desk = open_club(server, "").desk
    event = desk.post("/api/tournaments", json={"title": "Open"}).json()["code"]
    opened = desk.post(f"/api/tournaments/{event}/games", json={}).json()["code"]
    club = Club(server, desk, opened if "event" in path else open_club(server, "").code)
    club.desk.put(f"{club.base}/settings", json={"draw": "hand", "show_ranking": True})
    club.post("tables", {"text": PLAYERS})
    club.draw("" if "event" in path else "AEINRST")
    club.post("start")
    printed = []
    original = Press._print

    async def count(self: Press, *args: Any) -> bytes:
        printed.append(args[0])
        return await original(self, *args)

    monkeypatch.setattr(Press, "_print", count)
    spectator, address = stranger(club), path.format(club.code, event=event)
    for _ in range(2):
        assert spectator.get(address).status_code == 200
    hand_in(club, TABLES)
    assert spectator.get(address).status_code == 200
    assert printed == ["pdf"]
    club.finish_turn()
    assert spectator.get(address).status_code == 200
    # A game of a competition counts once it is published.
    assert len(printed) == (1 if "event" in path else 2)
