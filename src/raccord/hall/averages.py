"""Averages in a hall: who was told what, and whose slips the same marker reads.

A table with a phone reads every ruling there before it plays again; one that hands in on paper is
told when its marker has delivered the note of correction.
"""

import asyncio
from collections.abc import Collection, Sequence
from functools import cache

from raccord.duplicate import State, Tops
from raccord.duplicate import events as ev
from raccord.duplicate.slips.averages import Notified, average_changes
from raccord.hall.companion import Companion
from raccord.hall.games import Game, Games
from raccord.hall.rulings import ruled_event, situation_of
from raccord.hall.studies import Studies
from raccord.regulation import Ruling
from raccord.regulation.marking import Situation

_REASON = "mot refusé rejoué : moyenne du coup"


class Averages:
    """Gives, changes and takes back averages."""

    def __init__(self, games: Games, studies: Studies) -> None:
        self._games = games
        self._studies = studies

    async def settle(self, code: str, turn: int, at: int, *, closing: bool = False) -> None:
        """Settle the turns played from one on; ``closing``: the one under way too."""
        game = await self._games.get(code)
        last = game.state.turn if closing else game.state.turn - 1
        for each in range(turn, last + 1):
            await self._settle(await self._games.get(code), each, at)

    async def _settle(self, game: Game, turn: int, at: int) -> None:
        if not any(game.companion.hands_in_on_paper(table) for table in game.state.entrants):
            return
        tops = (await self._studies.of(game)).tops if turn == game.state.turn else None
        changes = await asyncio.to_thread(settled_averages, game, turn, tops)
        if not changes:
            return

        def act(state: State) -> Sequence[ev.Event]:
            return [
                ruled_event(at, turn, table, ruling, reason=_REASON)
                for table, ruling in changes
                if state.mark(turn, table) == game.state.mark(turn, table)
            ]

        await self._games.act(game.id, act)


def settled_averages(game: Game, turn: int, tops: Tops | None) -> tuple[tuple[int, Ruling], ...]:
    """The rulings of a turn that averages replace."""

    @cache
    def situation(number: int) -> Situation:
        known = tops if number == game.state.turn else None
        return situation_of(game.state, number, game.lexicon, known)

    def told(earlier: int, table: int) -> int | None:
        return told_during(game.state, game.companion, earlier, table)

    def colleagues(table: int) -> Collection[int]:
        return same_marker(game.state, game.companion, table)

    return average_changes(game.state, turn, situation, Notified(told, colleagues))


def told_during(state: State, companion: Companion, turn: int, table: int) -> int | None:
    """The turn during which a table learned of its ruling on a turn."""
    if not companion.hands_in_on_paper(table):
        return turn
    at = companion.notes.get((turn, table))
    if at is None or at < state.turns[turn - 1].drawn_at:
        return None
    begun = [played.number for played in state.turns if (played.started or 0) <= at]
    under_way = [state.turn] if state.started is not None and state.started <= at else []
    return max([turn, *begun, *under_way])


def same_marker(state: State, companion: Companion, table: int) -> Collection[int]:
    """The tables of the marker who reads a table's slips; all of them if none was named."""
    for invited in companion.invitations.values():
        if invited.role == "marker" and table in invited.tables:
            return invited.tables
    return state.entrants
