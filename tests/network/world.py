"""A hub and its centres in one process, each with a data folder of its own; the wire is a call."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import lru_cache
from pathlib import Path

from raccord import wordlists
from raccord.duplicate import Phase, autoplay, record
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.files.fair_draws import secret_of_seed
from raccord.duplicate.files.scripts import Terms, read_script
from raccord.duplicate.rules.formula import Formula
from raccord.hall import Hall
from raccord.network.centre import Centre
from raccord.network.contest import commands as asked
from raccord.network.errors import LinkError
from raccord.network.hub import Hub
from raccord.network.reception import Reception
from raccord.web import Settings
from raccord.web.services import Services
from tests.hall.conftest import Time, enter_players

HOUR = 3_600_000
START = 1_800_000_000_000
EMBARGO = START + 8 * HOUR


@lru_cache
def script(seed: int, turns: int = 3) -> tuple[ev.Event, ...]:
    """A prepared game of a few turns, as an organiser's file tells it."""
    lexicon = wordlists.load("fr-libre")
    found: list[ev.Event] = []
    for event in autoplay(lexicon, secret_of_seed(seed), samples=8):
        found.append(event)
        if sum(isinstance(one, ev.Retained) for one in found) == turns:
            break
    text = record.dumps(found)
    return read_script(text, Terms(lexicon, "2017", Formula()))


class Wire:
    """The way to a hub, which can be cut; every byte that comes back is kept."""

    def __init__(self, hub: "HubHouse") -> None:
        self._hub = hub
        self.cut = False
        self.sent: list[bytes] = []
        self.came: list[bytes] = []

    def __call__(self, _: str, message: bytes) -> bytes:
        if self.cut:
            raise LinkError("l'adresse de l'épreuve ne répond pas")
        self.sent.append(message)
        answer = self._hub.reception.take(message)
        self.came.append(answer)
        return answer


class HubHouse:
    """The hub and its folder."""

    def __init__(self, folder: Path, time: Time, database: str = "") -> None:
        self.folder = folder
        self.services = Services(Settings(data=folder, database=database), clock=time)
        self.hub = Hub(self.services.store, folder, self.services.now_ms)
        self.reception = Reception(self.hub)

    def event(self, centres: Sequence[str], games: int = 1, turns: int = 3) -> str:
        """An event with its centres and games, its files ready."""
        lexicon = wordlists.load("fr-libre")
        opening = asked.Open(
            title="Simultané mondial",
            lexicon=lexicon.name,
            lexicon_digest=lexicon.digest,
            edition="2017",
            embargo=EMBARGO,
        )
        code = self.hub.open(opening)
        for name in centres:
            self.hub.execute(code, asked.AddCentre(name=name))
        for number in range(1, games + 1):
            opens, closes = START - HOUR, START + 6 * HOUR
            self.hub.add_game(code, "", opens, closes, script(number, turns))
        return code


class CentreHouse:
    """A laptop of a centre and its folder."""

    def __init__(self, folder: Path, time: Time, hub: HubHouse) -> None:
        self.folder = folder
        self.services = Services(Settings(data=folder), clock=time)
        self.hall = self.services.get(Hall)
        self.wire = Wire(hub)
        self.centre = Centre(self.hall, folder, self.wire)
        self.name = ""

    async def join(self, hub: HubHouse, code: str, centre: str) -> None:
        content = await asyncio.to_thread(hub.hub.invitation, code, centre, "http://localhost/")
        self.name = await self.centre.join(content)

    async def open(self, number: int = 1, players: str = "1 Anne\n2 Luc") -> str:
        code = await self.centre.open(self.name, number)
        if not (await self.hall.get(code)).state.entrants:
            await enter_players(self.hall, code, players)
        return code

    async def turn(self, code: str, tops: Sequence[int] = (1,)) -> None:
        """One turn on paper: some tables find the top, the others hand in nothing."""
        await self.hall.execute(code, cmd.Draw())
        await self.hall.execute(code, cmd.Start())
        await self.hall.execute(code, cmd.EndTime())
        await self.hall.execute(code, cmd.MarkTop(tables=tuple(tops)))
        await self.hall.execute(code, cmd.MarkMissing(rest=True))
        await self.hall.execute(code, cmd.Retain())

    async def finish(self, code: str) -> None:
        game = await self.hall.get(code)
        if game.state.phase is not Phase.OVER:
            await self.hall.execute(code, cmd.Stop(reason="fin de l'essai"))
        await self.hall.execute(code, cmd.Publish())

    async def play(self, number: int, turns: int, tops: Sequence[int] = (1,)) -> str:
        """A whole game with the link."""
        code = await self.open(number)
        for _ in range(turns):
            await self.centre.sync(self.name)
            await self.turn(code, tops)
        await self.finish(code)
        await self.centre.sync(self.name)
        return code


class World:
    """Makes houses, and closes them."""

    def __init__(self, folder: Path, stack: AsyncExitStack) -> None:
        self.folder = folder
        self.time = Time()
        self._stack = stack

    def hub(self, name: str = "hub", database: str = "") -> HubHouse:
        made = HubHouse(self.folder / name, self.time, database)
        self._stack.push_async_callback(made.services.close)
        return made

    async def centre(self, name: str, hub: HubHouse, time: Time | None = None) -> CentreHouse:
        made = CentreHouse(self.folder / name, time or self.time, hub)
        await made.hall.start()
        self._stack.push_async_callback(made.services.close)
        return made


@asynccontextmanager
async def a_world(folder: Path) -> AsyncIterator[World]:
    async with AsyncExitStack() as stack:
        yield World(folder, stack)


def run(folder: Path, work: Callable[[World], object]) -> None:
    """Run a coroutine in a world of its own."""

    async def whole() -> None:
        async with a_world(folder) as world:
            await work(world)  # type: ignore[misc]

    asyncio.run(whole())
