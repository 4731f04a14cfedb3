"""What a decision may know of a game beside its events: how slips come in, who was told, the tops.

All of it is data: whoever runs games keeps it as it likes and hands it to ``decide``.
"""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from raccord.duplicate import events as ev
from raccord.duplicate.rules.position import Position
from raccord.duplicate.rules.tops import Tops
from raccord.duplicate.state import State

Entry = Literal["assisted", "strict", "paper"]
DrawMode = Literal["software", "hand", "mixed", "prepared", "master"]


@dataclass(frozen=True, slots=True)
class Found:
    """The tops of one draw, searched before; without ``tops`` it has no solution.

    ``memory`` keeps what was worked out for its slips.
    """

    position: Position
    rack: str
    tops: Tops | None
    memory: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, state: State, tops: Tops | None) -> "Found":
        """The tops of the draw on the table."""
        return cls(state.position, state.rack, tops)

    def is_of(self, state: State) -> bool:
        """Whether this very draw is on the table."""
        return self.rack == state.rack and self.position == state.position


@dataclass(frozen=True, slots=True)
class Beside:
    """Ce qui accompagne une partie. By default slips come on paper and letters from a bag.

    ``grace`` is how many ms after the end a slip sent in time may still arrive. ``notes`` tells
    when the note of a turn and table was delivered, ``markers`` which tables each marker reads.
    """

    entry: Entry = "paper"
    paper_tables: Collection[int] = ()
    grace: int = 0
    notes: Mapping[tuple[int, int], int] = field(default_factory=dict)
    markers: tuple[Collection[int], ...] = ()
    draw: DrawMode = "hand"
    secret: str = field(default="", repr=False)
    script: tuple[ev.Event, ...] = field(default=(), repr=False)
    """The events of the prepared game."""
    sealed: bool = False
    """Whether its draws come in envelopes: ``script`` then holds those that were opened."""
    found: Found | None = None

    def on_paper(self, table: int) -> bool:
        """Whether the slips of a table come on paper."""
        return self.entry == "paper" or table in self.paper_tables

    def told_during(self, state: State, turn: int, table: int) -> int | None:
        """The turn during which a table learned of its ruling on a turn; None if it has not.

        A table with a phone reads every ruling there before it plays again.
        """
        if not self.on_paper(table):
            return turn
        at = self.notes.get((turn, table))
        if at is None or at < state.turns[turn - 1].drawn_at:
            return None
        begun = [played.number for played in state.turns if (played.started or 0) <= at]
        under_way = [state.turn] if state.started is not None and state.started <= at else []
        return max([turn, *begun, *under_way])

    def colleagues(self, state: State, table: int) -> Collection[int]:
        """The tables of the marker who reads a table's slips; all of them if none was named."""
        return next((tables for tables in self.markers if table in tables), state.entrants)


NOTHING = Beside()
"""Beside a game that is played without a hall."""
