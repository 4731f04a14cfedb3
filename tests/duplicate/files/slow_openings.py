"""The witness of the core's opening measure: the race as stated, each draw solved by itself."""

import hmac
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from raccord.board import Outlook, PlayRules, alphabetical, tops, without
from raccord.duplicate.files import fair_draws
from raccord.lexicon import Lexicon
from tests.duplicate.files.slow_promise import Census, promise

GOING_ON, LEAST, WEIGHT = 6, 2, 6
MARGIN = Fraction(5, 2)


def words_of(label: str) -> Iterator[int]:
    """The public stream, read one word after another."""
    block = 0
    while True:
        digest = hmac.digest(b"raccord-draws-1", f"{label}:{block}".encode(), "sha256")
        yield from struct.unpack(">8I", digest)
        block += 1


def handfuls(words: Iterator[int], bag: str, size: int) -> Iterator[str]:
    """Handfuls of a bag, which is filled again where it holds less than one."""
    left = bag
    while True:
        left = bag if len(left) < size else left
        handful = fair_draws.pick(words, left, min(size, len(left)))
        left = without(left, handful)
        yield handful


@dataclass
class Runner:
    """A move of the race."""

    outlook: Outlook
    place: int
    promise: Fraction = Fraction(0)
    scores: list[int] = field(default_factory=list)

    @property
    def letters(self) -> tuple[str, str, int]:
        """What moves that meet the same racks have in common."""
        return alphabetical(self.outlook.kept), self.outlook.bag, self.outlook.needed


@dataclass(frozen=True)
class Race:
    """What the race is run by: the weight of promises, and the largest bonus."""

    weight: int
    bonus: int

    def total(self, runner: Runner) -> Fraction:
        return sum(runner.scores) + self.weight * runner.promise

    def best(self, running: Sequence[Runner]) -> Runner:
        return max(running, key=lambda one: (self.total(one), -one.place))

    def differences(self, best: Runner, one: Runner) -> list[int]:
        """Draw by draw, as long as both met them."""
        return [b - s for b, s in zip(best.scores, one.scores, strict=False)]

    def lack(self, best: Runner, one: Runner) -> Fraction:
        """How far behind the best a move is, by draw."""
        behind = sum(self.differences(best, one)) + self.weight * (best.promise - one.promise)
        return behind / (len(one.scores) + self.weight)

    def is_clear(self, best: Runner, one: Runner) -> bool:
        """Whether a move that could be better by so much would have shown it."""
        draws = len(one.scores) + self.weight
        behind = draws * (self.lack(best, one) + MARGIN)
        usual = 100 * self.bonus // (8 if best.letters == one.letters else 4)
        squares = sum(d * d for d in self.differences(best, one))
        return behind**2 >= 4 * (squares + self.weight * Fraction(usual, 100) ** 2)


def slow_openings(
    outlooks: Sequence[Outlook], label: str, samples: int, lexicon: Lexicon, rules: PlayRules
) -> tuple[list[float], list[int]]:
    """The measure of each move, and how many draws it met."""
    is_race = samples >= LEAST and len(outlooks) > 1
    race = Race(WEIGHT if is_race else 0, max([50, *(bonus for _, bonus in rules.bonuses)]))
    runners = [Runner(outlook, i) for i, outlook in enumerate(outlooks)]
    if is_race:
        census = Census.of(lexicon)
        for one in runners:
            one.promise = Fraction(promise(one.outlook, lexicon, census, rules), 100)
    running = _run(race, runners, label, samples, lexicon, rules)
    best = race.best(running)
    mean = Fraction(sum(best.scores), len(best.scores))
    most = _hundredths(mean)
    values = [_hundredths(mean - race.lack(best, one)) for one in runners]
    # One that left is behind, were it by least: another leader has come since.
    ranked = [
        value if one in running else min(value, most - 1)
        for one, value in zip(runners, values, strict=True)
    ]
    return [max(0, value) / 100 for value in ranked], [len(one.scores) for one in runners]


def _hundredths(value: Fraction) -> int:
    return max(0, int(100 * value + Fraction(1, 2)))


def _run(
    race: Race,
    runners: list[Runner],
    label: str,
    samples: int,
    lexicon: Lexicon,
    rules: PlayRules,
) -> list[Runner]:
    """Those that are left at the end."""
    size = max(one.outlook.needed for one in runners)
    bags = dict.fromkeys(one.outlook.bag for one in runners)
    streams = {bag: handfuls(words_of(label), bag, size) for bag in bags}
    running = runners
    for made in range(1, samples + 1):
        tiles = {bag: next(stream) for bag, stream in streams.items()}
        for one in running:
            board, kept, bag, needed = one.outlook
            found = tops(board, kept + tiles[bag][:needed], lexicon, rules)
            one.scores.append(found.best)
        most = max(one.scores[-1] for one in running)
        for one in running:
            one.scores[-1] = max(one.scores[-1], most - 2 * race.bonus // 5)
        running = _left(race, running, made)
        if len(running) == 1 < len(runners):
            break
    return running


def _left(race: Race, running: list[Runner], made: int) -> list[Runner]:
    if not race.weight:
        return running
    if made < LEAST:
        ranked = sorted(running, key=lambda one: (-race.total(one), one.place))[:GOING_ON]
        return sorted(ranked, key=lambda one: one.place)
    best = race.best(running)
    return [one for one in running if one is best or not race.is_clear(best, one)]
