"""The markers' one-line entry: « 12 H4 LUSTRER 74 », « 12 = », « 12 - », « 12 + », « = reste ».

A second marker types the same lines of the same slips, knowing nothing of the first entry.
``tables`` are those a marker was assigned, all if none.
"""

from dataclasses import dataclass

from raccord.duplicate import Refusal
from raccord.hall.games import Game
from raccord.hall.marks import Marks, check_plays, warned
from raccord.hall.rulings import NO_SLIP, expected_tables, flagged, missing_tables
from raccord.regulation import Ruling, Slip
from raccord.regulation.marking import Entry, EntryError, parse_entry

Tables = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineRead:
    """Ligne lue: the tables it names, the slip as read (None if there is none), its ruling."""

    turn: int
    tables: Tables
    slip: Slip | None
    ruling: Ruling


class Lines:
    """Reads the lines of both markers, and enters what they say."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks

    async def preview(
        self, code: str, text: str, *, turn: int | None = None, tables: Tables = ()
    ) -> LineRead:
        """What a line would do; nothing is written."""
        entry = read_line(text, tables)
        game, chosen = await self._marks.at_turn(code, turn)
        return await self._read(game, chosen, entry, _waiting(game, chosen, tables))

    async def enter(
        self,
        code: str,
        text: str,
        *,
        by: str,
        at: int,
        turn: int | None = None,
        tables: Tables = (),
        reason: str = "",
    ) -> tuple[Tables, Ruling | None]:
        """Enter a line: the tables entered, and the ruling of a single slip."""
        entry = read_line(text, tables)
        marks = self._marks
        if entry.table is None:
            game, chosen = await marks.at_turn(code, turn)
            waiting = _waiting(game, chosen, tables)
            return await marks.top_for(code, waiting, by=by, at=at, turn=turn), None
        if entry.kind == "more":
            ruling = await marks.warn(code, entry.table, by=by, at=at, turn=turn)
            return (entry.table,), ruling
        if entry.slip is None:
            many = marks.top_for if entry.kind == "top" else marks.no_slip_for
            flags = entry.flags
            return await many(code, (entry.table,), by=by, at=at, turn=turn, flags=flags), None
        ruling = await marks.enter(
            code, entry.table, entry.slip, by=by, at=at, turn=turn, reason=reason
        )
        return (entry.table,), ruling

    async def preview_second(
        self, code: str, text: str, *, turn: int | None = None, tables: Tables = ()
    ) -> LineRead:
        """What a line of the second marker would do."""
        entry = read_line(text, tables)
        if entry.kind == "more":
            raise Refusal("le double arbitre relit les bulletins : + n'est pas à lui")
        game, chosen = await self._marks.at_turn(code, turn)
        return await self._read(game, chosen, entry, _unread(game, chosen, tables))

    async def enter_second(self, code: str, found: LineRead, *, by: str, at: int) -> None:
        """Keep the second marker's reading; the first entry is not touched."""
        slip = found.slip or NO_SLIP
        for table in found.tables:
            await self._marks.second(code, found.turn, table, slip, by=by, at=at)

    async def _read(self, game: Game, turn: int, entry: Entry, rest: Tables) -> LineRead:
        named = rest if entry.table is None else (entry.table,)
        for table in named:
            check_plays(game.state, turn, table)
        if entry.kind == "more":
            (table,) = named
            standing = game.state.mark(turn, table).slip
            return LineRead(turn, named, standing, warned(game.state, turn, table))
        slip = entry.slip
        if slip is None and entry.kind != "none":
            slip = flagged(await self._marks.top(game, turn), entry.flags)
        elif entry.kind == "none" and entry.flags:
            slip = flagged(NO_SLIP, entry.flags)
        return LineRead(turn, named, slip, await self._marks.judge(game, turn, slip or NO_SLIP))


def read_line(text: str, tables: Tables = ()) -> Entry:
    """Read a line; what cannot be read, or is another marker's, is refused."""
    try:
        entry = parse_entry(text)
    except EntryError as error:
        raise Refusal(str(error)) from error
    if tables and entry.table is not None and entry.table not in tables:
        raise Refusal(f"la table {entry.table} est confiée à un autre arbitre")
    return entry


def _waiting(game: Game, turn: int, tables: Tables) -> Tables:
    """The marker's tables of which nothing is known yet."""
    missing = missing_tables(game.state, turn)
    return tuple(table for table in missing if not tables or table in tables)


def _unread(game: Game, turn: int, tables: Tables) -> Tables:
    """The second marker's tables that he has not entered yet."""
    return tuple(
        table
        for table in expected_tables(game.state, turn)
        if (turn, table) not in game.companion.second and (not tables or table in tables)
    )
