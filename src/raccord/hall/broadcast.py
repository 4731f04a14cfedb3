"""Live updates of a game: one rendering per audience, only of what is on disk.

=========================  ========  ======================================================
topic                      event     data
=========================  ========  ======================================================
``game:CODE:public``       state     ``PublicView``; players hear this topic too
``game:CODE:table:N``      own       ``OwnView`` of the table
``game:CODE:marker``       marks     ``{turn, revision, cells: [CellView], missing: [table]}``:
..                                   the cells that changed, the tables the turn still misses
..                         marking   ``MarkerView`` of the turn at hand, when it changes
``game:CODE:second``                 the same two, blind: see ``marker_views``
``game:CODE:marker:1.2``             the same of the tables assigned, for who has only these
``game:CODE:referee``      desk      ``RefereeView``
..                         slips     ``SlipsView``, when slips or rulings come
=========================  ========  ======================================================

Slips come by the thousand in the last seconds of a turn: what they change is gathered and told at
most four times a second.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping

import msgspec

from raccord.duplicate import Phase
from raccord.duplicate import events as ev
from raccord.duplicate.slips.publication import is_published
from raccord.duplicate.slips.sections import Union
from raccord.duplicate.slips.situation import current_turn
from raccord.hall.games import Game
from raccord.hall.hub import Hub
from raccord.hall.marker_views import CellView, cell_view, marker_view, unseen_tables
from raccord.hall.referee_views import RefereeView, referee_view, slips_view, tops_view
from raccord.hall.shapes import PublicView, View
from raccord.hall.standing import Standing, standing
from raccord.hall.studies import Studies, Study
from raccord.hall.veil import shown_lines
from raccord.hall.views import own_view, public_view
from raccord.store.forgetting import emptied

GATHER_SECONDS = 0.25
AT_ONCE = 25
"""Tables told in one go before others get their turn on the loop."""

_OF_SLIPS = (ev.SlipHandedIn, ev.Ruled)
_OF_TABLES = (ev.Registered, ev.Renumbered, ev.Unregistered, ev.Withdrawn, ev.Excluded)
_OF_THE_CLOCK = (ev.Started, ev.TimeUp, ev.Interrupted, ev.Resumed)
"""They change nothing of what a table sees of itself."""


class Broadcast:
    """Tells every audience of a game what has changed.

    What is told is the game as it is by then (``latest``), not as it was when the change came: an
    audience never hears of an older state after a newer one.
    """

    def __init__(
        self, hub: Hub, studies: Studies, latest: Mapping[str, Game], *, alone: bool = True
    ) -> None:
        self._hub = hub
        self._alone = alone
        self._studies = studies
        self._latest = latest
        self._changed: dict[str, set[tuple[int, int]]] = {}
        self._standings: dict[str, Standing] = {}
        self._views: dict[str, tuple[int, PublicView]] = {}
        self._told: dict[str, PublicView] = {}
        self._desks: dict[str, tuple[Study | None, RefereeView]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._telling: dict[str, asyncio.Lock] = {}
        self.unite: Callable[[Game], Awaitable[Union | None]] | None = None
        """Of a game in sections, gives the union of all its tables."""

    def forget(self) -> list[object]:
        """Work everything out again: names may have gone."""
        return [*emptied(self._standings), *emptied(self._views), *emptied(self._desks)]

    def committed(self, code: str, events: Iterable[ev.Event]) -> None:
        """Events of a game are on disk."""
        told = tuple(events)
        for event in told:
            if isinstance(event, _OF_SLIPS):
                self._gather(code, event.turn, event.table)
        if all(isinstance(event, _OF_SLIPS) for event in told):
            return
        tables = not all(isinstance(e, (*_OF_TABLES, *_OF_THE_CLOCK)) for e in told)
        self._spawn(self._tell(code, everybody=tables))

    def refresh(self, code: str) -> None:
        """Tell the desk again: the tops were found, or a setting has changed."""
        self._tell_desk(code)
        self._publish_marking(self._latest[code])

    def _tell_desk(self, code: str) -> None:
        where = topic(code, "referee")
        if self._hub.count(where):
            self._hub.publish(where, "desk", self.desk(self._latest[code]), keep=False)

    def refresh_all(self, code: str) -> None:
        """Tell everybody again."""
        self._spawn(self._tell(code, everybody=True))

    def tell_table(self, code: str, table: int, name: str, view: View) -> None:
        """Tell a table something that concerns it alone."""
        self._hub.publish(topic(code, f"table:{table}"), name, view, keep=False)

    async def _tell(self, code: str, *, everybody: bool) -> None:
        async with self._lock(code):
            await self._tell_public(code)
            # A thousand tables are milliseconds for each of these: others get their turn between.
            await asyncio.sleep(0)
            self._tell_desk(code)
            await asyncio.sleep(0)
            self._publish_marking(self._latest[code])
            if everybody:
                await self._tell_tables(code, sorted(self._latest[code].state.entrants))

    async def _tell_public(self, code: str) -> None:
        """Only what is new to it: a push in itself would tell that somebody has done something."""
        view = await self.public(self._latest[code])
        if view != self._told.get(code):
            self._told[code] = view
            self._hub.publish(topic(code, "public"), "state", view, keep=False)

    def _lock(self, code: str) -> asyncio.Lock:
        return self._telling.setdefault(code, asyncio.Lock())

    async def _tell_tables(self, code: str, tables: Iterable[int]) -> None:
        heard = [t for t in tables if self._hub.count(topic(code, f"table:{t}"))]
        if not heard:
            return
        game = self._latest[code]
        stand = await self.standing(game)
        for index, table in enumerate(heard):
            if index % AT_ONCE == AT_ONCE - 1:
                await asyncio.sleep(0)
            view = own_view(game, table, stand)
            self._hub.publish(topic(code, f"table:{table}"), "own", view, keep=False)

    def _gather(self, code: str, turn: int, table: int) -> None:
        waiting = self._changed.setdefault(code, set())
        if not waiting:
            self._spawn(self._flush_later(code))
        waiting.add((turn, table))

    async def _flush_later(self, code: str) -> None:
        await asyncio.sleep(GATHER_SECONDS)
        await self.flush(code)

    async def flush(self, code: str) -> None:
        """Tell what the slips and rulings gathered have changed."""
        changed = self._changed.pop(code, set())
        if not changed:
            return
        game = self._latest[code]
        if self._hub.count(topic(code, "referee")):
            slips = slips_view(game.state, game.revision)
            self._hub.publish(topic(code, "referee"), "slips", slips, keep=False)
        self._tell_markers(game, changed)
        async with self._lock(code):
            if game.state.phase is Phase.OVER:
                await self._tell_public(code)
            await self._tell_tables(code, self._concerned(code, changed))

    def _tell_markers(self, game: Game, changed: set[tuple[int, int]]) -> None:
        for where, blind, tables in self._markers(game):
            by_turn: dict[int, list[CellView]] = {}
            for turn, table in sorted(changed):
                if tables and table not in tables:
                    continue
                cell = cell_view(game.state, game.companion, turn, table, blind=blind)
                by_turn.setdefault(turn, []).append(cell)
            for turn, cells in by_turn.items():
                unseen = unseen_tables(game.state, game.companion, turn, blind=blind)
                told = {
                    "turn": turn,
                    "revision": game.revision,
                    "cells": cells,
                    "missing": [one for one in unseen if not tables or one in tables],
                }
                self._hub.publish(where, "marks", told, keep=False)

    def _markers(self, game: Game) -> list[tuple[str, bool, tuple[int, ...]]]:
        """The topics of markers somebody hears, whether they are told blindly, their tables."""
        assigned = {(), *(one.tables for one in game.companion.invitations.values())}
        topics = (
            (marking_topic(game.id, audience, tables), audience == "second", tables)
            for audience in ("marker", "second")
            for tables in sorted(assigned)
        )
        return [found for found in topics if self._hub.count(found[0])]

    def _concerned(self, code: str, changed: set[tuple[int, int]]) -> list[int]:
        """The tables that learn something: of a turn under way only those with several screens.

        The phone that sent a slip has its receipt; rulings are told with the top.
        """
        told = self._latest[code].state.turn
        return sorted(
            {
                table
                for turn, table in changed
                if turn < told or self._hub.count(topic(code, f"table:{table}")) > 1
            }
        )

    def _publish_marking(self, game: Game) -> None:
        study = self._studies.known(game)
        tops, turn = study.tops if study else None, current_turn(game.state)
        for where, blind, tables in self._markers(game):
            view = marker_view(game, turn, tops, tables, blind=blind)
            self._hub.publish(where, "marking", view, keep=False)

    def reaches_phones(self, game: Game) -> bool:
        """Whether a phone hears of the game that may hand in for its table."""
        beside = game.companion.beside
        # Of those that other processes serve nothing is known: they are taken to be there.
        return any(
            (not self._alone or self._hub.count(topic(game.id, f"table:{table}")))
            and not beside.on_paper(table)
            for table in game.state.entrants
        )

    async def public(self, game: Game) -> PublicView:
        """The public view; after the end the ranking comes as soon as it may be shown."""
        if game.state.phase is not Phase.OVER:
            return self._public(game)
        # With the end come the solos of all tables: a thousand of them are no work for the loop.
        view = await asyncio.to_thread(self._public, game)
        union = await self.unite(game) if self.unite else None
        if union is not None:
            return await asyncio.to_thread(united_view, view, union, ranked=shows_ranking(game))
        if not shows_ranking(game):
            return view
        lines = (await self.standing(game)).lines
        return msgspec.structs.replace(view, ranking=shown_lines(lines, game.companion.shown))

    def _public(self, game: Game) -> PublicView:
        """What anybody sees, the ranking apart: made once for all who are told of it."""
        known = self._views.get(game.id)
        if known is None or known[0] != game.revision:
            known = self._views[game.id] = (game.revision, public_view(game.veiled))
        return known[1]

    async def standing(self, game: Game) -> Standing:
        """Where the tables stand, worked out once per version of the game, in a thread."""
        known = self._standings.get(game.id)
        if known is None or known.version != game.version:
            known = self._standings[game.id] = await asyncio.to_thread(standing, game)
        return known

    def desk(self, game: Game) -> RefereeView:
        """The referee's view with what is known of the tops by now; told and answered alike."""
        study = self._studies.known(game)
        known = self._desks.get(game.id)
        if known is None or known[0] is not study or known[1].revision != game.revision:
            known = self._desks[game.id] = (study, self._desk(game, study))
        return known[1]

    def _desk(self, game: Game, study: Study | None) -> RefereeView:
        tops = None
        if study and study.tops:
            tops = tops_view(study.tops, study.survey, study.prepared)
        view = self._public(game)
        if game.companion.shown != "name":
            # The referee calls solos out by name, whatever the public reads.
            view = msgspec.structs.replace(view, solos=public_view(game).solos)
        return referee_view(
            game,
            view,
            tops,
            searching=bool(game.state.rack) and study is None,
            no_solution=study is not None and study.tops is None,
        )

    def _spawn(self, work: "asyncio.Future[None] | object") -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop telling."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def united_view(view: PublicView, union: Union, *, ranked: bool) -> PublicView:
    """The view of a game in sections that is over, with the solos and the ranking over all."""
    return msgspec.structs.replace(
        view,
        solos=() if union.awaited else union.told_solos,
        ranking=union.told_lines if ranked else (),
        provisional=not union.is_final,
    )


def shows_ranking(game: Game) -> bool:
    """Whether anybody may see the ranking: it is published, or the referee shows it all along."""
    return is_published(game.state) or game.companion.settings.show_ranking


def topic(code: str, audience: str) -> str:
    """The topic of an audience of a game."""
    return f"game:{code}:{audience}"


def marking_topic(code: str, audience: str, tables: tuple[int, ...]) -> str:
    """The topic of markers who read these tables; none means all of them."""
    return topic(code, ":".join((audience, ".".join(map(str, tables)))) if tables else audience)
