"""How well tied tops are chosen: what the choice loses, in points of the next top, and its price.

    python bench/openings.py [GAMES] [--formula FORMULA] [--one-in N] [--first SEED]

Ties come up in games with fr-libre, or with one in N of its words. What each is worth is the mean
next top over many draws of its own luck, jokers and all; what a choice loses is how far the tie it
takes lies behind the best. The measure of ``raccord.duplicate.rules.tops`` is held against the
mean over forty independent draws (fewer where ties are many), which it replaced.
"""

import argparse
import random
import statistics
from collections.abc import Sequence

from raccord import wordlists
from raccord.board import Move, top_scores
from raccord.duplicate import SAMPLES, autoplay
from raccord.duplicate.files import fair_draws as stream
from raccord.duplicate.rules import ends, formulas, tops
from raccord.duplicate.rules.position import Position, played
from raccord.lexicon import Lexicon

TRUTH = 600
measure = tops.openings
losses: list[tuple[float, float]] = []


def means(position: Position, rack: str, eligible: Sequence[Move], frame: ends.Frame, draws: int,
          luck: random.Random) -> list[float]:  # fmt: skip
    """The mean next top of each tie over draws that all of them meet."""
    afters = [played(position, rack, move) for move in eligible]
    most = max(after.needed(frame.formula) for after in afters)
    handfuls = [luck.sample(position.bag, most) for _ in range(draws)]
    found = []
    for after in afters:
        needed = after.needed(frame.formula)
        racks = [after.rack("".join(handful[:needed])) for handful in handfuls]
        scores = top_scores(after.board, racks, frame.lexicon, frame.formula.rules)
        found.append(statistics.fmean(scores))
    return found


def compare(
    position: Position,
    rack: str,
    eligible: Sequence[Move],
    frame: ends.Frame,
    samples: int = SAMPLES,
) -> list[float]:
    """The measure, whose loss is noted beside that of independent draws."""
    values = measure(position, rack, eligible, frame, samples)
    luck = random.Random(position.board.cells + rack)
    truth = means(position, rack, eligible, frame, TRUTH, luck)
    fewer = max(samples * 10 // max(10, len(eligible)), -(-samples // 5))
    plain = means(position, rack, eligible, frame, fewer, luck)
    losses.append(
        (
            max(truth) - truth[values.index(max(values))],
            max(truth) - truth[plain.index(max(plain))],
        )
    )
    return values


def told(numbers: Sequence[float]) -> str:
    error = statistics.stdev(numbers) / len(numbers) ** 0.5
    return f"{statistics.fmean(numbers):.3f} ± {error:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=300)
    parser.add_argument("--formula", default="classic")
    parser.add_argument("--one-in", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    arguments = parser.parse_args()
    games, formula = arguments.games, formulas.parse(arguments.formula)
    lexicon = wordlists.load("fr-libre")
    if arguments.one_in > 1:
        lexicon = Lexicon.of(list(lexicon)[:: arguments.one_in])
    tops.openings = compare
    for seed in range(arguments.first, arguments.first + games):
        for _ in autoplay(lexicon, stream.secret_of_seed(seed), formula=formula):
            pass
    mine, plain = zip(*losses, strict=True)
    print(f"{len(losses)} ties of {games} games, {TRUTH} draws each; points lost by the choice:")
    print(f"the measure {told(mine)}, forty independent draws {told(plain)}, the difference")
    print(told([a - b for a, b in losses]))


if __name__ == "__main__":
    main()
