"""What may be written on a slip, weighed: words that can be played, and non-words as they read.

Every possibility has a log chance (how often it happens times how likely the cells then are) and a
log likelihood (the cells alone).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import inf, log
from typing import NamedTuple

import numpy as np

from raccord.board import BoardError, Move, Reference, Score, Solution, score
from raccord.reading import priors
from raccord.reading.cells import CellRead, Place
from raccord.reading.fields import References, Said, Scores
from raccord.reading.network import BLANK
from raccord.reading.playable import Playable
from raccord.reading.sketches import At, Placed, Run, SketchRead
from raccord.reading.strips import DIGITS, OF_REFERENCES, Strip

_MOST_WORDS, _WORTH = 80, 18.0
"""Words weighed, and how far behind the best one may be."""
_STRINGS, _ALL_STRINGS = 12, 48
"""Non-words weighed on each line, and on all lines together."""
_LEAST = 1e-3
"""The least chance of a circle, or of none."""


class Weighed(NamedTuple):
    """A slip as it may be: ``legal`` if it claims a move that can be played, all of it right."""

    placed: Placed | None
    circles: frozenset[int]
    reference: str
    score: str
    chance: float
    likelihood: float
    legal: bool

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it another slip."""
        return self.placed and self.placed[:3], self.circles, self.reference, self.score


class Claim(NamedTuple):
    """A word, or none, and what may stand in the fields beside it, the likeliest first."""

    placed: Placed | None
    circles: frozenset[int]
    odds: float
    seen: float
    references: Sequence[Said]
    scores: Sequence[Said]
    solution: Solution | None = None

    @property
    def most(self) -> float:
        """The log chance of the likeliest of its slips."""
        return self.odds + self.seen + self.references[0].chance + self.scores[0].chance

    @property
    def right(self) -> tuple[str, str] | None:
        """Reference and score of the move that is claimed with all its circles."""
        if self.solution is None:
            return None
        move, points = self.solution
        jokers = frozenset(i for i, c in enumerate(move.word) if c.islower())
        return (str(move.reference), str(points)) if self.circles == jokers else None

    def weighed(self) -> Iterator[Weighed]:
        """The word with every reference and score worth weighing, the likeliest slip first."""
        worth, right = self.most - _WORTH / 2, self.right
        for reference, points in product(self.references, self.scores):
            chance = self.odds + self.seen + reference.chance + points.chance
            if chance >= worth:
                likelihood = self.seen + reference.likelihood + points.likelihood
                texts = (reference.text, points.text)
                legal = texts == right
                yield Weighed(self.placed, self.circles, *texts, chance, likelihood, legal)


@dataclass(frozen=True, eq=False)
class Scales:
    """Weighs everything a slip may say against its cells."""

    cells: Mapping[Place, CellRead]
    playable: Playable
    keeps_struck: bool = False

    @cached_property
    def sketch(self) -> SketchRead:
        """Its little grid."""
        return SketchRead.of(self.cells, keeps_struck=self.keeps_struck)

    @cached_property
    def references(self) -> References:
        """Its reference."""
        strip = Strip.of(self.cells, "reference", OF_REFERENCES)
        return References(strip, self.playable.board.is_empty)

    @cached_property
    def scores(self) -> Scores:
        """Its score."""
        return Scores(Strip.of(self.cells, "score", DIGITS))

    def weighed(self) -> Iterator[Weighed]:
        """Everything that may be written and is not far behind the likeliest."""
        best = -inf
        for claim in self._claims():
            if claim.most > best - _WORTH:
                found = list(claim.weighed())
                best = max(best, found[0].chance)
                yield from found

    def _claims(self) -> Iterator[Claim]:
        if not self.sketch.runs:
            fields = (self.references.of_any(), self.scores.of_any())
            yield Claim(None, frozenset(), 0.0, 0.0, *fields)
            return
        for one in self._words():
            for solution in self.playable.moves[one.word]:
                yield from self._of_move(one, solution)
        for one in self._strings():
            yield from self._of_string(one)

    def free(self) -> Weighed:
        """What the cells say by themselves."""
        reference, points = self.references, self.scores
        fields = reference.known[reference.free] + points.known[points.free]
        placed, seen = None, 0.0
        circles: frozenset[int] = frozenset()
        if self.sketch.runs:
            run = self.sketch.runs[0]
            word = "".join(self.sketch.best(run.at(i)) for i in range(run.length))
            own = float(self.sketch.around(run)[1:-1, :26].max(axis=1).sum())
            placed = Placed(word, run, 0, own)
            circles = self._circled(placed)
            beside = self.sketch.outside(run, 0, run.length)
            links = sum(float(self.sketch.chances(at)[:26].max()) for at in beside)
            seen = own + links + self._circles(placed, circles)
        return Weighed(placed, circles, reference.free, points.free, 0.0, seen + fields, False)

    def _words(self) -> list[Placed]:
        """Words that can be played, on every line, the likeliest first."""
        found = [one for run in self.sketch.runs for one in self._on(run)]
        found.sort(key=lambda one: (-one.likelihood, one.word))
        return [one for one in found[:_MOST_WORDS] if one.likelihood > found[0].likelihood - _WORTH]

    def _on(self, run: Run) -> Iterator[Placed]:
        """Words on a line: as long as it is, one cell longer or one shorter."""
        chances = self.sketch.around(run)
        for length, starts in (
            (run.length - 1, (1, 2)),
            (run.length, (1,)),
            (run.length + 1, (0, 1)),
        ):
            words, letters = self.playable.by_length.get(length, ((), None))
            for start in starts if words else ():
                rows = np.arange(start, start + length)
                blank = chances[:, BLANK].sum() - chances[rows, BLANK].sum()
                likelihoods = chances[rows, letters].sum(axis=1) + blank
                best = np.argsort(-likelihoods, kind="stable")[:_MOST_WORDS]
                for i in best.tolist():
                    yield Placed(words[i], run, start - 1, float(likelihoods[i]))

    def _strings(self) -> Iterator[Placed]:
        """The likeliest strings of letters on every line that cannot be played."""
        held = self.playable.letters
        strange = np.array([0.0 if chr(65 + i) in held else priors.FOREIGN for i in range(26)])
        each = min(_STRINGS, _ALL_STRINGS // max(1, len(self.sketch.runs)))
        for run in self.sketch.runs:
            beam = [("", 0.0, 0.0)]
            for row in self.sketch.around(run)[1:-1, :26]:
                odds = row + strange
                letters = np.argsort(-odds, kind="stable")[:5].tolist()
                longer = [
                    (s + chr(65 + i), worth + float(odds[i]), seen + float(row[i]))
                    for s, worth, seen in beam
                    for i in letters
                ]
                beam = sorted(longer, key=lambda one: -one[1])[: _STRINGS * 2]
            fresh = [one for one in beam if one[0] not in self.playable.moves]
            for word, _, likelihood in fresh[:each]:
                yield Placed(word, run, 0, likelihood)

    def _of_move(self, placed: Placed, solution: Solution) -> Iterator[Claim]:
        move, points = solution
        way = 0.0 if move.reference.direction is placed.run.direction else priors.OTHER_WAY
        base = way - log(self.playable.count)
        seen = placed.likelihood + self._links(placed, move)
        fields = (self.references.of(move.reference), self.scores.of(points))
        for circles, odds in _circlings(self.playable.jokers(move)).items():
            likely = seen + self._circles(placed, circles)
            yield Claim(placed, circles, base + odds, likely, *fields, solution)

    def _of_string(self, placed: Placed) -> Iterator[Claim]:
        base = priors.NON_WORD - log(self.playable.count)
        circles = self._circled(placed)
        seen = placed.likelihood + self._circles(placed, circles)
        for said in self.references.of_any():
            move = _claimed(said.text, placed.word, circles)
            points = self._score(move) if move else None
            if points is None:
                odds, move, scores = base + priors.UNPLAYABLE, None, self.scores.of_any()
                odds += self._foreign(placed.word)
            else:
                # It lies where it is said to: that is where its player meant it to lie.
                said = said._replace(chance=priors.RIGHT_REFERENCE + said.likelihood)
                odds = base + priors.NOT_HELD * self._lacking(points.tiles)
                scores = self.scores.of(points.total)
            likely = seen + self._links(placed, move)
            yield Claim(placed, circles, odds, likely, [said], scores)

    def held(self, one: Weighed) -> float:
        """The odds that a player wrote a word as it reads, by the letters that he had for it."""
        if one.placed is None:
            return 0.0
        move = _claimed(one.reference, one.placed.word, one.circles)
        points = self._score(move) if move else None
        if points is None:
            return self._foreign(one.placed.word)
        return priors.NOT_HELD * self._lacking(points.tiles)

    def _foreign(self, word: str) -> float:
        return priors.FOREIGN * sum(letter not in self.playable.letters for letter in word)

    def _score(self, move: Move) -> Score | None:
        """What a non-word would score where it is said to lie; None where it cannot lie there."""
        try:
            return score(self.playable.board, move, self.playable.rules)
        except BoardError:
            return None

    def _lacking(self, tiles: str) -> int:
        """How many of these tiles are not in the draw; a joker may stand for one, uncircled."""
        return (Counter(tiles) - Counter(self.playable.draw)).total()

    @cached_property
    def _strays(self) -> dict[At, float]:
        """What each letter of the grid is worth where it is no part of a word: found once."""
        chances = {at: self.sketch.chances(at) for at in self.sketch.cells}
        return {at: priors.STRAY_LETTER + float(one[:26].max()) for at, one in chances.items()}

    @cached_property
    def _astray(self) -> float:
        """What all letters of the grid are worth as strays."""
        return sum(self._strays.values())

    def _links(self, placed: Placed, move: Move | None) -> float:
        """The letters beside the word: strays, and links of the move where they read as such."""
        strays, own = self._strays, {placed.at(i) for i in range(len(placed.word))}
        if strays.keys() <= own:
            return 0.0
        total = self._astray - sum(strays[at] for at in own if at in strays)
        for (i, step), letter in (self.playable.links(move) if move else {}).items():
            at = placed.at(i, step)
            if at in strays and at not in own:
                total += max(0.0, float(self.sketch.chances(at)[ord(letter) - 65]) - strays[at])
        return total

    def _circled(self, placed: Placed) -> frozenset[int]:
        """The letters that seem to be circled."""
        letters = range(len(placed.word))
        return frozenset(i for i in letters if self.sketch.circled(placed.at(i)) > 0.5)

    def _circles(self, placed: Placed, circles: frozenset[int]) -> float:
        total = 0.0
        for i in range(len(placed.word)):
            chance = self.sketch.circled(placed.at(i))
            total += log(max(chance if i in circles else 1 - chance, _LEAST))
        return total


def _claimed(reference: str, word: str, circles: frozenset[int]) -> Move | None:
    """The move a slip claims; None where it is none, whatever the board."""
    letters = "".join(c.lower() if i in circles else c for i, c in enumerate(word))
    try:
        return Move(Reference.parse(reference), letters)
    except BoardError:
        return None


def _circlings(jokers: frozenset[int]) -> dict[frozenset[int], float]:
    """The letters a player may circle: those of his jokers, or none."""
    if not jokers:
        return {frozenset(): priors.NO_CIRCLE}
    return {jokers: priors.CIRCLED, frozenset(): priors.UNCIRCLED}
