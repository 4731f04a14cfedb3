"""The figures of ``bench/reading.py``: what is counted, what is wanted, what falls short."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

SURE, PLAIN, DEGRADED = 0.98, 0.995, 0.85
"""Probabilities of sure and of plain slips; part of the characters right on degraded ones."""


@dataclass
class Figures:
    """What came of the slips of one run."""

    slips: int = 0
    unfound: int = 0
    right_slips: int = 0
    characters: list[bool] = field(default_factory=list)
    free: int = 0
    whole: int = 0
    three: int = 0
    sure: int = 0
    sure_wrong: int = 0
    right_misread: int = 0
    faulty_as_right: int = 0
    plain: int = 0
    plain_wrong: int = 0
    seconds: list[float] = field(default_factory=list)
    finding: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)

    def tell(self) -> dict[str, str]:
        """The figures as the report shows them."""
        faulty = self.slips - self.right_slips
        return {
            "slips": f"{self.slips} ({faulty} faulty)",
            "not found by their marks": str(self.unfound),
            "characters right, cells alone": _share(sum(self.characters), len(self.characters)),
            "slips whole, cells alone": _share(self.free, self.slips),
            "slips whole, decoder": _share(self.whole, self.slips),
            "among the first three": _share(self.three, self.slips),
            f"read at p ≥ {SURE}": _share(self.sure, self.slips),
            f"wrong at p ≥ {SURE}": f"{self.sure_wrong}",
            f"right slips misread at p ≥ {SURE}": f"{self.right_misread} of {self.right_slips}",
            f"faulty read as right at p ≥ {SURE}": f"{self.faulty_as_right} of {faulty}",
            "plain (legal, p ≥ .995, no cell differs)": _share(self.plain, self.slips),
            "wrong among the plain": str(self.plain_wrong),
            "ms a slip, cells and decoder (median, worst of 100, worst)": _times(self.seconds),
            "ms a picture, finding its slip": _times(self.finding),
        }


def _share(part: float, whole: int) -> str:
    return f"{100 * part / max(whole, 1):.1f} %"


def _times(seconds: list[float]) -> str:
    return ", ".join(f"{1000 * float(np.quantile(seconds, q)):.0f}" for q in (0.5, 0.99, 1))


WANTED = {
    "not found by their marks": ("0", ""),
    "characters right, cells alone": ("", "85 %"),
    "slips whole, decoder": ("98 %", "93 %"),
    "among the first three": ("99.5 %", ""),
    f"right slips misread at p ≥ {SURE}": ("none in 1,000", ""),
    f"faulty read as right at p ≥ {SURE}": ("1 %", ""),
    "ms a slip, cells and decoder (median, worst of 100, worst)": ("100", "100"),
}


def table(columns: dict[str, Figures]) -> list[str]:
    """Several runs side by side, each with what is wanted of it."""
    told = [figures.tell() for figures in columns.values()]
    names = "".join(f" {name} | wanted |" for name in columns)
    lines = [f"| |{names}", "|---|" + "---:|---:|" * len(columns)]
    for row in told[0]:
        wanted = WANTED.get(row, ("", ""))
        pairs = zip((one[row] for one in told), wanted, strict=True)
        lines.append(f"| {row} |" + "".join(f" {is_} | {should} |" for is_, should in pairs))
    return lines


def shortfall(columns: dict[str, Figures]) -> str:
    """The rows that miss their mark, of the slips measured; fewer slips prove less."""
    clear, degraded = columns.values()
    faulty = clear.slips - clear.right_slips
    found = {
        "slips whole": clear.whole < 0.98 * clear.slips,
        "among the first three": clear.three < 0.995 * clear.slips,
        "right slips misread": clear.right_misread > 0,
        "1,000 right slips to say so": clear.right_slips < 1000,
        "faulty read as right": clear.faulty_as_right > 0.01 * faulty,
        "characters degraded to 85 %": abs(np.mean(degraded.characters) - DEGRADED) > 0.015,
        "degraded slips whole": degraded.whole < 0.93 * degraded.slips,
        "time of the slowest slip": max(clear.seconds + degraded.seconds) > 0.1,
    }
    return ", ".join(row for row, is_short in found.items() if is_short) or "nothing"


def missed_by_fault(figures: Figures) -> str:
    """How many slips of each fault were not read whole."""
    told = [f"{fault} {figures.missed[fault]} of {n}" for fault, n in figures.faults.items()]
    return ", ".join(sorted(told))
