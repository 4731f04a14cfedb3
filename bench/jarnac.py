"""Jarnac measured: the solver on full mats, and games between the levels.

    python bench/jarnac.py [--games N] [--write]

``--write`` puts the tables in ``bench/JARNAC.md``.
"""

import argparse
import random
import statistics
import time
from collections import Counter
from itertools import combinations
from pathlib import Path

import msgspec

from raccord import _core, wordlists
from raccord.jarnac import DISTRIBUTIONS, FORMULAS, LEVELS, Formula, Mat, Settings, play_out, plays
from raccord.lexicon import Lexicon

RESULTS = Path(__file__).with_name("JARNAC.md")
POSITIONS = 1_000
HEAD = [
    "| formula | stronger | weaker | wins | draws | losses | points | Jarnacs |",
    "|---|---|---|---|---|---|---|---|",
]
GREEDY = msgspec.structs.replace(LEVELS["oeil-parfait"], name="greedy eye", foresight=False)
PLAYERS = {**LEVELS, GREEDY.name: GREEDY}
REPEATS = 5  # the best of a few runs: the machine is shared


def full_mats(lexicon: Lexicon, loose: int = 12) -> list[Mat]:
    """Mats of eight words of 3 to 8 letters with loose letters from the box."""
    chance = random.Random(2012)
    words = [word for word in lexicon if 3 <= len(word) <= 8]
    box = DISTRIBUTIONS["2012"]
    return [
        Mat(tuple(chance.sample(words, 8)), "".join(chance.sample(box, loose)))
        for _ in range(POSITIONS)
    ]


def timed(lexicon: Lexicon, mat: Mat, formula: Formula | None) -> tuple[float, int]:
    """Milliseconds, and how many plays."""
    lines = list(mat.lines)
    start = time.perf_counter()
    if formula is None:
        count = len(_core.jarnac_plays(lexicon.core, lines, mat.loose))
    else:
        count = sum(1 for _ in plays(lexicon, mat, formula))
    return (time.perf_counter() - start) * 1000, count


def solver_table(lexicon: Lexicon) -> list[str]:
    rows = ["| position | median | 99 % | worst | plays (median) |", "|---|---|---|---|---|"]
    mats = full_mats(lexicon)
    cases: list[tuple[str, Formula | None]] = [("8 words, 12 loose letters, core alone", None)]
    cases += [(f"the same, every play in Python, {name}", f) for name, f in FORMULAS.items()]
    for label, formula in cases:
        spent, found = [], []
        for mat in mats:
            runs = [timed(lexicon, mat, formula) for _ in range(REPEATS)]
            spent.append(min(runs)[0])
            found.append(runs[0][1])
        spent.sort()
        median, late = statistics.median(spent), spent[int(len(spent) * 0.99)]
        rows.append(
            f"| {label} | {median:.3f} ms | {late:.3f} ms | {spent[-1]:.3f} ms "
            f"| {statistics.median(found):.0f} |"
        )
    return rows


def match(lexicon: Lexicon, names: tuple[str, str], games: int, formula: str) -> Counter[str]:
    """Wins of each, draws, points and Jarnacs; who sits as A changes every game."""
    tally: Counter[str] = Counter()
    options = Settings(formula=FORMULAS[formula])
    for seed in range(games):
        seated = names if seed % 2 == 0 else names[::-1]
        game = play_out(options, lexicon, (PLAYERS[seated[0]], PLAYERS[seated[1]]), seed)
        ended = game.state.ended
        if ended is None:
            raise RuntimeError("a game without an end")
        tally["draws"] += ended.winner is None
        for seat, name, points, side in zip(
            ("A", "B"), seated, ended.points, game.state.sides, strict=True
        ):
            tally[f"wins {name}"] += ended.winner == seat
            tally[f"points {name}"] += points
            tally[f"jarnacs {name}"] += side.jarnacs
    return tally


def match_row(tally: Counter[str], formula: str, names: tuple[str, str], games: int) -> str:
    first, second = names
    return (
        f"| {formula} | {first} | {second} | {tally[f'wins {first}'] / games:.0%} "
        f"| {tally['draws'] / games:.0%} | {tally[f'wins {second}'] / games:.0%} "
        f"| {tally[f'points {first}'] / games:.0f}–{tally[f'points {second}'] / games:.0f} "
        f"| {tally[f'jarnacs {first}'] / games:.1f}–{tally[f'jarnacs {second}'] / games:.1f} |"
    )


def foresight_table(lexicon: Lexicon, games: int) -> list[str]:
    """The perfect eye against one that sees as much and takes the most points at once."""
    pair = ("oeil-parfait", GREEDY.name)
    formulas = ("libre", "competition")
    return HEAD + [
        match_row(match(lexicon, pair, games, formula), formula, pair, games)
        for formula in formulas
    ]


def levels_table(lexicon: Lexicon, games: int) -> list[str]:
    rows = list(HEAD)
    overall: dict[str, Counter[str]] = {name: Counter() for name in LEVELS}
    for formula in ("libre", "competition"):
        for weak, strong in combinations(LEVELS, 2):
            tally = match(lexicon, (strong, weak), games, formula)
            for name in (strong, weak):
                won = tally[f"wins {name}"]
                overall[name] += Counter(wins=won, draws=tally["draws"], games=games)
            rows.append(match_row(tally, formula, (strong, weak), games))
    rows += ["", "| level | win rate against all others | draws |", "|---|---|---|"]
    for name, total in overall.items():
        played = total["games"]
        rows.append(f"| {name} | {total['wins'] / played:.0%} | {total['draws'] / played:.0%} |")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    lexicon = wordlists.load()
    lines = [
        "# Jarnac measured",
        "",
        f"`python bench/jarnac.py --games {options.games} --write`, lexicon {lexicon.name}, "
        f"{len(lexicon)} words, one core of a shared virtual machine.",
        "",
        "## Every play of a full mat",
        "",
        *solver_table(lexicon),
        "",
        f"## Games between levels, {options.games} for each pair and formula",
        "",
        *levels_table(lexicon, options.games),
        "",
        "## What foresight is worth",
        "",
        "The greedy eye sees every play too, and takes the most points at once.",
        "",
        *foresight_table(lexicon, options.games),
    ]
    print("\n".join(lines))
    if options.write:
        RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
