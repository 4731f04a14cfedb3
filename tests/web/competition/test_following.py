"""From one game to the next in a real browser: phones and the projector follow by themselves."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.club import open_club
from tests.web.conftest import LiveServer, Visitors


def test_the_whole_room_goes_to_the_next_game(
    live_server: LiveServer, visit: Visitors, check_accessible: Callable[[Page], None]
) -> None:
    club = open_club(live_server)
    phone = club.join(visit("phone"), 1)
    marker = club.invite(visit("laptop"), "marker", label="Paul")
    second = club.invite(visit("laptop"), "second", label="Jeanne")
    projector = visit("projector")
    projector.goto(f"/projection/{club.code}")
    desk = visit("laptop")
    desk.goto("/" + club.post("invitations", {"role": "referee"})["link"].split("/", 3)[3])
    club.post("stop", {"reason": "fin de soirée"})
    desk.get_by_role("link", name="Même salle, partie suivante").click()
    check_accessible(desk)
    desk.get_by_label("3 · Zoé Martin").uncheck()
    desk.get_by_role("button", name="Ouvrir la partie suivante").click()
    expect(desk).not_to_have_url(f"{live_server.url}/arbitrer/{club.code}/suivante")
    following = desk.url.rpartition("/")[2]
    expect(phone).to_have_url(f"{live_server.url}/jouer/{following}")
    expect(phone.locator("body[data-ready]")).to_be_attached()
    expect(projector).to_have_url(f"{live_server.url}/projection/{following}")
    marker.get_by_role("link", name="Partie suivante").click()
    expect(marker).to_have_url(f"{live_server.url}/corriger/{following}")
    expect(marker.locator("body[data-ready]")).to_be_attached()
    second.get_by_role("link", name="Partie suivante").click()
    expect(second).to_have_url(f"{live_server.url}/corriger/{following}/double")
    expect(second.locator("body[data-ready]")).to_be_attached()


def test_the_pages_of_a_competition_are_accessible(
    live_server: LiveServer, visit: Visitors, check_accessible: Callable[[Page], None]
) -> None:
    club = open_club(live_server)
    wanted = {"title": "Soirée d'hiver", "season": "2026-2027"}
    made = club.desk.post("/competitions", data=wanted)
    code = made.headers["location"].split("/")[2]
    people = "Nom;Prénom;Club;Série\nPetit;Anne;Lyon;4A\nRoy;Luc;;5B"
    club.desk.post(f"/competition/{code}/engages", data={"text": people})
    totals = "joueur;total;top\nAnne Petit;60;80\nLuc Roy;60;80"
    club.desk.post(f"/competition/{code}/resultats", data={"text": totals})
    club.desk.post("/personnes", files={"text": (None, people)})
    page = visit("laptop")
    for cookie in club.desk.cookies.jar:
        page.context.add_cookies(
            [{"name": cookie.name, "value": cookie.value or "", "url": live_server.url}]
        )
    paths = ("/competitions", f"/competition/{code}?groupe=series", f"/competition/{code}/gerer")
    for path in (*paths, f"/competition/{code}/partie/1", "/saison/2026-2027", "/personnes"):
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        check_accessible(page)
