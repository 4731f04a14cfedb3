"""A player's request never touches a ruling that stands, a turn that is over, a game that ended."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient

MakeServer = Callable[..., LiveServer]
DECIDED = {"turn": 1, "table": 1, "points": 7, "reason": "bulletin retrouvé", "insist": True}
A_TICK = 0.1
"""The kernel tells when a slip came in ticks, in the player's favour: many of them, in seconds."""


@pytest.fixture
def club(make_server: MakeServer) -> Club:
    return open_club(make_server())


@pytest.fixture
def phone(club: Club) -> WebClient:
    return club.phone(1)


def running(club: Club) -> str:
    """The first turn under way; gives its top."""
    top: str = club.draw("AEINRST")["tops"]["ties"][0]["move"]
    club.post("start")
    return top


def send(phone: WebClient, club: Club, move: str, turn: int = 1, **more: Any) -> httpx.Response:
    body = {"turn": turn, "entered": {"move": move}, **more}
    return phone.post(f"{club.base}/slip", json=body)


def marked(club: Club, turn: int = 1) -> tuple[Any, Any, int]:
    """What stands for the table, and how many things were ever written of it."""
    mark = club.get(f"marks/1?turn={turn}")
    return mark["slip"], mark["ruling"], len(club.get(f"marks/1/history?turn={turn}"))


def missing(club: Club) -> None:
    club.post("marks/missing", {"tables": [1]})


def decided(club: Club) -> None:
    club.post("rulings", DECIDED)


def read_by_hand(club: Club) -> None:
    club.post("marks/line", {"line": "1 H4 RETINAS 70"})


def announced(club: Club) -> None:
    club.post("retain")


def announced_then_decided(club: Club) -> None:
    club.post("retain")
    club.post("rulings", DECIDED)


def next_turn(club: Club) -> None:
    announced_then_decided(club)
    club.draw("EIOUDLM")
    club.post("start")


def ended(club: Club) -> None:
    club.post("retain")
    club.post("stop", {"reason": "fin de soirée"})


def stopped_before_the_top(club: Club) -> None:
    club.post("stop", {"reason": "fin de soirée"})


CLOSED = (
    *(missing, decided, read_by_hand, announced, announced_then_decided),
    *(next_turn, ended, stopped_before_the_top),
)


@pytest.mark.parametrize("close", CLOSED, ids=lambda close: close.__name__)
def test_a_late_slip_changes_nothing_that_stands(
    club: Club, phone: WebClient, close: Callable[[Club], None]
) -> None:
    top = running(club)
    club.post("end-time")
    close(club)
    stands = marked(club)
    ranking = club.get("ranking")
    for key in ("", "first", "again"):
        reply = send(phone, club, top, key=key)
        assert reply.status_code == 409, reply.text
        assert reply.json()["error"]["code"] == "refused"
    assert marked(club) == stands
    assert club.get("ranking") == ranking


@pytest.mark.parametrize("close", CLOSED, ids=lambda close: close.__name__)
def test_the_same_sending_again_is_answered_as_before_and_changes_nothing(
    club: Club, phone: WebClient, close: Callable[[Club], None]
) -> None:
    top = running(club)
    assert send(phone, club, "H8 TARI", key="k").json()["repeated"] is False
    club.post("end-time")
    if close is missing:
        close = announced
    if close is read_by_hand:
        club.post("retain")
    else:
        close(club)
    stands = marked(club)
    again = send(phone, club, top, key="k")
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    assert again.json()["slip"]["word"] == "TARI"
    assert send(phone, club, top, key="other").status_code == 409
    assert marked(club) == stands


def test_a_slip_of_a_cancelled_turn_stays_cancelled(club: Club, phone: WebClient) -> None:
    top = running(club)
    assert send(phone, club, top, key="k", draw="AEINRST").is_success
    club.post("cancel", {"reason": "lettre mal lue"})
    assert send(phone, club, top, key="after").status_code == 409
    club.draw("EIOUDLM")
    club.post("start")
    assert send(phone, club, top, key="k", draw="AEINRST").json()["repeated"] is True
    assert send(phone, club, top, key="later", draw="AEINRST").status_code == 409
    assert phone.get(f"{club.base}/own").json()["slip"] is None


def test_a_late_slip_of_which_nothing_stands_is_still_kept_and_void(
    club: Club, phone: WebClient
) -> None:
    club.desk.put(f"{club.base}/settings", json={"draw": "hand", "grace_ms": 0}).raise_for_status()
    top = running(club)
    club.post("end-time")
    time.sleep(A_TICK)
    assert send(phone, club, top).json()["late"] is True
    slip, ruling, written = marked(club)
    assert slip["flags"] == ["late"]
    assert (ruling["points"], written) == (0, 2)


def test_a_top_is_announced_when_slips_on_their_way_have_had_the_time_to_come(
    make_server: MakeServer,
) -> None:
    club = open_club(make_server(), grace_ms=6000)
    phone = club.phone(1)
    top = running(club)
    with phone.stream("GET", f"/live/{club.code}/player") as stream, ThreadPoolExecutor(1) as pool:
        lines = stream.iter_lines()
        next(lines)
        club.post("end-time")
        announcing = pool.submit(club.post, "retain")
        # While it waits: the referee was quicker than the road of the slip.
        threading.Event().wait(0.4)
        receipt = send(phone, club, top).json()
        assert receipt.get("late") is False, receipt
        announcing.result()
        assert next(line for line in lines if line), "the phone was connected all along"
    slip, ruling, _ = marked(club)
    assert slip["word"] in top
    assert ruling["points"] > 0
