"""Every page of the product, as each kind of visitor sees it, in a game that has been played.

What must hold everywhere (no sideways scrolling, contrast in either theme) is asked here of all
pages at once, so that a page added to the walk cannot be forgotten by one of them.
"""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer
from tests.web.played import played
from tests.web.seeded import seed

Visit = Callable[[], Page]
"""Opens a window for one more visitor."""

PLAIN = (
    "/",
    "/solo",
    "/solo/minute",
    "/solo/jour",
    "/solo/progres",
    "/solo/progres/reprendre",
    "/solo/revision",
    "/mots?question=anagrammes&q=AEINRST",
    "/mots/quiz?liste=trois&genre=rajouts&numero=1",
    "/mots/quiz?liste=trois&genre=rajouts&numero=1&fait=true&reponse=E-",
    "/mots/liste/deux",
    "/mot/CHIEN",
    "/analyse?grille=97MAISON122&tirage=AEINRS%3F",
    "/reglement",
    "/reglement/2017",
    "/parties",
    "/rejoindre",
    "/acces",
    "/jarnac",
    "/jarnac/apprendre",
    "/jarnac/enigmes",
    "/jarnac/parties",
    "/jarnac/joueurs",
    "/arbitrer",
    "/salon",
    "/hors-ligne",
    "/listes",
    "/archives",
    "/nulle-part",
)
OF_A_GAME = (
    "/partie/{}",
    "/partie/{}/classement",
    "/partie/{}/feuille",
    "/partie/{}/coup/3",
    "/partie/{}/preuve",
    "/partie/{}/route",
    "/partie/{}/route/2",
    "/partie/{}/route/5",
    "/partie/{}/billets",
    "/projection/{}",
    "/arbitrer/{}",
    "/arbitrer/{}/joueurs",
    "/arbitrer/{}/codes",
    "/arbitrer/{}/papiers",
    "/arbitrer/{}/decisions?coup=4&voir=all",
    "/arbitrer/{}/hypothese?coup=3&table=2&points=12",
    "/corriger/{}",
    "/corriger/{}/recours",
)
WHILE_IT_RUNS = (
    "/partie/{}",
    "/partie/{}/classement",
    "/partie/{}/route",
    "/projection/{}",
    "/arbitrer/{}",
    "/arbitrer/{}/decisions?coup=1&voir=all",
    "/corriger/{}",
)
LONG = "Marie-Antoinette Delacroix-Saint-Hilaire"


def every_page(server: LiveServer, visit: Visit) -> Iterator[tuple[str, Page]]:
    """Each page with its name, open and drawn; the same window shows many of them in turn."""
    official = visit()
    over = seed(server, played())
    for path in (*PLAIN, *(path.format(over) for path in OF_A_GAME)):
        official.goto(path)
        yield path, official
    yield from _running(server, visit)
    yield from _appealed(server, visit)
    yield from _alone(visit())
    yield from _jarnac(visit())


def _running(server: LiveServer, visit: Visit) -> Iterator[tuple[str, Page]]:
    """A game at its second turn: one table faulty, one without a slip, a third at a phone."""
    club = open_club(server, f"1 Anne Petit\n2 {LONG} / {LONG}\n3 Zoé Martin")
    desk, phone = visit(), club.join(visit(), 1)
    yield "phone before the first draw", phone
    _play_a_turn(club)
    expect(phone.locator("#result")).to_be_visible()
    yield "phone after a turn", phone
    club.draw("KWXYZ?E")
    club.post("start")
    expect(phone.locator("#hand-in")).to_be_enabled()
    yield "phone thinking", phone
    for path in WHILE_IT_RUNS:
        desk.goto(path.format(club.code))
        yield path, desk
    yield "double marking", club.invite(visit(), "second")


def _appealed(server: LiveServer, visit: Visit) -> Iterator[tuple[str, Page]]:
    """An appeal of a table with long names, before the commission and after."""
    club = open_club(server, f"1 Anne Petit\n2 {LONG} / {LONG}\n3 Zoé Martin")
    _play_a_turn(club)
    phone, official = club.join(visit(), 2), visit()
    phone.goto(f"/jouer/{club.code}/recours")
    yield "an appeal to be filed", phone
    phone.get_by_label("Ce que vous contestez").fill(f"{LONG} " * 8)
    phone.get_by_role("button", name="Déposer le recours").click()
    yield "an appeal filed", phone
    home = f"/competition/{club.desk.get(club.base).json()['event']}"
    club.desk.post(f"{home}/commission", data={"text": f"{LONG} ; présidente ; Lyon"})
    for path in (f"{home}/recours", f"{home}/recours/1-1-2"):
        official.goto(path)
        yield path, official
    official.get_by_role("button", name="Maintenir").click()
    yield "an appeal decided", official
    yield from _managed(club, home, official)


def _managed(club: Club, home: str, official: Page) -> Iterator[tuple[str, Page]]:
    """The pages of a competition, for its organiser and for everybody."""
    club.post("stop", {"reason": "fin"})
    club.post("publish", {"insist": True})
    own = ("gerer", "plan", "pointage", "papiers", "engages/2", "saisie")
    for path in (*own, "joueur/2?partie=1", "projection", "projection?devoiler=3"):
        official.goto(f"{home}/{path}")
        yield path, official
    official.goto("/historique?nom=Anne Petit")
    yield "history of a player", official


def _play_a_turn(club: Club) -> None:
    club.draw("AEINRST")
    club.post("start")
    club.finish_turn()
    for line in ("1 =", "2 H4 RATINES 12"):
        club.post("marks/line", {"turn": 1, "line": line})


def _alone(page: Page) -> Iterator[tuple[str, Page]]:
    page.goto("/solo")
    page.get_by_role("button", name="Commencer").first.click()
    expect(page.locator("body[data-ready]")).to_be_visible()
    yield "alone, thinking", page
    name = page.url.rsplit("/", 1)[1]
    csrf = {"x-csrf-token": page.request.get("/api/session").json()["csrf"]}
    page.request.post(f"/api/solo/{name}/answer", data={"turn": 1}, headers=csrf)
    page.reload()
    expect(page.locator(".verdict")).to_be_visible()
    yield "alone, after the turn", page
    page.request.post(f"/api/solo/{name}/stop", data={}, headers=csrf)
    page.goto(f"/solo/{name}/bilan")
    yield "alone, the balance", page


def _jarnac(page: Page) -> Iterator[tuple[str, Page]]:
    page.goto("/jarnac")
    page.get_by_role("button", name="Commencer").first.click()
    expect(page.locator(".jn-stage")).to_be_visible()
    yield "a Jarnac table", page
    page.goto(page.url + "/ecran")
    yield "a Jarnac table on a projector", page
