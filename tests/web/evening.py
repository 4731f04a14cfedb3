"""Those who take part in an evening, at their real pages, and what each of them wrote.

The referee's desk, two markers, a second marker, one phone and the projector are pages; the other
phones hand in as programs, with sessions of their own.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect
from storm.oracle import Event, of_kind, read_events

from tests.web.club import Club
from tests.web.conftest import Visitors, WebClient

LAPTOP = {"width": 1366, "height": 768}
COUNT = """() => {
  window.keys = 0;
  window.clicks = 0;
  addEventListener('keydown', () => { window.keys += 1; }, true);
  addEventListener('click', (event) => { window.clicks += event.detail > 0; }, true);
}"""
BELOW = """wanted => wanted.filter(selector => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  const height = document.documentElement.clientHeight;
  return !box || !box.height || scrollY > 0 || box.top < 0 || box.bottom > height;
})"""


def below_the_fold(page: Page, *wanted: str) -> list[str]:
    """What of this is not seen whole without scrolling."""
    found: list[str] = page.evaluate(BELOW, list(wanted))
    return found


def count(page: Page) -> None:
    """Count keys and clicks from now on."""
    page.evaluate(COUNT)


def counted(page: Page) -> tuple[int, int]:
    """Keys and clicks since they were counted, or since this was asked."""
    keys, clicks = page.evaluate("[window.keys, window.clicks]")
    page.evaluate("window.keys = window.clicks = 0")
    return keys, clicks


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw on the table, the how-manieth of its game, and what can be written for it."""

    turn: int
    number: int
    solutions: tuple[tuple[str, int], ...]

    def of(self, table: int) -> tuple[str, int]:
        """The move and the points a table writes: neighbours write different ones."""
        return self.solutions[(table + self.number) % len(self.solutions)]


@dataclass(slots=True)
class Written:
    """What was written on the slips, by draw and table: the truth to which the log is held."""

    words: defaultdict[tuple[int, int], list[str]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def note(self, draw: Draw, table: int, move: str) -> None:
        """A table wrote this for a draw."""
        self.words[draw.number, table].append(move.split(" ")[1])


def words_in(events: list[Event]) -> dict[tuple[int, int], list[str]]:
    """The words of the log's slips, by the draw that lay on the table of that turn, and table."""
    found: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    draws: dict[int, int] = {}
    for event in events:
        if event["event"] == "drawn":
            draws[event["turn"]] = len(of_kind(events[: events.index(event) + 1], "drawn"))
        elif event["event"] == "slip":
            found[draws[event["turn"]], event["table"]].append(event["slip"].get("word", ""))
    return found


class Desk:
    """The referee at his desk, who uses its keys."""

    def __init__(self, page: Page, club: Club) -> None:
        self.page, self.club = page, club
        self.draws = 0
        link = club.post("invitations", {"role": "referee"})["link"]
        page.goto(urlsplit(link).path)
        self.is_next("draw")

    def press(self, key: str, then: str) -> None:
        """Press a key, and see what is to be done next."""
        self.page.keyboard.press(key)
        self.is_next(then)

    def is_next(self, act: str) -> None:
        """The one highlighted button."""
        bar = self.page.locator(".desk-bar .primary:visible")
        expect(bar).to_have_attribute("data-act", act)

    def draw(self, letters: str) -> Draw:
        """Announce letters of the bag and start the clock."""
        self.page.keyboard.press("t")
        self.page.keyboard.type(letters)
        self.press("Enter", "start")
        self.press("l", "end-time")
        self.draws += 1
        seen = self.club.get("referee")
        tops = seen["tops"]
        found = [(tie["move"], tops["points"]) for tie in tops["ties"]] + tops["sub_tops"]
        # Of a word its best place only: the one a first word counts at.
        best = {move.split(" ")[1]: (move, points) for move, points in reversed(found)}
        return Draw(seen["game"]["turn"], self.draws, tuple(best.values())[:3])

    def visit(self, link: str) -> None:
        """Leave the desk for one of its other pages."""
        self.page.get_by_role("link", name=link).first.click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(link)

    def come_back(self) -> None:
        """Back to the desk."""
        self.page.get_by_role("link", name="Pupitre").first.click()
        expect(self.page.locator("#turn")).not_to_be_empty()

    def stop(self) -> None:
        """The evening is over before the bag is."""
        self.page.get_by_text("Réglages, tirage rectifié").click()
        self.page.get_by_role("button", name="Arrêter définitivement").click()
        self.page.keyboard.type("il est tard")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#turn")).to_have_text("Partie terminée")

    def ask_to_publish(self) -> Locator:
        """The question before the ranking is everybody's; gives what it says is missing."""
        self.page.keyboard.press("c")
        told = self.page.locator("#publish-missing")
        expect(told).to_be_visible()
        return told

    def publish(self) -> None:
        """Yes."""
        form = self.page.locator("#publish-form")
        form.get_by_role("button", name="Publier le classement").click()
        self.is_next("results")


class Marker:
    """A marker at his page: it has a turn of its own."""

    def __init__(
        self, page: Page, club: Club, role: str, tables: tuple[int, ...], name: str
    ) -> None:
        self.page = club.invite(page, role, tables, name)
        count(page)

    def is_at(self, turn: int) -> None:
        """The page is at this turn, and slips can be entered."""
        expect(self.page.locator("#turn")).to_have_text(f"Coup {turn}")
        expect(self.page.locator("#top")).to_contain_text("· top")

    def enter(self, table: int, move: str, points: int) -> None:
        """Type a slip that is plain."""
        self.page.keyboard.type(f"{table} {move} {points}")
        self.page.keyboard.press("Enter")
        told = re.compile(rf"^\s*Table {table}\s:\s{points}\spoints?\s✓")
        expect(self.page.locator("#journal")).to_contain_text(told)

    def enter_held(self, table: int, move: str, points: int) -> None:
        """Type a slip whose ruling is not plain: it is shown before it is given."""
        self.page.keyboard.type(f"{table} {move} {points}")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#preview")).to_contain_text("Pas encore entré")
        self.page.wait_for_timeout(350)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#line")).to_have_value("")

    def sees(self, table: int, what: str) -> None:
        """The table's cell."""
        cell = self.page.get_by_role("button", name=re.compile(f"^Table {table}, {what}"))
        expect(cell).to_be_visible()


class Evening:
    """A game of the evening: its pages and its programs."""

    def __init__(self, club: Club, visit: Visitors, phones: tuple[int, ...]) -> None:
        self.club, self.written = club, Written()
        self.desk = Desk(visit("laptop", viewport=LAPTOP), club)
        self.claire = Marker(
            visit("laptop", viewport=LAPTOP), club, "marker", (5, 6, 7, 8), "Claire"
        )
        self.paul = Marker(
            visit("laptop", viewport=LAPTOP), club, "marker", (9, 10, 11, 12), "Paul"
        )
        self.denis = Marker(visit("laptop", viewport=LAPTOP), club, "second", (), "Denis")
        self.phone = club.join(visit("phone"), phones[0])
        self.projector = visit("projector")
        self.projector.goto(f"/projection/{club.code}")
        self.programs = {table: club.phone(table) for table in phones[1:]}

    def follow(self, code: str) -> None:
        """All are in the next game: the phones and the projector by themselves."""
        url = self.club.server.url
        expect(self.phone).to_have_url(f"{url}/jouer/{code}")
        expect(self.projector).to_have_url(f"{url}/projection/{code}")
        for marker in (self.claire, self.paul):
            marker.page.get_by_role("link", name="Partie suivante").click()
            expect(marker.page).to_have_url(f"{url}/corriger/{code}")
            expect(marker.page.locator("body[data-ready]")).to_be_attached()
        self.club = self.desk.club = Club(self.club.server, self.club.desk, code)
        self.desk.draws, self.written = 0, Written()

    def hand_in(self, draw: Draw) -> None:
        """The phones that are programs hand in."""
        for table, program in self.programs.items():
            move, _ = draw.of(table)
            _send(program, self.club, draw.turn, move)
            self.written.note(draw, table, move)

    def tap(self, draw: Draw, table: int) -> int:
        """Compose with the fingers on an empty board and hand in; gives the taps it took."""
        move, _ = draw.of(table)
        square, word = move.split(" ")
        count(self.phone)
        self.phone.locator(f"#board [data-index][aria-label^='{square}, ']").tap()
        for letter in word:
            self.phone.locator(f"#rack [data-tile]:not(.used)[aria-label^='{letter},']").first.tap()
        self.phone.get_by_role("button", name="Remettre").tap()
        expect(self.phone.locator("#receipt")).to_contain_text("Reçu")
        self.written.note(draw, table, move)
        return counted(self.phone)[1]

    def mark(self, marker: Marker, draw: Draw, *tables: int) -> None:
        """A marker enters plain slips, as they were written."""
        marker.is_at(draw.turn)
        for table in tables:
            move, points = draw.of(table)
            marker.enter(table, move, points)
            self.written.note(draw, table, move)

    def events(self) -> list[Event]:
        """The log of the game, straight from the disk."""
        address = self.club.server.services.settings.database_url
        return read_events(address, f"hall:{self.club.code}")

    def ranking(self) -> list[tuple[int, int, int]]:
        """Place, table and total, as everybody may read them."""
        lines: list[dict[str, Any]] = (
            self.club.server.client().get(f"{self.club.base}/ranking").json()
        )
        return sorted((line["place"], line["table"], line["total"]) for line in lines)


def _send(program: WebClient, club: Club, turn: int, move: str) -> None:
    body = {"turn": turn, "entered": {"move": move}, "key": f"{turn}-{move}"}
    reply = program.post(f"{club.base}/slip", json=body)
    assert reply.status_code == 200, reply.text
