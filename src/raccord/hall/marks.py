"""Rulings: automatic when time is up, by markers on entry, corrected by the referee."""

import asyncio
from collections.abc import Iterable, Sequence

from raccord.duplicate import Phase, Refusal, State, Tops, eliminated
from raccord.duplicate import events as ev
from raccord.hall.averages import Averages
from raccord.hall.companion import Companion, CompanionEvent, NoteDelivered, SecondMarked
from raccord.hall.games import Game, Games
from raccord.hall.rulings import (
    NO_SLIP,
    ReasonNeeded,
    best_solutions,
    current_turn,
    decision,
    flagged,
    judged,
    missing_tables,
    overridden,
    ruled_event,
    situation_of,
    top_slip,
    unruled,
)
from raccord.hall.shapes import Correction
from raccord.hall.studies import Studies
from raccord.regulation import Flag, Ruling, Slip
from raccord.regulation.marking import disciplined

_WARNED = "avertissement disciplinaire"
_FOUND_LATER = "bulletin saisi après la validation du top"


class Marks:
    """Rulings on slips."""

    def __init__(self, games: Games, studies: Studies) -> None:
        self._games = games
        self._studies = studies
        self.averages = Averages(games, studies)

    async def collect(self, code: str, at: int, *, missing: bool = False) -> None:
        """Rule on every slip of the turn under way that waits; ``missing``: on absent ones too."""
        game = await self._games.get(code)
        turn = game.state.turn
        if game.state.phase is not Phase.TIME_UP:
            return
        waiting = list(unruled(game.state, turn))
        if missing:
            absent = missing_tables(game.state, turn)
            waiting += [(t, NO_SLIP) for t in absent if not game.companion.hands_in_on_paper(t)]
        if not waiting:
            return
        study = await self._studies.of(game)
        situation = situation_of(game.state, turn, game.lexicon, study.tops)
        rulings = await asyncio.to_thread(judged, situation, waiting, game.state.formula.solutions)

        def act(state: State) -> Sequence[ev.Event]:
            if state.turn != turn or state.rack != game.state.rack:
                return ()
            return [
                ruled_event(at, turn, table, ruling)
                for table, slip, ruling in rulings
                if _still(state, turn, table, slip)
            ]

        await self._games.act(game.id, act)

    async def preview(self, code: str, slip: Slip, turn: int | None = None) -> Ruling:
        """The ruling a slip would get, nothing written."""
        game, chosen = await self.at_turn(code, turn)
        return await self.judge(game, chosen, slip)

    async def enter(
        self,
        code: str,
        table: int,
        slip: Slip,
        *,
        by: str,
        at: int,
        turn: int | None = None,
        reason: str = "",
    ) -> Ruling:
        """A paper slip read by a marker: kept and ruled on at once."""
        game, chosen = await self.at_turn(code, turn)
        ruling = await self.judge(game, chosen, slip)

        def act(state: State) -> Sequence[ev.Event]:
            return _entered(state, chosen, table, slip, ruling, by=by, at=at, reason=reason)

        await self._games.act(game.id, act)
        await self.averages.settle(game.id, chosen, at)
        return ruling

    async def top_for(
        self,
        code: str,
        tables: Iterable[int] | None,
        *,
        by: str,
        at: int,
        turn: int | None = None,
        flags: tuple[Flag, ...] = (),
    ) -> tuple[int, ...]:
        """The top for these tables, or for all of which nothing is known; gives those entered."""
        game, chosen = await self.at_turn(code, turn)
        slip = flagged(await self.top(game, chosen), flags)
        ruling = await self.judge(game, chosen, slip)
        return await self._enter_all(game, chosen, tables, slip, ruling, by=by, at=at)

    async def no_slip_for(
        self,
        code: str,
        tables: Iterable[int] | None,
        *,
        by: str,
        at: int,
        turn: int | None = None,
        flags: tuple[Flag, ...] = (),
    ) -> tuple[int, ...]:
        """No slip from these tables, or from all of which nothing is known."""
        game, chosen = await self.at_turn(code, turn)
        ruling = await self.judge(game, chosen, flagged(NO_SLIP, flags))
        return await self._enter_all(game, chosen, tables, None, ruling, by=by, at=at)

    async def _enter_all(
        self,
        game: Game,
        turn: int,
        tables: Iterable[int] | None,
        slip: Slip | None,
        ruling: Ruling,
        *,
        by: str,
        at: int,
    ) -> tuple[int, ...]:
        wanted = None if tables is None else tuple(tables)
        entered: list[int] = []

        def act(state: State) -> Sequence[ev.Event]:
            entered[:] = missing_tables(state, turn) if wanted is None else wanted
            found: list[ev.Event] = []
            for table in entered:
                found += _entered(state, turn, table, slip, ruling, by=by, at=at)
            return found

        await self._games.act(game.id, act)
        await self.averages.settle(game.id, turn, at)
        return tuple(entered)

    async def warn(
        self, code: str, table: int, *, by: str, at: int, turn: int | None = None
    ) -> Ruling:
        """A disciplinary warning beside the ruling given to a table."""
        game, chosen = await self.at_turn(code, turn)

        def act(state: State) -> Sequence[ev.Event]:
            ruling = warned(state, chosen, table)
            return (ruled_event(at, chosen, table, ruling, by=by, reason=_WARNED),)

        change = await self._games.act(game.id, act)
        return next(event.ruling for event in change.events if isinstance(event, ev.Ruled))

    async def correct(self, code: str, wish: Correction, *, by: str, at: int) -> Ruling:
        """A decision in place of the standing one, with its reason."""
        turn, table, reason = wish.turn, wish.table, wish.reason
        if not reason.strip():
            raise Refusal("une décision ne se rectifie qu'avec son motif")
        made: list[Ruling] = []
        game = await self._games.get(code)
        tops = (await self._studies.of(game)).tops if turn == game.state.turn else None

        def act(state: State) -> Sequence[ev.Event]:
            check_plays(state, turn, table)
            standing = state.mark(turn, table).ruling
            ruling = overridden(standing, state.edition.id, wish, _most(state, turn, tops))
            made[:] = [ruling]
            return (ruled_event(at, turn, table, ruling, by=by, reason=reason),)

        await self._games.act(code, act)
        await self.averages.settle(code, turn, at)
        return made[0]

    async def deliver_note(self, code: str, turn: int, table: int, *, by: str, at: int) -> None:
        """A correction note was handed to its player."""

        def act(companion: Companion) -> Sequence[CompanionEvent]:
            if (turn, table) in companion.notes:
                return ()
            return (NoteDelivered(at=at, turn=turn, table=table, by=by),)

        await self._games.note(code, act)

    async def second(
        self, code: str, turn: int, table: int, slip: Slip, *, by: str, at: int
    ) -> Ruling:
        """The second marker's own reading of a slip, beside the first."""
        game, _ = await self.at_turn(code, turn)
        check_plays(game.state, turn, table)
        ruling = await self.judge(game, turn, slip)
        event = SecondMarked(at=at, turn=turn, table=table, slip=slip, ruling=ruling, by=by)
        await self._games.note(game.id, lambda _: (event,))
        return ruling

    async def history(self, code: str, turn: int, table: int) -> list[ev.Event]:
        """Every slip and ruling of a table on a turn, the oldest first."""
        kinds = (ev.SlipHandedIn, ev.Ruled)
        return [
            event
            for event in await self._games.events(code)
            if isinstance(event, kinds) and (event.turn, event.table) == (turn, table)
        ]

    async def at_turn(self, code: str, turn: int | None) -> tuple[Game, int]:
        """The game and the turn to mark: one played, or the one whose time is up."""
        game = await self._games.get(code)
        chosen = current_turn(game.state) if turn is None else turn
        if not 1 <= chosen <= current_turn(game.state):
            raise Refusal(
                "aucun coup à corriger" if turn is None else f"le coup {turn} n'est pas tiré"
            )
        if chosen == game.state.turn and game.state.phase is not Phase.TIME_UP:
            raise Refusal("le temps court encore : les bulletins ne sont pas levés")
        return game, chosen

    async def top(self, game: Game, turn: int) -> Slip:
        """The slip of somebody who found the top, or in multitops the best solutions."""
        if turn < game.state.turn:
            played = game.state.turns[turn - 1]
            return top_slip(((str(played.move), played.points),), played.best)
        tops = (await self._studies.of(game)).tops
        if tops is None:
            raise Refusal("ce tirage n'a pas de solution")
        best = await asyncio.to_thread(best_solutions, game.state, game.lexicon)
        return top_slip(((tops.eligible[0].move, tops.points),), best)

    async def judge(self, game: Game, turn: int, slip: Slip) -> Ruling:
        """The ruling on a slip of a turn."""
        tops = (await self._studies.of(game)).tops if turn == game.state.turn else None
        situation = situation_of(game.state, turn, game.lexicon, tops)
        asked = game.state.formula.solutions
        return await asyncio.to_thread(decision, situation, slip, asked)


def _still(state: State, turn: int, table: int, slip: Slip) -> bool:
    mark = state.mark(turn, table)
    waits = mark.slip is None if slip is NO_SLIP else mark.slip == slip
    return waits and mark.ruling is None


def _entered(
    state: State,
    turn: int,
    table: int,
    slip: Slip | None,
    ruling: Ruling,
    *,
    by: str,
    at: int,
    reason: str = "",
) -> list[ev.Event]:
    check_plays(state, turn, table)
    mark = state.mark(turn, table)
    if mark.ruling == ruling and mark.slip == slip:
        return []
    if mark.ruling and not reason.strip():
        if mark.slip is not None:
            raise ReasonNeeded(
                f"la table {table} a déjà sa décision au coup {turn} : rectifiez-la avec un motif"
            )
        reason = _FOUND_LATER
    found: list[ev.Event] = []
    if slip is not None:
        found.append(ev.SlipHandedIn(at=at, turn=turn, table=table, slip=slip))
    found.append(ruled_event(at, turn, table, ruling, by=by, reason=reason))
    return found


def _most(state: State, turn: int, tops: Tops | None) -> int | None:
    """The most a slip of a turn can earn, where that is known."""
    if turn < state.turn:
        return state.turns[turn - 1].reference
    return tops.points if tops and state.formula.solutions == 1 else None


def warned(state: State, turn: int, table: int) -> Ruling:
    """The ruling of a table with a disciplinary warning beside it."""
    check_plays(state, turn, table)
    standing = state.mark(turn, table).ruling
    if standing is None:
        raise Refusal(f"la table {table} n'a pas encore de décision au coup {turn}")
    if standing.disciplinary:
        raise Refusal(f"la table {table} a déjà un avertissement disciplinaire au coup {turn}")
    return disciplined(standing, state.edition.id)


def check_plays(state: State, turn: int, table: int) -> None:
    """Refuse a table that has no slip on that turn."""
    if table not in state.entrants:
        raise Refusal(f"la table {table} n'est pas inscrite")
    if not 1 <= turn <= current_turn(state):
        raise Refusal(f"le coup {turn} n'est pas tiré")
    out = eliminated(state).get(table, turn)
    if not state.entrants[table].plays(turn) or out < turn:
        raise Refusal(f"la table {table} ne joue pas le coup {turn}")
