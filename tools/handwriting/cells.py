"""Training cells: a character of a sheet as a camera might see it in its box, with its label.

A crop is the box and 15 % of its sides around it (`raccord.reading.layout`), so that a circle is
seen whole; what the neighbours write reaches into it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from handwriting.sheets import CHARACTERS, DIGITS, HEIGHT, LETTERS, SIDE, Hand, Image, having

CELL = 32
"""Pixels of a crop's side."""
BOX = CELL / 1.3
"""Pixels of the box in it."""
BLANK = len(CHARACTERS)
BLANKS, FIGURES = 0.06, 0.42
"""Part of the cells that is blank, and of the others that bears a digit: a reference and a score
hang on digits, and nothing else tells them."""
Floats = NDArray[np.float32]


class Cells(NamedTuple):
    """Crops with what stands in each: character or blank, circled, struck out."""

    crops: NDArray[np.uint8]
    characters: NDArray[np.int64]
    circled: NDArray[np.float32]
    struck: NDArray[np.float32]


def make_cells(hands: Sequence[Hand], count: int, seed: int) -> Cells:
    """``count`` cells drawn at random from all hands alike."""
    rng = np.random.default_rng(seed)
    writers = {character: having(character, hands) for character in CHARACTERS}
    crops = np.empty((count, CELL, CELL), np.uint8)
    characters = np.empty(count, np.int64)
    circled, struck = np.zeros(count, np.float32), np.zeros(count, np.float32)
    for i in range(count):
        index = BLANK if rng.random() < BLANKS else CHARACTERS.index(any_character(rng, FIGURES))
        ink = _surroundings(_one(writers["A"], rng), rng)
        if index != BLANK:
            hand, pen = _one(writers[CHARACTERS[index]], rng), rng.uniform(0.55, 1.0)
            _write(ink, hand[CHARACTERS[index]], rng, (CELL / 2, CELL / 2), pen)
            if rng.random() < 0.16:
                circled[i] = 1
                _circle(ink, rng, (CELL / 2, CELL / 2), pen)
            if rng.random() < 0.07:
                struck[i] = 1
                _strike(ink, rng, pen)
        crops[i], characters[i] = _photographed(ink, rng), index
    return Cells(crops, characters, circled, struck)


def any_character(rng: np.random.Generator, figures: float) -> str:
    """A letter, or so often a digit."""
    return str(rng.choice(list(DIGITS if rng.random() < figures else LETTERS)))


def _one(hands: Sequence[Hand], rng: np.random.Generator) -> Hand:
    return hands[int(rng.integers(len(hands)))]


def _surroundings(hand: Hand, rng: np.random.Generator) -> Floats:
    """The pale lines of the boxes, and what is written beside."""
    ink = np.zeros((CELL, CELL), np.float32)
    pale, edge = rng.uniform(0.0, 0.3), (CELL - BOX) / 2
    shift = rng.uniform(-1.2, 1.2, 2)
    for axis in (0, 1):
        for side in (edge, CELL - edge):
            at = round(side + shift[axis])
            line = ink[at] if axis == 0 else ink[:, at]
            line[:] = np.maximum(line, pale)
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if rng.random() < 0.15:
            where = (CELL / 2 + dx * BOX, CELL / 2 + dy * BOX)
            pen = rng.uniform(0.55, 1.0)
            _write(ink, hand[CHARACTERS[rng.integers(26)]], rng, where, pen)
            if rng.random() < 0.12:
                _circle(ink, rng, where, pen)
    return ink


def _write(
    ink: Floats, glyph: Image, rng: np.random.Generator, at: tuple[float, float], pen: float
) -> None:
    """A character about ``at``: leaning, swelling, wavering."""
    if rng.random() < 0.45:
        thick = int(rng.integers(2, 4))
        glyph = np.asarray(cv2.dilate(glyph, np.ones((thick, thick), np.uint8)), np.uint8)
    high = BOX * rng.uniform(0.55, 0.92) / HEIGHT
    wide = float(high * rng.choice([1.0, 1.18, 1.5], p=[0.6, 0.3, 0.1]) * rng.uniform(0.78, 1.18))
    wide = min(wide, BOX * 1.05 / 44)
    turn, lean = rng.normal(0, 0.09), rng.normal(0, 0.14)
    c, s = np.cos(turn), np.sin(turn)
    shape = np.array([[c, -s], [s, c]]) @ np.array([[1, lean], [0, 1]]) @ np.diag([wide, high])
    place = np.array(at) + rng.normal(0, 1.3, 2)
    matrix = np.hstack([shape, (place - shape @ np.full(2, SIDE / 2))[:, None]])
    drawn = cv2.warpAffine(waver(glyph, rng), matrix, (CELL, CELL), flags=cv2.INTER_AREA)
    np.maximum(ink, np.asarray(drawn, np.float32) / 255 * pen, out=ink)


def waver(glyph: Image, rng: np.random.Generator) -> Image:
    """A character as an unsteady pen may draw it, every second time."""
    if rng.random() < 0.5:
        return glyph
    strength = rng.uniform(0.5, 2.8)
    coarse = rng.normal(0, strength, (2, 4, 4)).astype(np.float32)
    dx, dy = (cv2.resize(one, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) for one in coarse)
    ys, xs = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    return np.asarray(cv2.remap(glyph, xs + dx, ys + dy, cv2.INTER_LINEAR), np.uint8)


def _circle(ink: Floats, rng: np.random.Generator, at: tuple[float, float], pen: float) -> None:
    """A ring drawn by hand: not round, not quite closed."""
    radius = BOX * rng.uniform(0.44, 0.62, 2)
    around = np.linspace(0, rng.uniform(5.6, 6.9), 26) + rng.uniform(0, 6.28)
    swell = 1 + 0.06 * np.sin(around * 2 + rng.uniform(0, 6.28)) + rng.normal(0, 0.012, 26).cumsum()
    centre = np.array(at) + rng.normal(0, 1.0, 2)
    points = centre + np.stack([np.cos(around), np.sin(around)], 1) * radius * swell[:, None]
    _stroke(ink, points, rng, pen)


def _strike(ink: Floats, rng: np.random.Generator, pen: float) -> None:
    """Struck out: a line or two across, a cross, or a scribble."""
    kind, reach = rng.integers(3), BOX * 0.55
    middle = np.full(2, CELL / 2) + rng.normal(0, 1, 2)
    if kind == 2:
        swings = int(rng.integers(5, 9))
        xs = np.linspace(-reach, reach, swings)
        ys = reach * 0.8 * np.where(np.arange(swings) % 2, 1, -1) * rng.uniform(0.6, 1.1, swings)
        _stroke(ink, middle + np.stack([xs, ys], 1), rng, pen)
        return
    angles = (
        [rng.normal(0, 0.2)] if kind == 0 else [rng.normal(0.75, 0.15), rng.normal(-0.75, 0.15)]
    )
    if kind == 0 and rng.random() < 0.5:
        angles.append(angles[0] + rng.normal(0, 0.1))
    for angle in angles:
        along = np.array([np.cos(angle), np.sin(angle)]) * reach * rng.uniform(0.85, 1.3)
        beside = np.array([0, rng.normal(0, 1.5)])
        _stroke(ink, np.stack([middle + beside - along, middle + beside + along]), rng, pen)


def _stroke(ink: Floats, points: NDArray[np.float64], rng: np.random.Generator, pen: float) -> None:
    canvas = np.zeros((CELL * 4, CELL * 4), np.uint8)
    thick = int(rng.integers(4, 10))
    line = np.round(points * 4 * 16).astype(np.int32)
    cv2.polylines(canvas, [line], False, 255, thick, cv2.LINE_AA, 4)
    small = cv2.resize(canvas, (CELL, CELL), interpolation=cv2.INTER_AREA)
    np.maximum(ink, np.asarray(small, np.float32) / 255 * pen, out=ink)


def _photographed(ink: Floats, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Seen by a camera: not quite in place, soft, uneven, noisy."""
    seen = ink
    if rng.random() < 0.75:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.0)), np.float32)
    if rng.random() < 0.12:
        kernel = np.zeros((5, 5), np.float32)
        reach = int(rng.integers(1, 3))
        way = ((reach, 0), (0, reach), (reach, reach), (reach, -reach))[rng.integers(4)]
        cv2.line(kernel, (2 - way[0], 2 - way[1]), (2 + way[0], 2 + way[1]), 1.0)
        seen = np.asarray(cv2.filter2D(seen, -1, kernel / kernel.sum()), np.float32)
    slope = rng.normal(0, 0.03, 2)
    ramp = np.linspace(-1, 1, CELL, dtype=np.float32)
    shaded = seen + (ramp[:, None] * slope[0] + ramp[None] * slope[1]).astype(np.float32)
    shaded += rng.normal(rng.normal(0.01, 0.02), rng.uniform(0.005, 0.05), (CELL, CELL))
    return np.asarray(np.clip(shaded * 255, 0, 255), np.uint8)
