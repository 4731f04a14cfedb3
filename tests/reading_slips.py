"""Photographs of slips for tests: drawn by hands of ``tests/data/reading``, no camera took them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from handwriting.photographs import (
    Written,
    across,
    blank_slip,
    down,
    fill_in,
    photograph,
    pressed,
    side_by_side,
)
from handwriting.sheets import load_hand
from numpy.typing import NDArray

HANDS = sorted((Path(__file__).parent / "data" / "reading").glob("*.png"))
SIZE = (1600, 1200)
Image = NDArray[np.uint8]


def slip_of(
    table: int, move: str, score: int | str = "", *, turn: int | str = "", number: str = ""
) -> Image:
    """A slip on which a move is written, « H4 RET(I)NAS » or « 4H … »; nothing for no move."""
    reference, _, word = move.partition(" ")
    plain = "".join(c for c in word if c.isalpha())
    letters = _letters(word)
    way = down if reference[:1].isdigit() else across
    written = Written(
        letters=way(letters, 4, 3) if plain else (),
        reference=reference.replace("-", ""),
        score=str(score),
        turn=str(turn),
        table=number,
    )
    rng = np.random.default_rng(table)
    hand = load_hand(HANDS[table % len(HANDS)])
    return fill_in(blank_slip(table), hand, written, rng)


def _letters(word: str) -> str:
    """Circled letters in lower case."""
    parts = word.replace("(", " ").replace(")", " ").split(" ")
    return "".join(part.lower() if i % 2 else part for i, part in enumerate(parts))


def picture_of(*slips: Image, seed: int = 1) -> bytes:
    """A photograph of one or two slips, as the bytes of its file."""
    return pressed(frame_of(slips, seed, SIZE if len(slips) == 1 else (3000, 1200)))


def frame_of(slips: Sequence[Image], seed: int = 1, size: tuple[int, int] = SIZE) -> Image:
    """The same as a frame of a film."""
    scene = slips[0] if len(slips) == 1 else side_by_side(slips)
    return photograph(scene, np.random.default_rng(seed), size)
