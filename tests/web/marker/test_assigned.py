"""Markers under each other's eyes: their own tables only, and second readings that stand."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient

SLIP = {"word": "RETINAS", "reference": "H4", "score": 70}
OTHER = {"word": "RATES", "reference": "H4", "score": 12}
MINE, THEIRS = 1, 2


@pytest.fixture
def club(make_server: Callable[..., LiveServer]) -> Club:
    """Time is up, and both slips were entered once."""
    club = open_club(make_server(host="0.0.0.0"), entry="paper")
    play(club, "AEINRST")
    return club


def play(club: Club, letters: str) -> None:
    club.draw(letters)
    club.post("start")
    club.post("end-time")
    for table in (MINE, THEIRS):
        club.post("marks", {"table": table, "slip": SLIP})


Come = Callable[..., WebClient]


@pytest.fixture
def come(club: Club) -> Iterator[Come]:
    """Officials who come in by an invitation."""
    with ExitStack() as stack:

        def enter(role: str, *tables: int, label: str = "") -> WebClient:
            wish = {"role": role, "tables": tables, "label": label}
            link = club.post("invitations", wish)["link"]
            client = stack.enter_context(club.server.client())
            assert client.get(urlsplit(link).path).status_code == 303
            return client.sign_in()

        yield enter


ASKED = ("marks/{}", "marks/{}/history", "marks/{}/why")
SENT: dict[str, Callable[[int], Any]] = {
    "marks": lambda table: {"table": table, "slip": OTHER, "reason": "relu"},
    "marks/line": lambda table: {"line": f"{table} H4 RATES 12", "reason": "relu"},
    "marks/line/preview": lambda table: {"line": f"{table} ="},
    "marks/line/why": lambda table: {"line": f"{table} ="},
    "marks/drawn": lambda table: {
        "table": table,
        "cells": [{"row": 8, "column": 8, "letter": "A", "rack": True}],
    },
    "marks/top": lambda table: {"tables": [table]},
    "marks/missing": lambda table: {"tables": [table]},
    "rulings": lambda table: {"turn": 1, "table": table, "points": 1, "reason": "relu"},
    "notes": lambda table: {"turn": 1, "table": table},
    "second": lambda table: {"turn": 1, "table": table, "slip": SLIP},
    "second/line": lambda table: {"line": f"{table} H4 RETINAS 70"},
    "second/line/preview": lambda table: {"line": f"{table} H4 RETINAS 70"},
}


@pytest.mark.parametrize("role", ["marker", "second"])
def test_no_route_lets_a_marker_at_a_table_that_is_another_s(
    club: Club, come: Come, role: str
) -> None:
    official = come(role, MINE)
    before = [club.get(f"marks/{THEIRS}"), club.get(f"marks/{THEIRS}/history")]
    for path in ASKED:
        reply = official.get(f"{club.base}/{path.format(THEIRS)}")
        assert reply.status_code in {403, 409}, (path, reply.text)
    for path, body in SENT.items():
        reply = official.post(f"{club.base}/{path}", json=body(THEIRS))
        assert reply.status_code in {403, 409}, (path, reply.text)
    assert [club.get(f"marks/{THEIRS}"), club.get(f"marks/{THEIRS}/history")] == before
    assert club.get("second") == []


def test_a_marker_hears_of_no_table_but_his_own(club: Club, come: Come) -> None:
    marker = come("marker", MINE)
    with marker.stream("GET", f"/live/{club.code}/marker") as reply:
        pieces = reply.iter_text()
        heard = next(pieces)
        wish = {"turn": 1, "points": 3, "reason": "relu"}
        club.post("rulings", {"table": THEIRS, **wish})
        club.post("retain")
        club.post("rulings", {"table": MINE, **wish, "points": 4})
        while '"points":4' not in heard:
            heard += next(pieces)
    assert f'"table":{MINE},' in heard
    assert f'"table":{THEIRS},' not in heard
    assert "event: marking" in heard.partition('"points":4')[0]


def test_second_readings_are_shown_for_ones_own_tables_only(club: Club, come: Come) -> None:
    denis = come("second")
    for table in (MINE, THEIRS):
        body = {"turn": 1, "table": table, "slip": OTHER}
        assert denis.post(f"{club.base}/second", json=body).is_success
    for role in ("marker", "second"):
        shown = come(role, MINE).get(f"{club.base}/second").json()
        assert [one["table"] for one in shown] == [MINE]


@pytest.mark.parametrize("role", ["marker", "referee"])
def test_only_second_markers_enter_a_second_reading(club: Club, come: Come, role: str) -> None:
    for official in (come(role), club.desk):
        for path in ("second", "second/line", "second/line/preview"):
            reply = official.post(f"{club.base}/{path}", json=SENT[path](MINE))
            assert reply.status_code == 403, (path, reply.text)
        assert official.get(f"/corriger/{club.code}/double").status_code == 403
    assert club.get("second") == []


def test_a_second_reading_is_final_and_a_change_needs_its_reason_and_shows(
    club: Club, come: Come
) -> None:
    denis = come("second", label="Denis")
    first = {"turn": 1, "table": MINE, "slip": OTHER}
    assert denis.post(f"{club.base}/second", json=first).json()["differs"] is True
    again = {**first, "slip": SLIP}
    for body in (again, {**again, "reason": "  "}):
        reply = denis.post(f"{club.base}/second", json=body)
        assert (reply.status_code, reply.json()["error"]["code"]) == (409, "reason-needed")
    line = {"line": f"{MINE} H4 RETINAS 70"}
    assert denis.post(f"{club.base}/second/line", json=line).status_code == 409
    (kept,) = club.get("second")
    assert (kept["differs"], kept["second_slip"]["word"], kept["earlier"]) == (True, "RATES", [])
    assert denis.post(f"{club.base}/second", json=first).is_success, "the same reading again"
    assert denis.post(f"{club.base}/second", json={**again, "reason": "mal lu"}).is_success
    (changed,) = club.get("second")
    assert (changed["differs"], changed["reason"]) == (False, "mal lu")
    assert [one["slip"]["word"] for one in changed["earlier"]] == ["RATES"]
    shown = club.desk.get(f"/arbitrer/{club.code}/decisions?coup=1").text
    for text in ("mal lu", "RATES", "Denis"):
        assert text in shown


def test_a_cancelled_turn_takes_second_readings_and_notes_along(club: Club, come: Come) -> None:
    denis = come("second")
    read = {"turn": 1, "table": MINE, "slip": OTHER}
    assert denis.post(f"{club.base}/second", json=read).is_success
    club.post("notes", {"turn": 1, "table": MINE})
    assert denis.get(f"{club.base}/marks/{MINE}").json()["slip"] is not None
    club.post("cancel", {"reason": "lettre mal lue"})
    play(club, "EIOUDLM")
    assert denis.get(f"{club.base}/marks/{MINE}").json()["slip"] is None, "blind again"
    assert club.get("second") == []
    assert club.get("marks")["cells"][0]["second"] is False
    assert club.get(f"marks/{MINE}")["note_delivered"] is False
    assert denis.post(f"{club.base}/second", json={**read, "slip": SLIP}).is_success
    assert club.get("second")[0]["earlier"] == []
    club.post("notes", {"turn": 1, "table": MINE})
    assert club.get(f"marks/{MINE}")["note_delivered"] is True


def test_the_second_marker_s_plus_tells_him_no_first_marking(club: Club, come: Come) -> None:
    denis = come("second")
    reply = denis.post(f"{club.base}/marks/line/why", json={"line": f"{MINE} + !conduite"})
    assert "RETINAS" not in reply.text
    assert reply.status_code == 409
