"""Sections follow their master: whoever writes a section repeats there what its master has told.

The process that writes a section reads its master's log from the version known, at once when it
hears of it, and carries out one command for each fact. So a section that was away catches up turn
by turn, a fact comes once, and a dead process is replaced as for any game: whoever takes the
section over goes on from where its log stands.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, get_args

from raccord.duplicate import State
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.hall.codes import is_code
from raccord.hall.games import Game, code_of, stream_of
from raccord.store.games import DUPLICATE

if TYPE_CHECKING:
    from raccord.hall.service import Hall

log = logging.getLogger(__name__)
AGAIN_SECONDS = 1.0
FACTS = get_args(ev.OfTheMaster)
TYPES = frozenset(fact.__struct_config__.tag for fact in FACTS)


def follows_on(state: State) -> bool:
    """Whether a game is a section that its master, in this database, may still tell something."""
    return is_code(state.opened.follows) and bool(state.opened.follows) and not state.published


class Following:
    """The sections that this process writes, or may have to, and how far they were brought."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._store = hall.resources.store
        self._masters: dict[str, str] = {}
        """By section."""
        self._read: dict[str, int] = {}
        """By section, how far the log of its master was read."""
        self._acting: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._deaf = self._store.on_news(self._hear, self._versions)

    def watch(self, game: Game) -> None:
        """Bring a section up to its master, now and from now on."""
        if follows_on(game.state):
            self._masters[game.id] = game.state.opened.follows
            self._wake(game.id)

    def watches(self, code: str) -> bool:
        """Whether a section is still to be brought up to its master."""
        return code in self._masters

    def committed(self, code: str, events: Iterable[ev.Event]) -> None:
        """Events of a game are on disk; its sections are told, those it has only now too."""
        told = tuple(events)
        if any(isinstance(event, FACTS) for event in told):
            for section in [one for one, master in self._masters.items() if master == code]:
                self._wake(section)

    def _hear(self, news: Mapping[str, int]) -> None:
        grown = {code_of(stream) for stream in news if stream.startswith(stream_of(""))}
        for section, master in list(self._masters.items()):
            if master in grown:
                self._wake(section)

    def _versions(self) -> Mapping[str, int]:
        """How far masters were read, to be compared with the database now and then."""
        found: dict[str, int] = {}
        for section, master in self._masters.items():
            stream, read = stream_of(master), self._read.get(section, 0)
            found[stream] = min(read, found.get(stream, read))
        return found

    def _wake(self, section: str) -> None:
        """One errand a section at a time; what comes meanwhile is looked at after it."""
        self._woken.add(section)
        if timer := self._timers.pop(section, None):
            timer.cancel()
        if section not in self._acting:
            task = asyncio.get_running_loop().create_task(self._run(section))
            self._acting[section] = task
            task.add_done_callback(lambda _: self._done(section))

    def _done(self, section: str) -> None:
        self._acting.pop(section, None)
        if section in self._woken and section not in self._timers:
            self._wake(section)

    async def _run(self, section: str) -> None:
        while section in self._woken:
            self._woken.discard(section)
            try:
                await self._catch_up(section)
            except Exception:
                # A section must not stand still for a database that is briefly away.
                log.exception("the section %s could not follow", section)
                loop = asyncio.get_running_loop()
                self._timers[section] = loop.call_later(AGAIN_SECONDS, self._wake, section)
                return

    async def _catch_up(self, section: str) -> None:
        tenure = self._store.tenure
        if tenure is not None and not tenure.holds(stream_of(section)):
            # Its writer heard the same; whoever takes it over is told to watch it.
            return
        state = (await self._hall.get(section)).state
        read = max(state.followed, self._read.get(section, 0))
        for stored in await self._store.load(stream_of(state.opened.follows), read):
            if stored.type in TYPES:
                fact = DUPLICATE.codec.decode(stored)
                assert isinstance(fact, FACTS)
                await self._repeat(section, fact, stored.version)
            self._read[section] = stored.version
        if not follows_on((await self._hall.get(section)).state):
            self._masters.pop(section, None)

    async def _repeat(self, section: str, fact: ev.OfTheMaster, version: int) -> None:
        after = (await self._hall.get(section)).state.followed
        command = cmd.FollowMaster(fact=fact, version=version, after=after)
        await self._hall.execute(section, command, at=fact.at)

    async def close(self) -> None:
        """Stop; what was not repeated is repeated after the next start."""
        self._deaf()
        self._masters.clear()
        self._woken.clear()
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await asyncio.gather(*self._acting.values(), return_exceptions=True)
