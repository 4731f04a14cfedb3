"""The second marker is told nothing of a first marking before he has entered his own."""

from collections.abc import Callable, Iterator

import pytest

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient

WORD, CLAIMED = "XXYYZZ", 4321
"""What the first marker has read: nothing else in the game looks like it."""
REASON = "vu avec la première table"
READ = ("marks", "marks/1", "marks/1/history", "marks/1/why", "second", "ranking", "tables")
PAGES = ("classement.json", "route.json", "route/1.json", "billets.json", "billets.json?tous=true")


@pytest.fixture
def club(make_server: Callable[..., LiveServer]) -> Club:
    """Time is up, table 1's slip was entered, and the referee has decided otherwise."""
    server = make_server(host="0.0.0.0")
    club = open_club(server, entry="paper")
    club.draw("AEINRST")
    club.post("start")
    club.post("end-time")
    club.post("marks/line", {"line": f"1 H4 {WORD} {CLAIMED}"})
    club.post("rulings", {"turn": 1, "table": 1, "points": 1234, "reason": REASON, "insist": True})
    return club


@pytest.fixture
def second(club: Club) -> Iterator[WebClient]:
    line = club.post("invitations", {"role": "second", "label": "Denis"})
    with club.server.client() as client:
        client.get("/" + line["link"].split("/", 3)[3])
        yield client.sign_in()


def _stream(second: WebClient, path: str) -> str:
    with second.stream("GET", path) as reply:
        return next(reply.iter_text()) if reply.status_code == 200 else ""


def _heard(second: WebClient, club: Club) -> str:
    """All that a second marker can ask for."""
    asked = [f"{club.base}/{path}" for path in READ]
    asked += [f"/partie/{club.code}/{path}" for path in PAGES]
    asked += [f"/corriger/{club.code}/double", f"/partie/{club.code}.json"]
    told = "".join(second.get(path, follow_redirects=True).text for path in asked)
    return told + "".join(
        _stream(second, f"/live/{club.code}/{audience}")
        for audience in ("public", "second", "marker", "referee")
    )


def _told_of_the_first(text: str) -> list[str]:
    return [secret for secret in (WORD, str(CLAIMED), "1234", REASON) if secret in text]


def test_nothing_he_asks_for_tells_of_a_slip_he_has_not_entered(
    club: Club, second: WebClient
) -> None:
    assert _told_of_the_first(_heard(second, club)) == []
    cells = second.get(f"{club.base}/marks").json()["cells"]
    assert {cell["status"] for cell in cells} == {"missing"}
    assert second.get(f"{club.base}/marks/1/history").json() == []
    club.post("retain")
    assert _told_of_the_first(_heard(second, club)) == []


def test_once_he_has_entered_a_slip_both_markings_stand_side_by_side(
    club: Club, second: WebClient
) -> None:
    entered = second.post(f"{club.base}/second/line", json={"line": "1 -"})
    assert entered.status_code == 200, entered.text
    assert WORD not in entered.text
    (difference,) = second.get(f"{club.base}/second").json()
    assert difference["differs"]
    assert difference["first"]["slip"]["word"] == WORD
    assert second.get(f"{club.base}/marks/1").json()["ruling"]["points"] == 1234
    assert len(second.get(f"{club.base}/marks/1/history").json()) == 3
    others = [c for c in second.get(f"{club.base}/marks").json()["cells"] if c["table"] != 1]
    assert {cell["status"] for cell in others} == {"missing"}


def test_what_the_first_marker_enters_meanwhile_is_not_pushed_to_him(
    club: Club, second: WebClient
) -> None:
    with second.stream("GET", f"/live/{club.code}/second") as reply:
        chunks = reply.iter_text()
        heard = next(chunks)
        club.post("marks/line", {"line": f"2 H4 {WORD} {CLAIMED}"})
        while "event: marks" not in heard:
            heard += next(chunks)
    assert _told_of_the_first(heard) == []
    assert '"nullity"' not in heard


def test_markers_and_the_referee_keep_seeing_everything(club: Club) -> None:
    assert club.get("marks/1")["slip"]["word"] == WORD
    assert club.get("marks")["cells"][0]["points"] == 1234
    blind = club.get("marks?second=true")["cells"][0]
    assert (blind["status"], blind["points"]) == ("missing", None)
