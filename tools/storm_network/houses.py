"""What runs in the processes of a run: the hub of an event, and the laptop of a centre."""

import asyncio
from collections.abc import Coroutine
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec
from tests.hall.conftest import enter_players
from tests.network.world import START

from raccord.duplicate import commands as cmd
from raccord.hall import Hall
from raccord.hall.kinds import KINDS
from raccord.hall.receipts import receipt
from raccord.hall.steady import SteadyClock
from raccord.network import invitation
from raccord.network.centre import Centre
from raccord.network.contest import commands as asked
from raccord.network.errors import LinkError, UnknownInstallError
from raccord.network.hub import Hub
from raccord.network.reception import Reception
from raccord.network.world import world_ranking
from raccord.store.checking import check
from raccord.store.store import Store
from raccord.web import Settings
from raccord.web.services import Services

ADDRESS = "http://hub.example/"
_SLOW = "wrapped"
"""Telephone codes are slow on purpose; no run telephones."""


class HubHouse:
    """The hub of an event."""

    def __init__(self, folder: Path, code: str = "") -> None:
        setattr(invitation, _SLOW, lambda *_: b"")
        self._store = Store.open(str(folder / "raccord.sqlite"))
        self._hub = Hub(self._store, folder, lambda: START)
        self._reception = Reception(self._hub)
        self._code = code

    def __call__(self, what: str, args: tuple[Any, ...]) -> Any:
        """Do what is asked."""
        return getattr(self, what)(*args)

    def begin(self, opening: asked.Open, centres: list[str], script: Any) -> str:
        """Open the event; its code."""
        self._code = self._hub.open(opening)
        for name in centres:
            self._hub.execute(self._code, asked.AddCentre(name=name))
        self._hub.add_game(self._code, "", START - 1, START + 9_000_000, script)
        return self._code

    def invitation(self, centre: str) -> bytes:
        """The file of a centre."""
        return self._hub.invitation(self._code, centre, ADDRESS)

    def take(self, message: bytes) -> bytes:
        """A message of a centre."""
        return self._reception.take(message)

    def execute(self, command: asked.Command) -> None:
        """The organiser's answer to a question."""
        self._hub.execute(self._code, command)

    def installs(self, centre: str) -> tuple[str, list[str]]:
        """The laptop that counts for a centre, and all of them."""
        found = self._hub.get(self._code).centres[centre]
        return found.counted, list(found.installs)

    def ranking(self) -> tuple[list[tuple[int, str, int, int]], bool]:
        """Place, centre, table and total; whether it is provisional."""
        found = self._hub.gathered(self._code)
        told = world_ranking(found.contest, found.unions)
        lines = [(one.place, one.centre, one.table, one.total) for one in told.lines]
        return lines, told.provisional

    def is_complete(self, centre: str) -> bool:
        """Whether the closing event proves that nothing of a centre is missing."""
        counted = self._hub.get(self._code).centres[centre].counted
        return self._hub.known(self._code, centre, counted).is_complete(1)

    def check(self) -> list[str]:
        """What ``raccord database check`` tells."""
        return [str(one) for one in self._store.blocking.read(lambda c: check(c, KINDS)).faults]


class CentreHouse:
    """The laptop of a centre, its hall and its clock."""

    def __init__(self, line: Connection, folder: Path, now: float) -> None:
        self._line = line
        self._loop = asyncio.new_event_loop()
        self._passed = 0.0
        # The product's own clock, which a clock set back does not take with it.
        clock = SteadyClock(lambda: now, lambda: self._passed)
        self._services = Services(Settings(data=folder), clock=clock)
        self._hall = self._services.get(Hall)
        self._centre = Centre(self._hall, folder, self._post)
        self._do(self._hall.start())

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self._loop.run_until_complete(work)

    def _post(self, _: str, message: bytes) -> bytes:
        self._line.send(("post", message))
        kind, content = self._line.recv()
        if kind == "answer":
            found: bytes = content
            return found
        if kind == "refused" and content.startswith("UnknownInstallError"):
            raise UnknownInstallError(content)
        raise LinkError(str(content))

    def __call__(self, what: str, args: tuple[Any, ...]) -> Any:
        """Do what is asked."""
        return self._do(getattr(self, what)(*args))

    async def join(self, content: bytes) -> str:
        """Take part."""
        return await self._centre.join(content)

    async def open(self, name: str, players: str) -> str:
        """Open the game and enter its tables; again, the same one."""
        code = await self._centre.open(name, 1)
        game = await self._hall.get(code)
        if not game.state.entrants:
            await enter_players(self._hall, code, players)
        # Slips come by phone: every one has a receipt that must hold.
        phones = msgspec.structs.replace(game.companion.settings, entry="strict")
        await self._hall.desk.change_settings(code, phones)
        return code

    async def state(self, code: str) -> tuple[str, int, int, bool]:
        """The phase of the game, its turn, how many are closed, whether it is published."""
        found = (await self._hall.get(code)).state
        return found.phase.value, found.turn, len(found.turns), found.published is not None

    async def act(self, code: str, what: str) -> None:
        """Something the referee does."""
        if what == "retain":
            self._passed += 5
        commands: dict[str, cmd.Command] = {
            "draw": cmd.Draw(),
            "start": cmd.Start(),
            "end": cmd.EndTime(),
            "retain": cmd.Retain(),
            "stop": cmd.Stop(reason="fin"),
            "publish": cmd.Publish(),
        }
        await self._hall.execute(code, commands[what])

    async def slip(self, code: str, table: int, slip: cmd.SendSlip) -> bool:
        """A slip of a phone, which has its receipt; whether it was late."""
        seated = msgspec.structs.replace(slip, table=table)
        at = self._hall.resources.now_ms() + 1
        change = await self._hall.execute(code, seated, key=seated.once, at=at)
        return receipt(change).late

    async def sync(self, name: str) -> bool:
        """One exchange with the hub."""
        return await self._centre.sync(name)

    async def pending(self, name: str) -> int:
        """Slips and rulings that the hub has not acknowledged."""
        return self._centre.get(name).pending()

    async def install(self, name: str) -> str:
        """The name of this laptop."""
        return self._centre.get(name).membership.install

    async def refill(self, name: str) -> int:
        """Take over from a laptop that is lost."""
        return await self._centre.refill(name)

    async def check(self) -> list[str]:
        """What ``raccord database check`` tells."""
        store = self._hall.resources.store
        return [str(one) for one in store.blocking.read(lambda c: check(c, KINDS)).faults]
