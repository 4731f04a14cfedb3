"""The room itself: who comes in, when the next game begins, and the loop that conducts it."""

import asyncio
import logging
import unicodedata
from collections.abc import Sequence
from datetime import datetime

import msgspec

from raccord.duplicate import Phase, Refusal
from raccord.duplicate import commands as cmd
from raccord.duplicate.rules import formulas
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from raccord.hall.games import Game
from raccord.hall.room.events import (
    ROOM,
    GameAdvanced,
    GameCalled,
    GameCounted,
    NameTaken,
    RoomClosed,
    RoomEvent,
    RoomOpened,
    RoomSettings,
    RoomState,
    sound,
)
from raccord.hall.room.ranking import RoomRank, since_evening, since_monday, tally
from raccord.hall.room.running import BY, Conductor, luck_text, results
from raccord.hall.room.views import OfTheRoom, RoomView
from raccord.hall.service import Hall
from raccord.quoting import one_line

STREAM = "room:salon"
OF_THE_DAY = ("classic", "7sur8", "joker", "classic", "7et8", "classic", "7-8-9")
"""The formula of each day, Monday first."""
LONGEST_NAME = 20
LONGEST_LUCK = 12
MOST_RANKED = 500
"""Lines of a ranking that are told: anybody asks for them, as often as he likes."""
_IDLE = 600.0
_AGAIN = 2.0
_LEAST_NOTICE = 10_000
"""Milliseconds before a game begins for who comes first."""
log = logging.getLogger(__name__)
Rankings = tuple[tuple[RoomRank, ...], tuple[RoomRank, ...]]


class Room:
    """Salon ouvert: one for each server."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._resources = hall.resources
        self._repository = ROOM.repository(hall.resources.store)
        self._conductor = Conductor(hall)
        self._lock = asyncio.Lock()
        self._bell = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._conducts = False
        self._tallied: tuple[object, Rankings] = (None, ((), ()))

    async def start(self, every: int = 0) -> None:
        """Take up what was under way; ``every`` minutes open it, 0 leaves it as it was."""
        self._conducts = True
        state = await self.state()
        if every and (not state.is_open or state.settings.every != every):
            await self.open(msgspec.structs.replace(state.settings, every=every))
        elif state.is_open or state.game:
            self._wake()

    async def close(self) -> None:
        """Stop conducting; what is on disk is taken up at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def state(self) -> RoomState:
        """The room as it is on disk."""
        return (await self._repository.get(STREAM)).state or RoomState()

    async def open(self, settings: RoomSettings) -> None:
        """Open the room, or set it otherwise."""
        if settings.formula:
            formulas.parse(settings.formula)
        await self._note(RoomOpened(at=self._now(), settings=settings))
        self._wake()

    async def shut(self) -> None:
        """Call no other game."""
        await self._note(RoomClosed(at=self._now()))
        self._wake()

    async def begin_now(self) -> None:
        """The organiser begins the game at hand without waiting for its hour."""
        async with self._lock:
            state = await self._open_state()
            game = await self._called(state)
            if game.state.draws:
                raise Refusal("la partie est déjà commencée")
            await self._note(GameAdvanced(at=self._now(), starts=self._now()))
        self._wake()

    async def join(self, name: str, owner: str, luck: str = "") -> tuple[Game, int]:
        """Come in under a nickname, late or not; the game and the table."""
        nickname, number = _nickname(name), one_line(luck)[:LONGEST_LUCK]
        async with self._lock:
            state = await self._open_state()
            known = state.names.get(sound(nickname))
            if known is not None and known.owner != owner:
                raise Refusal(f"le pseudonyme « {nickname} » est déjà pris")
            game = await self._called(state)
            if (seat := _seat_of(game, nickname)) is not None:
                return game, seat
            if len(game.state.entrants) >= state.settings.most:
                raise Refusal("le salon est plein : revenez pour la partie suivante")
            taken = NameTaken(at=self._now(), game=game.id, name=nickname, owner=owner, luck=number)
            await self._note(taken)
            table = max(game.state.entrants, default=0) + 1
            await self._hall.execute(game.id, cmd.Register(table=table, players=(nickname,)), BY)
            game = await self._hall.get(game.id)
        self._wake()
        return game, table

    async def view(self) -> RoomView:
        """What anybody sees of the room."""
        state, now = await self.state(), self._now()
        settings = state.settings
        evening, week = await self._rankings(state)
        view = RoomView(
            open=state.is_open,
            formula=formulas.parse(self._formula(settings)).label,
            every=settings.every,
            seconds=settings.seconds,
            starts=state.starts or next_slot(now, settings.every),
            evening=evening,
            week=week,
        )
        if not state.game:
            return view
        game = await self._hall.get(state.game)
        return msgspec.structs.replace(
            view,
            game=game.code,
            begun=bool(game.state.draws),
            turn=game.state.turn,
            formula=game.state.formula.label,
            players=tuple(" / ".join(one.players) for one in game.state.entrants.values()),
            commitment=game.state.opened.commitment or "",
        )

    async def _rankings(self, state: RoomState) -> Rankings:
        """The rankings of the evening and the week: counted after each game, off the loop."""
        local = self._local()
        moments = since_evening(local), since_monday(local)
        last = state.counted[-1].game if state.counted else ""
        key = (last, len(state.counted), moments)
        if self._tallied[0] != key:
            evening, week = (_since(state, moment) for moment in moments)
            found = await asyncio.to_thread(lambda: (tally(evening), tally(week)))
            self._tallied = (key, (found[0][:MOST_RANKED], found[1][:MOST_RANKED]))
        return self._tallied[1]

    async def about(self, game: str) -> OfTheRoom | None:
        """What the phones of a game are told of its room; None if it is none of it."""
        state = await self.state()
        if game == state.game:
            return OfTheRoom(state.starts)
        return OfTheRoom() if any(one.game == game for one in state.counted) else None

    async def luck(self) -> str:
        """What the public number of the game at hand is made of, one line a player."""
        return luck_text((await self.state()).luck)

    async def _open_state(self) -> RoomState:
        if tenure := self._resources.store.tenure:
            await tenure.hold(STREAM)
        state = await self.state()
        if not state.is_open:
            raise Refusal("le salon est fermé")
        return state

    async def _called(self, state: RoomState) -> Game:
        """The game at hand; the first to come calls it."""
        if state.game:
            game = await self._hall.get(state.game)
            if game.state.phase is not Phase.OVER:
                return game
            await self._count(game)
        settings = state.settings
        code = await self._hall.desk.create(
            NewGame(
                title=f"Salon ouvert, {self._local():%d/%m %H:%M}",
                formula=self._formula(settings),
                time=f"{settings.seconds // 60}:{settings.seconds % 60:02}",
                settings=HallSettings(draw="software", show_ranking=True, show_found=True),
                public_number=True,
            )
        )
        starts = next_slot(self._now() + _LEAST_NOTICE, settings.every)
        await self._note(GameCalled(at=self._now(), game=code, starts=starts))
        return await self._hall.get(code)

    def _formula(self, settings: RoomSettings) -> str:
        return settings.formula or OF_THE_DAY[self._local().weekday()]

    def _wake(self) -> None:
        self._bell.set()
        if self._conducts and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            self._bell.clear()
            try:
                wait = await self.step()
            except Exception:
                # The room must not stop for a database that is briefly away.
                log.exception("the open room could not act")
                wait = _AGAIN
            try:
                await asyncio.wait_for(self._bell.wait(), wait)
            except TimeoutError:
                continue

    async def step(self) -> float:
        """Do what is due, and tell in how many seconds to look again."""
        tenure = self._resources.store.tenure
        if tenure and not await tenure.take(STREAM):
            # Another process conducts.
            return _AGAIN
        state = await self.state()
        if not state.game:
            return _IDLE
        game = await self._hall.get(state.game)
        if game.state.phase is Phase.OVER:
            await self._count(game)
            return _IDLE
        early = (state.starts - self._now()) / 1000
        if not game.state.draws and early > 0:
            return early
        return await self._conductor.step(game, state.settings, state.luck)

    async def _count(self, game: Game) -> None:
        """Publish a game that is over, and keep its results for the rankings."""
        await self._conductor.finish(game)
        game = await self._hall.get(game.id)
        lines = results(game, await self._hall.standing(game))
        await self._note(
            GameCounted(
                at=self._now(),
                game=game.id,
                formula=game.state.formula.name,
                total=game.state.total,
                lines=lines,
            )
        )

    async def _note(self, *events: RoomEvent) -> None:
        def act(_: RoomState | None, __: object) -> Sequence[RoomEvent]:
            return events

        await self._repository.execute(STREAM, None, act, title="Salon ouvert")

    def _now(self) -> int:
        return self._resources.now_ms()

    def _local(self) -> datetime:
        return datetime.fromtimestamp(self._resources.clock()).astimezone()


def next_slot(now: int, every: int) -> int:
    """The next round hour of a room that begins a game every so many minutes."""
    step = every * 60_000
    return now - now % step + step


def _since(state: RoomState, moment: datetime) -> list[GameCounted]:
    return [one for one in state.counted if one.at >= moment.timestamp() * 1000]


def _seat_of(game: Game, nickname: str) -> int | None:
    wanted = sound(nickname)
    entrants = game.state.entrants.items()
    return next((t for t, one in entrants if sound(" / ".join(one.players)) == wanted), None)


def _nickname(text: str) -> str:
    """A nickname as it is shown: one line of letters and signs that are seen."""
    name = one_line(unicodedata.normalize("NFC", text)).strip()
    seen = all(c == " " or unicodedata.category(c)[0] in "LNPS" for c in name)
    if not 2 <= len(name) <= LONGEST_NAME or not seen or "/" in name:
        raise Refusal(
            f"un pseudonyme compte de 2 à {LONGEST_NAME} lettres, chiffres ou signes, sans « / »"
        )
    return name
