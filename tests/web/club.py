"""A club night for tests: a game made through the API, and the visitors that take part."""

import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from raccord.web.doors import organiser_path
from tests.web.conftest import LiveServer, Visitors, WebClient

PLAYERS = "1 Anne Petit\n2 Émile Durand / Luc Roy\n3 Zoé Martin\n4 Noé Blanc"


@dataclass(frozen=True, slots=True)
class Club:
    """A game and the referee who runs it, as a program."""

    server: LiveServer
    desk: WebClient
    code: str

    @property
    def base(self) -> str:
        """The address of the game in the API."""
        return f"/api/games/{self.code}"

    def post(self, path: str, body: object = None) -> Any:
        """An action of the referee."""
        reply = self.desk.post(f"{self.base}/{path}", json={} if body is None else body)
        assert reply.status_code < 300, reply.text
        return reply.json() if reply.content else None

    def get(self, path: str) -> Any:
        """Something only the referee may read."""
        reply = self.desk.get(f"{self.base}/{path}")
        assert reply.status_code == 200, reply.text
        return reply.json()

    def draw(self, letters: str = "") -> dict[str, Any]:
        """Draw; gives the referee's view with its tops."""
        self.post("draw", {"letters": letters})
        found: dict[str, Any] = self.get("referee")
        return found

    def tops(self) -> list[str]:
        """The tops of the draw on the table."""
        return [tie["move"] for tie in self.get("referee")["tops"]["ties"]]

    def finish_turn(self) -> dict[str, Any]:
        """Time is up and the default top is retained."""
        self.post("end-time")
        found: dict[str, Any] = self.post("retain")
        return found

    def pin(self, table: int) -> str:
        """The PIN of a table."""
        return str(next(line["pin"] for line in self.get("pins") if line["table"] == table))

    def phone(self, table: int) -> WebClient:
        """A table's own phone, as a program: it has joined by the PIN."""
        client = self.server.client().sign_in()
        reply = client.post(f"{self.base}/join", json={"table": table, "pin": self.pin(table)})
        assert reply.status_code == 200, reply.text
        return client

    def join(self, page: Page, table: int) -> Page:
        """Sit down at a table, by its QR code's link."""
        page.goto(f"/rejoindre/{self.code}?table={table}&pin={self.pin(table)}")
        expect(page.locator("body[data-ready]")).to_be_attached()
        return page

    def invite(self, page: Page, role: str, tables: tuple[int, ...] = (), label: str = "") -> Page:
        """Come in as an official, by an invitation."""
        line = self.post("invitations", {"role": role, "tables": tables, "label": label})
        page.goto("/" + line["link"].split("/", 3)[3])
        expect(page.locator("body[data-ready]")).to_be_attached()
        return page


def open_club(
    server: LiveServer,
    players: str = PLAYERS,
    *,
    formula: str = "classic",
    record: str = "",
    public_number: bool = False,
    **settings: object,
) -> Club:
    """A game with its players, nothing drawn yet; ``record`` prepares it."""
    desk = server.client()
    desk.get(f"/{organiser_path(server.services)}")
    desk.sign_in()
    wish = {
        "title": "Partie du vendredi",
        "settings": {"draw": "hand"} | settings,
        "formula": formula,
        "record": record,
        "public_number": public_number,
    }
    reply = desk.post("/api/games", json=wish)
    assert reply.status_code == 201, reply.text
    club = Club(server, desk, reply.json()["code"])
    if players:
        club.post("tables", {"text": players})
    return club


def type_move(page: Page, move: str) -> None:
    """Compose a move with the keyboard: go to its square, then its letters."""
    reference, word = move.split(" ", 1)
    across = reference[0].isalpha()
    square = reference if across else re.sub(r"(\d+)([A-O])", r"\2\1", reference)
    cell = page.locator(f"#board [data-index][aria-label^='{square}, ']")
    cell.click()
    if not across:
        cell.click()
    page.keyboard.type(re.sub(r"\(([A-Z])\)", r" \1", word))


def show_move(page: Page, move: str) -> None:
    """Compose a move by typing its reference and its word."""
    typed = page.locator("#typed")
    if not typed.is_visible():
        page.get_by_text("Taper le mot").click()
    typed.fill(move)
    typed.blur()
    expect(page.locator("#slip-move")).to_contain_text(move.split(" ")[0])


def look(page: Page, name: str, *, whole: bool = True) -> None:
    """Keep a picture of the page, or of the window, where RACCORD_PICTURES says so."""
    if folder := os.environ.get("RACCORD_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=whole)


def until(condition: Callable[[], bool], seconds: float = 15) -> None:
    """Wait for something that no page shows."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def small_targets(page: Page, least: int = 44) -> list[str]:
    """The buttons, links and fields smaller than a finger; squares of the board zoom instead."""
    found: list[str] = page.evaluate(
        """least => [...document.querySelectorAll('button, a.button, input, select, summary')]
        .filter(e => e.checkVisibility() && !e.closest('rc-board') && e.type !== 'hidden')
        .map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
        .filter(([, box]) => box.width < least - 0.6 || box.height < least - 0.6)
        .map(([html, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)""",
        least,
    )
    return found


def too_wide(page: Page) -> bool:
    """Whether the page scrolls sideways."""
    wide: bool = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return wide


def cut_off(page: Page) -> list[str]:
    """What scrolls sideways inside the page, so that a part of it is out of sight."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.table-wrap, .page, .wide, .card')]
        .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
        .map((e) => `${e.scrollWidth} > ${e.clientWidth}: ${e.outerHTML.slice(0, 120)}`)"""
    )
    return found


__all__ = [
    "Club",
    "Visitors",
    "cut_off",
    "look",
    "open_club",
    "show_move",
    "small_targets",
    "too_wide",
    "type_move",
    "until",
]
