"""A scripted marker, by camera and at the keyboard: seconds for each slip, in the same run.

    PYTHONPATH=tools python bench/camera.py SHEETS

Used by ``bench/reading.py``. At the keyboard he looks at the paper, then types the slip in full, as
in ``bench/marker.py``; by camera he looks as long at picture and reading (a little longer than the
page makes him), then presses Enter, which takes as long as any key. Both keep time: what a command
costs the script is no pause of the marker's, what the page makes him wait is.
"""

import re
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from handwriting.fonts import APART
from handwriting.photographs import Written, across, blank_slip, down, fill_in, photograph, pressed
from handwriting.sheets import load_hand
from marker import Desk, serving
from needs import find_chromium
from playwright.sync_api import Page, expect, sync_playwright

TABLES, PACE, LOOK = 12, 120, 350
ASKED = "table => document.querySelector('#line-table').textContent === table"
SHOWN = """left => document.querySelector('#reading-left').textContent === left
  && document.querySelector('#reading-picture img').complete"""
"""The next slip, its photograph included: only then can it be looked at."""


class Metronome:
    """The marker's time, beat by beat; a page that is late makes it late."""

    def __init__(self) -> None:
        self._at = time.monotonic()

    def beat(self, pause: int) -> None:
        """Wait so many milliseconds since the last beat."""
        self._at += pause / 1000
        late = time.monotonic() - self._at
        if late < 0:
            time.sleep(-late)
        else:
            self._at += late


def race(folder: Path) -> tuple[float, float]:
    """Mean seconds of a slip: at the keyboard, by camera."""
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as (url, services),
        sync_playwright() as playwright,
    ):
        desk = Desk(url, services, TABLES)
        for _ in range(3):
            desk.play()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page(base_url=url, viewport={"width": 1366, "height": 768})
        page.goto(desk.invitation())
        typed = _typed(page, desk.slips(1, services))
        seen = _seen(page, desk.slips(2, services), folder)
        browser.close()
    return typed, seen


def _typed(page: Page, slips: list[tuple[str, str, int]]) -> float:
    expect(page.locator("#turn")).to_have_text("Coup 1")
    begun, metronome = time.monotonic(), Metronome()
    for table in range(1, TABLES + 1):
        page.wait_for_function(ASKED, arg=f"Table {table}")
        _, move, points = slips[table % len(slips)]
        metronome.beat(LOOK)
        for key in f"{move} {points}":
            page.keyboard.press("Space" if key == " " else key)
            metronome.beat(PACE)
        page.keyboard.press("Enter")
        metronome.beat(PACE)
    took = time.monotonic() - begun
    expect(page.locator("#turn")).to_have_text("Coup 2")
    return took / TABLES


def _seen(page: Page, slips: list[tuple[str, str, int]], folder: Path) -> float:
    rng = np.random.default_rng(1)
    pictures = []
    for table in range(1, TABLES + 1):
        _, move, points = slips[table % len(slips)]
        reference, word = move.split(" ")
        circled = re.sub(r"\((.)\)", lambda joker: joker[1].lower(), word)
        letters = (down if reference[0].isdigit() else across)(circled, 4, 2)
        written = Written(letters, reference, str(points), "2")
        hand = load_hand(folder / f"{APART[table]}.png")
        picture = pressed(photograph(fill_in(blank_slip(table), hand, written, rng), rng))
        pictures.append({"name": f"{table}.jpg", "mimeType": "image/jpeg", "buffer": picture})
    page.keyboard.press("Alt+c")
    page.locator("#camera-files").set_input_files(pictures)  # type: ignore[arg-type]
    # Slips are shown to a camera while others are looked at: the marker does not wait for the last.
    expect(page.locator("#reading-left")).to_contain_text(str(TABLES - 1), timeout=120_000)
    page.locator("#line").focus()
    begun, metronome = time.monotonic(), Metronome()
    for left in range(TABLES - 1, -1, -1):
        metronome.beat(LOOK)
        page.keyboard.press("Enter")
        metronome.beat(PACE)
        if left:
            page.wait_for_function(SHOWN, arg=f"encore {left - 1}" * (left > 1))
    return (time.monotonic() - begun) / TABLES


if __name__ == "__main__":
    keyboard, camera = race(Path(sys.argv[1]))
    print(
        f"{keyboard:.2f} s typed, {camera:.2f} s by camera: {keyboard / camera:.1f} times as many"
    )
