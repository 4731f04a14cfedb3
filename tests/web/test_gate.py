"""The gate tells slips from other work by their address, however it is spelt."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

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


def test_no_slip_waits_behind_open_work_asked_for_by_another_spelling(club: Club) -> None:
    phone = club.phone(1)
    club.draw("AEINRST")
    club.post("start")
    shop = club.server.services.get(Workshop)
    done = threading.Event()
    for _ in range(2):
        shop._pool.submit(done.wait, 60)
    crowd = [club.server.client().sign_in() for _ in range((gate.AT_ONCE + 8) // EACH)]
    file = {"record": ("partie.json", b"{}")}
    with ThreadPoolExecutor(gate.AT_ONCE + 8) as pool:
        asked = [pool.submit(one.post, "/%2fjarnac//parties/", files=file) for one in crowd * EACH]
        time.sleep(1)
        try:
            body = {"turn": 1, "entered": {"move": "H8 TARI"}}
            assert phone.post(f"{club.base}/slip", json=body, timeout=10).is_success
        finally:
            done.set()
        assert {one.result().status_code for one in asked} <= {400, 503}


def test_no_turn_waits_for_a_request_that_is_no_slip(club: Club) -> None:
    """An address that ends as a slip's does holds nothing up but itself."""
    club.draw("AEINRST")
    club.post("start")
    shop = club.server.services.get(Workshop)
    done = threading.Event()
    for _ in range(2):
        shop._pool.submit(done.wait, 60)
    crowd = [club.server.client().sign_in() for _ in range((gate.OPEN_AT_ONCE + 4) // EACH)]
    file = {"record": ("partie.json", b"{}")}
    with ThreadPoolExecutor(gate.OPEN_AT_ONCE + 8) as pool:
        for one in crowd * EACH:
            pool.submit(one.post, "/jarnac/parties", files=file)
        time.sleep(1)
        pool.submit(crowd[0].post, "/api/jarnac/puzzles/slip", json={})
        time.sleep(0.5)
        try:
            # What is timed is the server's own wait for it, of five seconds.
            began = time.monotonic()
            arrivals = club.server.services.get(Hall).resources.arrivals
            club.post("end-time")
            club.post("retain")
            assert not arrivals._underway
            assert time.monotonic() - began < 30
        finally:
            done.set()
