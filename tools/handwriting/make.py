"""Fetch the fonts and draw their sheets: ``python -m handwriting.make FOLDER``."""

import sys
import tempfile
from pathlib import Path

import cv2

from handwriting.fonts import APART, CALIBRATING, FIGURES, TRAINING, fetch
from handwriting.sheets import draw_sheet, likeness, load_hand, shapes_of

NEARLY_THE_SAME = 0.9
"""Likeness of two fonts one of which was made of the other; others of these lists reach 0.85."""


def main() -> None:
    """Every font of the lists that has no sheet yet."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*TRAINING, *FIGURES, *CALIBRATING, *APART):
        sheet = folder / f"{name}.png"
        if sheet.exists():
            continue
        with tempfile.TemporaryDirectory() as room:
            cv2.imwrite(str(sheet), draw_sheet(fetch(name, Path(room))))
        print(name)
    for pair in nearly_the_same(folder):
        raise SystemExit("{} has nearly the letters of {}".format(*pair))


def nearly_the_same(folder: Path) -> list[tuple[str, str]]:
    """Hands learnt from, or calibrated on, that are nearly one of those kept apart from them."""
    learnt = (*TRAINING, *FIGURES)
    names = (*learnt, *CALIBRATING, *APART)
    shapes = {name: shapes_of(load_hand(folder / f"{name}.png")) for name in names}
    pairs = [(a, b) for a in learnt for b in (*CALIBRATING, *APART)]
    pairs += [(a, b) for a in CALIBRATING for b in APART]
    return [(a, b) for a, b in pairs if likeness(shapes[a], shapes[b]) > NEARLY_THE_SAME]


if __name__ == "__main__":
    main()
