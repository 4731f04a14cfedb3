"""Players of a game as people type, paste or export them: see ``raccord.tournament.lists``.

A line without a number takes the next free table; if one line cannot be read nobody is entered.
"""

from collections.abc import Collection
from dataclasses import dataclass

from raccord.duplicate import commands as cmd
from raccord.tournament import Listed, read_people, rows_of


def entering(text: str, taken: Collection[int] = ()) -> cmd.RegisterAll:
    """The command that enters the tables of a text."""
    entries = parse_players(text, taken)
    return cmd.RegisterAll(
        tables=tuple(cmd.Register(table=e.table, players=e.players) for e in entries)
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """Table lue: its number and its player or pair."""

    line: int
    table: int
    players: tuple[str, ...]


def parse_players(text: str, taken: Collection[int] = ()) -> tuple[Entry, ...]:
    """Read the tables of a text; ``taken`` are the numbers already in use."""
    kept = (row for row in rows_of(text) if not row[1][0].startswith("# "))
    found = read_people(kept, taken)
    used = {*taken, *(one.number for one in found if one.number is not None)}
    return tuple(_numbered(found, used))


def _numbered(found: Collection[Listed], used: set[int]) -> list[Entry]:
    entries, free = [], 1
    for one in found:
        table = one.number
        if table is None:
            while free in used:
                free += 1
            table = free
            used.add(table)
        entries.append(Entry(one.line, table, one.players))
    return entries
