"""Hands: one picture a font, its letters and digits side by side, ink white on black.

Nothing else of a font is needed afterwards: cells and photographs are drawn from these sheets.
"""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
LETTERS, DIGITS = CHARACTERS[:26], CHARACTERS[26:]
SIDE = 64
"""Pixels of a character's square; capitals are about 40 high in it."""
HEIGHT = 40

Image = NDArray[np.uint8]
Hand = dict[str, Image]


def load_hand(path: Path) -> Hand:
    """The characters of a sheet."""
    sheet = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if sheet is None:
        raise ValueError(f"not a sheet: {path}")
    columns = np.split(np.asarray(sheet, np.uint8), len(CHARACTERS), axis=1)
    return dict(zip(CHARACTERS, columns, strict=True))


def figures_of(hand: Hand) -> Hand:
    """Its digits alone."""
    return {c: hand[c] for c in DIGITS}


def having(character: str, hands: Sequence[Hand]) -> list[Hand]:
    """Those of several hands that have a character."""
    return [hand for hand in hands if character in hand]


def draw_sheet(font: Path) -> Image:
    """The sheet of a font file; needs Pillow."""
    from PIL import Image as Picture
    from PIL import ImageDraw, ImageFont

    probe = ImageFont.truetype(str(font), 100)
    _, top, _, bottom = probe.getbbox("H")
    size = int(100 * HEIGHT / max(bottom - top, 20))
    face = ImageFont.truetype(str(font), size)
    squares = []
    for character in CHARACTERS:
        square = Picture.new("L", (SIDE, SIDE))
        left, top, right, bottom = face.getbbox(character)
        at = ((SIDE - right - left) / 2, (SIDE - bottom - top) / 2)
        ImageDraw.Draw(square).text(at, character, fill=255, font=face)
        squares.append(np.asarray(square))
    return np.concatenate(squares, axis=1)


def shapes_of(hand: Hand) -> NDArray[np.float32]:
    """What a hand's characters look like, size and weight apart."""
    return np.stack([_shape(hand[c]) for c in CHARACTERS])


def likeness(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """How alike the shapes of two hands are, 1 at most: the mean over their characters."""
    return float((one * other).sum(axis=(1, 2)).mean())


def _shape(glyph: Image) -> NDArray[np.float32]:
    ys, xs = np.nonzero(glyph > 60)
    if not len(ys):
        return np.zeros((32, 32), np.float32)
    own = glyph[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].astype(np.float32)
    small = cv2.resize(own, (32, 32), interpolation=cv2.INTER_AREA)
    soft = np.asarray(cv2.GaussianBlur(small, (0, 0), 1.2), np.float32)
    level = soft - soft.mean()
    return np.asarray(level / (np.linalg.norm(level) + 1e-6), np.float32)
