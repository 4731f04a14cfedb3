"""Whole classic games with fr-libre on one core: games per second, and the solver's share.

    python bench/games.py [GAMES] [--out FILE]

Two rates are told: with the opening measure (ties ranked by sampled draws), and without it.
"""

import argparse
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from raccord import wordlists
from raccord.duplicate import SAMPLES, autoplay
from raccord.duplicate.evolve import fold
from raccord.duplicate.files import fair_draws as stream
from raccord.duplicate.rules import ends, formulas, tops
from raccord.lexicon import Lexicon

SOLVER = ("tops", "top_scores", "moves")


class Stopwatch:
    """Time spent inside the solver's functions."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.calls = 0

    def watch(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **keywords: Any) -> Any:
            begun = time.process_time()
            try:
                return function(*args, **keywords)
            finally:
                self.seconds += time.process_time() - begun
                self.calls += 1

        return timed


def measure(lexicon: Lexicon, games: int, samples: int, formula: str) -> dict[str, float]:
    watch = Stopwatch()
    for module in (ends, tops):
        for name in SOLVER:
            if hasattr(module, name):
                found = getattr(module, name)
                setattr(module, name, watch.watch(getattr(found, "plain", found)))
                getattr(module, name).plain = getattr(found, "plain", found)
    turns, totals = [], []
    begun = time.process_time()
    for seed in range(games):
        secret = stream.secret_of_seed(seed)
        game = autoplay(lexicon, secret, formula=formulas.parse(formula), samples=samples)
        state = fold(list(game))
        turns.append(len(state.turns))
        totals.append(state.total)
    seconds = time.process_time() - begun
    return {
        "games": games,
        "rate": games / seconds,
        "milliseconds": 1000 * seconds / games,
        "solver": 100 * watch.seconds / seconds,
        "calls": watch.calls / games,
        "turns": statistics.mean(turns),
        "total": statistics.mean(totals),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=10_000)
    parser.add_argument("--formula", default="classic")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    lexicon = wordlists.load("fr-libre")
    lines = [
        f"## {arguments.games} games, {arguments.formula}, {lexicon.name} ({len(lexicon)} words)",
        "",
        f"Python {platform.python_version()}, {platform.machine()}, one core, process time.",
        "",
        "| opening measure | games/s | ms/game | solver share | calls/game | turns | total |",
        "|---|---|---|---|---|---|---|",
    ]
    for samples in (0, SAMPLES):
        found = measure(lexicon, arguments.games, samples, arguments.formula)
        lines.append(
            f"| {samples or 'none'} | {found['rate']:.0f} | {found['milliseconds']:.1f} "
            f"| {found['solver']:.0f} % | {found['calls']:.0f} | {found['turns']:.1f} "
            f"| {found['total']:.0f} |"
        )
        print(lines[-1], flush=True)
    text = "\n".join(lines) + "\n"
    if arguments.out:
        with arguments.out.open("a", encoding="utf-8") as file:
            file.write(text + "\n")


if __name__ == "__main__":
    main()
