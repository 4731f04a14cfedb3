"""A seat belongs to whoever was let in, not to a number that somebody else has by now."""

from collections.abc import Callable

import pytest

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient

MakeServer = Callable[..., LiveServer]


@pytest.fixture
def club(make_server: MakeServer) -> Club:
    return open_club(make_server(host="0.0.0.0"), "1 Anne Petit\n2 Luc Roy")


def moved(club: Club) -> None:
    """Anne sits at table 5 now, and Luc at table 1."""
    club.post("tables/1/renumber", {"to": 5})
    club.post("tables/2/renumber", {"to": 1})


def replaced(club: Club) -> None:
    """Anne was entered by mistake: Zoé has her number."""
    club.desk.delete(f"{club.base}/tables/1").raise_for_status()
    club.post("tables", {"text": "1 Zoé Martin"})


@pytest.mark.parametrize("change", [moved, replaced], ids=lambda change: change.__name__)
def test_a_phone_let_in_before_plays_for_nobody_else(
    club: Club, change: Callable[[Club], None]
) -> None:
    old, phone = club.pin(1), club.phone(1)
    change(club)
    assert phone.get(f"{club.base}/own").status_code in {401, 403}
    club.draw("AEINRST")
    club.post("start")
    body = {"turn": 1, "entered": {"move": "H8 TARI"}}
    assert phone.post(f"{club.base}/slip", json=body).status_code in {401, 403}
    assert club.pin(1) != old
    assert _joins(club, old) == 403
    assert _joins(club, club.pin(1)) == 200


def _joins(club: Club, pin: str) -> int:
    client: WebClient = club.server.client().sign_in()
    return client.post(f"{club.base}/join", json={"table": 1, "pin": pin}).status_code


def test_a_table_that_keeps_its_number_keeps_its_seat(club: Club) -> None:
    phone = club.phone(2)
    club.post("tables/1/renumber", {"to": 5})
    assert phone.get(f"{club.base}/own").json()["players"] == ["Luc Roy"]
