"""Photographs of slips: what is read, what is kept, and who may see it."""

import io
import stat
from collections.abc import Callable
from typing import Any

import pytest
from pypdf import PdfReader

from raccord.hall import camera
from tests.reading_slips import picture_of, slip_of
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient
from tests.web.test_rights import invited, stranger

MakeServer = Callable[..., LiveServer]


def open_turn(server: LiveServer, *, machine_reads: bool = False, keep_hands: bool = False) -> Club:
    """Time is up on a second turn: SENTIRA lies on the row H from column 8."""
    club = open_club(server, entry="paper", machine_reads=machine_reads, keep_hands=keep_hands)
    club.draw("AEINRST")
    club.post("start")
    club.finish_turn()
    club.post("marks/top", {"rest": True})
    club.draw("EILNOUT")
    club.post("start")
    club.post("end-time")
    return club


@pytest.fixture
def club(make_server: MakeServer) -> Club:
    return open_turn(make_server())


def take(club: Club, client: WebClient, data: bytes, query: str = "") -> Any:
    reply = client.post(f"{club.base}/photos?turn=2{query}", content=data)
    assert reply.status_code == 200, reply.text
    return reply.json()


def a_move(club: Club, word: str = "LUTINE") -> tuple[str, int]:
    """A place of the word whose reference has neither 1 nor I, which hands write alike."""
    places = club.post("marks/places", {"word": word, "turn": 2})
    found = next(one for one in places if not set("1I") & set(one["move"].split()[0]))
    return found["move"], found["points"]


def test_a_slip_is_read_with_its_ruling_and_confirmed_as_a_line(club: Club) -> None:
    marker, _ = invited(club, "marker")
    move, points = a_move(club)
    data = picture_of(slip_of(2, move, points, turn=2), slip_of(3, move, points + 1, turn=2))
    right, wrong = take(club, marker, data)["slips"]
    assert right["readings"][0]["line"] == f"2 {move} {points}"
    assert right["readings"][0]["ruling"]["sanction"] == "none"
    assert f"3 {move} {points + 1}" in [one["line"] for one in wrong["readings"]]
    line = {"line": right["readings"][0]["line"], "turn": 2, "picture": right["picture"]}
    assert marker.post(f"{club.base}/marks/line", json=line).status_code == 200
    mark = club.get("marks/2?turn=2")
    assert (mark["picture"], mark["machine"]) == (right["picture"], False)
    photo = marker.get(f"{club.base}/photos/{mark['picture']}")
    assert photo.headers["content-type"] == "image/jpeg"
    # The hash in the log is that of the file, which only its owner reads.
    (path,) = (club.server.services.data / "photographs").glob(f"*/2-2-{mark['picture']}.jpg")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not list(club.server.services.data.glob("hands/*/*"))
    again = take(club, marker, data)["slips"]
    assert again[0]["message"].endswith("bulletin déjà entré au coup 2")


def test_the_file_for_the_federation_has_the_photograph(club: Club) -> None:
    move, points = a_move(club)
    slip = take(club, club.desk, picture_of(slip_of(2, move, points, turn=2)))["slips"][0]
    line = {"line": f"2 {move} {points}", "turn": 2, "picture": slip["picture"]}
    club.post("marks/line", line)
    club.post("retain")
    appeal = {"turn": 2, "table": 2, "reason": "relu"}
    assert club.desk.post(f"{club.base}/appeals", json=appeal).status_code == 201
    event = club.desk.get(club.base).json()["event"]
    photo = club.desk.get(f"/competition/{event}/recours/1-2-2/bulletin.jpg")
    assert photo.content[:2] == b"\xff\xd8"
    file = club.desk.get(f"/competition/{event}/recours/1-2-2/dossier.pdf")
    resources: Any = PdfReader(io.BytesIO(file.content)).pages[0]["/Resources"]
    (image,) = resources["/XObject"].values()
    assert image.get_object()._data == photo.content, "as it was taken"


def test_pictures_that_are_no_slips_get_one_line(club: Club) -> None:
    marker, _ = invited(club, "marker", tables=[1])
    move, points = a_move(club)
    other = take(club, marker, picture_of(slip_of(2, move, points)))
    assert other["slips"][0]["message"] == "la table 2 est confiée à un autre arbitre"
    late = take(club, marker, picture_of(slip_of(1, move, points, turn=7)))
    assert late["slips"][0]["message"].endswith("ce bulletin porte le coup 7, pas le coup 2")
    unknown = take(club, club.desk, picture_of(slip_of(40, move, points)))
    assert unknown["slips"][0]["message"].endswith("pas inscrite")
    reply = marker.post(f"{club.base}/photos?turn=2", content=b"GIF89a nothing of ours")
    assert reply.status_code == 409
    assert "JPEG ou PNG attendu" in reply.json()["error"]["message"]
    assert not club.get("marks/1?turn=2")["picture"]


def test_photographs_are_shown_to_officials_of_their_tables_only(club: Club) -> None:
    marker, _ = invited(club, "marker")
    other, _ = invited(club, "marker", tables=[3])
    move, points = a_move(club)
    (slip,) = take(club, marker, picture_of(slip_of(2, move, points)))["slips"]
    path = f"{club.base}/photos/{slip['picture']}"
    assert other.get(path).status_code == 409
    assert club.phone(2).get(path).status_code == 403
    assert stranger(club.server).get(path).status_code == 401


def test_the_second_marker_reads_the_same_picture_blind(club: Club) -> None:
    marker, _ = invited(club, "marker")
    second, _ = invited(club, "second")
    move, points = a_move(club)
    (slip,) = take(club, marker, picture_of(slip_of(2, move, points)))["slips"]
    entered = {"line": f"2 {move} {points + 1}", "turn": 2, "picture": slip["picture"]}
    assert marker.post(f"{club.base}/marks/line", json=entered).status_code == 200
    mark = second.get(f"{club.base}/marks/2?turn=2").json()
    assert (mark["slip"], mark["picture"]) == (None, slip["picture"])
    again = second.post(f"{club.base}/photos/{mark['picture']}/reading", json={}).json()
    assert again["readings"][0]["line"] == f"2 {move} {points}"
    assert second.post(
        f"{club.base}/second/line", json={"line": again["readings"][0]["line"], "turn": 2}
    ).is_success
    (difference,) = club.get("second?turn=2")
    assert difference["differs"]


def test_plain_slips_are_recorded_unconfirmed_only_where_the_organiser_says_so(
    make_server: MakeServer,
) -> None:
    club = open_turn(make_server(), machine_reads=True, keep_hands=True)
    marker, _ = invited(club, "marker")
    move, points = a_move(club)
    (right,) = take(club, marker, picture_of(slip_of(2, move, points, turn=2)))["slips"]
    (wrong,) = take(club, marker, picture_of(slip_of(4, move, points + 1, turn=2)))["slips"]
    assert (right["recorded"], wrong["recorded"]) == (True, False)
    mark = club.get("marks/2?turn=2")
    assert (mark["machine"], mark["ruling"]["points"]) == (True, points)
    # Opened and confirmed, it is a marker's like any other.
    line = {"line": f"2 {move} {points}", "turn": 2, "picture": mark["picture"]}
    assert marker.post(f"{club.base}/marks/line", json=line).is_success
    assert not club.get("marks/2?turn=2")["machine"]
    # With consent, and only then, its cells are kept.
    assert [path.stem for path in club.server.services.data.glob("hands/*/*.npz")] == ["2-2"]


def test_without_the_extra_one_line_says_so_and_all_else_works(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera, "is_installed", lambda: False)
    move, points = a_move(club)
    reply = club.desk.post(f"{club.base}/photos?turn=2", content=b"\xff\xd8\xff")
    assert reply.status_code == 409
    assert reply.json()["error"]["code"] == "reading-missing"
    assert "pip install raccord[reading]" in reply.json()["error"]["message"]
    assert club.post("marks/line", {"line": f"2 {move} {points}"})["ruling"]["points"] == points
