"""Before time is up nobody in the hall receives a top, another's slip or a letter to come.

Everything that the public and a player receive is recorded, headers included, and searched.
"""

import asyncio
import threading
import time

import pytest

from raccord.hall import Hall
from tests.web.conftest import LiveServer, WebClient

TURNS = 3
STRANGE = "ZYTHUMS"
"""What table 2 plays: nobody else may ever see it."""


class Ear:
    """Hears a live stream and keeps every byte of it."""

    def __init__(self, client: WebClient, path: str) -> None:
        self.heard = ""
        self.states = 0
        self._client = client
        self._path = path
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        try:
            with self._client.stream("GET", self._path) as reply:
                self.heard += str(reply.headers)
                for line in reply.iter_lines():
                    self.heard += line + "\n"
                    self.states += line == "event: state"
        except Exception:  # the server has stopped
            return

    def wait(self, states: int) -> None:
        """Wait until that many states have come."""
        for _ in range(200):
            if self.states >= states:
                return
            time.sleep(0.05)
        pytest.fail(f"{self._path}: {self.states} states instead of {states}")


class Room:
    """A game with its referee and two players; what table 1 and the public receive is kept."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server
        self.desk = server.client().sign_in()
        self.code = self.desk.post("/api/games", json={"title": "Secret"}).json()["code"]
        self.base = f"/api/games/{self.code}"
        self.do("tables", {"text": "1 Anne\n2 Luc"}, 201)
        self.one, self.two = self._join(1), self._join(2)
        self.public = server.client().sign_in()
        self.ears = [
            Ear(self.public, f"/live/{self.code}/public"),
            Ear(self.one, f"/live/{self.code}/player"),
        ]
        self.read = ""

    def _join(self, table: int) -> WebClient:
        pins = {p["table"]: p["pin"] for p in self.desk.get(f"{self.base}/pins").json()}
        client = self.server.client().sign_in()
        body = {"table": table, "pin": pins[table]}
        assert client.post(f"{self.base}/join", json=body).status_code == 200
        return client

    def do(self, action: str, body: object = None, status: int = 200) -> None:
        reply = self.desk.post(f"{self.base}/{action}", json={} if body is None else body)
        assert reply.status_code == status, reply.text

    def play_strangely(self, turn: int) -> None:
        """Table 2 hands in its word, on the first row where it fits."""
        for row in "ABCDEFGHIJKLMNO":
            slip = {"turn": turn, "entered": {"move": f"{row}9 {STRANGE}"}}
            if self.two.post(f"{self.base}/slip", json=slip).status_code == 200:
                return
        pytest.fail("the word fits nowhere")

    def look(self) -> None:
        """Ask for everything the public and table 1 can ask for."""
        asked = [
            (self.public, p)
            for p in (self.base, f"/partie/{self.code}", f"/projection/{self.code}")
        ]
        asked += [(self.one, p) for p in (self.base, f"{self.base}/own", f"{self.base}/me")]
        asked += [(self.one, f"{self.base}/{p}") for p in ("referee", "marks", "marks/2", "second")]
        asked += [
            (self.one, p)
            for p in (
                f"/jouer/{self.code}",
                f"/partie/{self.code}.json",
                f"/partie/{self.code}/feuille",
                f"/partie/{self.code}/route/2",
                f"/partie/{self.code}/billets",
                f"/partie/{self.code}/enregistrement.json",
            )
        ]
        for client, path in asked:
            reply = client.get(path)
            self.read += f"{path} {reply.status_code} {reply.headers} {reply.text}\n"

    @property
    def received(self) -> str:
        return self.read + "".join(ear.heard for ear in self.ears)


@pytest.fixture
def room(live_server: LiveServer) -> Room:
    return Room(live_server)


def test_no_one_learns_early(room: Room) -> None:
    hall = room.server.services.get(Hall)
    secret = asyncio.run(_secret(hall, room.code))
    assert secret
    states = 1
    for turn in range(1, TURNS + 1):
        room.do("draw")
        tops = room.desk.get(f"{room.base}/referee").json()["tops"]
        words = {tie["move"] for tie in tops["ties"]} | {move for move, _ in tops["sub_tops"]}
        room.do("start")
        room.play_strangely(turn)
        room.look()
        room.do("end-time")
        room.look()
        states += 3
        for ear in room.ears:
            ear.wait(states)
        early = room.received
        assert not [move for move in words if move in early]
        assert '"tops"' not in early
        assert secret not in early
        room.do("retain")
        states += 1
        for ear in room.ears:
            ear.wait(states)
        assert any(tie["move"] in room.received for tie in tops["ties"])
    assert STRANGE not in room.received
    room.do("stop", {"reason": "assez"})
    room.look()
    assert secret not in room.received
    room.do("reveal")
    room.look()
    assert secret in room.received


async def _secret(hall: Hall, code: str) -> str:
    stored = await hall.resources.store.load(f"hall-companion:{code}", 0, 1)
    text = stored[0].payload
    return text.partition('"secret":"')[2].partition('"')[0]
