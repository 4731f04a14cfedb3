"""The board line by line: what a word meets there, and what it scores.

A hall hands in a thousand slips on one board, so the board is cut into lines once; the board
library's own count remains the measure this one is tested against.
"""

from dataclasses import dataclass
from typing import NamedTuple

from raccord.board import EMPTY, SIZE, Board, Direction, PlayRules, Reference
from raccord.regulation.marking.situation import Situation

_BLANK = EMPTY * SIZE


class Side(NamedTuple):
    """What meets a square from both sides, across the line, and what it is worth."""

    before: str
    after: str
    points: int

    def word(self, letter: str) -> str:
        """The side word a letter there would make; empty where there is none."""
        return self.before + letter + self.after if self.before or self.after else ""


@dataclass(frozen=True, slots=True)
class Line:
    """A row or column: its letters in upper case, what they are worth, what its squares give.

    ``near`` marks the squares that hold or touch a letter.
    """

    text: str
    near: str
    values: tuple[int, ...]
    letter_factors: tuple[int, ...]
    word_factors: tuple[int, ...]
    sides: tuple[Side, ...]

    def has_room(self, start: int, length: int) -> bool:
        """Whether a word of that length may lie there whole, lay a tile and meet the board."""
        end = start + length
        return (
            end <= SIZE
            and self.text[end : end + 1] in ("", EMPTY)
            and (not start or self.text[start - 1] == EMPTY)
            and EMPTY in self.text[start:end]
            and "1" in self.near[start:end]
        )

    def fits(self, start: int, letters: str) -> bool:
        """Whether the word lies there whole, lays a tile, meets the board and clashes nowhere."""
        end = start + len(letters)
        if end > SIZE or self.run(start, letters) != letters or self.text[start:end] == letters:
            return False
        return "1" in self.near[start:end] and not self.clashes(start, letters)

    def clashes(self, start: int, letters: str) -> list[int]:
        """Which letters of a word there find another one in their place."""
        covered = self.text[start : start + len(letters)]
        if covered == _BLANK[: len(letters)]:
            return []
        pairs = enumerate(zip(covered, letters, strict=True))
        return [i for i, (there, letter) in pairs if there not in (EMPTY, letter)]

    def run(self, start: int, letters: str) -> str:
        """The word with the letters that stand before and behind it."""
        before = self.text[:start].rpartition(EMPTY)[2]
        return before + letters + self.text[start + len(letters) :].partition(EMPTY)[0]

    def fresh(self, start: int, length: int) -> list[int]:
        """Which letters of a word there come from the draw."""
        return [i for i in range(length) if self.text[start + i] == EMPTY]

    def side_words(self, start: int, letters: str) -> list[str]:
        """The side words a word there makes."""
        at = ((start + i, letters[i]) for i in self.fresh(start, len(letters)))
        return [word for place, letter in at if (word := self.sides[place].word(letter))]

    def count(self, start: int, letters: str, jokers: frozenset[int], rules: PlayRules) -> int:
        """What the word scores there, its side words and the bonus included."""
        main, factor, aside, tiles = 0, 1, 0, 0
        for i, letter in enumerate(letters):
            place = start + i
            if self.text[place] != EMPTY:
                main += self.values[place]
                continue
            tiles += 1
            value = 0 if i in jokers else rules.tiles.value(letter) * self.letter_factors[place]
            main += value
            factor *= self.word_factors[place]
            side = self.sides[place]
            if side.before or side.after:
                aside += (side.points + value) * self.word_factors[place]
        return main * factor + aside + rules.bonus(tiles)


def lines(situation: Situation, direction: Direction) -> list[Line]:
    """The rows (across) or columns (down) of the board."""
    key = ("lines", direction)
    if key not in situation.memory:
        situation.memory[key] = _cut(situation.board, situation.rules, direction)
    found: list[Line] = situation.memory[key]
    return found


def line_of(situation: Situation, reference: Reference) -> tuple[Line, int]:
    """The line a reference lies in, and where in it."""
    number, start = reference.row, reference.column
    if reference.direction is Direction.DOWN:
        number, start = start, number
    return lines(situation, reference.direction)[number], start


def reference_in(number: int, start: int, direction: Direction) -> Reference:
    """The reference of a place in a line."""
    return _REFERENCES[direction is Direction.DOWN][number][start]


_REFERENCES = (
    [[Reference(row, column, Direction.ACROSS) for column in range(SIZE)] for row in range(SIZE)],
    [[Reference(row, column, Direction.DOWN) for row in range(SIZE)] for column in range(SIZE)],
)


def _cut(board: Board, rules: PlayRules, direction: Direction) -> list[Line]:
    texts = [text.upper() for text in _strips(board, direction)]
    strips, across = _strips(board, direction), _strips(board, direction.other)
    padded = [EMPTY * SIZE, *texts, EMPTY * SIZE]
    return [
        Line(
            text=texts[number],
            near=_near(*padded[number : number + 3]),
            values=tuple(map(rules.tiles.value, strips[number])),
            letter_factors=tuple(map(rules.layout.letter_multiplier, _indices(number, direction))),
            word_factors=tuple(map(rules.layout.word_multiplier, _indices(number, direction))),
            sides=tuple(_side(across[at], number, rules) for at in range(SIZE)),
        )
        for number in range(SIZE)
    ]


def _strips(board: Board, direction: Direction) -> list[str]:
    if direction is Direction.ACROSS:
        return [board.cells[i : i + SIZE] for i in range(0, SIZE * SIZE, SIZE)]
    return [board.cells[i::SIZE] for i in range(SIZE)]


def _indices(number: int, direction: Direction) -> range:
    if direction is Direction.ACROSS:
        return range(number * SIZE, number * SIZE + SIZE)
    return range(number, SIZE * SIZE, SIZE)


def _near(before: str, line: str, after: str) -> str:
    columns = zip(before, line, after, strict=True)
    return "".join("0" if column == (EMPTY, EMPTY, EMPTY) else "1" for column in columns)


def _side(strip: str, at: int, rules: PlayRules) -> Side:
    before = strip[:at].rpartition(EMPTY)[2]
    after = strip[at + 1 :].partition(EMPTY)[0]
    return Side(before.upper(), after.upper(), sum(map(rules.tiles.value, before + after)))
