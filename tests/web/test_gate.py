"""The gate tells slips from other work by their address, however it is spelt."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from raccord.hall import Hall
from raccord.web import gate
from raccord.web.workshop import EACH, Workshop
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer

MakeServer = Callable[..., LiveServer]


@pytest.fixture
def club(make_server: MakeServer) -> Club:
    return open_club(make_server(host="0.0.0.0"))


@contextmanager
def asking(
    club: Club, path: str, times: int
) -> Iterator[tuple[list["Future[Any]"], ThreadPoolExecutor]]:
    """So many requests for work that anybody may ask for, under way while nothing is worked on."""
    shop = club.server.services.get(Workshop)
    done = threading.Event()
    for _ in range(2):
        shop._pool.submit(done.wait, 60)
    crowd = [club.server.client().sign_in() for _ in range(times // EACH)]
    file = {"record": ("partie.json", b"{}")}
    with ThreadPoolExecutor(times + 4) as pool:
        asked = [pool.submit(one.post, path, files=file) for one in crowd * EACH]
        time.sleep(1)
        try:
            yield asked, pool
        finally:
            done.set()


def test_no_slip_waits_behind_open_work_asked_for_by_another_spelling(club: Club) -> None:
    phone = club.phone(1)
    club.draw("AEINRST")
    club.post("start")
    with asking(club, "/%2fjarnac//parties/", gate.AT_ONCE + 8) as (asked, _):
        body = {"turn": 1, "entered": {"move": "H8 TARI"}}
        assert phone.post(f"{club.base}/slip", json=body, timeout=10).is_success
    assert {one.result().status_code for one in asked} <= {400, 503}


def test_no_turn_waits_for_a_request_that_is_no_slip(club: Club) -> None:
    """An address that ends as a slip's does holds nothing up but itself."""
    club.draw("AEINRST")
    club.post("start")
    with asking(club, "/jarnac/parties", gate.OPEN_AT_ONCE + 4) as (_, pool):
        pool.submit(club.server.client().sign_in().post, "/api/jarnac/puzzles/slip", json={})
        time.sleep(0.5)
        club.post("end-time")
        club.post("retain")
        assert not club.server.services.get(Hall).resources.arrivals._underway
