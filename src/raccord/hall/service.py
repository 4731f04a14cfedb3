"""The hall: every live game of a server, its clock, its doors and what is told of it."""

import asyncio
import logging
from dataclasses import replace

import msgspec
from sqlalchemy import Connection, func, select

from raccord.duplicate import Phase, Refusal
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.beside import Found
from raccord.duplicate.rules.clock import deadline
from raccord.hall.broadcast import Broadcast, topic
from raccord.hall.clockwork import Clockwork, grace_left
from raccord.hall.desk import Desk
from raccord.hall.errors import HallError
from raccord.hall.games import CompanionChange, Game, GameChange, Games, code_of, stream_of
from raccord.hall.lines import Lines
from raccord.hall.marks import Marks
from raccord.hall.referee_views import RefereeView
from raccord.hall.resources import Resources
from raccord.hall.shapes import OwnView, PublicView
from raccord.hall.standing import Standing
from raccord.hall.studies import Studies, Study
from raccord.hall.views import own_view
from raccord.store.errors import StoreError
from raccord.store.games import DUPLICATE
from raccord.store.schema import events, streams

log = logging.getLogger(__name__)
_ENDED = ("ended", "secret-revealed", "results-published")
_VACATING = (ev.Renumbered, ev.Unregistered, ev.TablesMerged)
"""A number that somebody else may get next: the PIN and the seats of before go with its people."""
_ON_THE_TABLE = (Phase.DRAWN, Phase.RUNNING, Phase.TIME_UP)


class Hall:
    """Salle: the games of a server; nothing is told of them before it is on disk.

    ``execute`` is the one door for what changes a game; ``desk`` sees to what goes with it,
    ``marks`` and ``lines`` tell markers what an entry would do.
    """

    def __init__(self, resources: Resources) -> None:
        self.resources = resources
        self.games = Games(resources)
        self.studies = Studies()
        self.marks = Marks(self.games, self.studies)
        self.lines = Lines(self.marks)
        self.desk = Desk(resources, self.games)
        self._latest: dict[str, Game] = {}
        self.live = Broadcast(resources.hub, self.studies, self._latest)
        self.clock = Clockwork(resources.now_ms, self.tick)
        self.games.repository.subscribe(self._committed)
        self.games.companions.subscribe(self._noted)

    async def start(self) -> None:
        """Take up the games that were under way: their clocks go on."""
        for stream in await self.resources.store.read(_unfinished):
            try:
                await self._take_up(code_of(stream))
            except (HallError, StoreError, Refusal):
                log.exception("the game %s could not be taken up", stream)

    async def _take_up(self, code: str) -> None:
        game = await self.get(code)
        self.clock.arm(game)
        self._study(game)

    async def close(self) -> None:
        """Stop the clocks."""
        await self.clock.close()
        await self.live.close()

    async def execute(
        self,
        code: str,
        command: cmd.Command,
        by: str = "",
        *,
        key: str | None = None,
        at: int | None = None,
    ) -> GameChange:
        """Carry out a command: decided, written, then answered.

        ``by`` and ``at``, now unless it is said, are the server's own word for who asks and when.
        A ``key`` used before is answered as the first time.
        """
        if isinstance(command, cmd.Retain):
            await self._let_slips_come(await self.get(code))
        moment = self.resources.now_ms() if at is None else at
        asked = msgspec.structs.replace(command, at=moment, by=by)
        change = await self.games.execute(await self.get(code), asked, key, self._found)
        vacated = tuple(e.table for e in change.events if isinstance(e, _VACATING))
        if vacated and not change.repeated:
            await self.desk.vacate(code_of(change.stream), vacated)
        return change

    async def _let_slips_come(self, game: Game) -> None:
        """Wait for the grace to be over, where phones are connected that may use it.

        Once the top is announced no slip is taken any more, be it one that was sent in time.
        """
        left = grace_left(game, self.resources.now_ms())
        if left and self.live.reaches_phones(game):
            await asyncio.sleep(left / 1000)

    async def _found(self, game: Game) -> Found:
        return (await self.studies.of(game)).found

    async def get(self, id_: str) -> Game:
        """A game by the code it was created with; visitors come in by ``enter``."""
        known = self._latest.get(id_)
        if known is not None:
            return known
        game = await self.games.get(id_)
        return self._latest.setdefault(game.id, game)

    def latest(self, game: Game) -> Game:
        """The same game as it is told by now."""
        return self._latest[game.id]

    async def public(self, game: Game) -> PublicView:
        """What anybody sees."""
        return await self.live.public(game)

    async def own(self, game: Game, table: int) -> OwnView:
        """What a table sees of itself."""
        return own_view(game, table, await self.standing(game))

    async def referee(self, game: Game, *, wait: bool = False) -> RefereeView:
        """What the head referee sees; ``wait`` for the tops to be found."""
        if wait and game.state.rack:
            await self.study(game)
        await self.live.public(game)
        return self.live.desk(game)

    async def standing(self, game: Game) -> Standing:
        """The scores and the ranking as they stand."""
        return await self.live.standing(game)

    async def study(self, game: Game) -> Study:
        """The tops of the draw on the table; for officials only."""
        return await self.studies.of(game)

    async def tick(self, code: str) -> None:
        """Do what the clock asks for by now: end the turn, or rule on its slips."""
        game = await self.get(code)
        state, now = game.state, self.resources.now_ms()
        ends = deadline(state)
        if ends is not None and now >= ends:
            await self._end_time(game.id, ends)
        elif state.phase is Phase.TIME_UP and state.ended is not None:
            if now >= state.ended + game.companion.settings.grace_ms:
                await self.execute(game.id, cmd.Collect())
            else:
                self.clock.arm(game)
        else:
            self.clock.arm(game)

    async def _end_time(self, code: str, ends: int) -> None:
        try:
            await self.execute(code, cmd.EndTime(), at=ends)
        except Refusal:
            # The referee was quicker: interruption, end or cancellation.
            self.clock.arm(await self.get(code))

    def _committed(self, change: GameChange) -> None:
        """Called on the loop when events of a game are on disk."""
        code = code_of(change.stream)
        known = self._latest.get(code)
        if known is None or change.state is None:
            return
        game = replace(known, version=change.version, state=change.state, link=change.link)
        self._latest[code] = game
        slips_only = all(isinstance(e, ev.SlipHandedIn | ev.Ruled) for e in change.events)
        if not slips_only or game.state.phase is Phase.TIME_UP:
            self.clock.arm(game)
        if not slips_only:
            self._study(game)
        self.live.committed(code, change.events)

    def _noted(self, change: CompanionChange) -> None:
        """Called on the loop when events of a companion are on disk."""
        code = code_of(change.stream)
        game = self._latest.get(code)
        if game is None or change.state is None:
            return
        if change.state.key != game.companion.key:
            self.resources.hub.dismiss(topic(code, "public"))
        game = replace(game, companion=change.state, noted=change.version)
        self._latest[code] = game
        self.clock.arm(game)
        self.resources.hub.ask_again(topic(code, ""))
        self.live.refresh_all(code)

    def _study(self, game: Game) -> None:
        if game.state.rack and game.state.phase in _ON_THE_TABLE:
            self.studies.begin(game, lambda: self._studied(game.id, game.state.rack))

    def _studied(self, code: str, rack: str) -> None:
        game = self._latest.get(code)
        if game is not None and game.state.rack == rack:
            self.live.refresh(code)


def _unfinished(connection: Connection) -> list[str]:
    """The streams of games whose last event is no end."""
    others = events.alias("others")
    newest = select(func.max(others.c.version)).where(others.c.stream == streams.c.id)
    last = (events.c.stream == streams.c.id) & (
        events.c.version == newest.correlate(streams).scalar_subquery()
    )
    query = select(streams.c.id).where(streams.c.kind == DUPLICATE.name, last)
    query = query.where(streams.c.id.startswith(stream_of("")))
    return list(connection.scalars(query.where(events.c.type.not_in(_ENDED))))
