"""The network that tells what stands in a cell: forward only, in plain numpy.

A first layer that nobody trained (the ink, and its edges by eight directions), three convolutions
with two poolings, a dense layer, then 37 characters (26 letters, 10 digits, blank) and two further
outputs: circled, struck out. Weights are made by ``tools/handwriting``.
"""

from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
BLANK = len(CHARACTERS)
CLASSES = BLANK + 1
CELL = 32
"""Pixels of a crop's side."""
FAINTEST = 0.35
"""Ink that a pencil must leave somewhere in a cell to be taken for writing at full strength."""
DIRECTIONS = 8
MAPS = DIRECTIONS + 1
NARROW = 0.707
"""Cosine of how far from a direction an edge still counts for it: 45°."""
WEIGHTS = "reading.npz"

Floats = NDArray[np.float32]
Crops = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Seen:
    """What the network says of each cell: log odds of characters, chances of the two signs."""

    logits: Floats
    circled: Floats
    struck: Floats


@dataclass(frozen=True, eq=False)
class Network:
    """Réseau: weights by layer; ``temperature`` makes its chances honest on unseen hands."""

    layers: dict[str, Floats] = field(repr=False)
    temperature: float = 1.0

    def __call__(self, crops: Crops) -> Seen:
        """Look at cells, ink white on black."""
        if not len(crops):
            return Seen(np.zeros((0, CLASSES), np.float32), *np.zeros((2, 0), np.float32))
        return self.head(self.features(crops))

    def features(self, crops: Crops) -> Floats:
        """What the last layer sees of each cell."""
        values = _pooled(self._convolved("strokes", directions(crops)))
        values = _pooled(self._convolved("corners", values))
        values = self._convolved("shapes", values)
        flat = values.reshape(len(values), -1)
        seen = flat @ self.layers["dense"] + self.layers["dense_bias"]
        return np.asarray(np.maximum(seen, 0), np.float32)

    def _convolved(self, name: str, values: Floats) -> Floats:
        """A 3 × 3 convolution with its border, then what is above zero."""
        around = np.pad(values, ((0, 0), (1, 1), (1, 1), (0, 0)))
        size = values.shape[1]
        shifted = [around[:, y : y + size, x : x + size] for y in range(3) for x in range(3)]
        seen = np.concatenate(shifted, axis=-1) @ self.layers[name] + self.layers[f"{name}_bias"]
        return np.asarray(np.maximum(seen, 0), np.float32)

    def head(self, features: Floats) -> Seen:
        """Characters and signs out of what the last layer sees."""
        out = (features @ self.layers["head"] + self.layers["head_bias"]) / self.temperature
        signs = np.asarray(1 / (1 + np.exp(-out[:, CLASSES : CLASSES + 2])), np.float32)
        return Seen(out[:, :CLASSES], signs[:, 0], signs[:, 1])


def normalised(crops: Crops) -> Floats:
    """Cells as the network wants them: from 0 to 1, a faint pencil as strong as a pen."""
    ink = crops.astype(np.float32) / 255
    level = np.percentile(ink, 98, axis=(1, 2), keepdims=True).astype(np.float32)
    return np.clip(ink / np.maximum(level, FAINTEST), 0, 1).astype(np.float32)


def directions(crops: Crops) -> Floats:
    """Where strokes have which of eight edges, and ink, at half the size: the first layer."""
    inner = normalised(crops)
    ink = np.pad(inner, ((0, 0), (1, 1), (1, 1)), mode="edge")
    right = ink[:, 1:-1, 2:] - ink[:, 1:-1, :-2]
    down = ink[:, 2:, 1:-1] - ink[:, :-2, 1:-1]
    steep = np.hypot(right, down) * np.float32(NARROW)
    maps = np.empty((*crops.shape[:1], CELL // 2, CELL // 2, MAPS), np.float32)
    for k in range(DIRECTIONS):
        angle = 2 * np.pi * k / DIRECTIONS
        toward = np.float32(np.cos(angle)) * right + np.float32(np.sin(angle)) * down
        maps[..., k] = _halved(np.maximum(toward - steep, 0)) / (1 - NARROW)
    maps[..., DIRECTIONS] = _halved(inner)
    return maps


def _halved(values: Floats) -> Floats:
    """The mean of every four."""
    four = values.reshape(len(values), CELL // 2, 2, CELL // 2, 2)
    return np.asarray(four.mean(axis=(2, 4)), np.float32)


def _pooled(values: Floats) -> Floats:
    """The strongest of every four."""
    count, size, _, depth = values.shape
    four = values.reshape(count, size // 2, 2, size // 2, 2, depth)
    return np.asarray(four.max(axis=(2, 4)), np.float32)


def parse_network(data: bytes) -> Network:
    """A network from its file."""
    with np.load(BytesIO(data), allow_pickle=False) as file:
        layers = {name: file[name].astype(np.float32) for name in file.files}
    temperature = float(layers.pop("temperature"))
    return Network(layers, temperature)


def format_network(network: Network) -> bytes:
    """The file of a network, half as exact as it was computed."""
    out = BytesIO()
    layers = {name: values.astype(np.float16) for name, values in network.layers.items()}
    heat = np.float32(network.temperature)
    np.savez_compressed(out, allow_pickle=False, **layers, temperature=heat)
    return out.getvalue()


@cache
def shipped_network() -> Network:
    """The network of this version."""
    return parse_network(resources.files("raccord.data").joinpath(WEIGHTS).read_bytes())
