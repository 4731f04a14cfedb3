"""What markers ask and tell beside the game: previews, histories, notes, second readings."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from raccord.duplicate import SAMPLES, State
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.context import Context
from raccord.duplicate.deciding.marking import ruling_on, top_of
from raccord.duplicate.errors import ReasonNeeded
from raccord.duplicate.slips.situation import check_plays, marked_turn
from raccord.hall.companion import Companion, CompanionEvent, NoteDelivered, SecondMarked
from raccord.hall.games import Game, GameChange, Games
from raccord.hall.studies import Studies
from raccord.regulation import Ruling, Slip
from raccord.regulation.marking import Option, playable


class Marks:
    """Rulings before they are given, and what is kept of markers beside the game."""

    def __init__(self, games: Games, studies: Studies) -> None:
        self._games = games
        self._studies = studies

    async def preview(self, game: Game, slip: Slip, turn: int | None = None) -> Ruling:
        """The ruling a slip would get, nothing written."""
        chosen = marked_turn(game.state, turn)
        return await asyncio.to_thread(ruling_on, await self._context(game, chosen), chosen, slip)

    async def playable(self, game: Game, word: str, turn: int) -> tuple[Option, ...]:
        """Where a word can be played on a turn, the best place first."""
        situation = (await self._context(game, turn)).situation(turn)
        return await asyncio.to_thread(playable, situation, word)

    async def top(self, game: Game, turn: int) -> Slip:
        """The slip of somebody who found the top, or in multitops the best solutions."""
        return await asyncio.to_thread(top_of, await self._context(game, turn), turn)

    async def _context(self, game: Game, turn: int) -> Context:
        """What a decision about a turn would know."""
        beside = game.companion.beside
        if turn == game.state.turn:
            beside = replace(beside, found=(await self._studies.of(game)).found)
        return Context(game.state, game.lexicon, SAMPLES, beside)

    async def deliver_note(self, game: Game, turn: int, table: int, *, by: str, at: int) -> None:
        """A correction note was handed to its player."""

        def act(companion: Companion) -> Sequence[CompanionEvent]:
            if companion.is_told(game.state, turn, table):
                return ()
            return (NoteDelivered(at=at, turn=turn, table=table, by=by),)

        await self._games.note(game.id, act)

    async def second(
        self, game: Game, turn: int, table: int, slip: Slip, *, by: str, at: int, reason: str = ""
    ) -> None:
        """The second marker's own reading of a slip, beside the first.

        It shows him the first marking, so it is final: another one needs its reason.
        """
        check_plays(game.state, turn, table)
        ruling = await self.preview(game, slip, turn)
        event = SecondMarked(
            at=at, turn=turn, table=table, slip=slip, ruling=ruling, by=by, reason=reason.strip()
        )

        def act(companion: Companion) -> Sequence[CompanionEvent]:
            return _read_again(event, companion.readings(game.state, turn, table))

        await self._games.note(game.id, act)

    async def history(self, code: str, turn: int, table: int) -> list[ev.Event]:
        """Every slip and ruling of a table on a turn, the oldest first."""
        return await asyncio.to_thread(self._games.history, code, turn, table)


def _read_again(event: SecondMarked, readings: Sequence[SecondMarked]) -> Sequence[CompanionEvent]:
    """A second reading after those that stand."""
    if not readings:
        return (msgspec.structs.replace(event, reason=""),)
    if readings[-1].slip == event.slip:
        return ()
    if not event.reason:
        raise ReasonNeeded(
            f"le bulletin de la table {event.table} au coup {event.turn} est déjà relu : "
            "une autre lecture demande un motif"
        )
    return (event,)


def ruling_given(change: GameChange, turn: int, table: int) -> Ruling:
    """The ruling a command gave to a table, before any average; what stood already if none."""
    for event in change.events:
        if isinstance(event, ev.Ruled) and (event.turn, event.table) == (turn, table):
            return event.ruling
    assert isinstance(change.state, State)
    standing = change.state.mark(turn, table).ruling
    assert standing is not None
    return standing


def tables_entered(change: GameChange, by: str) -> tuple[int, ...]:
    """The tables a marker's entry gave a ruling to."""
    entered = (e.table for e in change.events if isinstance(e, ev.Ruled) and e.by == by)
    return tuple(dict.fromkeys(entered))
