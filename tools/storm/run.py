"""One run: the server, the game, the fault at its moment, and what the log says afterwards."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.store.postgres import PostgresServer
from tests.web.served import Served

from raccord.hall.kinds import KINDS
from raccord.store.checking import check
from raccord.store.database import connect, readers
from storm import faults
from storm.attacks import Attackers, send_body_late
from storm.checks import verify
from storm.client import StuckError, Visitor
from storm.desk import TURN_NUMBERS, Desk
from storm.oracle import read_events
from storm.phones import Phone
from storm.plan import POSTGRESQL, Plan
from storm.proxy import Proxy
from storm.skewed import CLOCK
from storm.told import Told
from storm.warm import Warm, WarmServed

NAME = "storm.example"
"""A name given to the server, so that nobody is the organiser for being on its machine."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a run."""

    plan: Plan
    seconds: float
    acknowledged: int = 0
    resent: int = 0
    """Times a slip was sent once more."""
    late: int = 0
    findings: tuple[str, ...] = ()


@dataclass
class Scene:
    """All that a run has: where, on what, who."""

    plan: Plan
    folder: Path
    address: str
    postgres: PostgresServer | None
    server: Served
    clock: Path
    told: Told = field(default_factory=Told)
    proxy: Proxy | None = None
    port: int = 0


async def play(plan: Plan, postgres: PostgresServer | None, warm: Warm) -> Result:
    """Play a run in a folder of its own and check it."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="raccord-storm-") as name:
        async with _scene(plan, Path(name), postgres, warm) as scene:
            visitors = await _played(scene)
            # Before it is stopped, which cuts off whatever is still being asked for.
            log = scene.server.log
            await asyncio.to_thread(scene.server.stop)
            findings = await asyncio.to_thread(_findings, scene, visitors, log)
    sendings = scene.told.sendings
    return Result(
        plan,
        time.monotonic() - begun,
        acknowledged=sum(bool(one.receipts) for one in sendings),
        resent=sum(one.tries + len(one.receipts[1:]) for one in sendings),
        late=sum(any(receipt["late"] for receipt in one.receipts) for one in sendings),
        findings=tuple(findings),
    )


@asynccontextmanager
async def _scene(
    plan: Plan, folder: Path, postgres: PostgresServer | None, warm: Warm
) -> AsyncIterator[Scene]:
    data = folder / "data"
    data.mkdir()
    clock = folder / "clock"
    async with AsyncExitStack() as stack:
        if plan.fault == "disk":
            await stack.enter_async_context(faults.small_disk(data))
        address = f"sqlite:///{data}/raccord.sqlite"
        if plan.database == POSTGRESQL:
            assert postgres is not None
            address = postgres.new_database()
        server = _server(plan, data, address, clock, warm)
        scene = Scene(plan, folder, address, postgres, server, clock)
        stack.push_async_callback(asyncio.to_thread, server.stop)
        await asyncio.to_thread(server.start)
        scene.port = server.port
        if plan.fault == "network":
            scene.proxy = Proxy(server.port)
            scene.port = await scene.proxy.start()
            stack.callback(scene.proxy.close)
        yield scene


def _server(plan: Plan, data: Path, address: str, clock: Path, warm: Warm) -> Served:
    options = (data, address, "--allow-host", NAME)
    if plan.fault != "clock":
        return WarmServed(warm, *options)
    environment = {CLOCK: str(clock), "PYTHONPATH": str(Path(__file__).parents[1])}
    return Served(*options, module="storm.skewed", environment=environment)


async def _played(scene: Scene) -> list[Visitor]:
    """Play the game; gives those who must not learn anything early."""
    plan, told, port = scene.plan, scene.told, scene.server.port
    desk = Desk(plan, told, Visitor("referee", port, 30.0), Visitor("marker", port, 30.0))
    phones = [Phone(table, scene.port, told) for table in plan.tables]
    public, attackers = Visitor("public", scene.port), Attackers(port, told)
    await desk.open(scene.server.organiser)
    await asyncio.gather(*(phone.join(desk.pins[phone.plan.table]) for phone in phones))
    live = f"/live/{told.code}"
    beside: list[Coroutine[None, None, None]] = [
        *(phone.visitor.listen(f"{live}/player") for phone in phones),
        public.listen(f"{live}/public"),
    ]
    tasks = [asyncio.create_task(one) for one in beside]
    begun = asyncio.Event()
    harm = asyncio.create_task(_harm(scene, begun, attackers, phones[0].visitor))
    try:
        await _conduct(desk, scene, phones, begun, harm)
    except StuckError as stuck:
        told.findings.append(str(stuck))
    finally:
        for task in (*tasks, harm):
            task.cancel()
        await asyncio.gather(*tasks, harm, return_exceptions=True)
    if harm.done() and not harm.cancelled() and (failure := harm.exception()):
        told.findings.append(f"the fault itself failed: {failure!r}")
    return [*(phone.visitor for phone in phones), public, *attackers.visitors]


async def _conduct(
    desk: Desk, scene: Scene, phones: list[Phone], begun: asyncio.Event, harm: asyncio.Task[None]
) -> None:
    playing: list[asyncio.Task[None]] = []
    for number in TURN_NUMBERS:
        turn = await desk.begin_turn(number)
        begun.set()
        playing += [asyncio.create_task(phone.play(turn)) for phone in phones]
        await desk.await_end(turn)
        await desk.mark(turn)
        if scene.plan.waits:
            await asyncio.gather(*playing)
        await desk.retain(turn)
    await desk.correct()
    await asyncio.gather(*playing)
    if scene.plan.fault not in ("attack", "slow"):
        await harm
    await desk.close()


async def _harm(scene: Scene, begun: asyncio.Event, attackers: Attackers, hostile: Visitor) -> None:
    """The fault, at its moment."""
    plan = scene.plan
    await begun.wait()
    if plan.fault == "attack":
        await asyncio.gather(attackers.strike(), send_body_late(hostile, scene.told))
    await asyncio.sleep(plan.moment)
    if plan.fault == "kill":
        await faults.kill(scene.server, plan)
    elif plan.fault == "disk":
        await faults.fill_disk(scene.server, plan, scene.folder / "data")
    elif plan.fault == "database":
        file = scene.folder / "data" / "raccord.sqlite"
        await faults.take_database(plan, file, scene.postgres)
    elif plan.fault == "clock":
        await faults.set_clock_back(plan, scene.clock, scene.server)
    elif scene.proxy:
        await faults.cut_network(plan, scene.proxy)


def _findings(scene: Scene, visitors: list[Visitor], log: str) -> list[str]:
    told, address = scene.told, scene.address
    events = read_events(address, f"hall:{told.code}")
    companion = read_events(address, f"hall-companion:{told.code}")
    found = verify(scene.plan, told, visitors, events, companion[0]["secret"])
    found += _faults_of_database(address)
    if "Traceback" in log and scene.plan.fault not in ("disk", "database"):
        found.append(f"server log: {log[-600:]}")
    return found


def _faults_of_database(address: str) -> list[str]:
    """What ``raccord database check`` tells, without the second it takes to start a command."""
    engine = connect(address, create=False)
    try:
        with readers(engine).begin() as connection:
            return [f"database check: {fault}" for fault in check(connection, KINDS).faults]
    finally:
        engine.dispose()
