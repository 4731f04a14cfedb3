"""Whoever is excluded from a competition is out of its games, and back in them if it is lifted.

2023 6.1 voids scores in the games too. An edition that excludes nobody leaves the games that are
over as they are, for the competition counts nothing of them, and sees him withdraw from the others.
"""

from collections.abc import Iterator

from raccord import duplicate
from raccord.duplicate import Phase
from raccord.duplicate import commands as game_cmd
from raccord.hall.service import Hall
from raccord.tournament import State
from raccord.tournament import commands as cmd
from raccord.tournament.seating import Halls


async def carry_out(
    hall: Hall, state: State, halls: Halls, command: cmd.Exclude | cmd.Readmit
) -> None:
    """Do in every game of a competition what was decided for all of it."""
    for code, wish in _asked(state, halls, command):
        await hall.execute(code, wish)


def _asked(
    state: State, halls: Halls, command: cmd.Exclude | cmd.Readmit
) -> Iterator[tuple[str, game_cmd.Command]]:
    for game in state.games:
        for table, number in game.seats.items():
            played = halls.get(game.code)
            if number != command.number or played is None or table not in played.entrants:
                continue
            excludes = isinstance(command, cmd.Exclude)
            wish = _out(played, table, command.reason) if excludes else _in(played, table)
            if wish is not None:
                yield game.code, wish


def _out(played: duplicate.State, table: int, reason: str) -> game_cmd.Command | None:
    entrant = played.entrants[table]
    if entrant.is_excluded:
        return None
    if played.edition.cheating is not None:
        return game_cmd.Exclude(table=table, reason=reason)
    if played.phase is Phase.OVER or entrant.last_turn is not None:
        return None
    return game_cmd.Withdraw(table=table, reason=reason)


def _in(played: duplicate.State, table: int) -> game_cmd.Command | None:
    """A withdrawal stays: he may have given up by himself, and the desk can undo it."""
    return game_cmd.TakeBack(table=table) if played.entrants[table].is_excluded else None
