"""An event from its creation to the printed world ranking, through the pages people use."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from raccord import wordlists
from raccord.duplicate import autoplay, record
from raccord.duplicate import events as ev
from raccord.duplicate.files.fair_draws import secret_of_seed
from raccord.network.errors import LinkError
from raccord.web.centres.access import CentreDesk
from tests.web.conftest import LiveServer, WebClient

MakeServer = Callable[..., LiveServer]
TURNS = 2
CENTRES = {"lyon": "Lyon", "dakar": "Dakar", "quebec": "Québec"}


def local(hours: float) -> str:
    """A moment as a browser's form sends it."""
    return (datetime.now() + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%S")


def prepared(seed: int) -> bytes:
    """The file of a prepared game of a few turns."""
    found: list[ev.Event] = []
    for event in autoplay(wordlists.load("fr-libre"), secret_of_seed(seed), samples=8):
        found.append(event)
        if sum(isinstance(one, ev.Retained) for one in found) == TURNS:
            break
    return record.dumps(found).encode()


def done(reply: object) -> str:
    """Where a form leads."""
    assert getattr(reply, "status_code", 0) == 303, getattr(reply, "text", "")
    return str(getattr(reply, "headers", {})["location"])


class Laptop:
    """A centre's server and who sits at it."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server
        self.desk = server.client().sign_in()
        self.home = ""

    def join(self, content: bytes) -> None:
        files = {"file": ("convocation.json", content)}
        self.home = done(self.desk.post("/centre", files=files))

    def open(self, game: int, tables: int) -> str:
        address = done(self.desk.post(f"{self.home}/partie/{game}"))
        code = address.split("/")[2]
        if address.endswith("/joueurs"):
            name = self.home.rsplit("-", 1)[1]
            text = "\n".join(f"{n} {name} {n}" for n in range(1, tables + 1))
            self.act(code, "tables", {"text": text})
        return code

    def act(self, code: str, action: str, body: object = None) -> None:
        reply = self.desk.post(f"/api/games/{code}/{action}", json=body or {})
        assert reply.is_success, (action, reply.text)

    def turn(self, code: str, tops: list[int]) -> None:
        for action in ("draw", "start", "end-time"):
            self.act(code, action)
        self.act(code, "marks/top", {"tables": tops})
        self.act(code, "marks/missing", {"rest": True})
        self.act(code, "retain")

    def send(self) -> None:
        done(self.desk.post(f"{self.home}/transmettre"))

    def finish(self, code: str) -> None:
        self.act(code, "stop", {"reason": "partie d'essai"})
        self.act(code, "publish")
        self.send()

    def cut(self, is_cut: bool) -> None:
        """Pull the cable, or put it back."""
        centre = self.server.services.get(CentreDesk).centre

        def nowhere(_: str, __: bytes) -> bytes:
            raise LinkError("l'adresse de l'épreuve ne répond pas")

        if is_cut:
            self._post, centre._post = centre._post, nowhere
        else:
            centre._post = self._post


@pytest.fixture
def laptops(make_server: MakeServer, tmp_path: Path) -> dict[str, Laptop]:
    return {name: Laptop(make_server(data=tmp_path / name)) for name in CENTRES}


def create(hub: WebClient) -> str:
    """An event with three centres and two games, through the organiser's forms."""
    form = {
        "title": "Simultané mondial",
        "edition": "2017",
        "embargo": local(2),
        "centres": "Lyon ; Anne ; 45,76 ; 4,84\nDakar ; Awa ; 14,69 ; -17,45\nQuébec",
    }
    home = done(hub.post("/epreuves", data=form))
    code = home.split("/")[2]
    for number in (1, 2):
        slot = {"title": f"Partie {number}", "opens": local(-1), "closes": local(1)}
        files = {"file": ("partie.json", prepared(number))}
        done(hub.post(f"/epreuve/{code}/parties", data=slot, files=files))
    return code


def test_an_event_with_three_centres_one_of_them_offline_for_a_game(
    make_server: MakeServer, laptops: dict[str, Laptop], tmp_path: Path
) -> None:
    server = make_server(data=tmp_path / "hub")
    hub = server.client().sign_in()
    code = create(hub)
    stranger = server.client().sign_in()
    stranger.headers["x-forwarded-for"] = "192.0.2.7"
    for name, laptop in laptops.items():
        reply = hub.get(f"/epreuve/{code}/centre/{name}/convocation.json")
        laptop.join(reply.content)
        done(laptop.desk.post(f"{laptop.home}/repeter"))
        shown = laptop.desk.get(laptop.home).text
        assert "Tout est prêt" in shown, shown
        assert laptop.desk.get(f"{laptop.home}/essai.pdf").content.startswith(b"%PDF")
    listed = hub.get(f"/epreuve/{code}/centres.json").json()
    assert {line["standing"] for line in listed} == {"rehearsed"}

    # Every centre with its link: table 1 finds every top, in Lyon table 2 the second one too.
    for name, laptop in laptops.items():
        game = laptop.open(1, 3)
        for turn in range(1, TURNS + 1):
            laptop.turn(game, [1, 2] if (name, turn) == ("lyon", 2) else [1])
            laptop.send()
        laptop.finish(game)
        outsider = laptop.server.client()
        outsider.headers["x-forwarded-for"] = "192.0.2.7"
        for path in (f"/partie/{game}", f"/partie/{game}.json", f"/api/games/{game}/ranking"):
            assert outsider.get(path).status_code == 403, path
        assert outsider.get(f"/live/{game}/public").status_code == 403
    gone = (f"/epreuve/{code}", f"/epreuve/{code}.json", f"/epreuve/{code}/classement.csv")
    assert {stranger.get(path).status_code for path in gone} == {404}
    assert "provisoire" in hub.get(f"/epreuve/{code}").text

    # The second game: Québec has no link at all, and is told its codes by telephone.
    quebec = laptops["quebec"]
    quebec.cut(True)
    for name, laptop in laptops.items():
        game = laptop.open(2, 3)
        for turn in range(1, TURNS + 1):
            if name == "quebec":
                told = hub.post(
                    f"/epreuve/{code}/centre/quebec/code", data={"game": 2, "turn": turn}
                ).text
                (words,) = re.findall(r'class="told-code">([^<]+)<', told)
                if turn > 1 or "/enveloppe" in laptop.desk.get(laptop.home).text:
                    form = {"code": words.strip(), "who": "le siège"}
                    done(laptop.desk.post(f"{laptop.home}/partie/2/enveloppe", data=form))
            laptop.turn(game, [3])
            laptop.send()
        laptop.finish(game)
    shown = quebec.desk.get(quebec.home).text
    assert "hors liaison" in shown
    assert "bulletins à transmettre" in shown
    organiser = hub.get(f"/epreuve/{code}/gerer").text
    assert "Partie 2, coup 2" in organiser.replace("\xa0", " ")
    assert "2 centres sur 3" in organiser.replace("\xa0", " ")
    quebec.cut(False)
    quebec.send()
    lines = hub.get(f"/epreuve/{code}/centres.json").json()
    assert {line["standing"] for line in lines} == {"complete"}
    phoned = {line["centre"]: len(line["telephoned"]) for line in lines}
    assert phoned["quebec"] >= TURNS - 1
    assert phoned["lyon"] == 0

    # The commission decides, the embargo ends, and everybody reads one ranking.
    decision = {"centre": "dakar", "game": 1, "turn": 1, "table": 2, "points": 3, "reason": "vu"}
    done(hub.post(f"/epreuve/{code}/decisions", data=decision))
    laptops["dakar"].send()
    assert "3 points (vu)" in laptops["dakar"].desk.get(laptops["dakar"].home).text.replace(
        "\xa0", " "
    )
    done(hub.post(f"/epreuve/{code}/embargo", data={"until": local(-0.01)}))
    world = stranger.get(f"/epreuve/{code}.json").json()
    assert not world["provisional"]
    totals = {line["players"][0]: line["total"] for line in world["lines"]}
    assert len(totals) == 9
    assert totals["dakar 2"] == 3
    assert totals["lyon 2"] > 0 == totals["quebec 2"]
    assert totals["lyon 1"] == totals["dakar 1"] == totals["quebec 1"]
    assert sum(line["place"] == 1 for line in world["lines"]) in (3, 6)
    csv = stranger.get(f"/epreuve/{code}/classement.csv").content.decode("utf-8-sig")
    assert "dakar 2" in csv
    pdf = stranger.get(f"/epreuve/{code}/classement.pdf").content
    text = "".join(sheet.extract_text() for sheet in PdfReader(BytesIO(pdf)).pages)
    assert "Classement général" in text
    assert all(name in text for name in totals)
    for laptop in laptops.values():
        laptop.send()
        assert "peut le prouver" in laptop.desk.get(laptop.home).text


def test_an_organiser_without_a_terminal_lets_the_software_draw_the_games(
    make_server: MakeServer, tmp_path: Path
) -> None:
    hub = make_server(data=tmp_path / "hub").client().sign_in()
    page = hub.get("/epreuves").text
    assert "Partie classique" in page
    assert "Topping" not in page
    form = {"title": "Simultané", "embargo": local(2), "centres": "Lyon"}
    refused = hub.post("/epreuves", data={**form, "formula": "topping"})
    assert refused.status_code == 400
    assert "additionne des points" in refused.text
    code = done(hub.post("/epreuves", data=form)).split("/")[2]
    slot = {"opens": local(-1), "closes": local(1)}
    # As a browser sends a form whose file was not chosen.
    kind = "multipart/form-data; boundary=x"
    parts = [f'name="{name}"\r\n\r\n{text}' for name, text in slot.items()]
    parts.append('name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n')
    body = "".join(f"--x\r\nContent-Disposition: form-data; {part}\r\n" for part in parts)
    path = f"/epreuve/{code}/parties"
    done(hub.post(path, content=f"{body}--x--\r\n".encode(), headers={"content-type": kind}))
    assert hub.get(f"/epreuve/{code}/gerer").text.count("empreinte des enveloppes") == 1
    file = hub.get(f"/epreuve/{code}/centre/lyon/convocation.json")
    assert file.status_code == 200
    assert file.headers["content-disposition"].endswith('convocation-lyon.json"')


def test_bad_input_is_told_in_one_line_and_nothing_is_lost(
    make_server: MakeServer, tmp_path: Path
) -> None:
    hub = make_server(data=tmp_path / "hub").client().sign_in()
    code = create(hub)
    assert hub.post("/epreuves", data={"title": "X", "embargo": "demain"}).status_code == 400
    form = {"title": "X", "embargo": local(1), "centres": "Lyon ; ; 95 ; 4"}
    reply = hub.post("/epreuves", data=form)
    assert reply.status_code == 400
    assert "hors de la Terre" in reply.text
    assert "Lyon ; ; 95 ; 4" in reply.text
    late = {"opens": local(2), "closes": local(1)}
    files = {"file": ("x.json", prepared(1))}
    assert hub.post(f"/epreuve/{code}/parties", data=late, files=files).status_code == 409
    slot = {"opens": local(0), "closes": local(1)}
    for content in (b"", b"rien", b"\x00\xff"):
        bad = {"file": ("x.json", content)}
        assert hub.post(f"/epreuve/{code}/parties", data=slot, files=bad).status_code == 409
    for content in (b"", b"rien", b"{}"):
        bad = {"file": ("x.json", content)}
        assert hub.post("/centre", files=bad).status_code == 400
        assert hub.post(f"/epreuve/{code}/import", files=bad).status_code == 409
    kind = {"content-type": "application/octet-stream"}
    for content in (b"", b"RCC1", b"RCC1" + bytes(200)):
        reply = hub.post("/api/hub/messages", content=content, headers=kind)
        assert reply.status_code == 400, reply.text
        assert reply.json()["error"]["code"] == "invalid"
    assert hub.get("/centre/nulle-part").status_code == 404
    assert hub.get("/epreuve/ZZZZZZZZ/gerer").status_code in {400, 404, 409}
