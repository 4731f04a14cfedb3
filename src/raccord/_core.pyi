"""The native core: compiled lexicon and solver.

Cells are 225 characters row by row: ``.`` empty, upper case a tile, lower case a joker's letter.
"""

from collections.abc import Sequence
from typing import final

FORMAT: int
"""Version of the image format: an image of another version is refused."""

def compile(words: bytes, extra: bytes = ...) -> bytes:  # noqa: A001
    """Image of sorted, unique, upper-case words, one a line; ``extra`` is kept as it is."""

@final
class Automaton:
    """A compiled lexicon, shared by every thread."""

    @staticmethod
    def open(path: str) -> Automaton:
        """Map an image from disk; ``ValueError`` says why it cannot be trusted."""
    @staticmethod
    def of(image: bytes) -> Automaton:
        """Take an image from memory, with the same checks."""
    def __len__(self) -> int: ...
    def index(self, word: str) -> int:
        """Rank of a word in alphabetical order, -1 when it is absent."""
    def word(self, index: int) -> str:
        """Word of a rank; ``IndexError`` if there is none."""
    @property
    def extra(self) -> memoryview:
        """The caller's bytes given to ``compile``, not copied."""
    def anagrams(self, letters: str, sub: bool = False) -> list[int]:
        """Ranks of the words made of all the letters, or of some of them; ``?`` is any letter."""
    def matching(self, pattern: str) -> list[int]:
        """Ranks of the words that match: ``.`` one letter, ``*`` any run, ``[ABC]`` a choice."""

@final
class Rules:
    """Premium squares (225 bytes each), tile values (26 bytes), tiles playable, bonus by tiles."""

    def __init__(
        self,
        letter_multipliers: bytes,
        word_multipliers: bytes,
        values: bytes,
        playable: int,
        bonuses: Sequence[tuple[int, int]],
    ) -> None: ...

@final
class Moves:
    """Moves, best first, each decoded only when asked for."""

    def __len__(self) -> int: ...
    def score(self, index: int) -> int:
        """Points of the move; ``IndexError`` if there is none."""
    def get(self, index: int) -> tuple[int, int, bool, str, int]:
        """Row, column, whether across, word (lower case: a joker of the rack), points."""

def tops(automaton: Automaton, cells: str, rack: str, rules: Rules) -> Moves:
    """Every move tied for the best score."""

def moves(automaton: Automaton, cells: str, rack: str, rules: Rules) -> Moves:
    """Every legal move."""

def top_scores(automaton: Automaton, cells: str, racks: Sequence[str], rules: Rules) -> list[int]:
    """Best score of each rack on one board; 0 where no move is legal."""

@final
class MatPlays:
    """Plays of a Jarnac mat, best first, each decoded only when asked for."""

    def __len__(self) -> int: ...
    def get(self, index: int) -> tuple[int, str, int]:
        """Line (0: a new one), word, points gained; ``IndexError`` if there is none."""

def jarnac_plays(automaton: Automaton, lines: Sequence[str], loose: str) -> MatPlays:
    """Every play of a mat: at most 8 lines of 3 to 9 letters, and its loose letters."""
