"""The tables of a server: one stream of the log each, its clock, and the computer that sits there.

Wishes for one table are taken one at a time, after what fell due meanwhile. Every change is shown
to all who watch, and arranges what is to happen by itself: a flag that will fall, a move of the
computer.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import Any
from weakref import WeakValueDictionary

from msgspec.structs import replace

from raccord import jarnac
from raccord._core import Halt
from raccord.hall.jarnac import opponent
from raccord.hall.jarnac.table import JARNAC_TABLE, Mode, TableEvent, TableOpened, TableState
from raccord.hall.jarnac.views import TableView, view
from raccord.hall.jarnac.wishes import (
    AskRematch,
    Begin,
    LinkRematch,
    Sit,
    Wish,
    decide_with,
    unknown_table,
)
from raccord.hall.resources import Resources
from raccord.jarnac import SEATS, Seat
from raccord.jarnac.timing import due as due_at
from raccord.lexicon import Lexicon
from raccord.refusal import Refusal
from raccord.store.repository import Change

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 5
LINGER = 600.0
"""Seconds for which a finished game is still told to those who come back."""
_log = logging.getLogger(__name__)
TableChange = Change[TableState | None, TableEvent]


def topic(name: str) -> str:
    """Where the changes of a table are told."""
    return f"jarnac:{name}"


def new_secret() -> str:
    """What the draws of a table come from."""
    return secrets.token_hex(32)


class JarnacTables:
    """Every Jarnac table of this server."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self.repository = JARNAC_TABLE.repository(resources.store)
        self.repository.subscribe(self._changed)
        self._decide = decide_with(self._words)
        self._told: TableView | None = None
        self._lexicons: dict[str, Lexicon] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._clocks: dict[str, asyncio.TimerHandle] = {}
        self._pauses: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self._halt = Halt()

    async def begin(
        self,
        mode: Mode,
        settings: jarnac.Settings,
        names: tuple[str, str],
        *,
        lexicon: str = "",
        level: str = "",
        pace: float = 1.0,
        secret: str = "",
        previous: str = "",
        series: tuple[int, int, int] = (0, 0, 0),
        competition: str = "",
    ) -> str:
        """Open a table; returns its name, which on two phones is the code to join with."""
        opened = TableOpened(
            mode=mode,
            secret=secret or new_secret(),
            started=self._resources.now_ms(),
            lexicon=lexicon,
            names=names,
            level=level,
            pace=pace,
            previous=previous,
            series=series,
            competition=competition,
        )
        name = await self._free_name(mode)
        title = f"Jarnac · {names[0]} – {names[1]}"
        await self.repository.execute(
            _stream(name), Begin(opened, settings), self._decide, title=title
        )
        return name

    async def get(self, name: str) -> TableState:
        """A table by its name."""
        state = (await self.repository.get(_stream(name))).state
        if state is None:
            raise unknown_table()
        if name not in self._clocks and name not in self._pauses and not state.is_over:
            self._arrange(name, state)
        return state

    async def look(self, name: str) -> TableView:
        """A table as it is shown."""
        await self.get(name)
        current = await self.repository.get(_stream(name))
        assert current.state is not None
        return self._view(name, current.state, current.version)

    async def do(self, name: str, wish: Wish, key: str | None = None) -> TableView:
        """Carry out a wish, now; the same ``key`` counts once."""
        async with self._lock(name):
            await self._pass_time(name)
            change = await self._react(name, await self._execute(name, wish, key))
        assert change.state is not None
        told = self._told
        if told and (told.id, told.revision) == (name, change.version):
            return told
        return self._view(name, change.state, change.version)

    async def sit(self, name: str, who: str, seat: Seat = "B") -> None:
        """Take a free seat of a table."""
        await self.do(name, Sit(who, seat))

    async def rematch(self, name: str, seat: Seat) -> TableView:
        """Ask for another game with the same choices; it is opened once all players ask."""
        async with self._lock(name):
            change = await self._execute(name, AskRematch(seat))
            state = change.state
            assert state is not None
            if not state.next and (not state.is_on_phones or len(state.rematch) == len(SEATS)):
                await self._execute(name, LinkRematch(await self._again(name, state)))
        return await self.look(name)

    async def _again(self, name: str, state: TableState) -> str:
        opened = state.opened
        return await self.begin(
            opened.mode,
            state.play.settings,
            state.names,
            lexicon=opened.lexicon,
            level=opened.level,
            pace=opened.pace,
            previous=name,
            series=state.series,
        )

    async def tick(self, name: str) -> TableState:
        """Let the time pass until now."""
        async with self._lock(name):
            await self._pass_time(name)
            return await self.get(name)

    def lexicon(self, state: TableState) -> Lexicon:
        """The word list of a table."""
        return self._words(state.opened.lexicon)

    async def close(self) -> None:
        """Stop the clocks and let what has begun finish; nothing more begins."""
        self._is_closed = True
        self._halt.stop()
        for handle in (*self._clocks.values(), *self._pauses.values()):
            handle.cancel()
        self._clocks.clear()
        self._pauses.clear()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    def _words(self, name: str) -> Lexicon:
        if name not in self._lexicons:
            self._lexicons[name] = self._resources.lexicon_named(name)
        return self._lexicons[name]

    async def _free_name(self, mode: Mode) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            name = code if mode == "phones" else secrets.token_urlsafe(12)
            if (await self.repository.get(_stream(name))).state is None:
                return name

    def _lock(self, name: str) -> asyncio.Lock:
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock

    async def _execute(self, name: str, wish: Wish, key: str | None = None) -> TableChange:
        """Carry out a wish on the game as it is, at the server's time."""
        if isinstance(wish, jarnac.Command):
            # The server's time only: a phone's clock would decide who was first.
            wish = replace(wish, at=self._resources.now_ms())
        return await self.repository.execute(_stream(name), wish, self._decide, key=key)

    async def _pass_time(self, name: str) -> None:
        """Write what fell due by now, and what the computer has to say of it."""
        state = (await self.repository.get(_stream(name))).state
        if state is not None and self._is_due(state):
            await self._react(name, await self._execute(name, jarnac.Tick()))

    def _is_due(self, state: TableState) -> bool:
        due = due_at(state.play)
        return due is not None and state.opened.started + due <= self._resources.now_ms()

    async def _react(self, name: str, change: TableChange) -> TableChange:
        """Let the computer say what it has to say at once."""
        while (state := change.state) is not None:
            player = opponent.opponent(state, self.lexicon(state), self._halt)
            command = await opponent.reaction(state, player) if player else None
            if command is None:
                break
            change = await self._execute(name, command)
        return change

    def _changed(self, change: TableChange) -> None:
        name = change.stream.removeprefix("jarnac:")
        assert change.state is not None
        if change.state.game is None:
            return
        self._told = self._view(name, change.state, change.version)
        self._resources.hub.publish(topic(name), "table", self._told)
        self._arrange(name, change.state)

    def _view(self, name: str, state: TableState, revision: int) -> TableView:
        return view(name, state, self.lexicon(state), revision, self._resources.now_ms())

    def _arrange(self, name: str, state: TableState) -> None:
        """See to what is due next by itself, instead of what was due before."""
        loop = asyncio.get_running_loop()
        for waiting in (self._clocks, self._pauses):
            if handle := waiting.pop(name, None):
                handle.cancel()
        if self._is_closed:
            return
        if state.is_over:
            loop.call_later(LINGER, self._resources.hub.forget, topic(name))
            return
        due = due_at(state.play)
        if due is not None:
            left = (state.opened.started + due - self._resources.now_ms()) / 1000
            self._clocks[name] = loop.call_later(max(0.0, left), self._start, self._on_due, name)
        player = opponent.opponent(state, self.lexicon(state), self._halt)
        if player and (seconds := opponent.pause(state, player)) is not None:
            version = state.play.version
            self._pauses[name] = loop.call_later(seconds, self._start, self._on_move, name, version)

    def _start(self, work: Callable[..., Coroutine[Any, Any, None]], *about: Any) -> None:
        task = asyncio.get_running_loop().create_task(work(*about))
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("a table of Jarnac failed", exc_info=error)

    async def _on_due(self, name: str) -> None:
        self._clocks.pop(name, None)
        state = await self.tick(name)
        if name not in self._clocks:  # a hair too early: once more
            self._arrange(name, state)

    async def _on_move(self, name: str, version: int) -> None:
        self._pauses.pop(name, None)
        async with self._lock(name):
            await self._pass_time(name)
            state = await self.get(name)
            player = opponent.opponent(state, self.lexicon(state), self._halt)
            if player is None or state.play.version != version:
                return
            command = await opponent.move(state, player)
            if command is None:
                return
            try:
                await self._execute(name, command)
            except Refusal:
                _log.exception("the computer's move was refused")


def _stream(name: str) -> str:
    return f"jarnac:{name}"
