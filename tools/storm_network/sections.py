"""A run of a game in sections: two real servers on one PostgreSQL, one of them killed."""

import asyncio
import secrets
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from storm.client import PAUSE, CutError, Reply, StuckError, Visitor, tries
from storm.oracle import of_kind, read_events
from storm.warm import Warm, WarmServed
from tests.network.standby import Standby
from tests.store.postgres import PostgresServer

from storm_network.checks import Sending, counted, missing_or_double, turns_twice
from storm_network.plan import TURNS, Plan
from storm_network.result import Result

NAMES = ("Nord", "Sud")
LETTERS = {1: "RETINAS", 2: "AEIOLNT"}
PACE = 3
"""Seconds to think on a turn."""
_MOST_SECONDS = 150.0


class Person(Visitor):
    """A visitor who is led to the other server when the first does not answer, as by the proxy."""

    def __init__(self, name: str, *ports: int) -> None:
        super().__init__(name, ports[0])
        self._ports = ports

    async def ask(self, method: str, path: str, body: Any = None, key: str = "") -> Reply:
        """Ask once, and the other one the next time."""
        try:
            return await super().ask(method, path, body, key)
        except CutError:
            at = self._ports.index(self.port)
            self.port = self._ports[(at + 1) % len(self._ports)]
            raise


@dataclass
class Room:
    """A section: its code, its phones, what they were given receipts for."""

    name: str
    code: str
    phones: dict[int, Person] = field(default_factory=dict)
    acknowledged: list[Sending] = field(default_factory=list)


class Game:
    """A master and its sections, as their people know them."""

    def __init__(self, plan: Plan, ports: tuple[int, int]) -> None:
        self._plan, self._ports = plan, ports
        self._chance: Random = plan.chance
        self.desk = Person("referee", *ports)
        self.master = ""
        self.rooms: list[Room] = []
        self.ranking: list[dict[str, Any]] = []
        self.resent = 0

    async def _done(self, path: str, body: Any = None, key: str = "") -> Any:
        method = "GET" if body is None else "POST"
        reply = await self.desk.insist(method, f"/api/games{path}", body, key)
        if reply.status >= 300:
            raise StuckError(f"{reply.status} for {path}: {reply.body[:200]!r}")
        return reply.json

    async def open(self) -> None:
        """The master, two sections, and a phone for every table."""
        await self.desk.sign_in()
        settings = {"draw": "hand", "entry": "strict", "grace_ms": 300}
        wish = {"time": str(PACE), "edition": "2017", "settings": settings}
        self.master = (await self._done("", wish))["code"]
        for name, tables in zip(NAMES, self._plan.tables, strict=True):
            made = await self._done(f"/{self.master}/sections", {"name": name})
            await self._seat(Room(name, made["code"]), tables)

    async def _seat(self, room: Room, tables: int) -> None:
        names = "\n".join(f"{n} J{n}" for n in range(1, tables + 1))
        await self._done(f"/{room.code}/tables", {"text": names})
        for line in await self._done(f"/{room.code}/pins"):
            phone = Person(f"{room.name} {line['table']}", *reversed(self._ports))
            await phone.sign_in()
            body = {"table": line["table"], "pin": line["pin"]}
            reply = await phone.insist("POST", f"/api/games/{room.code}/join", body)
            assert reply.status == 200, reply.body
            room.phones[line["table"]] = phone
        self.rooms.append(room)

    async def play(self, begun: asyncio.Event) -> None:
        """All turns, to the published ranking."""
        for turn in range(1, TURNS + 1):
            await self._done(f"/{self.master}/draw", {"letters": LETTERS[turn]}, f"draw-{turn}")
            tops = (await self._done(f"/{self.master}/referee"))["tops"]
            await self._done(f"/{self.master}/start", {}, f"start-{turn}")
            begun.set()
            await self._until("running", turn)
            await asyncio.gather(*(self._hand_in(room, turn, tops) for room in self.rooms))
            await self._until("time-up", turn)
            await self._done(f"/{self.master}/retain", {}, f"retain-{turn}")
            await self._until("drawing", turn + 1)
        await self._done(f"/{self.master}/stop", {"reason": "fin"}, "stop")
        await self._until("over", TURNS + 1)
        await self._done(f"/{self.master}/publish", {}, "publish")
        self.ranking = await self._done(f"/{self.master}/ranking")

    async def _until(self, phase: str, turn: int) -> None:
        """Until every section, and the master itself, has come so far."""
        for code in (self.master, *(room.code for room in self.rooms)):
            view = {"phase": "", "turn": 0}
            # A clock that has ended the turn meanwhile went by what is waited for.
            while (view["phase"], view["turn"]) not in ((phase, turn), ("time-up", turn)):
                await asyncio.sleep(PAUSE / 2)
                view = await self._done(f"/{code}")

    async def _hand_in(self, room: Room, turn: int, tops: dict[str, Any]) -> None:
        moves = [(tops["ties"][0]["move"], tops["points"]), *tops["sub_tops"]]
        await asyncio.gather(
            *(self._phone(room, table, turn, moves) for table in room.phones),
        )

    async def _phone(self, room: Room, table: int, turn: int, moves: list[Any]) -> None:
        move, points = self._chance.choice(moves)
        await asyncio.sleep(self._chance.uniform(0, PACE * 0.8))
        reference, word = move.split(" ", 1)
        sending = Sending(turn, table, word, reference, points)
        entered = {"word": word, "reference": reference, "score": points}
        body = {"turn": turn, "entered": entered, "key": sending.key}
        async for _ in tries():
            with suppress(CutError):
                path = f"/api/games/{room.code}/slip"
                reply = await room.phones[table].ask("POST", path, body)
                if reply.status == 200:
                    room.acknowledged.append(sending)
                # Refused: the turn was over before anybody could take it.
                if not reply.is_temporary:
                    return
            self.resent += 1


@asynccontextmanager
async def _database(plan: Plan, postgres: PostgresServer) -> AsyncIterator[tuple[str, Any]]:
    """The database of a run; with a standby, for who will lose the primary."""
    if plan.fault != "primary":
        yield postgres.new_database(), None
        return
    primary = await asyncio.to_thread(PostgresServer)
    try:
        options = primary.new_database().partition("&")[2]
        standby = await asyncio.to_thread(Standby, primary)
        try:
            hosts = f"{primary.folder},{standby.folder}"
            address = f"postgresql+psycopg://raccord@/postgres?host={hosts}"
            yield f"{address}&target_session_attrs=read-write&{options}", (primary, standby)
        finally:
            await asyncio.to_thread(standby.stop)
    finally:
        await asyncio.to_thread(primary.stop)


async def play(plan: Plan, postgres: PostgresServer, warm: Warm) -> Result:
    """Play a run and check it."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="raccord-storm-")))
        address, pair = await stack.enter_async_context(_database(plan, postgres))
        servers = [_server(warm, folder / name, address) for name in ("one", "two")]
        key = secrets.token_hex(32)
        for server in servers:
            server.share(key)
            stack.push_async_callback(asyncio.to_thread, server.stop)
            await asyncio.to_thread(server.start)
        game = Game(plan, (servers[0].port, servers[1].port))
        begun = asyncio.Event()
        findings: list[str] = []
        harm = asyncio.create_task(_harm(plan, servers, pair, begun))
        try:
            async with asyncio.timeout(_MOST_SECONDS):
                await game.open()
                await game.play(begun)
                await harm
        except (StuckError, TimeoutError) as stuck:
            findings.append(f"stuck: {stuck!r}")
        finally:
            harm.cancel()
            await asyncio.gather(harm, return_exceptions=True)
        findings += await asyncio.to_thread(lambda: list(_findings(game, address)))
        slips = sum(len(room.acknowledged) for room in game.rooms)
        return Result(plan, slips, 1, game.resent, tuple(findings))


class _Server(WarmServed):
    def share(self, key: str) -> None:
        """Take the key that all processes share."""
        self._environment = {**self._environment, "RACCORD_SECRET": key}


def _server(warm: Warm, folder: Path, address: str) -> _Server:
    folder.mkdir()
    return _Server(warm, folder, address)


async def _harm(plan: Plan, servers: list[_Server], pair: Any, begun: asyncio.Event) -> None:
    """The fault, at its moment; what was killed is started again after a while."""
    await begun.wait()
    await asyncio.sleep(plan.moment * TURNS * (PACE + 1))
    if plan.fault == "primary":
        primary, standby = pair
        await asyncio.to_thread(primary.kill)
        await asyncio.to_thread(standby.promote)
        return
    killed = servers[0 if plan.fault == "master" else 1]
    await asyncio.to_thread(killed.kill)
    await asyncio.sleep(plan.chance.uniform(0.0, 3.0))
    await asyncio.to_thread(killed.start)


def _findings(game: Game, address: str) -> Iterator[str]:
    logs = {room.name: read_events(address, f"hall:{room.code}") for room in game.rooms}
    for room in game.rooms:
        yield from missing_or_double(room.name, logs[room.name], room.acknowledged)
        yield from turns_twice(room.name, logs[room.name])
        yield from (fault for phone in room.phones.values() for fault in phone.faults)
    master = read_events(address, f"hall:{game.master}")
    yield from turns_twice("master", master)
    yield from game.desk.faults
    shown = sorted((o["place"], o["section"], o["table"], o["total"]) for o in game.ranking)
    if shown != counted(logs) or not of_kind(master, "results-published"):
        yield f"ranking shown {shown}, counted {counted(logs)}"
