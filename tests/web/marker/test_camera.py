"""A turn of twelve tables marked by camera: Chromium's is fed from a film of photographs.

The photographs are synthetic. The film runs for ever: a slip that was taken comes again and again.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from needs import find_chromium
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.reading_slips import Image, frame_of, slip_of
from tests.web.club import Club, open_club
from tests.web.conftest import CHROMIUM_FLAGS, LiveServer, Visitors

TABLES = 12
SIZE = (1280, 720)
SECONDS = 2
"""How long the film shows each picture."""
RATE = 2
"""Pictures a second."""
Slips = dict[int, tuple[str, str, int | str]]
PLAYERS = "\n".join(f"{n} Joueur {n}" for n in range(1, TABLES + 2))
"""One more: its slip is of another turn."""


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    """Time is up on a second turn with a joker: SENTIRA lies on the row H."""
    club = open_club(live_server, PLAYERS, entry="paper")
    club.draw("AEINRST")
    club.post("start")
    club.finish_turn()
    club.post("marks/top", {"rest": True})
    club.draw("EILNOT?")
    club.post("start")
    club.post("end-time")
    return club


def place(club: Club, word: str) -> tuple[str, str, int]:
    """Reference, word and points of a word's best place."""
    found: list[dict[str, Any]] = club.post("marks/places", {"word": word, "turn": 2})
    reference, written = found[0]["move"].split(" ")
    return reference, written, found[0]["points"]


def handed_in(club: Club) -> Slips:
    """By table: reference, word and score as written, faults included."""
    words = ("LOTI", "TOILE", "NIELLE", "TOLE", "ILOT", "LIEN", "NOTE", "ETOILE", "LION", "OLE")
    right = [place(club, word) for word in words if club.post("marks/places", {"word": word})]
    assert len(right) >= 6
    slips: Slips = {table: right[(table - 1) % len(right)] for table in range(1, TABLES + 1)}
    reference, word, points = slips[7]
    row = "N" if reference[0] != "N" else "M"
    slips[7] = (re.sub("[A-O]", row, reference), word, points)
    slips[8] = (slips[8][0], "NOLET", 12)
    reference, word, points = place(club, "VIOLENT")
    slips[9] = (reference, word.replace("(", "").replace(")", ""), points)
    slips[10] = ("", "", "")
    return slips


def torn(slip: Image) -> Image:
    """The slip without its lower left corner."""
    left = slip.copy()
    high = left.shape[0]
    corner = np.array([(0, high - 260), (260, high), (0, high)])
    cv2.fillPoly(left, [corner], 120)
    return left


def film(club: Club, path: Path) -> Path:
    """One picture after the other, as Chromium's camera reads them (YUV4MPEG2)."""
    scenes = []
    for table, (reference, word, score) in handed_in(club).items():
        slip = slip_of(table, f"{reference} {word}", score, turn=2 if word else "")
        scenes.append(frame_of([torn(slip) if table == 11 else slip], table, SIZE))
    noise = np.random.default_rng(5).integers(0, 255, (72, 128), np.uint8)
    scenes.append(np.asarray(cv2.resize(noise, SIZE), np.uint8))
    scenes.append(scenes[0])
    reference, word, score = handed_in(club)[2]
    other = slip_of(TABLES + 1, f"{reference} {word}", score, turn=7)
    scenes.append(frame_of([other], 2, SIZE))
    grey = np.full(SIZE[0] * SIZE[1] // 2, 128, np.uint8).tobytes()
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{SIZE[0]} H{SIZE[1]} F{RATE}:1 Ip A1:1 C420\n".encode())
        for scene in scenes:
            file.write((b"FRAME\n" + scene.tobytes() + grey) * SECONDS * RATE)
    return path


@pytest.fixture
def filmed(club: Club, tmp_path: Path) -> Iterator[Browser]:
    """A browser whose camera shows the film."""
    path = film(club, tmp_path / "film.y4m")
    flags = [
        *CHROMIUM_FLAGS,
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={path}",
    ]
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=find_chromium(), args=flags)
        yield launched
        launched.close()


def expected_line(slips: Slips, table: int) -> str:
    reference, word, score = slips[table]
    return " ".join(filter(None, (reference, word, str(score)))) or "vierge"


def confirm(page: Page, slips: Slips, done: set[int]) -> None:
    """Look at the slip shown; take the reading that is right, or type it."""
    expect(page.locator("#reading")).to_be_visible(timeout=90_000)
    picture = page.locator("#reading").get_attribute("data-picture")
    table = int(re.sub(r"\D", "", page.locator("#reading-table").inner_text()))
    wanted = expected_line(slips, table)
    choices = page.locator("#reading-choices li button")
    texts = [" ".join(text.split()) for text in choices.all_inner_texts()]
    right = [i for i, text in enumerate(texts) if f" {wanted} " in f"{text} "]
    page.wait_for_timeout(350)  # the page takes no key of who cannot have looked
    if right or wanted == "vierge":
        if right and right[0]:
            page.keyboard.press(str(right[0] + 1))
        page.keyboard.press("Enter")
    else:
        page.keyboard.type(f" {table} {wanted}")
        expect(page.locator("#preview")).to_contain_text(f"Table {table}")
        page.wait_for_timeout(350)
        page.keyboard.press("Enter")
    expect(page.locator("#reading")).not_to_have_attribute("data-picture", picture or "-")
    done.add(table)


def test_a_turn_of_twelve_tables_is_marked_by_camera(
    filmed: Browser, club: Club, check_accessible: Callable[[Page], None]
) -> None:
    visitors = Visitors(filmed, club.server.url)
    page = club.invite(visitors("laptop"), "marker")
    slips, done = handed_in(club), set[int]()
    page.keyboard.press("Alt+c")
    page.locator("#camera-start").click()
    said = page.locator("#camera-said")
    expect(page.locator("#camera-view")).to_be_visible()
    expect(page.locator("#reading")).to_be_visible(timeout=90_000)
    check_accessible(page)
    while len(done) < TABLES:
        confirm(page, slips, done)
    expect(page.locator("#count")).to_have_text(f"{TABLES}/{TABLES + 1}")
    # The film goes on: what was taken is not taken again, and each wrong picture has its line.
    expect(said).to_contain_text(re.compile(r"bulletin déjà entré au coup 2"), timeout=90_000)
    expect(said).to_contain_text("porte le coup 7", timeout=90_000)
    expect(page.locator("#reading")).to_be_hidden()
    assert not club.get(f"marks/{TABLES + 1}?turn=2")["slip"]
    for table, (reference, word, score) in slips.items():
        mark = club.get(f"marks/{table}?turn=2")
        assert (mark["slip"]["reference"] or "", mark["slip"]["word"]) == (reference, word), table
        assert mark["picture"], table
        assert mark["slip"]["score"] == (score or None), table
    sanctions = {t: club.get(f"marks/{t}?turn=2")["ruling"]["sanction"] for t in slips}
    assert sanctions[8] == sanctions[10] == "nullity"
    assert sanctions[1] == sanctions[12] == "none"
    assert sanctions[9] != "none"
    visitors.close()
    assert not visitors.complaints
