"""Paper slips read by machine: how many whole, how often wrong, how long.

    OPENBLAS_NUM_THREADS=1 PYTHONPATH=tools python bench/reading.py SHEETS [--slips 1400] [--write]

SHEETS is the folder of hands that ``tools/handwriting`` makes of fonts. Only fonts kept apart from
training by name are used. The photographs are synthetic: no camera took them. They are kept in
SHEETS; delete them when ``tools/handwriting`` draws otherwise. A slip is timed on one thread, and
beside nothing but itself: what the bench holds is frozen, or a slip would now and then be charged
with a collection of all of it.
"""

import argparse
import gc
import platform
import subprocess
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from camera import LOOK, race
from handwriting.fonts import APART
from handwriting.photographs import blank_slip, fill_in, photograph, pressed
from handwriting.players import FAULTS, Handed, generator, hand_in, turns
from handwriting.sheets import load_hand
from reading_figures import DEGRADED, PLAIN, SURE, Figures, missed_by_fault, shortfall, table

from raccord import wordlists
from raccord.reading.cells import Place, SlipRead, read_cells
from raccord.reading.decoder import Reading, decode
from raccord.reading.network import CHARACTERS, Network, shipped_network
from raccord.reading.photographs import Grey, find_slips, open_picture
from raccord.reading.playable import Playable
from raccord.reading.strips import DIGITS, LETTERS, OF_REFERENCES, log_chances
from raccord.regulation import Slip

HERE = Path(__file__).parent
FAULTY = 0.25
GAMES = 8
SHARPEST, SOFTEST, HALVINGS = 0.5, 8.0, 6
"""Blurs, in pixels, between which one is looked for, and how often what is between is halved."""


def same(one: Slip, other: Slip) -> bool:
    """Whether two slips are ruled on alike: links apart, which only confirm."""
    return (one.word, one.direction, one.reference, one.score) == (
        *(other.word, other.direction, other.reference, other.score),
    )


@cache
def _positions() -> list[Playable]:
    """The turns of some games, what can be played on each found: once a turn, not once a slip."""
    found = list(turns(wordlists.load("fr-libre"), GAMES))
    for playable in found:
        playable.by_length  # noqa: B018
    return found


def handed_in(slips: int, seed: int) -> Iterator[tuple[Playable, Handed, int]]:
    """Slips of all turns of some games, a quarter of them faulty."""
    rng, positions = generator(seed), _positions()
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


def blur_of(folder: Path, network: Network, slips: int, seed: int) -> float:
    """The blur that leaves about as many characters right as « degraded » means."""
    flat = []
    for _, handed, i in handed_in(slips, seed):
        found = find_slips(open_picture(photographed(folder, handed, seed, i))).slips
        flat += [(handed, one.image) for one in found[:1]]
    sharper, softer = SHARPEST, SOFTEST
    for _ in range(HALVINGS):
        worse = (sharper + softer) / 2
        right = [
            r for h, im in flat for r in characters(h, read_cells(blurred(im, worse), network))
        ]
        if np.mean(right) > DEGRADED:
            sharper = worse
        else:
            softer = worse
    return round((sharper + softer) / 2, 2)


def blurred(image: Grey, worse: float) -> Grey:
    """A slip laid flat, less sharp."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), worse), np.uint8) if worse else image


def measure(folder: Path, network: Network, slips: int, *, seed: int, worse: float = 0) -> Figures:
    """Read slips of hands kept apart; ``worse`` blurs them once laid flat (pixels)."""
    figures = Figures()
    handed_in_all = list(handed_in(slips, seed))
    gc.collect()
    gc.freeze()
    for playable, handed, i in handed_in_all:
        picture = photographed(folder, handed, seed, i)
        begun = time.process_time()
        found = find_slips(open_picture(picture))
        figures.finding.append(time.process_time() - begun)
        if not found.slips:
            figures.slips += 1
            figures.unfound += 1
            continue
        image = blurred(found.slips[0].image, worse)
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


REPORT = """# Paper slips read by machine

Made by one run of `OPENBLAS_NUM_THREADS=1 PYTHONPATH=tools python bench/reading.py SHEETS --write`
at {commit}.
**The photographs are synthetic**: slips drawn with {hands} handwriting fonts kept apart from
training by name and by likeness, then bent, shaded, blurred and pressed by software. No camera
took them, nobody wrote them. Positions are those of games with fr-libre; a quarter of the slips is
faulty (wrong score, shifted or missing reference, non-word, uncircled joker; a non-word has the
score it would have). « Degraded »: other slips, once laid flat, blurred by {worse} pixels of 32 in
a cell, the blur after which about 85 of 100 characters are read right in their own cells; it was
chosen by these characters alone. Nothing was fitted on these hands: the temperature and the odds
of the decoder were chosen on others. That a word which cannot be played is never sure was decided
after one misread slip of an earlier set of these hands had been looked at; the slips measured here
are others. {machine}, processor time of one thread of a shared machine, what the
bench itself holds kept from the garbage collector.

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
        missed=";\n".join(f"{name}: {missed_by_fault(one)}" for name, one in columns.items()),
        short=shortfall(columns),
        look=LOOK,
        keyboard=keyboard,
        camera=camera,
        times=keyboard / camera,
        bare=(keyboard - LOOK / 1000) / camera,
    )


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sheets", type=Path)
    parser.add_argument("--slips", type=int, default=1400)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    network = shipped_network()
    worse = blur_of(asked.sheets, network, asked.slips // 4, seed=10)
    columns = {
        "unseen hands": measure(asked.sheets, network, asked.slips, seed=9),
        "degraded": measure(asked.sheets, network, asked.slips // 4, seed=10, worse=worse),
    }
    print("\n".join(table(columns)), flush=True)
    told = report(columns, worse, *race(asked.sheets))
    print(told)
    if asked.write:
        (HERE / "READING.md").write_text(told)


if __name__ == "__main__":
    main()
