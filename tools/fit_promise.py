"""The weights of what a tied move promises (``core/promise_weights.hpp``), fitted again.

    PYTHONPATH=.:tools python tools/fit_promise.py [GAMES] [--write]

Ties come up in classic games with fr-libre, of the seeds from ``FIRST`` on. What each tied move is
worth is its mean next top over ``TIMES`` as many draws as the measure makes, the same for all.
Within each tie, what tells the moves apart is fitted by least squares to the top to expect of
their boards and to the letters they keep (``tests/duplicate/files/slow_promise.py``), a tie
counting as much as another; once for each of the chances ``MADE``, of which the one that explains
most is taken. The same list and number of games give the same numbers.
"""

import argparse
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from tests.duplicate.files.slow_promise import (
    WEIGHTS,
    Census,
    expected_top,
    slots,
    traits,
    ways,
)

from raccord import wordlists
from raccord.board import Move, Outlook, top_scores
from raccord.duplicate import SAMPLES, autoplay
from raccord.duplicate.files import fair_draws
from raccord.duplicate.rules import tops
from raccord.duplicate.rules.ends import Frame
from raccord.duplicate.rules.position import Position, played

FIRST = 100_000
TIMES = 10
MADE = (0.10, 0.12, 0.14, 0.16, 0.18)
NAMES = ("Expected", "Letter", "Common", "Point", "Alike", "OneSided")
HEADER = """\
// Made by tools/fit_promise.py, which tells how, from {ties} ties of {games} games and a list
// of {words} words. It explains {explained} % of what tells tied moves apart.
#pragma once

namespace raccord {{

{lines}

}}  // namespace raccord
"""


@dataclass(frozen=True, slots=True)
class Tied:
    """A tied move: the tops to expect by ``MADE``, the letters kept, what it is worth."""

    expected: list[float]
    kept: list[float]
    worth: float

    def row(self, made: int) -> list[float]:
        """What is weighed, and what it is worth."""
        return [self.expected[made], *self.kept, self.worth]


class Collected:
    """Stands for the opening measure, and notes the ties that it is asked about."""

    def __init__(self) -> None:
        self.ties: list[list[Tied]] = []

    def __call__(
        self,
        position: Position,
        rack: str,
        eligible: Sequence[Move],
        frame: Frame,
        samples: int = SAMPLES,
    ) -> list[float]:
        """What each is worth: the game goes on by that, whatever the weights there are."""
        luck = random.Random(position.board.cells + rack)
        afters = [played(position, rack, move) for move in eligible]
        most = max(after.needed(frame.formula) for after in afters)
        handfuls = ["".join(luck.sample(position.bag, most)) for _ in range(TIMES * samples)]
        tie = [_tied(after, handfuls, frame) for after in afters]
        self.ties.append(tie)
        return [tied.worth for tied in tie]


def _tied(after: Position, handfuls: Sequence[str], frame: Frame) -> Tied:
    needed, rules = after.needed(frame.formula), frame.formula.rules
    outlook = Outlook(after.board, after.leave + after.serving, after.bag, needed)
    census = Census.of(frame.lexicon)
    found = slots(outlook, frame.lexicon, census, rules)
    racks = [outlook.kept + handful[:needed] for handful in handfuls]
    return Tied(
        [expected_top(found, ways(outlook, census, rules, made), census) for made in MADE],
        list(traits(outlook, census, rules).values()),
        statistics.fmean(top_scores(after.board, racks, frame.lexicon, rules)),
    )


def within(ties: Sequence[Sequence[Tied]], made: int) -> list[list[float]]:
    """Rows of what tells tied moves apart: less the mean of their tie, by root of their number."""
    rows = []
    for tie in ties:
        columns = list(zip(*(tied.row(made) for tied in tie), strict=True))
        means = [statistics.fmean(column) for column in columns]
        for tied in tie:
            row = zip(tied.row(made), means, strict=True)
            rows.append([(x - mean) / len(tie) ** 0.5 for x, mean in row])
    return rows


def solved(rows: Sequence[Sequence[float]]) -> tuple[list[float], float]:
    """Least squares: the weights of all columns but the last, and the share of it explained."""
    n = len(rows[0]) - 1
    normal = [[sum(r[i] * r[j] for r in rows) for j in range(n + 1)] for i in range(n)]
    for i in range(n):
        pivot = normal[i][i]
        normal[i] = [x / pivot for x in normal[i]]
        for other in range(n):
            if other != i:
                factor = normal[other][i]
                normal[other] = [
                    x - factor * y for x, y in zip(normal[other], normal[i], strict=True)
                ]
    weights = [line[n] for line in normal]
    left = sum((r[n] - sum(w * x for w, x in zip(weights, r, strict=False))) ** 2 for r in rows)
    return weights, 1 - left / sum(r[n] ** 2 for r in rows)


def main() -> None:
    """Print the weights, or keep them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=1500)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    lexicon = wordlists.load("fr-libre")
    collected = Collected()
    tops.openings = collected
    for seed in range(FIRST, FIRST + arguments.games):
        for _ in autoplay(lexicon, fair_draws.secret_of_seed(seed)):
            pass
    fits = [solved(within(collected.ties, made)) for made in range(len(MADE))]
    for made, (_, explained) in zip(MADE, fits, strict=True):
        print(f"{made:.2f}: {explained:.3f}")
    best = max(range(len(MADE)), key=lambda made: fits[made][1])
    weights, explained = fits[best]
    numbers = [("Made", MADE[best]), *zip(NAMES, weights, strict=True)]
    text = HEADER.format(
        ties=len(collected.ties),
        games=arguments.games,
        words=len(lexicon),
        explained=round(100 * explained),
        lines="\n".join(f"constexpr double k{name} = {value:.2f};" for name, value in numbers),
    )
    print(text)
    if arguments.write:
        WEIGHTS.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
