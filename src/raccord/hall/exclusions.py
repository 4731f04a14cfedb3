"""Whoever is excluded from a competition is out of its games, and back in them if it is lifted.

2023 6.1 voids scores in the games too. An edition that excludes nobody leaves the games that are
over as they are, for the competition counts nothing of them, and sees him withdraw from the others.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from raccord import duplicate
from raccord.duplicate import Phase
from raccord.duplicate import commands as game_cmd
from raccord.hall.service import Hall
from raccord.tournament import State
from raccord.tournament import commands as cmd
from raccord.tournament.seating import Halls

if TYPE_CHECKING:
    from raccord.hall.competitions import Competition

OfATable = game_cmd.Exclude | game_cmd.Withdraw | game_cmd.TakeBack


async def carry_out(
    hall: Hall, competition: "Competition", command: cmd.Exclude | cmd.Readmit
) -> None:
    """Do in every game of a competition what was decided for all of it, where the table plays."""
    for game, wish in _asked(competition.whole, competition.halls, command):
        code, table = competition.where(game, wish.table)
        await hall.execute(code, msgspec.structs.replace(wish, table=table))


def _asked(
    state: State, halls: Halls, command: cmd.Exclude | cmd.Readmit
) -> Iterator[tuple[str, OfATable]]:
    for game in state.games:
        for table, number in game.seats.items():
            played = halls.get(game.code)
            if number != command.number or played is None or table not in played.entrants:
                continue
            excludes = isinstance(command, cmd.Exclude)
            wish = _out(played, table, command.reason) if excludes else _in(played, table)
            if wish is not None:
                yield game.code, wish


def _out(played: duplicate.State, table: int, reason: str) -> OfATable | None:
    entrant = played.entrants[table]
    if entrant.is_excluded:
        return None
    if played.edition.cheating is not None:
        return game_cmd.Exclude(table=table, reason=reason)
    if played.phase is Phase.OVER or entrant.last_turn is not None:
        return None
    return game_cmd.Withdraw(table=table, reason=reason)


def _in(played: duplicate.State, table: int) -> OfATable | None:
    """A withdrawal stays: he may have given up by himself, and the desk can undo it."""
    return game_cmd.TakeBack(table=table) if played.entrants[table].is_excluded else None
