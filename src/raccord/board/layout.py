"""Premium squares and the parameters of play.

A layout is 15 lines of 15 marks: ``=`` triple word, ``-`` double word, ``"`` triple letter,
``'`` double letter, ``.`` plain.
"""

from dataclasses import dataclass, field

from raccord import _core
from raccord.board.errors import NotALayoutError
from raccord.board.tiles import FRENCH, TileSet

SIZE = 15

_WORD = {"=": 3, "-": 2}
_LETTER = {'"': 3, "'": 2}

# One quarter with the middle row and column: the board is symmetrical both ways.
_QUARTER = (
    "=..'...=",
    '.-..."..',
    "..-...'.",
    "'..-...'",
    "....-...",
    '."..."..',
    "..'...'.",
    "=..'...-",
)


def _unfold(quarter: tuple[str, ...]) -> str:
    rows = [row + row[-2::-1] for row in quarter]
    return "".join(rows + rows[-2::-1])


@dataclass(frozen=True, slots=True)
class Layout:
    """Grille type: the premium squares, as a string of 225 marks."""

    marks: str

    def __post_init__(self) -> None:
        if len(self.marks) != SIZE * SIZE or set(self.marks) - set("=-\"'."):
            raise NotALayoutError(self.marks)

    def word_multiplier(self, index: int) -> int:
        """The factor this square gives to a word."""
        return _WORD.get(self.marks[index], 1)

    def letter_multiplier(self, index: int) -> int:
        """The factor this square gives to a letter."""
        return _LETTER.get(self.marks[index], 1)


STANDARD = Layout(_unfold(_QUARTER))


@dataclass(frozen=True, slots=True)
class PlayRules:
    """What a game may vary: size of the rack, tiles playable, bonuses, tiles and layout."""

    rack_size: int = 7
    playable: int = 7
    bonuses: tuple[tuple[int, int], ...] = ((7, 50),)
    tiles: TileSet = FRENCH
    layout: Layout = STANDARD
    core: _core.Rules = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= self.rack_size <= SIZE or not 1 <= self.playable <= self.rack_size:
            raise ValueError("a rack holds 1 to 15 tiles, of which 1 or more can be played")
        if any(not 1 <= n <= SIZE or not 0 <= points <= 999 for n, points in self.bonuses):
            raise ValueError("a bonus gives 0 to 999 points for 1 to 15 tiles")
        # Frozen, yet made here once: the core's tables are needed at every move.
        object.__setattr__(self, "core", self._core_rules())

    def _core_rules(self) -> _core.Rules:
        squares = range(SIZE * SIZE)
        return _core.Rules(
            bytes(map(self.layout.letter_multiplier, squares)),
            bytes(map(self.layout.word_multiplier, squares)),
            bytes(self.tiles.values),
            self.playable,
            list(self.bonuses),
        )

    def __reduce__(self) -> tuple[object, ...]:
        return PlayRules, (self.rack_size, self.playable, self.bonuses, self.tiles, self.layout)

    def bonus(self, tiles_played: int) -> int:
        """The points added for playing that many tiles in one move."""
        return dict(self.bonuses).get(tiles_played, 0)


CLASSIC = PlayRules()
