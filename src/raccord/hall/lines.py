"""The markers' one-line entry: « 12 H4 LUSTRER 74 », « 12 = », « 12 - », « 12 + », « = reste ».

A second marker types the same lines of the same slips, knowing nothing of the first entry.
``tables`` are those a marker was assigned, all if none.
"""

from dataclasses import dataclass

from raccord.duplicate import Refusal, State
from raccord.duplicate import commands as cmd
from raccord.duplicate.slips.handing_in import flagged
from raccord.duplicate.slips.judging import NO_SLIP, warned
from raccord.duplicate.slips.situation import (
    check_plays,
    draw_of,
    marked_turn,
    missing_tables,
)
from raccord.hall.games import Game
from raccord.hall.marker_views import unseen_tables
from raccord.hall.marks import Marks
from raccord.regulation import Ruling, Sanction, Slip
from raccord.regulation.marking import Entry, EntryError, parse_entry

Tables = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineRead:
    """Ligne lue: the tables it names, the slip as read (None if there is none), its ruling.

    ``is_sign``: the marker said what it is (the top, no slip, a warning), no slip was read.
    """

    turn: int
    tables: Tables
    slip: Slip | None
    ruling: Ruling
    is_sign: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether nobody needs to look at the ruling again before it is given."""
        ruling = self.ruling
        return self.is_sign or (ruling.sanction is Sanction.NONE and not ruling.outcomes)


class Lines:
    """Tells what the lines of both markers would do."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks

    async def preview(
        self, game: Game, text: str, *, turn: int | None = None, draw: str = "", tables: Tables = ()
    ) -> LineRead:
        """What a line would do; nothing is written."""
        entry, chosen = read_line(text, tables), marked_turn(game.state, turn, draw)
        return await self._read(
            game, chosen, entry, _among(missing_tables(game.state, chosen), tables)
        )

    async def preview_second(
        self, game: Game, text: str, *, turn: int | None = None, draw: str = "", tables: Tables = ()
    ) -> LineRead:
        """What a line of the second marker would do."""
        entry, chosen = read_line(text, tables), marked_turn(game.state, turn, draw)
        if entry.kind == "more":
            raise Refusal("le double arbitre relit les bulletins : + n'est pas à lui")
        return await self._read(game, chosen, entry, _among(_unread(game, chosen), tables))

    async def enter_second(
        self, game: Game, found: LineRead, *, by: str, at: int, reason: str = ""
    ) -> None:
        """Keep the second marker's reading; the first entry is not touched."""
        slip = found.slip or NO_SLIP
        for table in found.tables:
            await self._marks.second(game, found.turn, table, slip, by=by, at=at, reason=reason)

    async def _read(self, game: Game, turn: int, entry: Entry, rest: Tables) -> LineRead:
        named = rest if entry.table is None else (entry.table,)
        for table in named:
            check_plays(game.state, turn, table)
        if entry.kind == "more":
            (table,) = named
            standing = game.state.mark(turn, table).slip
            return LineRead(turn, named, standing, warned(game.state, turn, table), is_sign=True)
        slip = entry.slip
        if slip is None and entry.kind != "none":
            slip = flagged(await self._marks.top(game, turn), entry.flags)
        elif entry.kind == "none" and entry.flags:
            slip = flagged(NO_SLIP, entry.flags)
        ruling = await self._marks.preview(game, slip or NO_SLIP, turn)
        return LineRead(turn, named, slip, ruling, is_sign=entry.slip is None)


def command_of(
    state: State,
    text: str,
    *,
    turn: int | None = None,
    draw: str = "",
    tables: Tables = (),
    reason: str = "",
    picture: str = "",
) -> cmd.Mark | cmd.MarkMany | cmd.Warn:
    """The command of a line; the turn it is for is settled now, whatever comes meanwhile.

    ``picture`` is the digest of the photograph it was read from.
    """
    entry, chosen = read_line(text, tables), marked_turn(state, turn, draw)
    seen = draw or draw_of(state, chosen)
    if entry.table is None:
        return cmd.MarkTop(rest=True, among=tables, turn=chosen, draw=seen)
    if entry.slip is not None:
        return cmd.Mark(
            table=entry.table,
            slip=entry.slip,
            turn=chosen,
            draw=seen,
            reason=reason,
            picture=picture,
        )
    if entry.kind == "more":
        return cmd.Warn(table=entry.table, turn=chosen, draw=seen)
    kind = cmd.MarkTop if entry.kind == "top" else cmd.MarkMissing
    return kind(tables=(entry.table,), turn=chosen, draw=seen, flags=entry.flags)


def read_line(text: str, tables: Tables = ()) -> Entry:
    """Read a line; what cannot be read, or is another marker's, is refused."""
    try:
        entry = parse_entry(text)
    except EntryError as error:
        raise Refusal(str(error)) from error
    if tables and entry.table is not None and entry.table not in tables:
        raise Refusal(f"la table {entry.table} est confiée à un autre arbitre")
    return entry


def _unread(game: Game, turn: int) -> Tables:
    """The tables the second marker has not entered yet."""
    return unseen_tables(game.state, game.companion, turn, blind=True)


def _among(playing: Tables, tables: Tables) -> Tables:
    return tuple(table for table in playing if not tables or table in tables)
