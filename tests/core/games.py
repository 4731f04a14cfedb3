"""Invented word lists, boards and racks for the tests of the core.

The words mean nothing: few letters and short syllables, so that crossings and anagrams abound.
"""

from functools import cache
from random import Random

from raccord import _core

from . import slow

SYLLABLES = ("A", "E", "RA", "TE", "SI", "NE", "ZO", "AS", "ER", "IN", "QU", "E", "S", "T", "LI")
VALUES = bytes([1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 10, 1, 2, 1, 1, 3, 8, 1, 1, 1, 1, 4, 10, 10, 10, 10])
LAYOUT = (
    "T..d...T...d..T.D...t...t...D...D...d.d...D..d..D...d...D..d....D.....D.....t...t...t...t."
    "..d...d.d...d..T..d...D...d..T..d...d.d...d...t...t...t...t.....D.....D....d..D...d...D..d"
    "..D...d.d...D...D...t...t...D.T..d...T...d..T"
)
LETTER_MULTIPLIERS = bytes({"d": 2, "t": 3}.get(c, 1) for c in LAYOUT)
WORD_MULTIPLIERS = bytes({"D": 2, "T": 3}.get(c, 1) for c in LAYOUT)
BONUSES = ((7, 50), (8, 75), (9, 100))


@cache
def words(count: int, seed: int = 1) -> tuple[str, ...]:
    """That many different invented words of 2 to 15 letters, sorted."""
    random, found = Random(seed), {"AS", "SA", "TE", "ET", "EN", "NE", "RE", "SE", "ES", "LI"}
    while len(found) < count:
        word = "".join(random.choices(SYLLABLES, k=random.choice((1, 2, 2, 3, 3, 4, 5, 7))))
        if 2 <= len(word) <= 15:
            found.add(word)
    return tuple(sorted(found))


@cache
def automaton(count: int, seed: int = 1) -> _core.Automaton:
    return _core.Automaton.of(_core.compile("\n".join(words(count, seed)).encode()))


def game(count: int, playable: int = 7, seed: int = 1) -> slow.Game:
    return slow.Game(
        frozenset(words(count, seed)),
        LETTER_MULTIPLIERS,
        WORD_MULTIPLIERS,
        VALUES,
        playable,
        BONUSES,
    )


def rules(game: slow.Game) -> _core.Rules:
    return _core.Rules(
        game.letter_multipliers,
        game.word_multipliers,
        game.values,
        game.playable,
        list(game.bonuses),
    )


def listed(moves: _core.Moves) -> list[slow.Move]:
    return [moves.get(i) for i in range(len(moves))]


def rack(random: Random, tiles: int, jokers: int) -> str:
    return "".join(random.choices("AAEEEIIRSSTTNNLUOZQ", k=tiles - jokers)) + "?" * jokers


def played_board(random: Random, automaton: _core.Automaton, game: slow.Game, plays: int) -> str:
    """The board after some random moves, the longer ones more often than not."""
    cells = "." * 225
    for _ in range(plays):
        moves = _core.moves(automaton, cells, rack(random, 7, random.randrange(3)), rules(game))
        if not len(moves):
            continue
        choices = [moves.get(random.randrange(len(moves))) for _ in range(3)]
        row, column, across, word, _ = max(choices, key=lambda move: len(move[3]))
        for i, letter in enumerate(word):
            at = (row + (0 if across else i)) * 15 + column + (i if across else 0)
            if cells[at] == ".":
                cells = cells[:at] + letter + cells[at + 1 :]
    return cells


def scattered_board(random: Random, density: float, edges_only: bool) -> str:
    """Letters thrown on the board without regard for words: nothing says they must be legal."""

    def cell(at: int) -> str:
        row, column = divmod(at, 15)
        if edges_only and 1 < row < 13 and 1 < column < 13:
            return "."
        letter = random.choice("AEIRSTNLZ")
        letter = letter.lower() if random.random() < 0.15 else letter
        return letter if random.random() < density else "."

    return "".join(map(cell, range(225)))
