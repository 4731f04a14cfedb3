"""The state of a game: what its events tell, folded by ``raccord.duplicate.evolve``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from raccord.board import Move
from raccord.duplicate import events as ev
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.rules.position import Position
from raccord.duplicate.rules.tops import Tie
from raccord.regulation import Citation, Ruling, Slip
from raccord.regulation.editions import EDITIONS, Edition


class Phase(StrEnum):
    """Étape de la partie."""

    DRAWING = "drawing"
    """The draw is awaited."""
    DRAWN = "drawn"
    """The draw is on the table, the clock has not started."""
    RUNNING = "running"
    TIME_UP = "time-up"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Entrant:
    """Table: its player or pair, and the turns it takes part in."""

    table: int
    players: tuple[str, ...]
    first_turn: int = 1
    last_turn: int | None = None
    is_excluded: bool = False
    """For cheating: what it played no longer counts."""

    def plays(self, turn: int) -> bool:
        """Whether the table takes part in a turn."""
        if self.is_excluded:
            return False
        return self.first_turn <= turn and (self.last_turn is None or turn <= self.last_turn)


@dataclass(frozen=True, slots=True)
class Turn:
    """Coup: the draw, the retained move, and the position before the draw."""

    number: int
    draw: str
    leave: str
    rejected: tuple[str, ...]
    move: Move
    points: int
    total: int
    ties: tuple[Tie, ...]
    citations: tuple[Citation, ...]
    before: Position
    """Before the draw, the leave still in hand."""
    best: tuple[tuple[str, int], ...] = ()
    reference: int = 0
    """What a perfect slip earns: the top, or in multitops the best set of solutions."""
    discarded: tuple[str, ...] = ()
    """Draws of this turn given up before this one: cancelled, or without solution."""
    drawn_at: int = 0
    started: int | None = None
    ended: int | None = None
    retained_at: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands for a table on a turn: its slip and its ruling.

    ``picture`` is the digest of the slip's photograph; ``machine``: nobody has confirmed it.
    """

    slip: Slip | None = None
    ruling: Ruling | None = None
    picture: str = ""
    machine: bool = False


_UNMARKED = Mark()


@dataclass(frozen=True, slots=True)
class State:
    """Partie: all that its events tell."""

    opened: ev.Opened
    position: Position
    """While a draw is on the table its letters are in neither bag nor leave."""
    before: Position
    """As it was before the draw of this turn."""
    phase: Phase = Phase.DRAWING
    turn: int = 1
    rack: str = ""
    leave: str = ""
    new: str = ""
    origin: ev.Origin | None = None
    rejected: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    draw_citations: tuple[Citation, ...] = ()
    draws: int = 0
    """Draws made so far, rejected and given-up ones included."""
    banned: str = ""
    """The draw of the cancelled turn, which must not come again."""
    cancelled: ev.TurnCancelled | None = None
    """The turn just cancelled, until it is played again."""
    drawn_at: int = 0
    started: int | None = None
    ended: int | None = None
    interrupted: int | None = None
    paused: int = 0
    """Milliseconds the clock of this turn stood still."""
    turns: tuple[Turn, ...] = ()
    entrants: Mapping[int, Entrant] = field(default_factory=dict)
    marks: Mapping[int, Mapping[int, Mark]] = field(default_factory=dict)
    """By turn, then by table."""
    conduct: tuple[tuple[int, int], ...] = ()
    """Turn and table of each disciplinary warning given on a turn played again."""
    proposals: tuple[ev.Proposed, ...] = ()
    end: ev.GameEnded | None = None
    secret: str = ""
    number: ev.PublicNumberGiven | None = None
    published: ev.ResultsPublished | None = None
    sections: tuple[ev.SectionAdded, ...] = ()
    moving: Mapping[int, str] = field(default_factory=dict)
    """Tables on their way into a section: still entered here, by the game they will play in."""
    """The games that follow this one."""
    followed: int = 0
    """How far the log of the master is repeated here."""
    told: int = 0
    """Facts so far that everybody sees: until the end no slip, ruling or withdrawal."""

    @property
    def edition(self) -> Edition:
        """The edition the game is played under."""
        return EDITIONS[self.opened.edition]

    @property
    def formula(self) -> Formula:
        """The formula played."""
        return self.opened.formula

    @property
    def total(self) -> int:
        """The total of the tops."""
        return self.turns[-1].total if self.turns else 0

    def mark(self, turn: int, table: int) -> Mark:
        """The slip and ruling of a table on a turn."""
        return self.marks.get(turn, {}).get(table, _UNMARKED)


def begin(opened: ev.Opened) -> State:
    """The state a game opens with."""
    start = Position.start(opened.formula)
    return State(opened=opened, position=start, before=start)
