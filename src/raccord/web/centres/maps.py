"""The map of centres: where each lies, by its degrees, one scale for both directions."""

from collections.abc import Sequence

import msgspec

from raccord.network.hub_views import COLOURS, CentreLine

WIDTH, HEIGHT, MARGIN = 720.0, 360.0, 48.0
_LEAST_DEGREES = 2.0
_NAMED = 24
"""Centres that all have their names on the map; of more only those that need somebody."""
_LONGEST = 26
_EDGE = 140.0
"""Nearer to it than half a name is long."""


_WORRYING = frozenset({"bad", "warn"})


class Spot(msgspec.Struct, frozen=True):
    """A centre on the map."""

    x: float
    y: float
    name: str
    standing: str
    colour: str
    is_named: bool = True

    @property
    def label(self) -> str:
        """Its name, as far as there is room for it."""
        if not self.is_named:
            return ""
        return self.name if len(self.name) <= _LONGEST else f"{self.name[: _LONGEST - 1].strip()}…"

    @property
    def anchor(self) -> str:
        """On which side of its middle the name is, so that it stays in the frame."""
        if self.x < _EDGE:
            return "start"
        return "end" if self.x > WIDTH - _EDGE else "middle"


def spots(lines: Sequence[CentreLine]) -> tuple[Spot, ...]:
    """The centres whose place is known, north up, none outside the frame."""
    placed = [
        (line, line.longitude, line.latitude)
        for line in lines
        if line.longitude is not None and line.latitude is not None
    ]
    if not placed:
        return ()
    xs, ys = [x for _, x, _ in placed], [y for _, _, y in placed]
    across = max(max(xs) - min(xs), _LEAST_DEGREES)
    down = max(max(ys) - min(ys), _LEAST_DEGREES)
    # One scale for both, so that countries keep their shape.
    scale = min((WIDTH - 2 * MARGIN) / across, (HEIGHT - 2 * MARGIN) / down)
    middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
    return tuple(
        Spot(
            round(WIDTH / 2 + (x - middle[0]) * scale, 1),
            round(HEIGHT / 2 - (y - middle[1]) * scale, 1),
            line.name,
            line.standing,
            COLOURS[line.standing],
            len(placed) <= _NAMED or COLOURS[line.standing] in _WORRYING,
        )
        for line, x, y in placed
    )
