"""A hall on one server process: every player connected, every slip in the last two seconds.

    python bench/hall.py [--players N] [--database ADDRESS] [--runs N] [--write]

Each player listens to live events on one connection and hands in on another. The yardstick is the
lightest request there is, ``GET /api/session``, sent by the same players in the same two seconds.
``--write`` puts the report in HALL.md.
"""

import argparse
import asyncio
import os
import platform
import random
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import uvloop
from wire import Connection

from raccord import wordlists
from raccord.board import Board, moves
from raccord.duplicate import events as ev
from raccord.store.games import DUPLICATE
from raccord.store.store import Store

HERE = Path(__file__).parent
WINDOW = 2.0
PACE = 20
"""Seconds of a turn, the yardstick's two included."""


@dataclass
class Measures:
    """What was seen, in seconds."""

    base: list[float] = field(default_factory=list)
    slips: list[float] = field(default_factory=list)
    roads: list[float] = field(default_factory=list)
    """From the sending of a slip to the moment the server counts as its arrival."""
    pings: dict[str, list[float]] = field(default_factory=dict)
    spans: dict[str, float] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)
    cpu: dict[str, float] = field(default_factory=dict)
    load: float = 0.0
    late: int = 0
    wronged: int = 0
    """Late though sent before the end."""
    phase: str = "joining"


@dataclass
class Player:
    """A table: its two connections and when it last heard of itself."""

    table: int
    line: Connection
    live: Connection
    own: bytes = b""
    heard: float = 0.0


def start_server(data: Path, database: str, port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "raccord.cli", "serve", "--no-browser", "--port", str(port)]
    command += ["--data", str(data), *(["--database", database] if database else [])]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def ready(port: int) -> None:
    for _ in range(1200):
        try:
            connection = Connection(port)
            await connection.sign_in()
            connection.close()
            return
        except OSError:
            await asyncio.sleep(0.05)
    raise SystemExit("le serveur ne démarre pas")


def resident(pid: int) -> int:
    """Resident memory in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) // 1024


def worked(pid: int) -> float:
    """Seconds of processor time the server has used, by all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def in_groups(count: int, work: Callable[[int], Awaitable[None]], at_once: int = 50) -> None:
    gate = asyncio.Semaphore(at_once)

    async def one(index: int) -> None:
        async with gate:
            await work(index)

    await asyncio.gather(*(one(index) for index in range(count)))


async def connect(port: int, code: str, pins: dict[int, str]) -> list[Player]:
    tables = sorted(pins)
    players = [Player(t, Connection(port), Connection(port)) for t in tables]

    async def join(index: int) -> None:
        player = players[index]
        await player.line.sign_in()
        body = {"table": player.table, "pin": pins[player.table]}
        reply = await player.line.send("POST", f"/api/games/{code}/join", body)
        assert reply.status < 300, reply.body
        player.live.cookie = player.line.cookie
        # A slip goes on a line of its own; from one address the server takes 4,000 at most.
        player.line.close()
        await player.live.listen(f"/live/{code}/player")

    await in_groups(len(players), join)
    return players


async def listen(player: Player) -> None:
    while True:
        for name, data in await player.live.events():
            if name == "own":
                player.own, player.heard = data, time.perf_counter()


async def ping(port: int, measures: Measures) -> None:
    """One request after the other, all along: how long the server keeps anybody waiting."""
    line = Connection(port)
    while True:
        begun = time.perf_counter()
        await line.open()
        await line.send("GET", "/api/session")
        took = time.perf_counter() - begun
        measures.pings.setdefault(measures.phase, []).append(took)
        await asyncio.sleep(0.02)


async def spread(
    players: list[Player], send: Callable[[Player], Awaitable[None]], latencies: list[float]
) -> None:
    """Everyone once, at a random moment of the window."""
    chance = random.Random(11)

    async def one(player: Player, wait: float) -> None:
        await asyncio.sleep(wait)
        begun = time.perf_counter()
        await player.line.open()
        await send(player)
        latencies.append(time.perf_counter() - begun)
        player.line.close()

    await asyncio.gather(*(one(p, chance.uniform(0, WINDOW)) for p in players))


async def one_turn(
    desk: Connection, code: str, players: list[Player], measures: Measures, pid: int
) -> None:
    """From the draw to the moment the last phone has its ruling."""
    base = f"/api/games/{code}"
    view = (await desk.send("POST", f"{base}/draw", {})).json
    rack = view["game"]["draw"]["letters"]
    found = [str(s.move) for s in list(moves(Board.empty(), rack, wordlists.load()))[:500]]
    view = (await desk.send("POST", f"{base}/start", {})).json
    ends = view["game"]["clock"]["ends"] / 1000

    async def bare(player: Player) -> None:
        await player.line.send("GET", "/api/session")

    async def hand_in(player: Player) -> None:
        entered = {"move": found[player.table % len(found)]}
        body = {"turn": 1, "entered": entered, "draw": rack, "key": f"k{player.table}"}
        sent = time.time()
        reply = await player.line.send("POST", f"{base}/slip", body)
        assert reply.status == 200, reply.body
        measures.late += reply.json["late"]
        measures.wronged += reply.json["late"] and sent < ends
        measures.roads.append(reply.json["at"] / 1000 - sent)

    measures.phase = "bare requests"
    before = worked(pid)
    await spread(players, bare, measures.base)
    measures.cpu["bare request"] = (worked(pid) - before) / len(players)
    measures.phase = "idle"
    await asyncio.sleep(max(0.0, ends - WINDOW - time.time()))
    measures.phase = "slips"
    before = worked(pid)
    mine = time.process_time()
    await spread(players, hand_in, measures.slips)
    measures.cpu["the clients' own for a slip"] = (time.process_time() - mine) / len(players)
    measures.cpu["slip handed in"] = (worked(pid) - before) / len(players)
    before = worked(pid)
    measures.phase = "judging"
    await judged(desk, base, ends, measures)
    measures.phase = "retaining"
    begun = time.perf_counter()
    reply = await desk.send("POST", f"{base}/retain", {})
    assert reply.status == 200, reply.body
    measures.spans["retain answered"] = time.perf_counter() - begun
    while any(p.heard < begun or b'"road":[]' in p.own for p in players):
        await asyncio.sleep(0.02)
        assert time.perf_counter() < begun + 120, "some phones never heard"
    measures.cpu["slip ruled on and told"] = (worked(pid) - before) / len(players)
    measures.spans["last phone told"] = max(p.heard for p in players) - begun


async def judged(desk: Connection, base: str, ends: float, measures: Measures) -> None:
    """Wait until the grace is over and every slip is ruled on."""
    while True:
        view = (await desk.send("GET", f"{base}/referee")).json
        if (
            view["game"]["phase"] == "time-up"
            and view["slips"]["ruled"] == view["slips"]["expected"]
        ):
            break
        await asyncio.sleep(0.1)
    measures.spans["slips ruled on, after grace"] = time.time() - ends - 1.0


async def bench(port: int, pid: int, players: int, measures: Measures) -> str:
    await ready(port)
    measures.memory["started"] = resident(pid)
    desk = Connection(port)
    await desk.sign_in()
    wish = {"time": str(PACE), "title": "Salle"}
    code: str = (await desk.send("POST", "/api/games", wish)).json["code"]
    names = "\n".join(f"{n} Joueur{n}" for n in range(1, players + 1))
    reply = await desk.send("POST", f"/api/games/{code}/tables", {"text": names})
    assert reply.status < 300, reply.body
    lines = (await desk.send("GET", f"/api/games/{code}/pins")).json
    begun = time.perf_counter()
    crowd = await connect(port, code, {line["table"]: line["pin"] for line in lines})
    measures.spans["all joined and listening"] = time.perf_counter() - begun
    listening = [asyncio.create_task(listen(player)) for player in crowd]
    probe = asyncio.create_task(ping(port, measures))
    measures.memory["connected"] = resident(pid)
    await one_turn(desk, code, crowd, measures, pid)
    measures.memory["after the turn"] = resident(pid)
    for task in (*listening, probe):
        task.cancel()
    await asyncio.gather(*listening, probe, return_exceptions=True)
    for player in crowd:
        player.line.close()
        player.live.close()
    return code


def verify(address: str, code: str, players: int) -> None:
    """Every slip acknowledged is on disk, once, in time."""
    with Store.open(address) as store:
        events = [DUPLICATE.codec.decode(event) for event in store.blocking.load(f"hall:{code}")]
    slips = [e for e in events if isinstance(e, ev.SlipHandedIn)]
    rulings = [e for e in events if isinstance(e, ev.Ruled)]
    for found in (slips, rulings):
        assert sorted(e.table for e in found) == list(range(1, players + 1))


def quantiles(times: list[float]) -> list[float]:
    cuts = statistics.quantiles(times, n=100)
    return [1000 * value for value in (cuts[49], cuts[94], cuts[98], max(times))]


def report(players: int, database: str, runs: list[Measures]) -> str:
    measures = sorted(runs, key=lambda run: quantiles(run.slips)[1])[len(runs) // 2]
    base, slips = quantiles(measures.base), quantiles(measures.slips)
    rows = [
        ("bare request (yardstick)", *(f"{value:.1f}" for value in base)),
        ("slip handed in", *(f"{value:.1f}" for value in slips)),
        ("of which until it counts as received", *(f"{v:.1f}" for v in quantiles(measures.roads))),
        (
            "ratio, slip to bare request",
            *(f"{b / a:.1f}" for a, b in zip(base, slips, strict=True)),
        ),
    ]
    latencies = "\n".join("| " + " | ".join(row) + " |" for row in rows)
    pings = "\n".join(
        f"| {phase} | {len(t)} | {1000 * statistics.median(t):.1f} | {1000 * max(t):.1f} |"
        for phase, t in measures.pings.items()
    )
    spans = "\n".join(f"| {what} | {seconds:.2f} |" for what, seconds in measures.spans.items())
    cpu = ", ".join(f"{what} {1000 * took:.2f} ms" for what, took in measures.cpu.items())
    least = {what: min(run.cpu[what] for run in runs) for what in measures.cpu}
    ratio = least["slip handed in"] / least["bare request"]
    memory = ", ".join(f"{what} {mega} MB" for what, mega in measures.memory.items())
    return REPORT.format(
        commit=commit(),
        machine=machine(),
        players=f"{players:,}",
        every=every_run(runs),
        database=database,
        latencies=latencies,
        pings=pings,
        spans=spans,
        memory=memory,
        cpu=cpu,
        ratio=f"{ratio:.2f}",
        way=way(),
    )


REPORT = """# A hall on one server process

Commit {commit}; {machine}.

Made by `python bench/hall.py --write`: {players} tables connected by live streams to one process
of `raccord serve` on {database}, every slip handed in at a random moment of the last two seconds
of the turn, each on a connection opened for it. Every slip is on disk, once. Clients and server
share the machine, so the clients' own work is in every figure; the yardstick, sent by the same
clients over the same two seconds, has it too.

Every run. A slip is late if it is received more than the second of grace after the end; on a busy
machine the clients, too, fall behind and send after the end, which is why both counts are told.

| run | load | bare p95 ms | slip p50 ms | p95 | p99 | max | late | of which sent in time |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
{every}

The middle run by p95:

| ms | p50 | p95 | p99 | max |
|---|---:|---:|---:|---:|
{latencies}

What one more visitor waits, who asks for the lightest page every 20 ms all along:

| meanwhile | requests | median ms | max ms |
|---|---:|---:|---:|
{pings}

| what | s |
|---|---:|
{spans}

Processor time of the server, all its threads, per table (it varies little with what else runs on
the machine): {cpu}. The least of all runs compared: a slip costs {ratio} times
a bare request.

Resident memory of the server: {memory}.

## The ways

Functions of ours that are entered, the files they are in and how often they are, counted by
`python bench/way.py` with `sys.setprofile` on real requests; without `board`, `lexicon` and
`regulation`, which are the work and not the way. `--list` names them.

{way}

Before the house was regrouped a slip handed in went through 112 functions in 36 files (the seal of
the log, the instant told by the kernel and the list of hosts came since), a draw through 548 calls
to the projector, a call of Jarnac through 104 from its handler to its decision (now 35).
"""


def way() -> str:
    command = [sys.executable, str(HERE / "way.py")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def commit() -> str:
    command = ["git", "-C", str(HERE), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip() or "?"


def machine() -> str:
    text = Path("/proc/cpuinfo").read_text()
    model = next(line for line in text.splitlines() if "model name" in line).split(":")[1].strip()
    load = os.getloadavg()[0]
    cores = os.cpu_count()
    return f"{model}, {cores} cores (load {load:.1f}), Linux, Python {platform.python_version()}"


def raise_limits() -> None:
    """As many open files as the system lets us have; the server inherits them."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def one_run(players: int, database: str) -> Measures:
    """A server of its own, the whole hall, and what is on disk afterwards."""
    measures = Measures()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = start_server(Path(folder), database, port)
        try:
            code = uvloop.run(bench(port, server.pid, players, measures))
        finally:
            server.terminate()
            server.wait(30)
        verify(database or f"sqlite:///{folder}/raccord.sqlite", code, players)
    measures.load = os.getloadavg()[0]
    return measures


def every_run(runs: list[Measures]) -> str:
    """One row a run: on a busy machine they differ, so none is left out."""
    rows = []
    for number, measures in enumerate(runs, 1):
        base, slips = quantiles(measures.base), quantiles(measures.slips)
        figures = [f"{base[1]:.0f}", *(f"{value:.0f}" for value in slips)]
        counts = [str(measures.late), str(measures.wronged)]
        rows.append(" | ".join([f"| {number}", f"{measures.load:.1f}", *figures, *counts]) + " |")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--database", default="")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    raise_limits()
    runs = [one_run(options.players, options.database) for _ in range(options.runs)]
    text = report(options.players, "PostgreSQL" if options.database else "SQLite", runs)
    print(text)
    if options.write:
        (HERE / "HALL.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
