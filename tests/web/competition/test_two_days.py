"""A competition of two days in a real browser, from the spreadsheet of entries to the certificates.

Games are played by a program; whatever an organiser, a player or the commission decides is done on
their pages.
"""

import io
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from raccord.documents.office import to_xlsx
from raccord.tournament import record, standing
from raccord.web.doors import organiser_path
from tests.web.club import Club, look
from tests.web.conftest import LiveServer, Visitors

FIRST_DAY = "classic;;Samedi matin\njoker;;Joker\nclassic;;Paires"
PLAN = f"{FIRST_DAY}\ncoupe;20;vermeil 5\nclassic;;Demi\nclassic;;Finale"
LONG = "Marie-Antoinette Delacroix-Saint-Hilaire de la Rochefoucauld"
ANNE, EMILE, ZOE, NOE = 1, 2, 3, 4
LATE, AWAY = 5, 6
VERMEIL = range(33, 43)


def name(number: int) -> str:
    known = {
        ANNE: "Anne Petit",
        EMILE: "Émile Durand",
        ZOE: "Zoé Valmondois",
        NOE: "Noé Blanc",
        9: LONG,
    }
    return known.get(number, f"Prénom{number} Famille-{number}")


def entries() -> bytes:
    heads = ("Licence", "Joueur", "Série", "Club", "Catégorie", "Équipe", "N°")
    rows: list[tuple[str | int, ...]] = [heads]
    for n in range(1, 65):
        grade = "vermeil" if n in VERMEIL else "senior"
        rows.append(
            (1000 + n, name(n), f"{n % 4 + 4}A", f"Club {n % 9}", grade, f"Équipe {n % 8}", n)
        )
    return to_xlsx(rows, "Engagés")


class TwoDays:
    """The organiser's window, and the programs that play."""

    def __init__(self, server: LiveServer, page: Page) -> None:
        self.server, self.page = server, page
        self.client = server.client()
        self.client.get(f"/{organiser_path(server.services)}")
        self.client.sign_in()
        for cookie in self.client.cookies.jar:
            page.context.add_cookies(
                [{"name": cookie.name, "value": cookie.value or "", "url": server.url}]
            )
        self.home = ""

    def go(self, path: str = "gerer") -> Page:
        self.page.goto(f"{self.home}/{path}")
        return self.page

    def click(self, text: str | re.Pattern[str], role: str = "button") -> None:
        self.page.get_by_role(role, name=text).first.click()  # type: ignore[arg-type]

    def next_game(self) -> Club:
        """« Partie suivante », which leads to the desk of the game."""
        self.go()
        self.click("Partie suivante")
        expect(self.page).to_have_url(re.compile("/arbitrer/"))
        return Club(self.server, self.client, self.page.url.rpartition("/")[2])

    def winners(self, count: int) -> list[tuple[int, str]]:
        told = self.client.get(f"{self.home}.json").json()["ranking"]
        return [(line["place"], line["player"]) for line in told[:count]]


def play(club: Club, tops: Sequence[int], struck: int = 0) -> None:
    """One turn: some tables find the top, the others hand in nothing; one of them is struck out."""
    club.post("draw", {"letters": ""})
    club.post("start")
    club.post("end-time")
    club.post("marks/top", {"tables": list(tops)})
    club.post("marks/missing", {"rest": True})
    club.post("retain")
    if struck:
        ruling = {"sanction": "nullity", "points": 0, "reason": "mot illisible"}
        club.post("rulings", {"turn": 1, "table": struck, **ruling})
    club.post("stop", {"reason": "fin de la partie"})
    club.post("publish", {"insist": True})


def paired() -> str:
    """Totals of the game by pairs: Anne one point behind Émile; Zoé and Noé together."""
    pairs = [(EMILE, 63), (ANNE, 64), (ZOE, NOE), *((n, n + 1) for n in range(5, 63, 2))]
    totals = [900, 899, 880, *range(860, 0, -10)]
    lines = (f"{name(a)} / {name(b)};{t};912" for (a, b), t in zip(pairs, totals, strict=False))
    return "\n".join(("joueur;total;top", *lines))


def kept(papers: dict[str, bytes]) -> None:
    """The papers where RACCORD_PICTURES says so, to be looked at."""
    if folder := os.environ.get("RACCORD_PICTURES"):
        for file, content in papers.items():
            (Path(folder) / file.replace("/", "-")).write_bytes(content)


def told(content: bytes) -> str:
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return re.sub(r"[\s\u00a0\u202f]+", " ", text)


def test_a_competition_of_two_days(
    live_server: LiveServer,
    visit: Visitors,
    check_accessible: Callable[[Page], None],
    tmp_path: Path,
) -> None:
    days = TwoDays(live_server, visit("laptop"))
    open_and_enter(days, tmp_path, check_accessible)
    at_the_door(days, check_accessible)
    first_day(days, check_accessible)
    cut(days)
    final = second_day(days)
    appeal(days, final, visit, check_accessible)
    sudden_death(days)
    shown_to_everybody(days, final, visit, check_accessible)
    on_paper_and_in_files(days, final)


def open_and_enter(days: TwoDays, folder: Path, check: Callable[[Page], None]) -> None:
    page = days.page
    page.goto("/competitions")
    page.get_by_label("Nom", exact=True).fill("Open de la Toussaint")
    days.click("Ouvrir")
    expect(page).to_have_url(re.compile("/gerer"))
    days.home = page.url.removesuffix("/gerer").removeprefix(days.server.url)
    file = folder / "engages.xlsx"
    file.write_bytes(entries())
    page.locator("#entries-file").set_input_files(file)
    days.click("Inscrire le fichier")
    expect(page.get_by_role("heading", name="64 engagés")).to_be_visible()
    days.go("plan")
    page.locator("#plan").fill(PLAN)
    days.click("Enregistrer")
    expect(page.locator("#plan")).to_have_value(re.compile("coupe;20;vermeil 5"))
    days.go("engages/9")
    check(page)
    page.get_by_label("Club", exact=True).fill("Cercle de la Rochefoucauld")
    days.click("Enregistrer")
    expect(page.locator("#n9")).to_contain_text("Cercle de la Rochefoucauld")


def at_the_door(days: TwoDays, check: Callable[[Page], None]) -> None:
    page = days.go("pointage")
    expect(page.locator("body[data-ready]")).to_be_attached()
    check(page)
    page.locator("#filter").fill("famille-5")
    expect(page.locator(f"#n{AWAY}")).to_be_hidden()
    days.click(f"en retard : {name(LATE)}")
    page.locator("#filter").fill("")
    days.click(f"absent : {name(AWAY)}")
    expect(page.locator('[data-count="absent"]')).to_have_text("1")
    look(page, "door")
    days.click("Tous les autres sont présents")
    expect(page.locator('[data-count="present"]')).to_have_text("62")
    page.reload()
    expect(page.locator(f'#n{LATE} [aria-pressed="true"]')).to_contain_text("en retard")


def first_day(days: TwoDays, check: Callable[[Page], None]) -> None:
    morning = days.next_game()
    assert len(morning.get("tables")) == 63, "one is away"
    days.client.post(
        f"{morning.base}/invitations",
        json={"role": "marker", "label": "Paul", "tables": list(range(1, 33))},
    ).raise_for_status()
    play(morning, [n for n in range(1, 41) if n != AWAY])
    days.go("pointage")
    days.click(f"présent : {name(AWAY)}")
    expect(days.page.locator('[data-count="absent"]')).to_have_text("0")
    joker = days.next_game()
    assert "oker" in joker.desk.get(joker.base).json()["title"]
    assert len(joker.get("tables")) == 64
    play(joker, range(1, 31))
    page = days.go()
    page.locator("#r-title").fill("Paires, au casino")
    page.locator("#record").fill(paired())
    days.click("Ajouter")
    expect(page.get_by_text("3. Paires, au casino")).to_be_visible()
    expect(page.get_by_role("heading", name="64 engagés")).to_be_visible()
    look(page, "manage")
    check(page)


def cut(days: TwoDays) -> None:
    days.go()
    days.click(re.compile("Couper : les 20 premiers, vermeil 5"))
    expect(days.page.get_by_text("la coupe prévue est à faire")).to_have_count(0)


def second_day(days: TwoDays) -> Club:
    half = days.next_game()
    seated = {line["table"] for line in half.get("tables")}
    ranking = days.client.get(f"{days.home}.json").json()["ranking"]
    first = {line["number"] for line in ranking if line["place"] <= 20}
    old = {line["number"] for line in ranking if line["category"] == "vermeil"}
    assert first <= seated
    assert len(seated & set(VERMEIL)) >= 5
    assert seated - first <= old
    play(half, sorted(seated))
    final = days.next_game()
    play(final, (ANNE, EMILE, ZOE, NOE), struck=EMILE)
    assert days.winners(1) == [(1, "Anne Petit")]
    return final


def appeal(days: TwoDays, final: Club, visit: Visitors, check: Callable[[Page], None]) -> None:
    phone = final.join(visit("phone"), EMILE)
    phone.goto(f"/jouer/{final.code}/recours")
    phone.get_by_label("Ce que vous contestez").fill("Le mot se lit très bien")
    phone.get_by_role("button", name="Déposer le recours").click()
    expect(phone.locator(".appeal")).to_contain_text("à trancher")
    page = days.go()
    days.click(re.compile("1 affaire à trancher"), "link")
    days.click(re.compile("Trancher"), "link")
    check(page)
    days.click(re.compile("Faire droit"))
    expect(page.get_by_text("Recours accueilli :")).to_be_visible()
    phone.goto(f"/jouer/{final.code}")
    expect(phone.locator("#appeals")).to_contain_text("Recours accueilli")
    assert days.winners(2) == [(1, "Émile Durand"), (2, "Anne Petit")]


def sudden_death(days: TwoDays) -> None:
    page = days.go()
    expect(page.get_by_text("Place 3 partagée : Zoé Valmondois, Noé Blanc")).to_be_visible()
    page.locator("form.tied").first.get_by_role("button").click()
    expect(page).to_have_url(re.compile("/arbitrer/"))
    death = Club(days.server, days.client, page.url.rpartition("/")[2])
    assert [line["table"] for line in death.get("tables")] == [ZOE, NOE]
    play(death, (NOE,))
    assert days.winners(4)[2:] == [(3, "Noé Blanc"), (4, "Zoé Valmondois")]
    days.go("")
    line = page.locator("table.ranking tbody tr").nth(2)
    expect(line).to_contain_text("mort subite")


def shown_to_everybody(
    days: TwoDays, final: Club, visit: Visitors, check: Callable[[Page], None]
) -> None:
    everybody = visit("phone")
    everybody.goto(days.home)
    look(everybody, "public-phone")
    check(everybody)
    everybody.get_by_role("link", name="Zoé Valmondois").click()
    expect(everybody.get_by_text("Paires, au casino")).to_be_visible()
    everybody.get_by_role("link", name="Coup par coup : Finale").click()
    expect(everybody.locator("#coups")).to_be_visible()
    look(everybody, "sheet")
    check(everybody)
    # As the draws will have it, several share the fifth place.
    kept = sum(place <= 5 for place, _ in days.winners(64))
    everybody.goto(f"{days.home}/projection?devoiler=5")
    expect(everybody.locator(".is-veiled")).to_have_count(kept)
    screen = visit("projector")
    screen.goto(f"{days.home}/projection?devoiler=5")
    expect(screen.locator("body[data-ready]")).to_be_attached()
    for left in range(kept - 1, 0, -1):
        screen.keyboard.press("Space")
        expect(screen.locator(".is-veiled")).to_have_count(left)
    look(screen, "reveal")
    screen.keyboard.press("Space")
    expect(screen.get_by_text("Émile Durand")).to_be_visible()
    pages = (
        f"{days.home}.json",
        f"{days.home}/partie/3.json",
        f"{days.home}/joueur/3.json?partie=5",
    )
    road = [days.server.client().get(path).raise_for_status().json() for path in pages][-1]
    assert road["road"]["lines"][0]["points"] > 0
    past = days.server.client().get("/historique.json?nom=zoé valmondois").json()
    assert (past["events"], past["games"]) == (1, 5)
    assert final.desk.get(f"{days.home}/joueur/6.json").json()["games"][0]["missed"] == "absent"


def on_paper_and_in_files(days: TwoDays, final: Club) -> None:
    page = days.go("papiers")
    links = page.locator("main a.button").evaluate_all(
        "all => all.map((a) => a.getAttribute('href'))"
    )
    look(page, "papers")
    game = f"/partie/{final.code}"
    links += [f"{game}/{file}" for file in ("arbitrage.pdf?coup=1", "double-arbitrage.pdf?coup=1")]
    links += [f"{game}/{file}" for file in ("route.pdf", "billets.pdf?tous=1", "classement.pdf")]
    links.append(f"{days.home}/papiers/diplomes.pdf?premiers=3")
    found = {
        link.removeprefix("/").partition("/")[2]: days.client.get(link).raise_for_status().content
        for link in links
        if not link.endswith("/papiers") or link.endswith(".pdf")
    }
    papers = {file.partition("?")[0]: made for file, made in found.items() if made[:4] == b"%PDF"}
    kept(papers)
    code = days.home.rpartition("/")[2]
    wanted = {
        *(f"{code}/papiers/{one}.pdf" for one in ("engages", "pointage", "placement")),
        *(f"{code}/papiers/{one}.pdf" for one in ("resultats", "classement", "diplomes")),
        *(f"{code}/proces-verbal.pdf", f"{code}/partie/3.pdf"),
        *(
            f"{final.code}/{one}.pdf"
            for one in ("arbitrage", "double-arbitrage", "route", "billets")
        ),
    }
    assert wanted <= papers.keys(), wanted - papers.keys()
    assert LONG in told(papers[f"{code}/papiers/engages.pdf"])
    assert "Recours accueilli" in told(papers[f"{code}/proces-verbal.pdf"])
    assert "Émile Durand" in told(papers[f"{code}/papiers/diplomes.pdf"])
    whole, mine = (found[f"{code}/fichiers/partie-1{end}.txt"] for end in ("", "-paul"))
    assert b'"6","--table vide--","-1"' in whole
    assert len(mine.splitlines()) == 32
    assert mine.splitlines() == whole.splitlines()[:32]
    summary = record.loads(found[f"{code}/fichiers/competition.json"])
    assert [line.player for line in standing(summary)][:2] == ["Émile Durand", "Anne Petit"]
