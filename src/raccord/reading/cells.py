"""A slip laid flat, cut into its cells: those with ink are shown to the network.

A crop is the cell and 15 % of its sides around it, so that a circle is seen whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from raccord.documents.slip_forms import BOXES, SlipBox
from raccord.reading.network import CELL, Crops, Network
from raccord.reading.photographs import SCALE, Grey

MARGIN = 0.15
PITCH = CELL / (1 + 2 * MARGIN)
"""Pixels of a cell within its crop."""
INKED = 0.018
"""Part of a cell's middle that ink must cover: a thin I covers five times as much."""
FAINT = 0.25
"""Part of the pen's darkness that counts as ink: the network says whether a faint stroke is."""
FAINTEST = 16.0
"""Darkness, of 255, that is never ink, however faint the pen: an I out of focus is not much darker,
and bare paper hardly ever as dark."""
_SPECKS = CELL * CELL * 3 // 100
"""Points of a cell that may be darker than any stroke."""
_READ = ("grid", "table", "turn", "reference", "score")

Place = tuple[str, int, int]
"""A cell: its box, row and column."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CellRead:
    """Case lue: what speaks for each character, and the chances of both signs."""

    logits: Floats
    circled: float
    struck: float


@dataclass(frozen=True, eq=False)
class SlipRead:
    """Cases d'un bulletin that bear ink, with what the network says of each."""

    cells: Mapping[Place, CellRead]
    crops: Mapping[Place, Crops]


def read_cells(image: Grey, network: Network) -> SlipRead:
    """Look at every cell of a slip that bears ink."""
    crops = _inked(ink_of(image))
    places = sorted(crops)
    stack = np.stack([crops[place] for place in places]) if places else _none()
    seen = network(stack)
    logits = seen.logits.astype(np.float64)
    cells = {
        place: CellRead(logits[i], float(seen.circled[i]), float(seen.struck[i]))
        for i, place in enumerate(places)
    }
    return SlipRead(cells, crops)


def _none() -> Crops:
    return np.zeros((0, CELL, CELL), np.uint8)


def ink_of(image: Grey) -> Grey:
    """How dark each point is beside the paper around it: shadows fall away."""
    paper = cv2.dilate(image, np.ones((19, 19), np.uint8))
    paper = cv2.blur(paper, (31, 31)).astype(np.float32) + 1
    dark = 1 - image.astype(np.float32) / paper
    return np.asarray(np.clip(dark * 1.15 * 255, 0, 255), np.uint8)


def crops_of(ink: Grey) -> dict[Place, Crops]:
    """The crop of every cell."""
    return {place: crop for box in BOXES if box.name in _READ for place, crop in _crops(ink, box)}


def _inked(ink: Grey) -> dict[Place, Crops]:
    crops = crops_of(ink)
    # The darkest of each cell but for specks, and of the darkest cells: the pen.
    flat = np.stack(list(crops.values())).reshape(len(crops), -1)
    darkest = np.partition(flat, -_SPECKS, axis=1)[:, -_SPECKS]
    dark = max(FAINT * float(np.percentile(darkest, 97)), FAINTEST)
    middle = slice(round(CELL * 0.24), round(CELL * 0.76))
    return {
        place: crop for place, crop in crops.items() if (crop[middle, middle] > dark).mean() > INKED
    }


def _crops(ink: Grey, box: SlipBox) -> list[tuple[Place, Crops]]:
    """The crops of a box, out of one resized picture of it."""
    wide, high = box.cell_width * SCALE, box.cell_height * SCALE
    left, top = box.x * SCALE - MARGIN * wide, box.y * SCALE - MARGIN * high
    width = round((box.columns + 2 * MARGIN) * PITCH)
    height = round((box.rows + 2 * MARGIN) * PITCH)
    shape = np.array([[wide / PITCH, 0, left], [0, high / PITCH, top]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    whole = np.asarray(cv2.warpAffine(ink, shape, (width, height), flags=flags), np.uint8)
    found = []
    for row in range(box.rows):
        for column in range(box.columns):
            y, x = round(row * PITCH), round(column * PITCH)
            crop = whole[y : y + CELL, x : x + CELL]
            found.append(((box.name, row, column), crop))
    return found
