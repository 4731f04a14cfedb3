"""The hall: every live game of a server, its clock, its doors and what is told of it."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

import msgspec
from sqlalchemy import Connection, func, select

from raccord.duplicate import Phase, Refusal
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.beside import Found
from raccord.duplicate.rules.clock import SlipTiming, end_of, slip_timing
from raccord.hall.broadcast import Broadcast, topic
from raccord.hall.camera import Camera
from raccord.hall.clockwork import Clockwork, due_at, grace_left, since_start
from raccord.hall.desk import Desk
from raccord.hall.errors import HallError
from raccord.hall.following import Following, follows_on
from raccord.hall.games import (
    CompanionChange,
    Game,
    GameChange,
    Games,
    closes_turn,
    code_of,
    stream_of,
)
from raccord.hall.lines import Lines
from raccord.hall.marks import Marks
from raccord.hall.referee_views import RefereeView
from raccord.hall.resources import Resources
from raccord.hall.sections import Sections
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
        self.camera = Camera(resources)
        self.desk = Desk(resources, self.games)
        self._latest: dict[str, Game] = {}
        self._stale: set[str] = set()
        """Games that another process has written to, and that nobody follows here."""
        self.live = Broadcast(
            resources.hub, self.studies, self._latest, alone=not resources.store.is_shared
        )
        resources.store.on_forget(self._forget)
        self.clock = Clockwork(resources.now_ms, self.tick)
        self.following = Following(self)
        self.sections = Sections(self)
        self.live.unite = self.sections.united
        self.followed: Callable[[str], bool] = lambda _: False
        """Whether another installation plays a game as it is played here; blocks."""
        self.games.repository.subscribe(self._committed)
        self.games.companions.subscribe(self._noted)
        self.games.repository.follow(self._follows)
        self.games.companions.follow(self._follows)

    async def start(self) -> None:
        """Take up the games that were under way: their clocks go on."""
        for stream in await self.resources.store.read(unfinished):
            try:
                await self._begin(code_of(stream))
            except (HallError, StoreError, Refusal):
                log.exception("the game %s could not be taken up", stream)

    async def _begin(self, code: str) -> None:
        tenure = self.resources.store.tenure
        if tenure is None:
            await self.take_up(code)
        # Of a game that waits for its referee, whoever he asks first becomes the writer.
        elif self.needs_a_writer(await self.get(code)):
            await tenure.take(stream_of(code))

    def needs_a_writer(self, game: Game) -> bool:
        """Whether a game goes on without anybody's asking: by its clock, or by its master."""
        return due_at(game) is not None or follows_on(game.state)

    async def take_up(self, code: str) -> None:
        """Keep the clock of a game, and search the draw on its table."""
        game = await self.get(code)
        self.clock.arm(game)
        self._study(game)
        self.following.watch(game)

    async def close(self) -> None:
        """Stop the clocks."""
        self.camera.close()
        await self.following.close()
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
        if closes_turn(command):
            await self._let_slips_come(await self.get(code))
        if not isinstance(command, cmd.SendSlip):
            await self._ready_sections(await self.get(code), command)
        moment = self.resources.now_ms() if at is None else at
        if isinstance(command, cmd.SendSlip | cmd.Propose):
            moment = since_start(await self.get(code), moment)
        if isinstance(command, cmd.SendSlip):
            await self._let_earlier_slips_pass(await self.get(code), moment)
        asked = msgspec.structs.replace(command, at=moment, by=by)
        change = await self.games.execute(await self.get(code), asked, key, self._found)
        vacated = tuple(e.table for e in change.events if isinstance(e, _VACATING))
        if vacated and not change.repeated:
            await self.desk.vacate(code_of(change.stream), vacated)
        if any(isinstance(event, ev.Proposed) and event.found for event in change.events):
            await self.sections.end_found(await self.get(code))
        return change

    async def _ready_sections(self, game: Game, command: cmd.Command) -> None:
        """What must be so in a game of several sections before a command is decided."""
        match command:
            case cmd.Draw() | cmd.DrawBySoftware() | cmd.DrawLetters() if not game.state.draws:
                # What is not in its place by then never is.
                await self.sections.complete(game.id)
            case cmd.Register() | cmd.RegisterAll() | cmd.Renumber():
                await self.sections.check_seats(game, command)
            case cmd.Publish(insist=False):
                await self.sections.check_published(game)
            case cmd.FollowMaster(fact=ev.TimeUp(at=ended)):
                # A proposal (topping) counts only before the end is written.
                await self.resources.arrivals.settled(ended)

    async def _let_slips_come(self, game: Game) -> None:
        """Wait for the grace to be over, where phones are connected that may use it.

        Once the top is announced no slip is taken any more, be it one that was sent in time.
        """
        left = grace_left(game, self.resources.now_ms())
        if left and await self._is_played_by_phone(game):
            await asyncio.sleep(left / 1000)
        await self._serve_slips(game)

    async def _is_played_by_phone(self, game: Game) -> bool:
        """Whether a phone may hand in, here, in a section, or in a club that follows live."""
        if game.state.sections or self.live.reaches_phones(game):
            return True
        return await asyncio.to_thread(self.followed, game.id)

    async def _let_earlier_slips_pass(self, game: Game, came: int) -> None:
        """A late slip is ruled on at once, so it waits for those that came before it."""
        if slip_timing(game.state, came, game.companion.settings.grace_ms) is SlipTiming.LATE:
            await self._serve_slips(game)

    async def _serve_slips(self, game: Game) -> None:
        """Wait for the slips that came before the turn's time was up, be they unread."""
        end = end_of(game.state)
        if end is not None:
            await self.resources.arrivals.settled(end + game.companion.settings.grace_ms)

    async def _found(self, game: Game) -> Found:
        return (await self.studies.of(game)).found

    async def get(self, id_: str) -> Game:
        """A game by the code it was created with; visitors come in by ``enter``."""
        known = self._latest.get(id_)
        if known is not None and id_ not in self._stale:
            return known
        self._stale.discard(id_)
        game = await self.games.get(id_)
        if known is not None:
            # Never back: news of it may have come while it was read.
            known = self._latest[game.id]
            self._latest[game.id] = max(known, game, key=lambda one: one.revision)
        return self._latest.setdefault(game.id, game)

    def latest(self, game: Game) -> Game:
        """The same game as it is told by now."""
        return self._latest.get(game.id, game)

    def _forget(self) -> list[object]:
        """Read the games that are over again: names may have gone."""
        over = [code for code, game in self._latest.items() if game.state.end]
        return [*(self._latest.pop(code) for code in over), *self.live.forget()]

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
        tenure = self.resources.store.tenure
        if tenure and not tenure.holds(stream_of(code)):
            # Another process keeps the clock; should it die, whoever takes over is told.
            return
        game = await self.get(code)
        state, now = game.state, self.resources.now_ms()
        ends = due_at(game) if state.phase is Phase.RUNNING else None
        if ends is not None and now >= ends:
            await self._end_time(game.id, ends)
        elif state.phase is Phase.TIME_UP and state.ended is not None:
            if now >= state.ended + game.companion.settings.grace_ms:
                await self._serve_slips(game)
                await self.execute(game.id, cmd.Collect())
            else:
                self.clock.arm(game)
        else:
            self.clock.arm(game)

    async def _end_time(self, code: str, ends: int) -> None:
        # A proposal (topping) counts only before the end is written.
        await self.resources.arrivals.settled(ends)
        try:
            await self.execute(code, cmd.EndTime(), at=ends)
        except Refusal:
            # The referee was quicker: interruption, end or cancellation.
            self.clock.arm(await self.get(code))

    def _follows(self, stream: str) -> bool:
        """Whether what another process writes to a game is to be known here at once."""
        code = code_of(stream)
        hub = self.resources.hub
        if any(hub.count(topic(code, audience)) for audience in ("public", "referee")):
            return True
        if code in self._latest:
            self._stale.add(code)
        return False

    def _committed(self, change: GameChange) -> None:
        """Called on the loop when events of a game are on disk."""
        code = code_of(change.stream)
        self.following.committed(code, change.events)
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


def unfinished(connection: Connection) -> list[str]:
    """The streams of games whose last event is no end."""
    others = events.alias("others")
    newest = select(func.max(others.c.version)).where(others.c.stream == streams.c.id)
    last = (events.c.stream == streams.c.id) & (
        events.c.version == newest.correlate(streams).scalar_subquery()
    )
    query = select(streams.c.id).where(streams.c.kind == DUPLICATE.name, last)
    query = query.where(streams.c.id.startswith(stream_of("")))
    return list(connection.scalars(query.where(events.c.type.not_in(_ENDED))))
