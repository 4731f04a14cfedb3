"""Rows of cells as text: how likely is it that this reference or this number is written there?

Chances are those of the network among the characters that may stand in such a cell; where a cell
bears no ink, nearly all is for blank.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from raccord.reading.cells import CellRead, Floats, Place
from raccord.reading.network import BLANK, CHARACTERS, CLASSES

SURPRISE = 1e-4
"""The least chance of any character: hands surprise."""
LETTERS = frozenset(CHARACTERS[:26])
DIGITS = frozenset(CHARACTERS[26:])
OF_REFERENCES = frozenset(CHARACTERS[:15]) | DIGITS
_INDEX = {character: i for i, character in enumerate(CHARACTERS)}
_LEFT = 0.85
"""How often a row of cells is filled from the left."""


def log_chances(cell: CellRead | None, allowed: frozenset[str]) -> Floats:
    """Log chances of all characters and blank where only some may stand."""
    mask = np.array([c in allowed for c in CHARACTERS] + [True])
    if cell is None:
        chances = np.zeros(CLASSES)
        chances[BLANK] = 1.0
    else:
        open_ = np.where(mask, cell.logits, -np.inf)
        chances = np.exp(open_ - open_.max())
        chances /= chances.sum()
    floored = chances * (1 - SURPRISE * mask.sum()) + SURPRISE
    return np.asarray(np.where(mask, np.log(floored), -np.inf))


@dataclass(frozen=True, eq=False)
class Strip:
    """Rangée de cases: log chances of each cell, from the left."""

    chances: Floats

    @classmethod
    def of(cls, cells: Mapping[Place, CellRead], box: str, allowed: frozenset[str]) -> "Strip":
        """The cells of a box of three cells at most."""
        columns = {"turn": 2}.get(box, 3)
        rows = [log_chances(cells.get((box, 0, i)), allowed) for i in range(columns)]
        return cls(np.stack(rows))

    @property
    def free(self) -> str:
        """What is read without knowing anything; blanks fall away."""
        best = self.chances.argmax(axis=1)
        return "".join(CHARACTERS[i] for i in best if i != BLANK)

    @property
    def is_blank(self) -> bool:
        """Whether nothing seems to be written."""
        return not self.free

    def likelihood(self, text: str) -> float:
        """The log likelihood of a text in these cells, wherever it begins."""
        return self.likelihoods([text])[text]

    def likelihoods(self, texts: Sequence[str]) -> dict[str, float]:
        """The log likelihoods of several texts, all of a length at once."""
        found: dict[str, float] = {}
        for length in sorted({len(text) for text in texts}):
            same = [text for text in texts if len(text) == length]
            letters = np.array([[_INDEX[c] for c in text] for text in same], np.intp)
            found |= dict(zip(same, self._wherever(letters, length).tolist(), strict=True))
        return found

    def _wherever(self, letters: NDArray[np.intp], length: int) -> Floats:
        """Texts of one length, summed over where they may begin: mostly at the left."""
        places = len(self.chances) - length + 1
        if places < 1:
            return np.full(len(letters), -np.inf)
        blank = self.chances[:, BLANK]
        if not length:
            return np.full(len(letters), blank.sum())
        shares = [1.0] if places == 1 else [_LEFT] + [(1 - _LEFT) / (places - 1)] * (places - 1)
        each = []
        for start, share in enumerate(shares):
            rows = np.arange(start, start + length)
            rest = blank.sum() - blank[rows].sum()
            each.append(np.log(share) + rest + self.chances[rows, letters].sum(axis=1))
        return np.asarray(np.logaddexp.reduce(each))

    def unlike(self, text: str, own: str) -> tuple[int, ...]:
        """The cells that read otherwise in a text than in what they say by themselves."""
        likeliest = max(self._laid(own), key=self._seen, default=())
        rows = [
            tuple(i for i, (a, b) in enumerate(zip(likeliest, row, strict=False)) if a != b)
            for row in self._laid(text)
        ]
        return min(rows, key=len, default=())

    def _seen(self, row: Sequence[int]) -> float:
        return float(self.chances[np.arange(len(row)), row].sum())

    def _laid(self, text: str) -> list[tuple[int, ...]]:
        """A text in these cells, wherever it may begin."""
        letters, size = tuple(_INDEX[c] for c in text), len(self.chances)
        spare = size - len(letters)
        return [(BLANK,) * k + letters + (BLANK,) * (spare - k) for k in range(spare + 1)]
