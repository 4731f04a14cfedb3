"""The native core: compiled lexicon and solver.

Cells are 225 characters row by row: ``.`` empty, upper case a tile, lower case a joker's letter.
"""

import sys
from collections.abc import Callable, Sequence
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
    if sys.version_info >= (3, 12):  # before, Python had no name for it
        def __buffer__(self, flags: int, /) -> memoryview: ...
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

def openings(
    automaton: Automaton,
    key: bytes,
    label: str,
    moves: Sequence[tuple[str, str, str, int]],
    samples: int,
    rules: Rules,
) -> list[int]:
    """Hundredths of the mean next top; by move: cells, letters kept, bag, tiles needed."""

@final
class Terms:
    """What a formula and an edition say of draws (turns, minimum early and late), ties and ends."""

    def __init__(
        self,
        rack_size: int,
        draws: tuple[int, int, int],
        last_letters: int,
        least_score: int,
        joker_free: bool,
        joker_preserved: bool,
    ) -> None: ...

@final
class Sketch:
    """A game played turn by turn without its record."""

    def __init__(
        self,
        automaton: Automaton,
        rules: Rules,
        terms: Terms,
        bag: str,
        reserve: str,
        secret: bytes,
        luck: bytes,
        samples: int,
    ) -> None: ...
    def next(
        self, can_play: Callable[[str, str, str, str, int], bool]
    ) -> tuple[int, str, str, int, int, bool, int] | None:
        """Number, draw, move, points, ties, whether a bonus, letters before; None at the end.

        ``can_play`` is asked of cells, bag, leave, reserve and turn, where draws prove nothing.
        """

@final
class MatPlays:
    """Plays of a Jarnac mat, best first, each decoded only when asked for."""

    def __len__(self) -> int: ...
    def get(self, index: int) -> tuple[int, str, int]:
        """Line (0: a new one), word, points gained; ``IndexError`` if there is none."""

def jarnac_plays(automaton: Automaton, lines: Sequence[str], loose: str) -> MatPlays:
    """Every play of a mat: at most 8 lines of 3 to 9 letters, and its loose letters."""

@final
class Halt:
    """A way to end a choice early, from any thread: the best so far is kept."""

    def __init__(self) -> None: ...
    def stop(self) -> None:
        """From now on whoever was given this answers at once."""

_Camp = tuple[Sequence[str], str, int, int, bool]

@final
class MatWords:
    """The words that a formula of Jarnac allows, compiled for themselves.

    ``entries``: where the sheet's starts and links lie in the automaton's ``extra``, in bytes, and
    how many links there are.
    """

    def __init__(
        self, automaton: Automaton, entries: tuple[int, int, int], conjugations: bool, chains: bool
    ) -> None: ...
    def plays(self, lines: Sequence[str], loose: str) -> MatPlays:
        """Every play of a mat that the formula allows for certain."""
    def prospect(self, lines: Sequence[str], loose: str, bag: str) -> float:
        """The points the best play gains, on average over the letter that comes next."""
    def advise(
        self,
        moment: str,
        mine: _Camp,
        theirs: _Camp,
        bag: str,
        extra: tuple[int, int],
        effort: tuple[int, int],
        seed: int,
        halt: Halt | None = None,
    ) -> tuple[str, int, str, str]:
        """What to do at ``moment`` (play, draw, jarnac, last): act, line, word, letters to change.

        A camp is its lines, loose letters, Jarnacs, points beside its words, and whether it drew
        its first six letters; ``extra`` letters come with a draw, and with a swap. ``effort``: how
        many games are tried out, and for how many turns each.
        """
