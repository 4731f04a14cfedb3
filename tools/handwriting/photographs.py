"""Synthetic photographs: slips filled in by a hand of a sheet, lying askew under uneven light.

No camera took them and no paper was written on. Drawn at 12 pixels a millimetre out of the same
numbers as the printed slip.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from handwriting.sheets import HEIGHT as GLYPH
from handwriting.sheets import SIDE, Hand, Image
from raccord.documents.slip_forms import BOXES, HEIGHT, WIDTH, SlipBox, SlipForm, slip_forms

FINE = 12
"""Pixels a millimetre."""
PAPER, PALE, GREY = 250, 204, 226
_BOXES = {box.name: box for box in BOXES}
Rng = np.random.Generator


@dataclass(frozen=True)
class Written:
    """What a player writes: letters (row, column, letter, circled), and fields."""

    letters: Sequence[tuple[int, int, str, bool]] = ()
    reference: str = ""
    score: str = ""
    turn: str = ""
    table: str = ""
    struck: frozenset[tuple[int, int]] = field(default_factory=frozenset)


def across(word: str, row: int, column: int) -> list[tuple[int, int, str, bool]]:
    """Letters of a word from left to right, a circled one in lower case."""
    return [(row, column + i, c.upper(), c.islower()) for i, c in enumerate(word)]


def down(word: str, row: int, column: int) -> list[tuple[int, int, str, bool]]:
    """Letters of a word from above."""
    return [(row + i, column, c.upper(), c.islower()) for i, c in enumerate(word)]


def blank_slip(table: int) -> Image:
    """A printed slip of a table, nothing written on it."""
    (form,) = slip_forms({table: ()} if table else {}, copies=1).slips
    paper = np.full((round(HEIGHT * FINE), round(WIDTH * FINE)), PAPER, np.uint8)
    _print_marks(paper, form)
    for box in BOXES:
        if box.name == "marker":
            _fill(paper, box.x, box.y, box.cell_width, box.cell_height, GREY)
        elif box.name == "table" and table:
            at = (round((box.x + 2) * FINE), round((box.y + 7.5) * FINE))
            cv2.putText(paper, str(table), at, cv2.FONT_HERSHEY_SIMPLEX, 2.4, 30, 6, cv2.LINE_AA)
        else:
            _rule(paper, box)
    return paper


def _print_marks(paper: Image, form: SlipForm) -> None:
    for mark in form.marks:
        side = mark.size / len(mark.rows)
        for y, row in enumerate(mark.rows):
            for x, cell in enumerate(row):
                if cell == "1":
                    _fill(paper, mark.x + x * side, mark.y + y * side, side, side, 20)


def _fill(paper: Image, x: float, y: float, width: float, height: float, grey: int) -> None:
    top, left = round(y * FINE), round(x * FINE)
    paper[top : round((y + height) * FINE), left : round((x + width) * FINE)] = grey


def _rule(paper: Image, box: SlipBox) -> None:
    right, bottom = box.x + box.columns * box.cell_width, box.y + box.rows * box.cell_height
    for i in range(box.columns + 1):
        x = round((box.x + i * box.cell_width) * FINE)
        cv2.line(paper, (x, round(box.y * FINE)), (x, round(bottom * FINE)), PALE, 2)
    for i in range(box.rows + 1):
        y = round((box.y + i * box.cell_height) * FINE)
        cv2.line(paper, (round(box.x * FINE), y), (round(right * FINE), y), PALE, 2)


def fill_in(paper: Image, hand: Hand, written: Written, rng: Rng) -> Image:
    """The slip with what a player writes on it, in one pen."""
    ink = np.zeros_like(paper)
    swell = int(rng.integers(1, 4))
    for row, column, letter, circled in written.letters:
        centre = _centre("grid", row, column)
        _write(ink, hand[letter], "grid", centre, rng, swell)
        if circled:
            _ring(ink, centre, rng)
        if (row, column) in written.struck:
            _strike(ink, centre, rng)
    for box in ("reference", "score", "turn", "table"):
        for i, character in enumerate(getattr(written, box)):
            _write(ink, hand[character], box, _centre(box, 0, i), rng, swell)
    pen = rng.uniform(0.6, 0.92)
    return np.asarray(np.minimum(paper, PAPER - ink * (pen * PAPER / 255)), np.uint8)


def _centre(name: str, row: int, column: int) -> NDArray[np.float64]:
    box = _BOXES[name]
    x, y = box.x + (column + 0.5) * box.cell_width, box.y + (row + 0.5) * box.cell_height
    return np.array([x, y]) * FINE


def _write(
    ink: Image, glyph: Image, name: str, centre: NDArray[np.float64], rng: Rng, swell: int
) -> None:
    box = _BOXES[name]
    small = min(box.cell_width * 1.25, box.cell_height)
    high = small * FINE * rng.uniform(0.62, 0.85) / GLYPH
    wide = high * rng.uniform(0.88, 1.12)
    turn, lean = rng.normal(0, 0.05), rng.normal(0, 0.06)
    c, s = np.cos(turn), np.sin(turn)
    shape = np.array([[c, -s], [s, c]]) @ np.array([[1, lean], [0, 1]]) @ np.diag([wide, high])
    place = centre + rng.normal(0, 0.035 * small * FINE, 2)
    reach = round(small * FINE)
    corner = np.round(place).astype(int) - reach
    offset = place - corner - shape @ np.full(2, SIDE / 2)
    thick = np.asarray(cv2.dilate(glyph, np.ones((swell, swell), np.uint8)), np.uint8)
    size = (2 * reach, 2 * reach)
    drawn = cv2.warpAffine(thick, np.hstack([shape, offset[:, None]]), size, flags=cv2.INTER_CUBIC)
    there = ink[corner[1] : corner[1] + 2 * reach, corner[0] : corner[0] + 2 * reach]
    np.maximum(there, np.asarray(drawn, np.uint8), out=there)


def _ring(ink: Image, centre: NDArray[np.float64], rng: Rng) -> None:
    radius = _BOXES["grid"].cell_width * FINE * rng.uniform(0.46, 0.58, 2)
    around = np.linspace(0, rng.uniform(5.9, 6.7), 40) + rng.uniform(0, 6.28)
    points = centre + np.stack([np.cos(around), np.sin(around)], 1) * radius
    points += rng.normal(0, 1.2, 2)
    cv2.polylines(ink, [np.round(points).astype(np.int32)], False, 255, 5, cv2.LINE_AA)


def _strike(ink: Image, centre: NDArray[np.float64], rng: Rng) -> None:
    reach = _BOXES["grid"].cell_width * FINE * 0.5
    for angle in (rng.normal(0.7, 0.1), rng.normal(-0.7, 0.1)):
        along = np.array([np.cos(angle), np.sin(angle)]) * reach
        ends = [np.round(centre + sign * along).astype(int) for sign in (-1, 1)]
        cv2.line(ink, ends[0].tolist(), ends[1].tolist(), 255, 6, cv2.LINE_AA)


def side_by_side(slips: Sequence[Image], columns: int = 2) -> Image:
    """Several slips on a table, a little apart."""
    gap = 5 * FINE
    high, wide = slips[0].shape
    rows = -(-len(slips) // columns)
    table = np.full((rows * (high + gap) + gap, columns * (wide + gap) + gap), 120, np.uint8)
    for i, slip in enumerate(slips):
        y, x = gap + i // columns * (high + gap), gap + i % columns * (wide + gap)
        table[y : y + high, x : x + wide] = slip
    return table


def photograph(scene: Image, rng: Rng, size: tuple[int, int] = (1600, 1200)) -> Image:
    """What a camera might make of it: askew, shaded, soft, noisy, pressed."""
    width, height = size
    high, wide = scene.shape
    fit = min(width / wide, height / high) * rng.uniform(0.84, 0.93)
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    turn = rng.normal(0, 0.04)
    c, s = np.cos(turn), np.sin(turn)
    centred = (corners - (wide / 2, high / 2)) * fit @ np.array([[c, s], [-s, c]])
    seen = centred + (width / 2, height / 2) + rng.uniform(-0.018, 0.018, (4, 2)) * width
    matrix = cv2.getPerspectiveTransform(corners, seen.astype(np.float32))
    soft = cv2.GaussianBlur(scene, (0, 0), 0.5 / fit)
    picture = cv2.warpPerspective(soft, matrix, size, borderValue=105).astype(np.float32)
    ys, xs = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j].astype(np.float32)
    way = rng.uniform(0, 6.28)
    light = 1 - rng.uniform(0.05, 0.3) * (xs * np.cos(way) + ys * np.sin(way))
    if rng.random() < 0.4:
        edge = rng.uniform(0.2, 0.8)
        light *= 1 - rng.uniform(0.1, 0.3) / (1 + np.exp((xs + 0.3 * ys - edge) * 40))
    picture = cv2.GaussianBlur(picture * light, (0, 0), rng.uniform(0.4, 1.0))
    noisy = picture * rng.uniform(0.8, 1.0) + rng.normal(0, rng.uniform(1, 5), picture.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def pressed(picture: Image, quality: int = 82) -> bytes:
    """A picture as a JPEG file."""
    written, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert written
    return data.tobytes()
