"""The solver against a yardstick, in the same run, as ratios.

python bench/solver.py NAIVE.CPP [--positions 1000] [--rounds 5] [--write]

NAIVE.CPP is the source of a plain generator with the modes ``sim`` (positions out of simulated
games) and ``bench`` (mean time for all moves); it is not part of the project. Rounds of both
programs alternate and the best of each counts, since the machine is shared.
"""

import argparse
import platform
import random
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from raccord.board import JOKER, PlayRules, moves, tops
from raccord.board.positions import Position, format_positions, parse_positions
from raccord.cli.counters import Instructions
from raccord.lexicon import Lexicon
from raccord.wordlists import load

RESULTS = Path(__file__).with_name("SOLVER.md")
TARGETS = {0: (16, 3.5), 1: (110, 5), 2: (650, 5.5)}
SHARES = {0: 1, 1: 2, 2: 5}  # positions with jokers are fewer: the yardstick takes long over them
MODES = {"ordinary": "0", "joker game": "1"}  # of the yardstick's simulation
WHOLE = "whole games"
KINDS = (WHOLE, *MODES)
BONUSES = ((7, 50), (8, 75), (9, 100))


def build(source: Path, folder: Path) -> Path:
    program = folder / "naive"
    flags = ["-O2", "-march=native", "-std=c++20"]
    subprocess.run(["g++", *flags, str(source), "-o", str(program)], check=True)
    return program


def simulated(program: Path, words: Path, count: int) -> dict[str, list[Position]]:
    """Positions by kind: games turn by turn as they were played, or full racks in no order."""
    found: dict[str, list[Position]] = {}
    for kind, mode in MODES.items():
        arguments = [str(program), "sim", str(words), str(count // 12 + 2), "7", "7", mode, "2017"]
        done = subprocess.run(arguments, check=True, capture_output=True, text=True)
        played = parse_positions(done.stdout)
        full = [p for p in played if len(p.rack) == 7]
        found.setdefault(WHOLE, list(played))
        found[kind] = random.Random(2017).sample(full, len(full))
    return found


def with_rack(positions: list[Position], jokers: int, size: int = 0) -> list[Position]:
    """The same boards, with so many jokers, and racks of that size if one is given."""
    chance = random.Random(7)
    found = []
    for position in positions:
        letters = "".join(chance.sample(position.rack, len(position.rack))).replace(JOKER, "")
        tiles = size or len(position.rack)
        letters += "".join(chance.choices("AEIOUNRSTL", k=max(0, tiles - len(letters))))
        rack = letters[: max(0, tiles - jokers)] + JOKER * jokers
        found.append(Position(position.name, position.board, rack))
    return found


def ours(positions: list[Position], lexicon: Lexicon, rules: PlayRules, every: bool) -> float:
    solve = moves if every else tops
    began = time.perf_counter()
    for position in positions:
        solve(position.board, position.rack, lexicon, rules)
    return (time.perf_counter() - began) / len(positions) * 1e6


def theirs(program: Path, words: Path, file: Path) -> float:
    arguments = [str(program), "bench", str(words), str(file)]
    done = subprocess.run(arguments, check=True, capture_output=True, text=True)
    found = re.search(r"([\d.]+) us/pos", done.stdout)
    assert found, done.stdout
    return float(found[1])


def instructions(positions: list[Position], lexicon: Lexicon, rules: PlayRules) -> str:
    with Instructions() as counter:
        ours(positions, lexicon, rules, every=False)
    return "–" if counter.count is None else f"{counter.count / len(positions):,.0f}"


def compare(
    program: Path, words: Path, positions: list[Position], rounds: int, lexicon: Lexicon
) -> tuple[float, float, float]:
    """Best mean times: the yardstick's, ours for tops, ours for all moves."""
    file = words.with_name("positions.txt")
    file.write_text(format_positions(positions))
    rules = PlayRules()
    rows = [
        (
            theirs(program, words, file),
            min(ours(positions, lexicon, rules, every=False) for _ in range(3)),
            ours(positions, lexicon, rules, every=True),
        )
        for _ in range(rounds)
    ]
    naive, top, every = (min(column) for column in zip(*rows, strict=True))
    return naive, top, every


def against(
    program: Path,
    words: Path,
    drawn: dict[str, list[Position]],
    count: int,
    rounds: int,
    lexicon: Lexicon,
) -> Iterator[str]:
    yield (
        "| jokers | boards | positions | yardstick µs | tops µs | ratio | goal "
        "| moves µs | ratio | goal |"
    )
    yield "|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for jokers, (want_tops, want_moves) in TARGETS.items():
        for kind in KINDS if jokers else KINDS[:2]:
            positions = with_rack(drawn[kind][: count // SHARES[jokers]], jokers)
            naive, top, every = compare(program, words, positions, rounds, lexicon)
            yield (
                f"| {jokers} | {kind} | {len(positions)} | {naive:,.0f} | {top:.1f} "
                f"| **{naive / top:.1f}** | {want_tops} "
                f"| {every:,.0f} | **{naive / every:.2f}** | {want_moves} |"
            )


def sizes(base: list[Position], rounds: int, lexicon: Lexicon) -> Iterator[str]:
    yield "| letters | playable | tops µs | against 7 letters | instructions |"
    yield "|---:|---:|---:|---:|---:|"
    seven = 0.0
    for size, playable in ((7, 7), (8, 7), (8, 8), (9, 9)):
        rules = PlayRules(size, playable, BONUSES)
        positions = with_rack(base, 0, size)
        best = min(ours(positions, lexicon, rules, every=False) for _ in range(3 * rounds))
        seven = seven or best
        counted = instructions(positions, lexicon, rules)
        yield f"| {size} | {playable} | {best:.1f} | {best / seven:.2f} | {counted} |"


def commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def machine() -> str:
    info = Path("/proc/cpuinfo")
    named = re.search(r"model name\s*: (.*)", info.read_text()) if info.exists() else None
    return f"{named[1] if named else platform.machine()}, Python {platform.python_version()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="source of the yardstick")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help=f"keep the table in {RESULTS.name}")
    chosen = parser.parse_args()
    lexicon = load()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = folder / "words.txt"
        words.write_text("\n".join(lexicon) + "\n")
        program = build(chosen.source, folder)
        drawn = simulated(program, words, chosen.positions)
        rows = against(program, words, drawn, chosen.positions, chosen.rounds, lexicon)
        base = drawn["ordinary"][: chosen.positions]
        compared = [*rows, "", *sizes(base, chosen.rounds, lexicon)]
    text = "\n".join(compared)
    print(text)
    if chosen.write:
        head = (
            "# The solver against the yardstick\n\n"
            f"Commit {commit()}; {machine()}; {lexicon.name}, {len(lexicon):,} words.\n\n"
            "Made by `python bench/solver.py NAIVE.CPP --write`: mean time, called from\n"
            "Python, from a bare board and a rack to the answer, one thread, default build. The\n"
            "yardstick lists every move; a ratio says how many times faster the solver is.\n"
            "Letters of the racks, chosen by chance, gave way to jokers. Whole games come turn\n"
            "by turn, as the yardstick plays them; the other positions have full racks and come\n"
            "in no order, which is harder on the caches.\n\n"
        )
        RESULTS.write_text(head + text + "\n")


if __name__ == "__main__":
    main()
