"""The state of a game: what a fold over its facts gives."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal

import msgspec

from raccord.jarnac.events import GameEnded
from raccord.jarnac.mat import Mat, Play
from raccord.jarnac.settings import FIRST_LETTERS, SEATS, Seat, Settings, other


class Phase(StrEnum):
    """Where the game stands."""

    TOSS = "toss"
    BAG = "bag"  # the bag was received: Jarnac, draw or swap
    PLAY = "play"  # letters drawn: lay, lengthen or pass
    LAID = "laid"  # a word was laid: contest, or its author draws
    TAKEN = "taken"  # a Jarnac was called: contest, or its author draws
    LAST = "last"  # eight lines and a pass: ten seconds for a Jarnac
    RULING = "ruling"  # the arbiter must answer
    OVER = "over"


HOLDING = frozenset({Phase.BAG, Phase.PLAY, Phase.LAID, Phase.TAKEN})
"""The phases in which a player holds the bag."""


class Side(msgspec.Struct, frozen=True):
    """Camp: a player's mat, Jarnacs, wrong calls out of time, and clock."""

    mat: Mat = Mat()
    jarnacs: int = 0
    penalties: int = 0
    opened: bool = False
    remaining: int = 0
    fallen: bool = False


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """The last word laid or taken, open to a contest unless ``ruled``; ``before`` undoes it."""

    author: Seat
    play: Play
    old: str
    jarnac: bool
    ruled: bool
    phase: Phase
    jarnacs_left: int
    before: tuple[Mat, Mat]
    at: int = 0
    agreed: bool = False


class Held(msgspec.Struct, frozen=True):
    """A draw that waits: the letters to change, and whose clock stands still meanwhile."""

    returned: str
    running: Seat | None


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What the arbiter is to answer, and the phase to go back to."""

    kind: Literal["contest", "check", "untaken"]
    word: str
    old: str
    phase: Phase
    seat: Seat
    jarnac: bool = False


class Ruling(msgspec.Struct, frozen=True):
    """An answer of the arbiter, good for the whole game."""

    word: str
    old: str
    valid: bool


class State(msgspec.Struct, frozen=True, kw_only=True):
    """État of a game. ``turn`` is who holds the bag, ``running`` whose clock runs.

    ``idle`` counts the turns in a row that neither kept a word nor lightened the bag, ``moved``
    whether the present one did; they end a game that would never end by itself. ``deadline`` is an
    instant, or what is left of it while play is stopped. ``extra`` letters come with a draw,
    ``swap_extra`` with a swap; ``said`` tells that « Jarnac ! » waits for its word.
    """

    settings: Settings
    lexicon: str
    digest: str
    bag: str
    sides: tuple[Side, Side] = (Side(), Side())
    phase: Phase = Phase.TOSS
    turn: Seat = "A"
    running: Seat | None = None
    extra: int = 0
    swap_extra: int = 0
    jarnacs_left: int = 0
    said: bool = False
    claim: Claim | None = None
    held: Held | None = None
    question: Question | None = None
    rulings: tuple[Ruling, ...] = ()
    stopped: bool = False
    deadline: int | None = None
    idle: int = 0
    moved: bool = False
    now: int = 0
    version: int = 1
    ended: GameEnded | None = None

    def side(self, seat: Seat) -> Side:
        """The side of a player."""
        return self.sides[SEATS.index(seat)]

    def mat(self, seat: Seat) -> Mat:
        """The mat of a player."""
        return self.side(seat).mat

    def points(self, seat: Seat) -> int:
        """The squares of a player's words, and what the opponent's wrong calls gave him."""
        return self.mat(seat).points + self.side(other(seat)).penalties

    def due(self, seat: Seat) -> int:
        """How many letters a draw of this player brings now."""
        return (1 if self.side(seat).opened else FIRST_LETTERS) + self.extra

    @property
    def contest_closes(self) -> int | None:
        """The instant from which the author of the last word may draw, where he has to wait."""
        claim = self.claim
        if not claim or claim.ruled or claim.agreed or claim.author != self.turn:
            return None
        if not self.settings.contest_time:
            return None
        return claim.at + self.settings.contest_time

    def remaining(self, seat: Seat, at: int) -> int:
        """What a player's clock shows, in milliseconds."""
        side = self.side(seat)
        runs = self.running == seat and not self.stopped and not side.fallen
        return max(0, side.remaining - (max(0, at - self.now) if runs else 0))

    def deadline_at(self, at: int) -> int | None:
        """The milliseconds left of the ten or thirty seconds that run, if any do."""
        if self.deadline is None or self.stopped:
            return self.deadline
        return max(0, self.deadline - at)

    @property
    def letters(self) -> str:
        """Every letter of the game, wherever it lies."""
        return "".join(sorted(self.bag + "".join(side.mat.letters for side in self.sides)))


def replaced(sides: tuple[Side, Side], seat: Seat, side: Side) -> tuple[Side, Side]:
    """The two sides, one of them changed."""
    return (side, sides[1]) if seat == "A" else (sides[0], side)


def with_mats(sides: tuple[Side, Side], mats: Iterable[Mat]) -> tuple[Side, Side]:
    """The two sides with other mats."""
    first, second = (
        msgspec.structs.replace(side, mat=mat) for side, mat in zip(sides, mats, strict=True)
    )
    return (first, second)
