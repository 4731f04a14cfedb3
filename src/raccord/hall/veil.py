"""What the public is shown of people in a game: names, initials, or the table only."""

from collections.abc import Iterable

import msgspec

from raccord.duplicate.slips.ranking import RankLine
from raccord.tournament.people import Shown, initials


def shown_players(players: tuple[str, ...], table: int, how: Shown) -> tuple[str, ...]:
    """Names as the public may be told them; a pair that goes by its table is told once.

    By the table, not the number of the entry: the game does not know it.
    """
    if how == "initials":
        return tuple(map(initials, players))
    return players if how == "name" else (f"table {table}",)


def shown_lines(lines: Iterable[RankLine], how: Shown) -> tuple[RankLine, ...]:
    """A ranking with as much of people's names as the public may be told."""
    if how == "name":
        return tuple(lines)
    return tuple(
        msgspec.structs.replace(line, players=shown_players(line.players, line.table, how))
        for line in lines
    )
