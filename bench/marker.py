"""A scripted marker in a real browser: keys for each slip, and slips a minute.

    python bench/marker.py [--turns N] [--tables N] [--pace MS] [--write]

Every slip of every turn is typed on the markers' page, one turn behind the hall, the way a person
would: ``--pace`` is the time from one key to the next. Keys are counted by the page itself.
``--write`` puts the report in MARKER.md. Seconds are told, never asserted.
"""

import argparse
import platform
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from playwright.sync_api import Page, expect, sync_playwright

from raccord.web import Settings, create_app
from raccord.web.doors import organiser_path
from raccord.web.server import server_config
from raccord.web.services import Services

HERE = Path(__file__).parent
LEAST = 3
MOST = 12
"""Words of more letters than the least, and how many of them are looked at."""
ORDER = ("top", "full", "arrow", "full", "none", "full", "sanction", "full", "arrow")
COUNT = """() => {
  window.keys = 0;
  window.clicks = 0;
  addEventListener('keydown', () => { window.keys += 1; }, true);
  addEventListener('click', (event) => { window.clicks += event.isTrusted && event.detail; }, true);
}"""
WAYS = {
    "top": "the top: `*`",
    "full": "right slip, table proposed, typed in full: `H4 MOT 24⏎`",
    "arrow": "right slip, its table and ↓: `12 MOT↓⏎`",
    "sanction": "wrong score: seen large, Enter again",
    "none": "no slip: `-⏎`",
}


@dataclass
class Seen:
    """Keys beside the letters of the word, and seconds, of the slips of one way."""

    keys: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


@contextmanager
def serving(data: Path) -> Iterator[tuple[str, Services]]:
    """A server in a thread, on a free port."""
    settings = Settings(data=data)
    services = Services(settings)
    listener = socket.create_server((settings.host, 0))
    server = uvicorn.Server(server_config(create_app(settings, services)))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}", services
    server.should_exit = True
    thread.join(10)


class Desk:
    """The referee, as a program."""

    def __init__(self, url: str, services: Services, tables: int) -> None:
        self._client = httpx.Client(base_url=url, timeout=60, follow_redirects=True)
        self._client.get(f"/{organiser_path(services)}")
        self._client.headers["x-csrf-token"] = self._client.get("/api/session").json()["csrf"]
        wish = {"title": "Soirée", "settings": {"entry": "paper"}}
        self.code = self._post("/api/games", wish)["code"]
        players = "\n".join(f"{n} Table {n}" for n in range(1, tables + 1))
        self.post("tables", {"text": players})

    def _post(self, path: str, body: object) -> Any:
        reply = self._client.post(path, json=body)
        reply.raise_for_status()
        return reply.json() if reply.content else None

    def post(self, path: str, body: object = None) -> Any:
        """An action on the game."""
        return self._post(f"/api/games/{self.code}/{path}", body or {})

    def play(self) -> None:
        """A turn, to its retained top."""
        for action in ("draw", "start", "end-time", "retain"):
            self.post(action)

    def invitation(self) -> str:
        """The path of a marker's invitation."""
        link: str = self.post("invitations", {"role": "marker"})["link"]
        return "/" + link.split("/", 3)[3]

    def slips(self, turn: int, services: Services) -> list[tuple[str, str, int]]:
        """Some words of the turn's draw, each with its best place and its points."""
        draw = self._client.get(f"/api/games/{self.code}/marks?turn={turn}").json()["draw"]
        listed = [word for word in services.lexicon.from_rack(draw) if len(word) > LEAST]
        found = []
        for word in listed[:MOST]:
            if places := self.post("marks/places", {"word": word, "turn": turn}):
                found.append((word, places[0]["move"], places[0]["points"]))
        return found


class Marker:
    """Types as a person: one key after the other, never the mouse."""

    def __init__(self, page: Page, pace: int) -> None:
        self.page = page
        self.pace = pace
        self.seen: dict[str, Seen] = {way: Seen() for way in WAYS}

    def _type(self, text: str, *keys: str) -> None:
        self.page.keyboard.type(text, delay=self.pace)
        for key in keys:
            self._press(key)

    def _press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.page.wait_for_timeout(self.pace)

    def enter(self, way: str, table: int, slip: tuple[str, str, int]) -> None:
        """Enter a slip, and note its keys and its time."""
        word, move, points = slip
        begun, before = time.monotonic(), self.page.evaluate("window.keys")
        beside = 0
        if way == "top":
            self._press("*")
        elif way == "none":
            self._type("-", "Enter")
        elif way == "arrow":
            self._type(f"{table} {word}", "ArrowDown", "Enter")
            beside = len(word)
        else:
            self._type(f"{move} {points + (way == 'sanction')}", "Enter")
            beside = len(move.split()[1])
        if way == "sanction":
            self._confirm()
        seen = self.seen[way]
        seen.seconds.append(time.monotonic() - begun)
        seen.keys.append(self.page.evaluate("window.keys") - before - beside)

    def _confirm(self) -> None:
        expect(self.page.locator("#preview")).to_contain_text("Pas encore entré")
        self.page.wait_for_timeout(400)
        self._press("Enter")


def evening(desk: Desk, marker: Marker, services: Services, turns: int, tables: int) -> None:
    """The hall plays a turn ahead; the marker enters the slips of the turn before."""
    desk.play()
    for turn in range(1, turns + 1):
        desk.play()
        slips = desk.slips(turn, services)
        expect(marker.page.locator("#turn")).to_have_text(f"Coup {turn}")
        for table in range(1, tables + 1):
            expect(marker.page.locator("#line-table")).to_have_text(f"Table {table}")
            way = ORDER[(table - 1) % len(ORDER)]
            marker.enter(way, table, slips[table % len(slips)])


def report(marker: Marker, clicks: int, args: argparse.Namespace) -> str:
    """The tables of MARKER.md."""
    every = [second for seen in marker.seen.values() for second in seen.seconds]
    lines = [
        "# A marker at the keyboard",
        "",
        f"Made by `python bench/marker.py --write`: {args.tables} tables, {args.turns} turns, the",
        f"hall one turn ahead, a key every {args.pace} ms; {platform.system()}, Python "
        f"{platform.python_version()}.",
        "Keys are those beside the letters of the word; seconds are those of a shared machine.",
        "",
        "| slip | slips | keys, most | keys, mean | seconds, mean |",
        "|---|---:|---:|---:|---:|",
    ]
    for way, what in WAYS.items():
        keys, seconds = marker.seen[way].keys, marker.seen[way].seconds
        mean = sum(keys) / len(keys)
        took = sum(seconds) / len(seconds)
        lines.append(f"| {what} | {len(keys)} | {max(keys)} | {mean:.1f} | {took:.2f} |")
    rate = 60 * len(every) / sum(every)
    lines += ["", f"All together: {rate:.0f} slips a minute, {clicks} clicks of the mouse.", ""]
    return "\n".join(lines)


def main() -> None:
    """Run the evening and tell it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--tables", type=int, default=13)
    parser.add_argument("--pace", type=int, default=120)
    parser.add_argument("--chromium", default=shutil.which("chromium") or "chromium")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as (url, services),
        sync_playwright() as playwright,
    ):
        desk = Desk(url, services, args.tables)
        browser = playwright.chromium.launch(executable_path=args.chromium, args=["--no-sandbox"])
        page = browser.new_page(base_url=url, viewport={"width": 1366, "height": 768})
        page.goto(desk.invitation())
        page.evaluate(COUNT)
        marker = Marker(page, args.pace)
        evening(desk, marker, services, args.turns, args.tables)
        told = report(marker, page.evaluate("window.clicks"), args)
        browser.close()
    print(told)
    if args.write:
        (HERE / "MARKER.md").write_text(told)


if __name__ == "__main__":
    main()
