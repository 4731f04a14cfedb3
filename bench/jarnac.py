"""Jarnac measured: the plays of full mats, the ladder of levels, the strongest of them.

    python bench/jarnac.py [PART …] [--games N] [--log FILE] [--only FORMULA] [--pair WEAK]
        [--write]

The parts are ``speed``, ``ladder`` and ``strength``; all without any. ``--write`` puts their
sections in ``bench/JARNAC.md`` and leaves the others as they are. With ``--log`` every game is
appended to the file as it ends and none of those it holds is played again, so that a long run can
be stopped, taken up, and shared by two processes. ``--only`` names formulas, ``--pair`` the weaker
levels of the ladder.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from math import sqrt
from pathlib import Path

import msgspec

from raccord import _core, wordlists
from raccord.jarnac import (
    DISTRIBUTIONS,
    FORMULAS,
    LEVELS,
    Command,
    Computer,
    Formula,
    JarnacGame,
    Level,
    Mat,
    Play,
    Seat,
    SeededSource,
    Settings,
    State,
    offers,
    other,
    plays,
    step,
)
from raccord.jarnac.levels import STRATEGIST
from raccord.jarnac.solver import admits
from raccord.lexicon import Lexicon

RESULTS = Path(__file__).with_name("JARNAC.md")
POSITIONS = 1_000
REPEATS = 3  # the best of a few runs: the machine is shared
HEAD = [
    "| formula | stronger | weaker | games | score | wins | draws | losses | points |",
    "|---|---|---|---|---|---|---|---|---|",
]
CHOICES = [
    "His choices in these games, in processor time. Where nothing is to be compared, or the answer",
    "is plain at once, it takes less than a millisecond; the others are « compared ».",
    "",
    "| formula | choices | 99 % | compared | median | 99 % | worst |",
    "|---|---|---|---|---|---|---|",
]
TRIED = ("libre", "competition")


def full_mats(lexicon: Lexicon, loose: int = 12) -> list[Mat]:
    """Mats of eight words of 3 to 8 letters with loose letters from the box."""
    chance = random.Random(2012)
    words = [word for word in lexicon if 3 <= len(word) <= 8]
    box = DISTRIBUTIONS["2012"]
    return [
        Mat(tuple(chance.sample(words, 8)), "".join(chance.sample(box, loose)))
        for _ in range(POSITIONS)
    ]


def slow_plays(lexicon: Lexicon, mat: Mat, formula: Formula) -> Iterator[Play]:
    """Each play of the whole list, asked in Python whether the formula allows it."""
    found = _core.jarnac_plays(lexicon.core, list(mat.lines), mat.loose)
    free = formula.conjugations and formula.chains
    for index in range(len(found)):
        line, word, _ = found.get(index)
        if free or admits(lexicon, formula, word, mat.lines[line - 1] if line else ""):
            yield Play(word, line or None)


def milliseconds(work: Callable[[], object]) -> float:
    """The quickest of a few runs."""
    spent = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        spent.append((time.perf_counter() - start) * 1000)
    return min(spent)


def speed(task: Task) -> list[str]:
    rows = [
        "Every play of 1,000 mats of eight words and twelve loose letters, as Python objects.",
        "« Before »: the formula asked of each play in Python; both in one run.",
        "",
        "| formula | before, median | now, median | ratio | now, 99 % | plays, median |",
        "|---|---|---|---|---|---|",
    ]
    lexicon = task.lexicon
    mats = full_mats(lexicon)
    for name, formula in FORMULAS.items():
        before, now, found = [], [], []
        for mat in mats:
            before.append(milliseconds(lambda: list(slow_plays(lexicon, mat, formula))))  # noqa: B023
            now.append(milliseconds(lambda: list(plays(lexicon, mat, formula))))  # noqa: B023
            found.append(sum(1 for _ in plays(lexicon, mat, formula)))
        old, new = statistics.median(before), statistics.median(now)
        late = sorted(now)[int(len(now) * 0.99)]
        rows.append(
            f"| {name} | {old:.3f} ms | {new:.3f} ms | {old / new:.1f} | {late:.3f} ms "
            f"| {statistics.median(found):.0f} |"
        )
    return rows


class Timed(Computer, frozen=True):
    """A player whose choices are timed, in milliseconds of its own thread."""

    spent: list[float] = []  # noqa: RUF012

    def command(self, state: State, at: int) -> Command | None:
        chooses = state.turn == self.seat and bool(offers(state, self.seat))
        start = time.thread_time()
        found = super().command(state, at)
        if chooses:
            self.spent.append(round((time.thread_time() - start) * 1000, 1))
        return found


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One game, seen from the stronger; ``spent`` are the milliseconds of each of his choices."""

    formula: str
    strong: str
    weak: str
    number: int
    won: float
    points: int
    against: int
    spent: tuple[float, ...] = ()


class Log:
    """The games already played, and where the next ones are written."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_bytes().splitlines() if path and path.exists() else []
        self._played = [msgspec.json.decode(line, type=Played) for line in lines]

    def find(self, formula: str, strong: str, weak: str, number: int) -> Played | None:
        wanted = (formula, strong, weak, number)
        return next(
            (g for g in self._played if (g.formula, g.strong, g.weak, g.number) == wanted), None
        )

    def add(self, game: Played) -> Played:
        if self._path:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(game) + b"\n")
        return game


class Task(msgspec.Struct, frozen=True):
    """What is measured."""

    lexicon: Lexicon
    log: Log
    games: int
    formulas: Sequence[str]
    weaker: Sequence[str]


class Score(msgspec.Struct, frozen=True):
    """A match, seen from the stronger."""

    played: list[Played]

    @property
    def share(self) -> float:
        return statistics.fmean(game.won for game in self.played)

    @property
    def margin(self) -> float:
        """Half of the interval that holds the true score nineteen times in twenty."""
        return 1.96 * statistics.pstdev(game.won for game in self.played) / sqrt(len(self.played))

    def count(self, won: float) -> int:
        return sum(game.won == won for game in self.played)

    def row(self) -> str:
        games, one = len(self.played), self.played[0]
        points = statistics.fmean(game.points for game in self.played)
        against = statistics.fmean(game.against for game in self.played)
        return (
            f"| {one.formula} | {one.strong} | {one.weak} | {games} "
            f"| {self.share:.3f} ± {self.margin:.3f} | {self.count(1)} | {self.count(0.5)} "
            f"| {self.count(0)} | {points:.0f}–{against:.0f} |"
        )


def one_game(lexicon: Lexicon, pair: tuple[Level, Level], formula: str, number: int) -> Played:
    """Games on paired seeds: each bag is played twice, the players changing seats."""
    first, seed = number % 2, number // 2
    game = JarnacGame.open(Settings(formula=FORMULAS[formula]), lexicon, SeededSource(seed))
    seat: Seat = "B" if first else "A"
    strong = Timed(seat, pair[0], lexicon, seed, spent=[])
    weak = Computer(other(seat), pair[1], lexicon, seed)
    while not game.over:
        game = step(game, (strong, weak) if first == 0 else (weak, strong))
    ended = game.state.ended
    if ended is None:
        raise RuntimeError("a game without an end")
    return Played(
        formula=formula,
        strong=pair[0].name,
        weak=pair[1].name,
        number=number,
        won=0.5 if ended.winner is None else float(ended.winner == strong.seat),
        points=ended.points[first],
        against=ended.points[1 - first],
        spent=tuple(strong.spent),
    )


def match(task: Task, pair: tuple[Level, Level], formula: str, games: int) -> Score:
    played = []
    for number in range(games):
        found = task.log.find(formula, pair[0].name, pair[1].name, number)
        played.append(found or task.log.add(one_game(task.lexicon, pair, formula, number)))
    return Score(played)


def ladder(task: Task) -> list[str]:
    rows = [*HEAD]
    for formula in task.formulas:
        for weak, strong in pairwise(LEVELS.values()):
            # The champion takes twenty times as long as the others.
            few = task.games // 4 if strong.trials > STRATEGIST else task.games
            if not task.weaker or weak.name in task.weaker:
                rows.append(match(task, (strong, weak), formula, few).row())
    return rows


def strength(task: Task) -> list[str]:
    """The champion against the perfect eye, which was the strongest before."""
    pair = (LEVELS["champion"], LEVELS["oeil-parfait"])
    found = {name: match(task, pair, name, task.games) for name in task.formulas}
    rows = [*HEAD, *(score.row() for score in found.values()), "", *CHOICES]
    return [*rows, *(choices(name, score.played) for name, score in found.items())]


def choices(formula: str, played: list[Played]) -> str:
    """What a choice of the strongest level costs, in time of its own thread."""
    spent = sorted(one for game in played for one in game.spent)
    searched = sorted(one for one in spent if one >= 1) or [0.0]
    return (
        f"| {formula} | {len(spent)} | {spent[int(len(spent) * 0.99)]:.0f} ms | {len(searched)} "
        f"| {statistics.median(searched):.0f} ms | {searched[int(len(searched) * 0.99)]:.0f} ms "
        f"| {spent[-1]:.0f} ms |"
    )


PARTS: dict[str, tuple[str, Callable[[Task], list[str]]]] = {
    "speed": ("Speed", speed),
    "ladder": ("The ladder: each level against the one below", ladder),
    "strength": ("The champion against the perfect eye", strength),
}


def written(document: str, title: str, lines: list[str]) -> str:
    """The document with this section in place of the one of its name."""
    section = "\n".join([f"## {title}", "", *lines, "", ""])
    pattern = re.compile(rf"^## {re.escape(title)}$.*?(?=^## |\Z)", re.M | re.S)
    if pattern.search(document):
        return pattern.sub(lambda _: section, document)
    return document.rstrip() + "\n\n" + section


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=list(PARTS))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--only", choices=FORMULAS, nargs="+", default=TRIED)
    parser.add_argument("--pair", choices=LEVELS, nargs="+", default=[])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    task = Task(wordlists.load(), Log(options.log), options.games, options.only, options.pair)
    for part in islice(options.parts, len(PARTS)):
        title, measure = PARTS[part]
        lines = measure(task)
        print("\n".join(lines), flush=True)
        if options.write:
            document = RESULTS.read_text(encoding="utf-8")
            RESULTS.write_text(written(document, title, lines).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
