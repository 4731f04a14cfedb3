"""Lessons: cells of slips that a marker has confirmed, and weights refined on them.

A hand is a table of a game. Only the last layer learns, from what it was shipped with: a few
hundred cells are enough, and what all hands have in common stays. What was gained is told on hands
that were kept apart, by name, from those it learnt on.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from raccord.board import Direction
from raccord.reading.cells import Place, SlipRead
from raccord.reading.errors import ReadingError
from raccord.reading.network import CHARACTERS, CLASSES, Crops, Network
from raccord.reading.sketches import SketchRead
from raccord.regulation import Slip
from raccord.regulation.marking import cells_of_slip

APART = 4
"""One hand of so many is kept apart."""
LEAST_HANDS, LEAST_CELLS = 4, 200
ROUNDS, RATE, HOLD = 60, 0.4, 1e-3
"""Steps of learning, their length, and how strongly the shipped weights pull back."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """Cases confirmées of one slip, with the character in each (an index)."""

    crops: Crops
    characters: NDArray[np.int64]


@dataclass(frozen=True)
class Gain:
    """Ce qu'un apprentissage a apporté: characters read right on hands kept apart."""

    hands: int
    apart: int
    cells: int
    before: float
    after: float


def lesson_of(read: SlipRead, slip: Slip) -> Lesson:
    """The cells of a slip whose character is certain now that it was confirmed."""
    known = _word(read, slip) | _field(read, "reference", slip.reference or "")
    known |= _field(read, "score", "" if slip.score is None else str(slip.score))
    places = sorted(known)
    crops = [read.crops[place] for place in places]
    characters = [CHARACTERS.index(known[place]) for place in places]
    stack = np.stack(crops) if crops else np.zeros((0, 32, 32), np.uint8)
    return Lesson(stack, np.array(characters, np.int64))


def _word(read: SlipRead, slip: Slip) -> dict[Place, str]:
    """The letters of the word and its links, where one line of the grid is as long."""
    cells = cells_of_slip(slip)
    own = [cell for cell in cells if not cell.link]
    way = Direction.DOWN if slip.direction == "down" else Direction.ACROSS
    sketch = SketchRead.of(read.cells)
    runs = [run for run in sketch.runs if (run.length, run.direction) == (len(own), way)]
    if len(runs) != 1 or not own:
        return {}
    row, column = runs[0].row - own[0].row, runs[0].column - own[0].column
    placed = {(cell.row + row, cell.column + column): cell.letter for cell in cells}
    return {("grid", *at): letter for at, letter in placed.items() if at in sketch.cells}


def _field(read: SlipRead, box: str, text: str) -> dict[Place, str]:
    inked = sorted(place for place in read.cells if place[0] == box)
    if len(inked) != len(text) or not set(text) <= set(CHARACTERS):
        return {}
    return dict(zip(inked, text, strict=True))


def format_lesson(lesson: Lesson) -> bytes:
    """The file of a lesson."""
    out = BytesIO()
    np.savez_compressed(out, crops=lesson.crops, characters=lesson.characters)
    return out.getvalue()


def parse_lesson(data: bytes) -> Lesson:
    """A lesson from its file."""
    try:
        with np.load(BytesIO(data), allow_pickle=False) as file:
            return Lesson(file["crops"], file["characters"])
    except (ValueError, KeyError, OSError, EOFError) as error:
        raise ReadingError("leçon illisible : le fichier est abîmé") from error


def hands_in(folder: Path) -> dict[str, list[Lesson]]:
    """Every lesson under a folder, by hand: ``GAME/TABLE-TURN.npz``."""
    found: dict[str, list[Lesson]] = {}
    for path in sorted(folder.glob("*/*.npz")):
        hand = f"{path.parent.name}/{path.stem.split('-')[0]}"
        found.setdefault(hand, []).append(parse_lesson(path.read_bytes()))
    return found


def refine(network: Network, hands: Mapping[str, Sequence[Lesson]]) -> tuple[Network, Gain]:
    """The network with its last layer taught by some hands, and what it gained on the others."""
    names = sorted(hands, key=lambda name: (zlib.crc32(name.encode()), name))
    apart, taught = names[: max(1, len(names) // APART)], names[max(1, len(names) // APART) :]
    cells = sum(len(lesson.crops) for name in taught for lesson in hands[name])
    if len(names) < LEAST_HANDS or cells < LEAST_CELLS:
        raise ReadingError(
            f"trop peu pour apprendre : {len(names)} écritures et {cells} cases "
            f"(il en faut {LEAST_HANDS} et {LEAST_CELLS})"
        )
    learnt = _learnt(network, *_joined(network, hands, taught))
    features, characters = _joined(network, hands, apart)
    before, after = (_right(one, features, characters) for one in (network, learnt))
    return learnt, Gain(len(taught), len(apart), cells, before, after)


def _joined(
    network: Network, hands: Mapping[str, Sequence[Lesson]], names: Sequence[str]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    lessons = [lesson for name in names for lesson in hands[name]]
    crops = np.concatenate([lesson.crops for lesson in lessons])
    return network.features(crops), np.concatenate([lesson.characters for lesson in lessons])


def _right(network: Network, features: NDArray[np.float32], characters: NDArray[np.int64]) -> float:
    narrowed = _narrowed(network.head(features).logits, characters)
    return float((narrowed.argmax(axis=1) == characters).mean()) if len(characters) else 0.0


def _narrowed(logits: NDArray[np.float32], characters: NDArray[np.int64]) -> NDArray[np.float32]:
    """Letters among letters, digits among digits."""
    columns = np.arange(CLASSES)[None]
    letters = (characters < 26)[:, None]
    other = np.where(letters, columns >= 26, columns < 26)
    return np.where(other, np.float32(-1e9), logits).astype(np.float32)


def _learnt(
    network: Network, features: NDArray[np.float32], characters: NDArray[np.int64]
) -> Network:
    """Gradient descent on the last layer, held by what it was."""
    first = network.layers["head"][:, :CLASSES].copy()
    weights, bias = first.copy(), network.layers["head_bias"][:CLASSES].copy()
    wanted = np.eye(CLASSES, dtype=np.float32)[characters]
    scale = RATE / max(float((features**2).sum(axis=1).mean()), 1e-6)
    for _ in range(ROUNDS):
        logits = _narrowed((features @ weights + bias) / network.temperature, characters)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        error = chances / chances.sum(axis=1, keepdims=True) - wanted
        step = features.T @ error / len(features) + HOLD * (weights - first)
        weights -= scale * CLASSES * step
        bias -= scale * CLASSES * error.mean(axis=0)
    layers = dict(network.layers)
    layers["head"] = np.concatenate([weights, network.layers["head"][:, CLASSES:]], axis=1)
    layers["head_bias"] = np.concatenate([bias, network.layers["head_bias"][CLASSES:]])
    return Network(layers, network.temperature)
