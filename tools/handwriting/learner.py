"""The network as it learns, in torch: what `raccord.reading.network` does forward only.

Cells are moved, turned and softened anew each time they are seen, so that none is seen twice.
"""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from raccord.reading.network import CELL, CLASSES, DIRECTIONS, FAINTEST, MAPS, NARROW

WIDTHS = {"strokes": 48, "corners": 80, "shapes": 112}
DENSE = 192


class Learner(nn.Module):  # type: ignore[misc]
    """The network with what only learning needs: means kept level, connections dropped."""

    def __init__(self) -> None:
        super().__init__()
        depth = MAPS
        for name, width in WIDTHS.items():
            setattr(self, name, nn.Conv2d(depth, width, 3, padding=1, bias=False))
            setattr(self, f"{name}_level", nn.BatchNorm2d(width))
            depth = width
        self.dense = nn.Linear(16 * depth, DENSE)
        self.dropout = nn.Dropout(0.15)
        self.head = nn.Linear(DENSE, CLASSES + 2)
        self.to(memory_format=torch.channels_last)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Characters, then circled, then struck out."""
        values = functional.max_pool2d(self._layer("strokes", first_layer(crops)), 2)
        values = functional.max_pool2d(self._layer("corners", values), 2)
        values = self._layer("shapes", values)
        flat = values.permute(0, 2, 3, 1).flatten(1)
        seen = torch.relu(self.dense(self.dropout(flat)))
        return self.head(self.dropout(seen)).float()

    def _layer(self, name: str, values: torch.Tensor) -> torch.Tensor:
        return torch.relu(getattr(self, f"{name}_level")(getattr(self, name)(values)))


def first_layer(crops: torch.Tensor) -> torch.Tensor:
    """The layer that does not learn, as `raccord.reading.network.directions` has it."""
    strongest = crops.flatten(1).topk(22).values
    place = 0.98 * (CELL * CELL - 1) % 1
    level = strongest[:, 21] + place * (strongest[:, 20] - strongest[:, 21])
    inner = (crops / level.clamp(min=FAINTEST)[:, None, None]).clamp(0, 1)
    ink = functional.pad(inner[:, None], (1, 1, 1, 1), mode="replicate")[:, 0]
    right = ink[:, 1:-1, 2:] - ink[:, 1:-1, :-2]
    down = ink[:, 2:, 1:-1] - ink[:, :-2, 1:-1]
    steep = torch.sqrt(right * right + down * down) * NARROW
    maps = crops.new_empty(len(crops), MAPS, CELL, CELL)
    for k in range(DIRECTIONS // 2):
        angle = 2 * np.pi * k / DIRECTIONS
        toward = float(np.cos(angle)) * right + float(np.sin(angle)) * down
        maps[:, k] = (toward - steep).clamp_(min=0)
        maps[:, k + DIRECTIONS // 2] = (-toward - steep).clamp_(min=0)
    maps[:, DIRECTIONS] = inner
    halved = functional.avg_pool2d(maps, 2)
    halved[:, :DIRECTIONS] /= 1 - NARROW
    return halved


def disturbed(crops: torch.Tensor) -> torch.Tensor:
    """Cells as another hand and another camera might have made them; they come in any order."""
    count = len(crops)
    moved = functional.grid_sample(crops[:, None], _places(count), align_corners=False)
    tenth = count // 10
    very, rather = moved[:tenth], moved[: 4 * tenth]
    rather.copy_(functional.avg_pool2d(rather, 3, 1, 1))
    very.copy_(functional.avg_pool2d(functional.avg_pool2d(very, 3, 1, 1), 3, 1, 1))
    thick, thin = moved[3 * tenth : 6 * tenth], moved[6 * tenth : 8 * tenth]
    thick.lerp_(functional.max_pool2d(thick, 3, 1, 1), torch.rand(len(thick), 1, 1, 1))
    thin.lerp_(-functional.max_pool2d(-thin, 3, 1, 1), torch.rand(len(thin), 1, 1, 1) * 0.6)
    noise = torch.randn_like(moved) * (torch.rand(count, 1, 1, 1) * 0.04)
    return (moved + noise).clamp(0, 1)[:, 0]


def _places(count: int) -> torch.Tensor:
    """Where each point comes from: moved, turned, leaning, and wavering a little."""
    shape = torch.zeros(count, 2, 3)
    turn, lean = torch.randn(count) * 0.08, torch.randn(count) * 0.12
    wide, high = 1 + torch.randn(2, count).clamp(-2, 2) * 0.09
    shape[:, 0, 0], shape[:, 0, 1] = wide, lean - turn
    shape[:, 1, 0], shape[:, 1, 1] = turn, high
    shape[:, :, 2] = torch.randn(count, 2).clamp(-2.5, 2.5) * 0.06
    places = functional.affine_grid(shape, [count, 1, CELL, CELL], align_corners=False)
    coarse = torch.randn(count, 2, 5, 5) * (torch.rand(count, 1, 1, 1) * 0.09)
    waver = functional.interpolate(coarse, (CELL, CELL), mode="bilinear", align_corners=True)
    return places + waver.permute(0, 2, 3, 1)


def weights_of(network: Learner) -> dict[str, NDArray[np.float32]]:
    """The weights as the product keeps them: levels within the convolutions."""
    layers: dict[str, torch.Tensor] = {}
    for name in WIDTHS:
        kernel, level = getattr(network, name).weight, getattr(network, f"{name}_level")
        scale = level.weight / torch.sqrt(level.running_var + level.eps)
        folded = (kernel * scale[:, None, None, None]).permute(2, 3, 1, 0)
        layers[name] = folded.reshape(-1, kernel.shape[0])
        layers[f"{name}_bias"] = level.bias - level.running_mean * scale
    for name in ("dense", "head"):
        layers[name] = getattr(network, name).weight.T
        layers[f"{name}_bias"] = getattr(network, name).bias
    return {name: values.detach().numpy().copy() for name, values in layers.items()}
