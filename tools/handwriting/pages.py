"""Training cells out of whole photographs: slips full of characters, cut up by the product itself.

Dearer than the cells of ``cells.py``, and just as the network will see them.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from handwriting.cells import BLANK, Cells, any_character, waver
from handwriting.photographs import Rng, Written, blank_slip, fill_in, photograph, pressed
from handwriting.sheets import CHARACTERS, DIGITS, SIDE, Hand, Image, having
from raccord.board import SIZE
from raccord.reading.cells import Place, crops_of, ink_of
from raccord.reading.photographs import find_slips, open_picture

_REFERENCES = CHARACTERS[:15] + 2 * DIGITS
_SIZES = ((1600, 1200), (1280, 960), (1280, 720))
KEPT_BLANK = 0.3
"""Part of the blank cells that is kept."""
FIGURES = 0.35
"""Part of the cells of a grid that bears a digit, which no player writes there: to learn them."""
Label = tuple[int, bool, bool]


def make_pages(hands: Sequence[Hand], count: int, seed: int) -> Cells:
    """The cells of so many photographs."""
    rng = np.random.default_rng(seed)
    found: list[tuple[np.ndarray, Label]] = []
    for _ in range(count):
        written, labels = _full(rng)
        paper = fill_in(blank_slip(0), _mixed(hands, rng), written, rng)
        picture = photograph(paper, rng, _SIZES[int(rng.integers(3))])
        if rng.random() < 0.3:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.5, 2.2)), np.uint8)
        slips = find_slips(open_picture(pressed(picture, int(rng.integers(70, 92))))).slips
        for slip in slips[:1]:
            found += _labelled(crops_of(ink_of(slip.image)), labels, rng)
    crops, kinds = zip(*found, strict=True)
    characters, circled, struck = (np.array(column) for column in zip(*kinds, strict=True))
    signs = (circled.astype(np.float32), struck.astype(np.float32))
    return Cells(np.stack(crops), characters.astype(np.int64), *signs)


def _mixed(hands: Sequence[Hand], rng: Rng) -> Hand:
    """Every character out of another hand: a page teaches 36 of them."""
    writers = {c: having(c, hands) for c in CHARACTERS}
    chosen = {c: of[int(rng.integers(len(of)))][c] for c, of in writers.items()}
    return {c: waver(_smaller(glyph, rng), rng) for c, glyph in chosen.items()}


def _smaller(glyph: Image, rng: Rng) -> Image:
    """Written small now and then, as some hands write digits."""
    if rng.random() < 0.7:
        return glyph
    centre = (SIDE / 2, SIDE / 2)
    shape = cv2.getRotationMatrix2D(centre, 0, rng.uniform(0.6, 0.95))
    return np.asarray(cv2.warpAffine(glyph, shape, (SIDE, SIDE), flags=cv2.INTER_AREA), np.uint8)


def _full(rng: Rng) -> tuple[Written, dict[Place, Label]]:
    """A slip with a character in many of its cells, and what stands in each."""
    labels: dict[Place, Label] = {}
    letters, dense = [], rng.choice([0.25, 0.6, 0.9])
    for row, column in np.ndindex(SIZE, SIZE):
        if rng.random() < dense:
            character, circled = any_character(rng, FIGURES), bool(rng.random() < 0.1)
            letters.append((row, column, character, circled))
            index = CHARACTERS.index(character)
            labels["grid", row, column] = (index, circled, bool(rng.random() < 0.05))
    fields = {"reference": (3, _REFERENCES), "score": (3, DIGITS), "turn": (2, DIGITS)}
    texts = {"table": "".join(rng.choice(list(DIGITS), 3))}
    texts |= {box: "".join(rng.choice(list(of), size)) for box, (size, of) in fields.items()}
    for box, text in texts.items():
        for i, character in enumerate(text):
            labels[box, 0, i] = (CHARACTERS.index(character), False, False)
    struck = frozenset((row, column) for (_, row, column), label in labels.items() if label[2])
    return Written(letters, struck=struck, **texts), labels


def _labelled(
    crops: dict[Place, np.ndarray], labels: dict[Place, Label], rng: Rng
) -> list[tuple[np.ndarray, Label]]:
    blank: Label = (BLANK, False, False)
    pairs = [(crop, labels.get(place, blank)) for place, crop in crops.items()]
    return [pair for pair in pairs if pair[1][0] != BLANK or rng.random() < KEPT_BLANK]
