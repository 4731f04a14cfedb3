"""Rights: what a door has granted it takes back, and nobody comes in by another way."""

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient

MakeServer = Callable[..., LiveServer]


def stranger(server: LiveServer, address: str = "192.0.2.7") -> WebClient:
    """Somebody from another machine."""
    client = server.client()
    client.headers["x-forwarded-for"] = address
    return client.sign_in()


def invited(club: Club, role: str, **wish: Any) -> tuple[WebClient, str]:
    """An official of the game on another machine, and the name of the invitation."""
    line = club.post("invitations", {"role": role, **wish})
    client = stranger(club.server)
    assert client.get(urlsplit(line["link"]).path).status_code == 303
    return client, line["id"]


class Ear:
    """Listens to a stream until it ends."""

    def __init__(self) -> None:
        self.heard: queue.Queue[bytes] = queue.Queue()
        self.ended = threading.Event()

    def text(self) -> str:
        return b"".join(self.heard.queue).decode()

    def first(self) -> None:
        """Wait for the state the stream begins with."""
        self.heard.queue.appendleft(self.heard.get(timeout=15))


@contextmanager
def listening(club: Club, client: WebClient, path: str) -> Iterator[Ear]:
    ear = Ear()

    def listen() -> None:
        with client.stream("GET", path) as reply:
            assert reply.status_code == 200
            for piece in reply.iter_raw():
                ear.heard.put(piece)
        ear.ended.set()

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    ear.first()
    yield ear
    club.server.loop.call_soon_threadsafe(club.server.services.hub.close)
    thread.join(10)


@pytest.fixture
def club(make_server: MakeServer) -> Club:
    return open_club(make_server())


@pytest.mark.parametrize(("role", "audience"), [("referee", "referee"), ("marker", "marker")])
def test_the_stream_of_an_official_ends_with_the_invitation(
    club: Club, role: str, audience: str
) -> None:
    official, invitation = invited(club, role)
    with listening(club, official, f"/live/{club.code}/{audience}") as ear:
        club.desk.delete(f"{club.base}/invitations/{invitation}")
        assert ear.ended.wait(5)
        top = club.draw("AEINRST")["tops"]["ties"][0]["move"].split()[1]
        assert top not in ear.text()


def test_the_stream_of_a_phone_ends_with_its_pin(club: Club) -> None:
    phone, other = club.phone(1), club.phone(2)
    path = f"/live/{club.code}/player"
    with listening(club, phone, path) as ear, listening(club, other, path) as neighbour:
        club.post("pins", {"tables": [1]})
        assert ear.ended.wait(5)
        assert not neighbour.ended.is_set()
        club.draw("AEINRST")
        assert "AEINRST" not in ear.text()


def test_a_marker_given_other_tables_listens_anew(club: Club) -> None:
    marker, invitation = invited(club, "marker", tables=[1])
    with listening(club, marker, f"/live/{club.code}/marker") as ear:
        reply = club.desk.put(f"{club.base}/invitations/{invitation}/tables", json={"tables": [2]})
        assert reply.is_success
        assert ear.ended.wait(5)
