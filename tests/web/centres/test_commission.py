"""The commission of an event with centres: by links of its own, each for its centre or for all."""

import re
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from raccord.web.centres.access import HubDesk
from tests.web.centres.test_event import Laptop, create, done
from tests.web.club import until
from tests.web.conftest import LiveServer, Visitors, WebClient

MakeServer = Callable[..., LiveServer]
WHERE = {"game": 1, "turn": 1, "table": 1}
MEMBERS = "Awa Ndiaye ; présidente\nLuc Roy ; membre ; Lyon"


@pytest.fixture
def hub(make_server: MakeServer, tmp_path: Path) -> tuple[LiveServer, WebClient, str]:
    server = make_server(data=tmp_path / "hub")
    organiser = server.client().sign_in()
    return server, organiser, create(organiser)


def name(organiser: WebClient, code: str, text: str = MEMBERS) -> list[str]:
    """Name the commission; the paths of its links."""
    done(organiser.post(f"/epreuve/{code}/commission", data={"text": text}))
    shown = organiser.get(f"/epreuve/{code}/commission").text
    return re.findall(rf"/epreuve/{code}/commission/[\w.-]+", shown)[::2]


def member(server: LiveServer, link: str) -> WebClient:
    client = server.client()
    client.headers["x-forwarded-for"] = "192.0.2.7"
    assert client.get(link).status_code == 303
    return client.sign_in()


def decide(client: WebClient, code: str, centre: str, **body: object) -> httpx.Response:
    form = {**WHERE, "centre": centre, "points": "12", "reason": "relu", **body}
    return client.post(f"/epreuve/{code}/decisions", data=form)


def test_members_decide_for_their_centre_or_for_all(
    hub: tuple[LiveServer, WebClient, str],
) -> None:
    server, organiser, code = hub
    whole, lyon = (member(server, link) for link in name(organiser, code))
    assert decide(whole, code, "dakar").status_code == 303
    assert decide(lyon, code, "lyon").status_code == 303
    assert decide(lyon, code, "quebec").status_code == 403
    decided = server.services.get(HubDesk).hub.decisions(code)
    assert {one.centre: one.by for one in decided.values()} == {
        "dakar": "Awa Ndiaye",
        "lyon": "Luc Roy",
    }
    shown = lyon.get(f"/epreuve/{code}/commission").text
    assert "Vous décidez pour le centre Lyon" in shown
    assert "Lyon, partie 1" in shown
    assert "Dakar, partie 1" not in shown
    assert lyon.get(f"/epreuve/{code}/commission?centre=dakar").status_code == 403
    assert "/commission/" not in shown.replace('action="/epreuve', ""), "no links of others"
    # Without points the hall's own decision stands again.
    assert decide(lyon, code, "lyon", points="").status_code == 303
    assert [one.centre for one in server.services.get(HubDesk).hub.decisions(code).values()] == [
        "dakar"
    ]


def test_a_member_sees_the_slip_once_its_turn_is_closed(
    hub: tuple[LiveServer, WebClient, str], make_server: MakeServer, tmp_path: Path
) -> None:
    server, organiser, code = hub
    laptop = Laptop(make_server(data=tmp_path / "lyon"))
    laptop.join(organiser.get(f"/epreuve/{code}/centre/lyon/convocation.json").content)
    game = laptop.open(1, 2)
    (link,) = name(organiser, code, "Luc Roy ; ; Lyon")
    lyon = member(server, link)
    path = f"/epreuve/{code}/commission?centre=lyon&partie=1&coup=1&table=1"
    assert "n’est encore arrivé" in lyon.get(path).text.replace("'", "’").replace("&#39;", "’")
    laptop.turn(game, [1])
    laptop.send()
    shown = lyon.get(path).text
    assert "lyon 1" in shown
    assert "Décision de la salle" in shown
    assert "Top" in shown


def test_only_the_organiser_names_and_only_those_named_come_in(
    hub: tuple[LiveServer, WebClient, str],
) -> None:
    server, organiser, code = hub
    first, second = name(organiser, code)
    luc, stranger = member(server, second), server.client().sign_in()
    stranger.headers["x-forwarded-for"] = "192.0.2.9"
    for who in (luc, stranger):
        named = who.post(f"/epreuve/{code}/commission", data={"text": "Moi"})
        assert named.status_code == 401
        assert who.get(f"/epreuve/{code}/gerer").status_code == 401
    assert decide(stranger, code, "lyon").status_code == 401
    for path in (f"/epreuve/{code}/commission", f"/epreuve/{code}/live", "/epreuve/AAAA/live"):
        assert stranger.get(path).status_code == 401, path
    assert stranger.get(second[:-3] + "abc").status_code == 403
    assert (
        stranger.get(first.replace(first.split("/")[-1].split(".")[0], "0" * 8)).status_code == 403
    )
    # His line stays: his link does. Left out, it opens nothing, nor does what it had opened.
    assert name(organiser, code, f"{MEMBERS}\nZoé ; ; Dakar")[:2] == [first, second]
    name(organiser, code, "Awa Ndiaye ; présidente")
    assert luc.get(f"/epreuve/{code}/commission").status_code == 401
    assert decide(luc, code, "lyon").status_code == 401
    assert stranger.get(second).status_code == 403


@pytest.mark.parametrize(
    ("text", "said"),
    [("Luc ; ; Nulle-Part", "pas de centre « Nulle-Part »"), (" ; membre", "a un nom")],
)
def test_a_list_that_makes_no_sense_is_refused_whole(
    hub: tuple[LiveServer, WebClient, str], text: str, said: str
) -> None:
    _, organiser, code = hub
    reply = organiser.post(f"/epreuve/{code}/commission", data={"text": f"{MEMBERS}\n{text}"})
    assert reply.status_code == 409
    assert said in reply.text.replace("\u202f", " ").replace("\xa0", " ")
    assert "Awa Ndiaye" not in organiser.get(f"/epreuve/{code}/commission").text


def test_a_member_who_is_named_no_longer_hears_no_more(
    hub: tuple[LiveServer, WebClient, str],
) -> None:
    server, organiser, code = hub
    _, link = name(organiser, code)
    luc, ended = member(server, link), threading.Event()
    opened = threading.Event()

    def listen() -> None:
        with luc.stream("GET", f"/epreuve/{code}/live", timeout=None) as reply:
            assert reply.status_code == 200
            for _ in reply.iter_raw():
                opened.set()
        ended.set()

    threading.Thread(target=listen, daemon=True).start()
    assert opened.wait(60)
    name(organiser, code, "Awa Ndiaye")
    assert ended.wait(60)
    assert luc.get(f"/epreuve/{code}/live").status_code == 401


def test_the_pages_of_an_event_follow_what_comes(
    hub: tuple[LiveServer, WebClient, str], browser: Browser
) -> None:
    server, organiser, code = hub
    visitors = Visitors(browser, server.url)
    try:
        manage, docket, ranking = (visitors() for _ in range(3))
        for page, path in ((manage, "/gerer"), (docket, "/commission"), (ranking, "")):
            page.goto(f"/epreuve/{code}{path}")
            expect(page.locator("body[data-ready]")).to_be_attached()
        until(lambda: server.services.hub.count(f"event:{code}") == 3)
        for page in (manage, docket, ranking):
            page.evaluate("window.stayed = true")
        assert decide(organiser, code, "lyon").status_code == 303
        for page in (manage, docket):
            expect(page.get_by_text("12 points (relu)")).to_be_visible(timeout=60_000)
        done(organiser.post(f"/epreuve/{code}/centres", data={"text": "Bamako"}))
        expect(manage.get_by_role("heading", name="4 centres")).to_be_visible(timeout=60_000)
        expect(ranking.get_by_text("sur 4")).to_be_visible(timeout=60_000)
        assert all(page.evaluate("window.stayed") for page in (manage, docket, ranking))
        assert not visitors.complaints
    finally:
        visitors.close()
