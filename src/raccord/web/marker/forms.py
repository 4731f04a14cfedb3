"""What markers send and what they are answered."""

from typing import Annotated, Literal

import msgspec
from litestar.params import QueryParameter

from raccord.duplicate.commands import Letters, Points, Reason
from raccord.hall.shapes import RulingView, SlipView
from raccord.regulation import Flag, Slip
from raccord.regulation.marking import Cell, slip_of_cells

Turn = Annotated[int | None, QueryParameter(ge=1, le=200)]


class SlipForm(msgspec.Struct, frozen=True, kw_only=True):
    """A paper slip as a marker reads it."""

    word: Annotated[str, msgspec.Meta(max_length=80)] = ""
    direction: Literal["across", "down"] | None = None
    reference: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    grid: Annotated[str, msgspec.Meta(max_length=600)] | None = None
    score: Points | None = None
    solutions: Annotated[tuple["SlipForm", ...], msgspec.Meta(max_length=6)] = ()
    flags: Annotated[tuple[Flag, ...], msgspec.Meta(max_length=10)] = ()

    def slip(self) -> Slip:
        """The slip to judge."""
        values = msgspec.structs.asdict(self)
        return Slip(**values | {"solutions": tuple(one.slip() for one in self.solutions)})


class MarkForm(msgspec.Struct, frozen=True, kw_only=True):
    """A paper slip of a table; no turn means the one at hand, ``draw`` is the one seen."""

    table: int
    slip: SlipForm
    turn: int | None = None
    draw: Letters = ""
    reason: Reason = ""


class PreviewForm(msgspec.Struct, frozen=True, kw_only=True):
    """A slip to look at; no turn means the one at hand."""

    slip: SlipForm
    turn: int | None = None


class LineForm(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a marker's entry: « 12 H4 LUSTRER 74 », « 12 = », « 12 - », « 12 + !conduite ».

    It is of the ``turn`` it was begun on, and of the ``draw`` that turn then had. With
    ``only_plain`` a slip whose ruling has a sanction is told, as in a preview, and not entered.
    """

    line: Annotated[str, msgspec.Meta(max_length=600)]
    turn: int | None = None
    draw: Letters = ""
    reason: Reason = ""
    only_plain: bool = False
    picture: Annotated[str, msgspec.Meta(max_length=64, pattern="^[0-9a-f]*$")] = ""
    """The digest of the photograph it was read from."""


class WordForm(msgspec.Struct, frozen=True, kw_only=True):
    """A word as written on a slip of a turn, its circled letters in parentheses."""

    word: Annotated[str, msgspec.Meta(max_length=80)]
    turn: int | None = None
    draw: Letters = ""


class WordPlace(msgspec.Struct, frozen=True):
    """Where a word can be played, and for how many points."""

    move: str
    points: int


class DrawnForm(msgspec.Struct, frozen=True, kw_only=True):
    """A slip filled in square by square; ``direction`` is that of a word of one letter."""

    table: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    cells: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=225)]
    direction: Literal["across", "down"] = "across"
    reference: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    score: Points | None = None
    flags: Annotated[tuple[Flag, ...], msgspec.Meta(max_length=10)] = ()

    def slip(self) -> Slip:
        """The slip to judge."""
        drawn = slip_of_cells(self.cells, self.direction)
        return msgspec.structs.replace(
            drawn, reference=self.reference or None, score=self.score, flags=self.flags
        )


class DrawnLine(msgspec.Struct, frozen=True):
    """The line that says a slip."""

    line: str


class RulingReply(RulingView, frozen=True, kw_only=True):
    """A ruling that was written, and the revision of the game that has it."""

    revision: int


class LineReply(msgspec.Struct, frozen=True, kw_only=True):
    """What a line does: the tables, the slip as read, its little grid, the ruling.

    ``revision`` is that of the game once the line is written, None where nothing was.
    """

    tables: tuple[int, ...]
    slip: SlipView | None = None
    ruling: RulingView | None = None
    cells: tuple[Cell, ...] = ()
    revision: int | None = None


class Entered(msgspec.Struct, frozen=True):
    """The tables entered, and the revision of the game that has them."""

    tables: tuple[int, ...]
    revision: int


class NoteForm(msgspec.Struct, frozen=True):
    """A turn and a table: a correction note handed out."""

    turn: int
    table: int


class SecondForm(msgspec.Struct, frozen=True, kw_only=True):
    """A slip as the second marker reads it."""

    turn: int
    table: int
    slip: SlipForm
    reason: Reason = ""


class HistoryLine(msgspec.Struct, frozen=True, kw_only=True):
    """A slip or a ruling of a table on a turn, as it came."""

    at: int
    slip: SlipView | None = None
    ruling: RulingView | None = None
    by: str = ""
    reason: str = ""
