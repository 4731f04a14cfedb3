"""The witness of what a move promises before any draw: the estimate as it is stated.

The top to expect of a board. A slot, a stretch of a lane that touches the board, holds so many
words: those of its length, by the share of words that have the letters of the board and suit the
crossings (letters of words of up to eight, apart for the first, the inner ones and the last), by
the words that a rack makes: for each tile laid down, the tiles there are to choose from and the
chance ``MADE`` that a letter of a word is at hand and where it is needed. What is at hand: the
letters kept, and those that a handful brings on average, one of each at most. Slots are counted
by the score of tiles of average value there, in bands of eight points; the top lies in a band or
above it by w / (1 + w), w being the words there and above.

What it promises is that top and the letters kept, by the weights of ``core/promise_weights.hpp``.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from raccord.board import Board, Outlook, PlayRules
from raccord.lexicon import Lexicon

WEIGHTS = Path(__file__).parents[3] / "core" / "promise_weights.hpp"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VOWELS = "AEIOU"
SIDE = 15
BAND, BANDS = 8, 26


@cache
def weights() -> dict[str, float]:
    """The numbers of the core, by name."""
    found = re.findall(r"constexpr double k(\w+) = (\S+);", WEIGHTS.read_text("utf-8"))
    return {name: float(value) for name, value in found}


@dataclass(frozen=True, slots=True)
class Census:
    """What the words of a list are made of."""

    words: tuple[int, ...]
    places: tuple[dict[str, float], dict[str, float], dict[str, float]]
    shares: dict[str, float]
    vowels: float

    @classmethod
    @cache
    def of(cls, lexicon: Lexicon) -> "Census":
        lengths = Counter(map(len, lexicon))
        places: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())
        for word in lexicon:
            if len(word) <= 8:
                for part, letters in zip(places, (word[0], word[1:-1], word[-1]), strict=True):
                    part.update(letters)
        first, inner, last = ({c: p[c] / max(1, p.total()) for c in LETTERS} for p in places)
        every = sum(places, Counter())
        total = max(1, every.total())
        shares = {c: every[c] / total for c in LETTERS}
        vowels = sum(every[c] for c in VOWELS) / total
        return cls(tuple(lengths[n] for n in range(16)), (first, inner, last), shares, vowels)


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot: how many tiles and letters, the share of words that suit it, what it scores."""

    tiles: int
    length: int
    share: float
    score: int


def drawn(tiles: int, outlook: Outlook) -> float:
    """How many of some tiles of the bag a handful brings on average."""
    return outlook.needed * tiles / len(outlook.bag) if outlook.bag else 0.0


def ways(outlook: Outlook, census: Census, rules: PlayRules, made: float) -> list[float]:
    """By tiles laid down: how many words a rack makes, as a share."""
    at_hand = 0.0
    for c in LETTERS:
        there = outlook.kept.count(c) + drawn(outlook.bag.count(c), outlook)
        at_hand += census.shares[c] * min(1.0, there)
    rack = len(outlook.kept) + outlook.needed
    found = [1.0]
    for k in range(1, min(rules.playable, rack) + 1):
        found.append(found[-1] * (rack - k + 1) * (made * at_hand))
    return found


def face(census: Census, rules: PlayRules) -> int:
    """The value of an average tile, in hundredths."""
    value = 0.0
    for c in LETTERS:
        value += census.shares[c] * rules.tiles.value(c)
    return math.floor(100 * value + 0.5)


class _Lane:
    """A lane square by square: suited by what share of words, worth what in hundredths."""

    def __init__(
        self, board: Board, squares: list[int], lexicon: Lexicon, census: Census, rules: PlayRules
    ) -> None:
        cells = [board.cells[i] for i in squares]
        self.is_free = [cell == "." for cell in cells] + [True]
        self.suits: list[list[float]] = []
        self.points, self.across, self.multipliers = [0] * SIDE, [0] * SIDE, [1] * SIDE
        self.touches = [False] * SIDE
        average = face(census, rules)
        step = 1 if squares[1] - squares[0] == SIDE else SIDE
        for i, square in enumerate(squares):
            if not self.is_free[i]:
                letters = cells[i].upper()
                self.points[i] = 100 * rules.tiles.value(cells[i])
                self.touches[i] = True
            else:
                before, after = _beside(board, square, step)
                self.touches[i] = bool(before + after)
                letters = _fillers(before.upper(), after.upper(), lexicon)
                self.points[i] = average * rules.layout.letter_multiplier(square)
                self.multipliers[i] = rules.layout.word_multiplier(square)
                if self.touches[i]:
                    there = 100 * sum(map(rules.tiles.value, before + after))
                    self.across[i] = self.multipliers[i] * (there + self.points[i])
            self.suits.append([_share(letters, place) for place in census.places])

    def slots(self, tiles: int, rules: PlayRules) -> Iterator[Slot]:
        """Those of at most so many tiles, start by start."""
        for start in range(SIDE):
            if start == 0 or self.is_free[start - 1]:
                yield from self._from(start, tiles, rules)

    def _from(self, start: int, tiles: int, rules: PlayRules) -> Iterator[Slot]:
        share, multiplier = 1.0, 1
        for i in range(start, SIDE):
            laid = sum(self.is_free[start : i + 1])
            if laid > tiles:
                return
            multiplier *= self.multipliers[i]
            if i > start and laid and self.is_free[i + 1] and any(self.touches[start : i + 1]):
                points = sum(self.points[start : i + 1])
                hundredths = multiplier * points + sum(self.across[start : i + 1])
                score = hundredths // 100 + rules.bonus(laid)
                yield Slot(laid, i + 1 - start, share * self.suits[i][2], score)
            share *= self.suits[i][0 if i == start else 1]


def _beside(board: Board, square: int, step: int) -> tuple[str, str]:
    """The letters that stand before and after a square, with nothing between."""
    ends = []
    at = square % SIDE if step == 1 else square // SIDE
    for way, room in ((-1, at), (1, SIDE - 1 - at)):
        letters = ""
        for i in range(1, room + 1):
            cell = board.cells[square + way * i * step]
            if cell == ".":
                break
            letters = cell + letters if way < 0 else letters + cell
        ends.append(letters)
    return ends[0], ends[1]


def _fillers(before: str, after: str, lexicon: Lexicon) -> str:
    """The letters that make a word between others; all where there is none."""
    if not before + after:
        return "*"
    return "".join(c for c in LETTERS if before + c + after in lexicon)


def _share(letters: str, shares: dict[str, float]) -> float:
    if letters == "*":
        return 1.0
    share = 0.0
    for c in letters:
        share += shares[c]
    return share


def slots(outlook: Outlook, lexicon: Lexicon, census: Census, rules: PlayRules) -> list[Slot]:
    """Every slot of a board, lane by lane: rows, then columns."""
    tiles = min(rules.playable, len(outlook.kept) + outlook.needed)
    rows = [list(range(SIDE * i, SIDE * i + SIDE)) for i in range(SIDE)]
    columns = [list(range(i, SIDE * SIDE, SIDE)) for i in range(SIDE)]
    return [
        slot
        for squares in rows + columns
        for slot in _Lane(outlook.board, squares, lexicon, census, rules).slots(tiles, rules)
    ]


def expected_top(found: list[Slot], makes: list[float], census: Census) -> float:
    """The top to expect of a board with these slots."""
    bands = [0.0] * BANDS
    for slot in found:
        words = makes[slot.tiles] * census.words[slot.length] * slot.share
        bands[min(slot.score // BAND, BANDS - 1)] += words
    top = above = 0.0
    for words in reversed(bands):
        above += words
        top += BAND * (above / (1 + above))
    return top


def traits(outlook: Outlook, census: Census, rules: PlayRules) -> dict[str, float]:
    """What is weighed of the letters kept."""
    own = Counter(c for c in outlook.kept if c != "?")
    common = 0.0
    for c in LETTERS:
        common += own[c] * math.sqrt(census.shares[c])
    vowels = sum(own[c] for c in VOWELS)
    left = sum(outlook.bag.count(c) for c in VOWELS)
    rack = len(outlook.kept) + outlook.needed
    beside = vowels + drawn(left, outlook) - census.vowels * rack
    return {
        "Letter": own.total(),
        "Common": common,
        "Point": sum(n * rules.tiles.value(c) for c, n in own.items()),
        "Alike": sum(n * (n - 1) // 2 for n in own.values()),
        "OneSided": beside * beside,
    }


def promise(outlook: Outlook, lexicon: Lexicon, census: Census, rules: PlayRules) -> int:
    """What a move promises, in hundredths of a point."""
    weighed = weights()
    makes = ways(outlook, census, rules, weighed["Made"])
    top = expected_top(slots(outlook, lexicon, census, rules), makes, census)
    worth = weighed["Expected"] * top
    for name, value in traits(outlook, census, rules).items():
        worth += weighed[name] * value
    return math.floor(100 * worth + 0.5)
