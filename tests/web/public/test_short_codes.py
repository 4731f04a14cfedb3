"""Officials come in by a short code or a QR code, not by a link of ninety letters."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from raccord.web.short_codes import WINDOW_MS
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient


@pytest.fixture
def club(make_server: Callable[..., LiveServer]) -> Club:
    """A game on a server that trusts nobody for being local."""
    return open_club(make_server(host="0.0.0.0"), entry="paper")


def _invite(club: Club, role: str = "marker", **more: object) -> Any:
    return club.post("invitations", {"role": role, **more})


def _type(club: Club, code: str) -> tuple[WebClient, Any]:
    client = club.server.client().sign_in()
    return client, client.post("/acces/code", data={"code": code})


@pytest.mark.parametrize(
    ("role", "home"), [("marker", "/corriger/{}"), ("second", "/corriger/{}/double")]
)
def test_a_short_code_leads_where_its_link_does(club: Club, role: str, home: str) -> None:
    short = _invite(club, role)["short"]
    assert re.fullmatch(rf"{club.code}-[A-HJ-NP-Z2-9]{{6}}", short)
    client, reply = _type(club, f" {short.lower().replace('-', ' ')} ")
    assert reply.status_code == 303
    assert reply.headers["location"] == home.format(club.code)
    assert client.get(reply.headers["location"]).status_code == 200
    assert client.get(f"/arbitrer/{club.code}").status_code == 403


def test_a_short_code_lasts_half_an_hour_at_most(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = _invite(club)
    services = club.server.services
    now = services.now_ms()
    assert WINDOW_MS <= line["until"] - now <= 2 * WINDOW_MS
    monkeypatch.setattr(services, "now_ms", lambda: line["until"] - 1)
    assert _type(club, line["short"])[1].status_code == 303
    monkeypatch.setattr(services, "now_ms", lambda: line["until"])
    assert _type(club, line["short"])[1].status_code == 403


def test_an_invitation_taken_back_takes_its_code_with_it(club: Club) -> None:
    line = _invite(club)
    club.desk.delete(f"{club.base}/invitations/{line['id']}")
    assert _type(club, line["short"])[1].status_code == 403


@pytest.mark.parametrize("typed", ["", "K7QX-8DMNR2", "AAAAAA", "é" * 30, "-", "ZZZZ-ZZZZZZ"])
def test_what_opens_nothing_says_nothing_of_games(club: Club, typed: str) -> None:
    wrong = _type(club, f"{club.code}-AAAAAA")[1]
    reply = _type(club, typed)[1]
    assert reply.status_code == wrong.status_code == 403
    assert "n’est pas ou plus valable" in reply.text


def test_who_tries_many_codes_waits(club: Club) -> None:
    client = club.server.client().sign_in()
    statuses = [
        client.post("/acces/code", data={"code": f"{club.code}-AAAAA{letter}"}).status_code
        for letter in "ABCDEFGH"
    ]
    assert statuses[:6] == [403] * 6
    assert statuses[-1] == 429
    # The right code waits too: a guesser learns nothing by it.
    short = _invite(club)["short"]
    assert client.post("/acces/code", data={"code": short}).status_code == 429
    assert _type(club, short)[1].status_code == 303


def test_the_qr_code_is_for_the_referee_alone(club: Club) -> None:
    line = _invite(club)
    path = f"/arbitrer/{club.code}/invitations/{line['id']}/qr.svg"
    assert club.desk.get(path).headers["content-type"] == "image/svg+xml"
    assert club.desk.get(path.replace(line["id"], "nobody")).status_code == 404
    marker, _ = _type(club, line["short"])
    assert marker.get(path).status_code == 403
    assert line["short"] in club.desk.get(f"/arbitrer/{club.code}/joueurs").text


def test_pages_of_a_game_lead_back_to_the_desk_who_may_see_it(club: Club) -> None:
    shown = [f"/{page}/{club.code}" for page in ("corriger", "partie", "projection")]
    paths = [*shown, f"/arbitrer/{club.code}/codes"]
    back = re.compile(rf'href="/arbitrer/{club.code}"\s*>\s*← Pupitre')
    assert all(back.search(club.desk.get(path).text) for path in paths)
    assert not back.search(club.desk.get(f"/arbitrer/{club.code}").text)
    marker, _ = _type(club, _invite(club)["short"])
    assert not any(back.search(marker.get(path).text) for path in shown)
