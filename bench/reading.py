"""Paper slips read by machine: how many whole, how often wrong, how long.

    PYTHONPATH=tools python bench/reading.py SHEETS [--slips 1000] [--write]

SHEETS is the folder of hands that ``tools/handwriting`` makes of fonts. Only fonts kept apart from
training by name are used. The photographs are synthetic: no camera took them. They are kept in
SHEETS; delete them when ``tools/handwriting`` draws otherwise.
"""

import argparse
import platform
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from camera import LOOK, race
from handwriting.fonts import APART
from handwriting.photographs import blank_slip, fill_in, photograph, pressed
from handwriting.players import FAULTS, Handed, generator, hand_in, turns
from handwriting.sheets import load_hand

from raccord import wordlists
from raccord.reading.cells import Place, SlipRead, read_cells
from raccord.reading.decoder import Reading, decode
from raccord.reading.network import CHARACTERS, Network, shipped_network
from raccord.reading.photographs import find_slips, open_picture
from raccord.reading.playable import Playable
from raccord.reading.strips import DIGITS, LETTERS, OF_REFERENCES, log_chances
from raccord.regulation import Slip

HERE = Path(__file__).parent
FAULTY = 0.25
GAMES = 8
SURE, PLAIN = 0.98, 0.995
WORSE = 2.9
"""Pixels of blur after which fewer characters are read right, 88 of 100 when last measured."""


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


def same(one: Slip, other: Slip) -> bool:
    """Whether two slips are ruled on alike: links apart, which only confirm."""
    return (one.word, one.direction, one.reference, one.score) == (
        *(other.word, other.direction, other.reference, other.score),
    )


def handed_in(slips: int, seed: int) -> Iterator[tuple[Playable, Handed, int]]:
    """Slips of all turns of some games, a quarter of them faulty."""
    rng, lexicon = generator(seed), wordlists.load("fr-libre")
    positions = list(turns(lexicon, GAMES))
    for i in range(slips):
        playable = positions[int(rng.integers(len(positions)))]
        faulty = rng.random() < FAULTY
        fault = FAULTS[int(rng.integers(len(FAULTS)))] if faulty else "right"
        yield playable, hand_in(playable, rng, fault=fault, turn=int(rng.integers(1, 25))), i


def photographed(folder: Path, handed: Handed, seed: int, i: int) -> bytes:
    """The photograph of a slip, kept: other weights are measured on the same ones."""
    kept = folder / "photographs" / f"{seed}-{i}.jpg"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        rng = np.random.default_rng([seed, i])
        hand = load_hand(folder / f"{APART[i % len(APART)]}.png")
        paper = fill_in(blank_slip(1 + i % 200), hand, handed.written, rng)
        kept.write_bytes(pressed(photograph(paper, rng)))
    return kept.read_bytes()


def measure(folder: Path, network: Network, slips: int, *, seed: int, worse: float = 0) -> Figures:
    """Read slips of hands kept apart; ``worse`` blurs them once laid flat (pixels)."""
    figures = Figures()
    for playable, handed, i in handed_in(slips, seed):
        picture = photographed(folder, handed, seed, i)
        begun = time.process_time()
        found = find_slips(open_picture(picture))
        figures.finding.append(time.process_time() - begun)
        playable.by_length  # noqa: B018  # found once a turn, not once a slip
        if not found.slips:
            figures.slips += 1
            figures.unfound += 1
            continue
        image = found.slips[0].image
        if worse:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), worse), np.uint8)
        begun = time.process_time()
        cells = read_cells(image, network)
        reading = decode(cells, playable)
        figures.seconds.append(time.process_time() - begun)
        figures.characters += characters(handed, cells)
        count(figures, handed, reading)
    return figures


def count(figures: Figures, handed: Handed, reading: Reading) -> None:
    """Add one slip to the figures."""
    best, is_right = reading.best, handed.fault == "right"
    well = same(best.slip, handed.slip)
    sure = best.probability >= SURE
    plain = best.legal and best.probability >= PLAIN and not best.differs and not reading.struck
    figures.slips += 1
    figures.right_slips += is_right
    figures.free += same(reading.free, handed.slip)
    figures.whole += well
    figures.three += any(same(one.slip, handed.slip) for one in reading.candidates[:3])
    figures.sure += sure
    figures.sure_wrong += sure and not well
    figures.right_misread += sure and not well and is_right
    figures.faulty_as_right += sure and not is_right and best.legal and not well
    figures.plain += plain
    figures.plain_wrong += plain and not well
    figures.faults[handed.fault] += 1
    figures.missed[handed.fault] += not well


def characters(handed: Handed, read: SlipRead) -> list[bool]:
    """Whether each character is read right in its own cell, its neighbours and the game unknown."""
    written = {("grid", row, column): c for row, column, c, _ in handed.written.letters}
    for box in ("reference", "score"):
        written |= {(box, 0, i): c for i, c in enumerate(getattr(handed.written, box))}
    return [_best(read, place) == c for place, c in written.items()]


def _best(read: SlipRead, place: Place) -> str:
    kinds = {"grid": LETTERS, "reference": OF_REFERENCES, "score": DIGITS}
    chances = log_chances(read.cells.get(place), kinds[place[0]])
    return f"{CHARACTERS} "[int(chances.argmax())]


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


REPORT = """# Paper slips read by machine

Made by one run of `PYTHONPATH=tools python bench/reading.py SHEETS --write` at {commit}.
**The photographs are synthetic**: slips drawn with {hands} handwriting fonts kept apart from
training by name and by likeness, then bent, shaded, blurred and pressed by software. No camera
took them, nobody wrote them. Positions are those of games with fr-libre; a quarter of the slips is
faulty (wrong score, shifted or missing reference, non-word, uncircled joker; a non-word has the
score it would have). « Degraded »: the slips, once laid flat, blurred by {worse} pixels of 32 in a
cell, so that towards 85 of 100 characters are read right in their own cells. Nothing was fitted on
these hands: the temperature and the odds of the decoder were chosen on others. {machine},
processor time of one core of a shared machine under heavy load.

{table}

Not read whole, by the fault in the slip:
{missed}.

What falls short of what is wanted: {short}.

A scripted marker in a real browser, a key every 120 ms, {look} ms to look at a slip, be it on paper
or on the screen (`bench/camera.py`): {keyboard:.2f} s a slip typed in full, {camera:.2f} s by
camera, **{times:.1f} times as many slips a minute** (three times are wanted); {bare:.1f} times if
the typist needed no time to read the paper. The readings are there already, as they are while he
looks at the one before.
"""


def report(columns: dict[str, Figures], worse: float, keyboard: float, camera: float) -> str:
    """The text of READING.md."""
    asked = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(asked, cwd=HERE, check=True, capture_output=True, text=True).stdout
    return REPORT.format(
        commit=commit.strip(),
        hands=len(APART),
        worse=worse,
        machine=f"{platform.system()}, Python {platform.python_version()}",
        table="\n".join(table(columns)),
        missed=";\n".join(f"{name}: {_missed(one)}" for name, one in columns.items()),
        short=_short(columns),
        look=LOOK,
        keyboard=keyboard,
        camera=camera,
        times=keyboard / camera,
        bare=(keyboard - LOOK / 1000) / camera,
    )


def _short(columns: dict[str, Figures]) -> str:
    """The rows that miss their mark, of the slips measured; fewer slips prove less."""
    clear, degraded = columns.values()
    faulty = clear.slips - clear.right_slips
    found = {
        "slips whole": clear.whole < 0.98 * clear.slips,
        "among the first three": clear.three < 0.995 * clear.slips,
        "right slips misread": clear.right_misread > 0,
        "1,000 right slips to say so": clear.right_slips < 1000,
        "faulty read as right": clear.faulty_as_right > 0.01 * faulty,
        "characters degraded to 85 %": np.mean(degraded.characters) > 0.86,
        "degraded slips whole": degraded.whole < 0.93 * degraded.slips,
        "time of the slowest slip": max(clear.seconds) > 0.1,
    }
    return ", ".join(row for row, is_short in found.items() if is_short) or "nothing"


def _missed(figures: Figures) -> str:
    told = [f"{fault} {figures.missed[fault]} of {n}" for fault, n in figures.faults.items()]
    return ", ".join(sorted(told))


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sheets", type=Path)
    parser.add_argument("--slips", type=int, default=1000)
    parser.add_argument("--worse", type=float, default=WORSE, help="pixels of blur when degraded")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    network = shipped_network()
    columns = {
        "unseen hands": measure(asked.sheets, network, asked.slips, seed=7),
        "degraded": measure(asked.sheets, network, asked.slips // 4, seed=8, worse=asked.worse),
    }
    told = report(columns, asked.worse, *race(asked.sheets))
    print(told)
    if asked.write:
        (HERE / "READING.md").write_text(told)


if __name__ == "__main__":
    main()
