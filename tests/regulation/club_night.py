"""A club night over the API: what a referee, a marker and a phone ask of the server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from raccord.board import Board, Direction, Move, Reference, score
from raccord.regulation import EditionId
from raccord.web import Settings
from raccord.web.doors import organiser_path
from tests.web.conftest import LiveServer, WebClient, running

LETTERS = "AEINRST"


def club_night(edition: EditionId, folder: Path) -> None:
    """Games on paper and on phones, from the form to the ranking; and one played alone."""
    with running(Settings(data=folder)) as server, organiser(server) as desk:
        assert desk.get("/arbitrer").status_code == 200
        on_paper(desk, edition)
        on_phones(server, desk, edition)
        with_two_solutions(desk, edition)
        alone(desk, edition)


@contextmanager
def organiser(server: LiveServer) -> Iterator[WebClient]:
    """The browser of whoever runs the server."""
    with server.client() as client:
        client.get(f"/{organiser_path(server.services)}")
        yield client.sign_in()


class Desk:
    """A game and its referee."""

    def __init__(self, client: WebClient, edition: EditionId, formula: str, **settings: str):
        self.client = client
        wish = {"edition": edition, "formula": formula, "settings": {"draw": "hand"} | settings}
        self.base = "/api/games"
        self.base += "/" + self.post("", wish)["code"]
        self.post("/tables", {"text": "1 Anne\n2 Luc\n3 Zoé"})

    def post(self, path: str, body: object = None) -> Any:
        """Ask for something, and hear what is announced after it."""
        reply = self.client.post(f"{self.base}{path}", json={} if body is None else body)
        assert reply.status_code < 300, reply.text
        assert self.client.get(self.base).status_code == 200
        return reply.json() if reply.content else None

    def read(self, path: str) -> Any:
        """Something the referee may read."""
        return self.client.get(f"{self.base}{path}").raise_for_status().json()

    def to_time_up(self) -> None:
        """A turn whose slips can be entered."""
        self.post("/draw", {"letters": LETTERS})
        self.post("/start")
        self.post("/end-time")


def on_paper(client: WebClient, edition: EditionId) -> None:
    """A refused word played again untold, a slip that goes to the commission, a solo, the end."""
    desk = Desk(client, edition, "blitz", entry="paper")
    desk.to_time_up()
    desk.post("/marks", {"table": 1, "slip": {"word": "NRT", "direction": "across", "score": 6}})
    desk.post("/marks/top", {"tables": [2]})
    desk.post("/retain")
    desk.to_time_up()
    cells = desk.read("")["cells"]
    desk.post("/marks", {"table": 1, "slip": no_word_across(Board(cells))})
    desk.post("/marks/top", {"tables": [2]})
    assert desk.post("/retain")["game"]["turn"] == 3
    given = desk.read("/marks/1?turn=2")["ruling"]["findings"]
    assert "moyenne" in given[0]["reason"]
    correction = {
        "turn": 1,
        "table": 1,
        "sanction": "commission",
        "points": 6,
        "reason": "à revoir",
    }
    desk.post("/rulings", correction)
    desk.post("/rulings", correction | {"sanction": "nullity", "points": 0, "reason": "commission"})
    desk.post("/stop", {"reason": "il est tard"})
    assert desk.read("/ranking")
    recourse(desk)


def recourse(desk: Desk) -> None:
    """An appeal, the commission's decision and, where the edition has one, the federation's."""
    desk.post("/appeals", {"turn": 1, "table": 2, "reason": "mal jugé"})
    client, event = desk.client, desk.read("")["event"]
    named = {"command": "name-commission", "members": [{"id": "a1", "name": "Jeanne"}]}
    client.post(f"/api/tournaments/{event}", json=named).raise_for_status()
    case = f"/api/tournaments/{event}/appeals/1-1-2"
    client.post(case, json={"points": 1, "reason": "vu"}).raise_for_status()
    sent = client.post(f"{case}/federation", json={"reason": "Voici"})
    assert sent.status_code in (200, 409)
    if sent.status_code == 200:
        client.post(f"{case}/requests", json={"what": "la grille"}).raise_for_status()


def no_word_across(board: Board) -> dict[str, object]:
    """NRT, which is no word, down through an R of the only word on the board."""
    row, column = divmod(board.cells.index("R"), 15)
    move = Move(Reference(row - 1, column, Direction.DOWN), "NRT")
    points = score(board, move).total
    place = {"reference": str(move.reference), "direction": "down"}
    return {"word": "NRT", "score": points, **place}


def on_phones(server: LiveServer, client: WebClient, edition: EditionId) -> None:
    """A slip handed in while the clock runs."""
    desk = Desk(client, edition, "classic", entry="assisted")
    pin = next(line["pin"] for line in desk.read("/pins") if line["table"] == 1)
    with server.client() as phone:
        phone.sign_in()
        phone.post(f"{desk.base}/join", json={"table": 1, "pin": pin}).raise_for_status()
        desk.post("/draw", {"letters": LETTERS})
        desk.post("/start")
        top = desk.read("/referee")["tops"]["ties"][0]["move"]
        slip = {"turn": 1, "entered": {"move": top}}
        phone.post(f"{desk.base}/slip", json=slip).raise_for_status()
        phone.get(f"{desk.base}/own").raise_for_status()
    desk.post("/end-time")
    desk.post("/retain")


def with_two_solutions(client: WebClient, edition: EditionId) -> None:
    """A table that found the best two solutions of a turn."""
    desk = Desk(client, edition, "multitops", entry="paper")
    desk.to_time_up()
    desk.post("/marks/top", {"tables": [1]})
    desk.post("/retain")


def alone(client: WebClient, edition: EditionId) -> None:
    """A turn of the topping, given up too early."""
    begun = {"edition": edition, "formula": "topping", "seed": 1}
    game = client.post("/api/solo", json=begun).raise_for_status().json()
    early = client.post(f"/api/solo/{game['id']}/answer", json={"turn": 1, "move": None})
    assert "pas écoulé" in early.text
