"""The decoder: what the cells say, weighed against what can be played and how players err.

Every reading is a slip with its probability. The decoder repairs mistakes: MOATEL may be read as
MORTEL. So the free reading, which knows nothing of the game, is kept beside it; where it beats the
reading chosen, the probability falls, and the cells that differ are named.
"""

from collections.abc import Iterator, Sequence
from math import exp, log
from typing import NamedTuple

import msgspec
import numpy as np

from raccord.board import Direction
from raccord.reading import priors
from raccord.reading.cells import Place, SlipRead
from raccord.reading.playable import Playable
from raccord.reading.sketches import Placed, SketchRead
from raccord.reading.strips import DIGITS, Strip
from raccord.reading.weighing import Scales, Weighed
from raccord.regulation import Flag, Slip
from raccord.regulation.marking import Cell, slip_of_cells

KEPT = 5
"""Readings told."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """Lecture possible: a slip with its probability, and the cells that read otherwise."""

    slip: Slip
    probability: float
    legal: bool
    """Whether it claims a move that can be played, with its reference, score and circles right."""
    differs: tuple[Place, ...] = ()


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """Lecture d'un bulletin: the likeliest slips, and what is read without knowing the game.

    ``struck`` are cells crossed out, which count for nothing; ``turns`` and ``tables`` are chances
    of the numbers written, empty where none is.
    """

    candidates: tuple[Candidate, ...]
    free: Slip
    struck: tuple[Place, ...] = ()
    turns: dict[int, float] = {}
    tables: dict[int, float] = {}

    @property
    def best(self) -> Candidate:
        """The likeliest."""
        return self.candidates[0]


def decode(read: SlipRead, playable: Playable) -> Reading:
    """Every possible slip of what the cells say, the likeliest first."""
    ways = _ways(read, playable)
    seeming = ways[0].scales
    return Reading(
        candidates=_candidates(ways),
        free=_slip(seeming.sketch, seeming.free()),
        struck=tuple(("grid", *at) for at in sorted(seeming.sketch.struck)),
        turns=_numbers(Strip.of(read.cells, "turn", DIGITS), 99),
        tables=_numbers(Strip.of(read.cells, "table", DIGITS), 999),
    )


class _Way(NamedTuple):
    """A way to take what seems struck out, and its log chance."""

    scales: Scales
    chance: float


def _ways(read: SlipRead, playable: Playable) -> list[_Way]:
    """Struck-out cells count for nothing; but a heavy hand may only seem to strike out."""
    seeming = Scales(read.cells, playable)
    struck = [read.cells["grid", *at].struck for at in sorted(seeming.sketch.struck)]
    if not struck:
        return [_Way(seeming, 0.0)]
    kept = sum(log(max(1 - chance, priors.ONLY_SEEMS)) for chance in struck)
    meant = Scales(read.cells, playable, keeps_struck=True)
    return [_Way(seeming, sum(map(log, struck))), _Way(meant, kept)]


def _candidates(ways: Sequence[_Way]) -> tuple[Candidate, ...]:
    best: dict[tuple[object, ...], tuple[float, Weighed, Scales]] = {}
    total: dict[tuple[object, ...], float] = {}
    for scales, odds in ways:
        for one in _possible(scales):
            chance = odds + one.chance
            total[one.key] = float(np.logaddexp(total.get(one.key, -np.inf), chance))
            if one.key not in best or chance > best[one.key][0]:
                best[one.key] = (chance, one, scales)
    ranked = sorted(total, key=lambda key: -total[key])[:KEPT]
    everything = float(np.logaddexp.reduce(list(total.values())))
    return tuple(
        Candidate(
            slip=_slip(scales.sketch, one),
            probability=min(exp(total[one.key] - everything), _surest(scales, one)),
            legal=one.legal,
            differs=tuple(_differing(scales, one)),
        )
        for _, one, scales in (best[key] for key in ranked)
    )


def _surest(scales: Scales, one: Weighed) -> float:
    """How sure a reading may be: a word that nobody can play is as likely one misread."""
    strange = one.placed is not None and one.placed.word not in scales.playable.moves
    return priors.STRANGE_WORD if strange else 1.0


def _possible(scales: Scales) -> Iterator[Weighed]:
    explained = list(scales.weighed())
    yield from explained
    yield _doubted(scales, scales.free(), max(explained, key=lambda one: one.chance))


def _doubted(scales: Scales, free: Weighed, explained: Weighed) -> Weighed:
    """The free reading as one more possibility: something not thought of here, just as it reads.

    The more it beats what can be explained, the less sure all the rest is; that many cells are
    strange at once is less likely than one, and so are letters that nobody holds.
    """
    usual = priors.RIGHT_REFERENCE + priors.RIGHT_SCORE - log(scales.playable.count)
    doubt = priors.DOUBT + priors.STRANGE_CELL * len(tuple(_differing(scales, explained)))
    return free._replace(chance=free.likelihood + usual + doubt + scales.held(free))


def _slip(sketch: SketchRead, one: Weighed) -> Slip:
    reference, points = one.reference or None, int(one.score) if one.score else None
    placed = one.placed
    if placed is None:
        flags = () if one.reference or one.score else (Flag.BLANK,)
        return Slip(reference=reference, score=points, flags=flags)
    word = [Cell(*placed.at(i), c, i in one.circles) for i, c in enumerate(placed.word)]
    links = [Cell(*at, sketch.best(at), link=True) for at in _beside(sketch, placed)]
    is_across = placed.run.direction is Direction.ACROSS
    slip = slip_of_cells([*word, *links], "across" if is_across else "down")
    return msgspec.structs.replace(slip, reference=reference, score=points)


def _beside(sketch: SketchRead, placed: Placed) -> tuple[tuple[int, int], ...]:
    return sketch.outside(placed.run, placed.start, len(placed.word))


def _differing(scales: Scales, one: Weighed) -> Iterator[Place]:
    """Cells whose own reading is not that of the slip, or that it does not explain."""
    sketch, placed = scales.sketch, one.placed
    if placed is not None:
        for i, letter in enumerate(placed.word):
            at = placed.at(i)
            circled = sketch.circled(at) > 0.5
            written = at in sketch.cells and sketch.best(at) == letter
            if not written or circled != (i in one.circles):
                yield ("grid", *at)
        if not one.legal:
            yield from (("grid", *at) for at in _beside(sketch, placed))
    for box, field in (("reference", scales.references), ("score", scales.scores)):
        said = one.reference if box == "reference" else one.score
        yield from ((box, 0, i) for i in field.strip.unlike(said, field.free))


def _numbers(strip: Strip, most: int) -> dict[int, float]:
    """The likeliest numbers written in a box with their chances; none where it is empty."""
    if strip.is_blank:
        return {}
    told = strip.likelihoods([str(n) for n in range(1, most + 1)])
    found = {int(text): likelihood for text, likelihood in told.items()}
    total = float(np.logaddexp.reduce(list(found.values())))
    likeliest = sorted(found, key=lambda n: -found[n])[:3]
    return {n: exp(found[n] - total) for n in likeliest}
