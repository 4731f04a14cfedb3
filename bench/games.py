"""Whole classic games with fr-libre, on one core and on all of them: games per second.

    python bench/games.py [GAMES] [--out FILE]

Rates are told of whole games with their events, with the opening measure (ties ranked by sampled
draws) and without it; of games whose openings are sampled in Python, forty independent draws for
each tie, as they were before the core did it and before ties raced; and of the same games
sketched, as ``prepare`` chooses among them: in how many times less time than with their events,
all in turn, some games at a time, so that what else the machine does weighs on each alike. Last
come sketches on all cores, by the clock on the wall (of as many games at a time for each core):
what a person who prepares games waits for.
"""

import argparse
import hmac
import itertools
import os
import platform
import statistics
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from raccord import wordlists
from raccord.board import Move, alphabetical, top_scores
from raccord.duplicate import SAMPLES, Formula, autoplay
from raccord.duplicate.evolve import fold
from raccord.duplicate.files import fair_draws as stream
from raccord.duplicate.rules import ends, formulas, tops
from raccord.duplicate.rules.position import Position, played
from raccord.duplicate.sketch import in_order, sketch
from raccord.lexicon import Lexicon

AT_A_TIME = 10
Play = Callable[[Lexicon, str, Formula, int], tuple[int, int]]
in_the_core = tops.openings


def sampled_in_python(
    position: Position,
    rack: str,
    eligible: Sequence[Move],
    frame: ends.Frame,
    samples: int = SAMPLES,
) -> list[float]:
    """The mean over independent draws, as the measure was, with a trip to Python for each draw."""
    shared = max(samples * 10 // max(10, len(eligible)), -(-samples // 5))
    return [_sampled(position, rack, move, frame, shared) for move in eligible]


def _sampled(position: Position, rack: str, move: Move, frame: ends.Frame, samples: int) -> float:
    after = played(position, rack, move)
    needed = after.needed(frame.formula)
    words = _words(*stream.public_luck(position.board.cells + alphabetical(rack)))
    draws = [after.rack(stream.pick(words, after.bag, needed)) for _ in range(samples)]
    found = top_scores(after.board, draws, frame.lexicon, frame.formula.rules)
    return round(sum(found) / samples, 2)


def _words(key: bytes, label: str) -> Iterator[int]:
    for block in itertools.count():
        yield from struct.unpack(">8I", hmac.digest(key, f"{label}:{block}".encode(), "sha256"))


def whole(lexicon: Lexicon, secret: str, formula: Formula, samples: int) -> tuple[int, int]:
    """A game with its events: its turns and its total."""
    state = fold(list(autoplay(lexicon, secret, formula=formula, samples=samples)))
    return len(state.turns), state.total


def sketched(lexicon: Lexicon, secret: str, formula: Formula, samples: int) -> tuple[int, int]:
    """The same game without them."""
    turns = list(sketch(lexicon, secret, formula=formula, samples=samples))
    return len(turns), sum(turn.points for turn in turns)


@dataclass
class Way:
    """A way to play games, and what they took."""

    name: str
    samples: int
    play: Play
    openings: Callable[..., list[float]] = in_the_core
    threads: int = 1
    seconds: float = 0.0
    games: list[tuple[int, int]] = field(default_factory=list)

    def play_some(self, lexicon: Lexicon, formula: Formula, seeds: range) -> None:
        tops.openings = self.openings
        secrets = [stream.secret_of_seed(seed) for seed in seeds]
        clock = time.process_time if self.threads == 1 else time.perf_counter
        begun = clock()
        self.games += in_order(
            lambda secret: self.play(lexicon, secret, formula, self.samples), secrets, self.threads
        )
        self.seconds += clock() - begun

    def line(self, least: "Way") -> str:
        turns, totals = zip(*self.games, strict=True)
        return (
            f"| {self.name} | {self.samples or 'none'} | {len(self.games) / self.seconds:.0f} "
            f"| {1000 * self.seconds / len(self.games):.2f} | {self.seconds / least.seconds:.1f} "
            f"| {statistics.mean(turns):.1f} | {statistics.mean(totals):.0f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=10_000)
    parser.add_argument("--formula", default="classic")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    cores = max(2, os.cpu_count() or 1)
    lexicon, formula = wordlists.load("fr-libre"), formulas.parse(arguments.formula)
    ways = (
        Way("events, sampled in Python", SAMPLES, whole, sampled_in_python),
        Way("events", SAMPLES, whole),
        Way("sketch", SAMPLES, sketched),
        Way("events", 0, whole),
        Way("sketch", 0, sketched),
        Way(f"sketch, {cores} threads, wall", SAMPLES, sketched, threads=cores),
        Way(f"sketch, {cores} threads, wall", 0, sketched, threads=cores),
    )
    at_a_time = AT_A_TIME * (2 * cores + 1)  # a thread is given eight at once
    for first in range(0, arguments.games, at_a_time):
        for way in ways:
            last = min(first + at_a_time, arguments.games)
            way.play_some(lexicon, formula, range(first, last))
    measured = ways[2]
    lines = [
        f"## {arguments.games} games, {arguments.formula}, {lexicon.name} ({len(lexicon)} words)",
        "",
        f"Python {platform.python_version()}, {platform.machine()}, one core, process time; "
        "on the wall where threads are told.",
        "",
        "| game | openings | games/s | ms/game | × a sketch with openings | turns | total |",
        "|---|---|---|---|---|---|---|",
        *(way.line(measured) for way in ways),
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    if arguments.out:
        with arguments.out.open("a", encoding="utf-8") as file:
            file.write("\n" + text)


if __name__ == "__main__":
    main()
