"""Train the network on cells of many hands and write its weights.

    python -m handwriting.train SHEETS OUT [--parts 40] [--epochs 12]

Needs torch, which the product does not: a virtual environment of its own (README.md here). The
cells are kept in SHEETS and the state after each epoch beside OUT, so that a run that was stopped
goes on where it was. One thread and fixed seeds: the same versions make the same weights.
"""

import argparse
import math
import time
import zlib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from handwriting.cells import Cells, make_cells
from handwriting.fonts import CALIBRATING, FIGURES, TRAINING
from handwriting.learner import Learner, disturbed, weights_of
from handwriting.pages import make_pages
from handwriting.sheets import Hand, figures_of, load_hand
from raccord.reading.network import BLANK, CLASSES, Network, format_network

BATCH = 256
PROCESSES, PARTS = 1, 40
SHARE = (25, 5000)
"""Photographs of full slips and single cells of each part."""
FASTEST, WARM = 4e-3, 0.08
"""The longest step of learning, and the part of all after which it is reached."""
KEEPS = 0.998
"""What the mean of the weights keeps of itself at each step."""
Batch = tuple[torch.Tensor, ...]


def _made(names: tuple[str, ...], folder: Path, pages: int, cells: int, seed: int) -> Path:
    """The file of some cells, made unless it is there."""
    whose = zlib.crc32(" ".join(names).encode())
    kept = folder / f"cells-{whose}-{pages}-{cells}-{seed}.npz"
    if not kept.exists():
        cv2.setNumThreads(1)
        hands = [_hand(name, folder) for name in names]
        parts = [make_pages(hands, pages, seed)]
        if cells:
            parts.append(make_cells(hands, cells, seed))
        np.savez(kept, **joined(parts)._asdict())
    return kept


def _hand(name: str, folder: Path) -> Hand:
    hand = load_hand(folder / f"{name}.png")
    return figures_of(hand) if name in FIGURES else hand


def made(
    names: tuple[str, ...], folder: Path, share: tuple[int, int], parts: int, seed: int
) -> Cells:
    """Cells of these fonts: so many pages and single cells a part, drawn by several processes."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        jobs = [pool.submit(_made, names, folder, *share, seed + i) for i in range(parts)]
        files = [job.result() for job in jobs]
    return joined([_kept(file) for file in files])


def _kept(path: Path) -> Cells:
    with np.load(path) as file:
        return Cells(*(file[name] for name in Cells._fields))


def joined(parts: list[Cells]) -> Cells:
    """Cells of several makings together."""
    return Cells(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def loss_of(out: torch.Tensor, batch: Batch, masked: bool) -> torch.Tensor:
    """Characters (of cells not struck out) among their own kind or all, and both signs."""
    characters, circled, struck = batch
    logits = out[:, :CLASSES]
    if masked:
        narrow = (torch.rand(len(out)) < 0.6)[:, None]
        logits = torch.where(narrow, _narrowed(out, characters), logits)
    each = nn.functional.cross_entropy(logits, characters, reduction="none")
    signs = nn.functional.binary_cross_entropy_with_logits(
        out[:, CLASSES:], torch.stack([circled, struck], 1)
    )
    return (each * (1 - struck)).sum() / (1 - struck).sum() + signs


def _narrowed(out: torch.Tensor, characters: torch.Tensor) -> torch.Tensor:
    """Letters among letters, digits among digits, as in the boxes of a slip."""
    columns = torch.arange(CLASSES)[None]
    letters = (characters < 26)[:, None] & (columns >= 26) & (columns < BLANK)
    digits = ((characters >= 26) & (characters < BLANK))[:, None] & (columns < 26)
    return out[:, :CLASSES].masked_fill(letters | digits, -1e9)


def _batch(cells: Cells, chosen: torch.Tensor | slice) -> tuple[torch.Tensor, Batch]:
    crops, *labels = (torch.from_numpy(column[chosen]) for column in cells)
    return crops.float() / 255, tuple(labels)


def train(cells: Cells, apart: Cells, epochs: int, state: Path) -> Learner:
    """The network after so many times all cells: the mean of its last states."""
    network = Learner()
    mean = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(KEEPS), use_buffers=True)
    optimiser = torch.optim.AdamW(network.parameters(), 1e-3, weight_decay=2e-2)
    steps, begun = len(cells.crops) // BATCH, 0
    if state.exists():
        kept = torch.load(state)
        begun = kept["epoch"] + 1
        for one, name in ((network, "network"), (mean, "mean"), (optimiser, "optimiser")):
            one.load_state_dict(kept[name])
    for epoch in range(begun, epochs):
        torch.manual_seed(1000 + epoch)
        began, total = time.process_time(), 0.0
        order = torch.randperm(len(cells.crops))
        for step in range(steps):
            _pace(optimiser, (epoch + step / steps) / epochs)
            chosen = order[step * BATCH : (step + 1) * BATCH]
            total += _step(network, optimiser, *_batch(cells, chosen))
            mean.update_parameters(network)
        print(f"epoch {epoch}: {total / steps:.4f}, {time.process_time() - began:.0f} s")
        print(told_apart(seen_by(mean.module, apart), apart), flush=True)
        kept = {"network": network.state_dict(), "mean": mean.state_dict()}
        torch.save(kept | {"optimiser": optimiser.state_dict(), "epoch": epoch}, state)
    learnt: Learner = mean.module.eval()
    return learnt


def _pace(optimiser: torch.optim.Optimizer, done: float) -> None:
    """Steps of learning grow, then shrink to nothing at the end of all epochs."""
    grown, left = done / WARM, (1 - done) / (1 - WARM)
    for group in optimiser.param_groups:
        group["lr"] = FASTEST * max(min(grown, 0.5 - 0.5 * math.cos(math.pi * left)), 1e-3)


def _step(
    network: Learner, optimiser: torch.optim.Optimizer, crops: torch.Tensor, labels: Batch
) -> float:
    network.train()
    with torch.autocast("cpu", torch.bfloat16):
        out = network(disturbed(crops))
    loss = loss_of(out, labels, masked=True)
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    return float(loss.detach())


def seen_by(network: Learner, cells: Cells) -> torch.Tensor:
    """What it says of cells."""
    network.eval()
    places = range(0, len(cells.crops), 2048)
    with torch.no_grad():
        return torch.cat([network(_batch(cells, slice(at, at + 2048))[0]) for at in places])


def told_apart(out: torch.Tensor, cells: Cells) -> str:
    """How many cells are right."""
    characters, circled, struck = _batch(cells, slice(None))[1]
    right = (_narrowed(out, characters).argmax(1) == characters)[struck < 0.5]
    signs = [(out[:, CLASSES + i] > 0) == (sign > 0.5) for i, sign in enumerate((circled, struck))]
    rates = [float(one.float().mean()) for one in (right, *signs)]
    return "right on hands kept apart: {:.4f}, circles {:.4f}, struck {:.4f}".format(*rates)


def temperature_of(out: torch.Tensor, cells: Cells) -> float:
    """What to divide by so that chances are honest on hands never seen."""
    labels = _batch(cells, slice(None))[1]
    losses = {t: float(loss_of(out / t, labels, masked=False)) for t in np.arange(0.6, 3.0, 0.05)}
    return float(min(losses, key=lambda t: losses[t]))


def main() -> None:
    """Train and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sheets", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--parts", type=int, default=PARTS)
    parser.add_argument("--epochs", type=int, default=12)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    cells = made((*TRAINING, *FIGURES), asked.sheets, SHARE, asked.parts, 500)
    apart = made(CALIBRATING, asked.sheets, (12, 0), 4, 9000)
    print(f"{len(cells.crops)} cells, {len(apart.crops)} apart", flush=True)
    network = train(cells, apart, asked.epochs, asked.out.with_suffix(".state"))
    temperature = temperature_of(seen_by(network, apart), apart)
    print(f"temperature {temperature:.2f}")
    asked.out.write_bytes(format_network(Network(weights_of(network), temperature)))


if __name__ == "__main__":
    main()
