"""Sections on one machine: PostgreSQL, HAProxy and several processes, by ``serve --sections``.

    python bench/network.py [--phones N] [--sections N] [--window S] [--write]

Row 1: every phone connected by a live stream, one game a section, all slips handed in over the last
``--window`` seconds of the turn. Row 2: the same phones hand in as fast as they can, on one section
and on two; the ratio is that of slips per second. Everything, the clients too, is on this machine;
what a slip costs in processor time varies little with what else runs here. ``--write`` puts the
report in NETWORK.md.
"""

import argparse
import asyncio
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import uvloop
from sqlalchemy import select
from wire import Connection

from hall import commit, free_port, in_groups, machine, raise_limits, resident, worked
from raccord import wordlists
from raccord.board import Board, moves
from raccord.duplicate import events as ev
from raccord.network.postgres import OwnPostgres
from raccord.store.games import DUPLICATE
from raccord.store.schema import leases
from raccord.store.store import Store

HERE = Path(__file__).parent
LETTERS = "AEINRST"


@dataclass
class Phone:
    """A table of one of the games, its live stream, and when it was last told of itself."""

    code: str
    table: int
    live: Connection
    line: Connection
    heard: float = 0.0
    own: bytes = b""
    took: float = 0.0


@dataclass
class Run:
    """What was seen of a run."""

    sections: int
    phones: int
    joined: float = 0.0
    took: list[float] = field(default_factory=list)
    span: float = 0.0
    late: int = 0
    wronged: int = 0
    lost: int = 0
    told: float = 0.0
    memory: float = 0.0
    """Kilobytes of all processes for each phone."""
    cpu: float = 0.0
    """Milliseconds of all processes for each slip."""
    mine: float = 0.0
    load: float = 0.0

    @property
    def rate(self) -> float:
        return self.phones / self.span


class Machine:
    """``raccord serve --sections`` on a port, and the processes it started."""

    def __init__(self, folder: Path, database: str, sections: int) -> None:
        self.port = free_port()
        self.database = database
        self._log = folder / "machine.log"
        command = [sys.executable, "-m", "raccord.cli", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(folder), "--database", database]
        command += ["--sections", str(sections), "--phones", "20000"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        while "organisateur/" not in self.said:
            assert self._process.poll() is None, self.said
            time.sleep(0.1)

    @property
    def said(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def pids(self) -> list[int]:
        return [
            int(pid) for pid in re.findall(r"section\d+ est prêt \(processus (\d+)\)", self.said)
        ]

    @property
    def link(self) -> str:
        found = re.search(r"/organisateur/\S+", self.said)
        assert found
        return found[0]

    def memory(self) -> int:
        return sum(resident(pid) for pid in self.pids)

    def cpu(self) -> float:
        return sum(worked(pid) for pid in self.pids)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(60)


async def open_games(
    desk: Connection, database: str, run: "Run", pace: int
) -> dict[str, dict[int, str]]:
    """One game a section: opened until each process has one of its own; the others stay empty."""
    found: dict[str, dict[int, str]] = {}
    each, owners = run.phones // run.sections, set[str]()
    while len(found) < run.sections:
        wish = {"time": str(pace), "title": "Salle", "settings": {"draw": "hand"}}
        reply = await desk.send("POST", "/api/games", wish)
        assert reply.status == 201, reply.body
        code = reply.json["code"]
        # The first request with its code in the path moves the game to where the proxy sends it.
        reply = await desk.send("POST", f"/api/games/{code}/tables", {"text": "1 Joueur1"})
        assert reply.status < 300, reply.body
        owner = await asyncio.to_thread(owner_of, database, code)
        if owner in owners:
            continue
        owners.add(owner)
        names = "\n".join(f"{n} Joueur{n}" for n in range(2, each + 1))
        reply = await desk.send("POST", f"/api/games/{code}/tables", {"text": names})
        assert reply.status < 300, reply.body
        lines = (await desk.send("GET", f"/api/games/{code}/pins")).json
        found[code] = {line["table"]: line["pin"] for line in lines}
    return found


def owner_of(database: str, code: str) -> str:
    """The process that writes a game."""
    with Store.open(database) as store:
        query = select(leases.c.owner).where(leases.c.section == code)
        return str(store.blocking.read(lambda connection: connection.scalar(query)))


async def connect(port: int, games: dict[str, dict[int, str]], listens: bool) -> list[Phone]:
    phones = [
        Phone(code, table, Connection(port), Connection(port))
        for code, pins in games.items()
        for table in pins
    ]

    async def join(index: int) -> None:
        phone = phones[index]
        await phone.line.sign_in()
        body = {"table": phone.table, "pin": games[phone.code][phone.table]}
        reply = await phone.line.send("POST", f"/api/games/{phone.code}/join", body)
        assert reply.status < 300, reply.body
        phone.live.cookie = phone.line.cookie
        phone.line.close()
        if listens:
            await phone.live.listen(f"/live/{phone.code}/player")

    await in_groups(len(phones), join)
    return phones


async def listen(phone: Phone) -> None:
    while True:
        for name, data in await phone.live.events():
            if name == "own":
                phone.own, phone.heard = data, time.perf_counter()


async def turn(desk: Connection, machine_: Machine, run: Run, window: float) -> list[str]:
    """One turn of every game, from the draw to the moment the last phone was told."""
    pace = round(window) + 40
    before = machine_.memory()
    games = await open_games(desk, machine_.database, run, pace)
    begun = time.perf_counter()
    phones = await connect(machine_.port, games, listens=True)
    run.joined = time.perf_counter() - begun
    run.memory = 1024 * (machine_.memory() - before) / len(phones)
    listening = [asyncio.create_task(listen(phone)) for phone in phones]
    found = [str(s.move) for s in list(moves(Board.empty(), LETTERS, wordlists.load()))[:300]]
    ends = 0.0
    for code in games:
        reply = await desk.send("POST", f"/api/games/{code}/draw", {"letters": LETTERS})
        assert reply.status < 300, reply.body
        view = (await desk.send("POST", f"/api/games/{code}/start", {})).json
        ends = view["game"]["clock"]["ends"] / 1000
    await asyncio.sleep(max(0.0, ends - window - 1 - time.time()))
    await hand_in(phones, run, machine_, found, window, ends)
    await asyncio.sleep(max(0.0, ends + 1.2 - time.time()))
    begun = time.perf_counter()
    for code in games:
        reply = await desk.send("POST", f"/api/games/{code}/retain", {})
        assert reply.status == 200, reply.body
    while any(p.heard < begun or b'"road":[]' in p.own for p in phones):
        await asyncio.sleep(0.02)
        assert time.perf_counter() < begun + 300, "some phones never heard"
    run.told = max(p.heard for p in phones) - begun
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    return list(games)


async def hand_in(
    phones: list[Phone],
    run: Run,
    machine_: Machine,
    found: list[str],
    window: float,
    ends: float,
) -> None:
    chance = random.Random(11)

    async def one(phone: Phone, wait: float) -> None:
        await asyncio.sleep(wait)
        body = {
            "turn": 1,
            "entered": {"move": found[phone.table % len(found)]},
            "draw": LETTERS,
            "key": "k",
        }
        begun, sent = time.perf_counter(), time.time()
        await phone.line.open()
        reply = await phone.line.send("POST", f"/api/games/{phone.code}/slip", body)
        assert reply.status == 200, reply.body
        phone.line.close()
        run.took.append(time.perf_counter() - begun)
        run.late += reply.json["late"]
        run.wronged += reply.json["late"] and sent < ends

    cpu, mine, begun = machine_.cpu(), time.process_time(), time.perf_counter()
    await asyncio.gather(*(one(p, chance.uniform(0, window)) for p in phones))
    run.span = time.perf_counter() - begun
    run.cpu = 1000 * (machine_.cpu() - cpu) / len(phones)
    run.mine = 1000 * (time.process_time() - mine) / len(phones)


async def flood(desk: Connection, machine_: Machine, run: Run) -> list[str]:
    """Every slip as soon as there is a place for it: 64 at a time."""
    games = await open_games(desk, machine_.database, run, 600)
    phones = await connect(machine_.port, games, listens=False)
    found = [str(s.move) for s in list(moves(Board.empty(), LETTERS, wordlists.load()))[:300]]
    for code in games:
        await desk.send("POST", f"/api/games/{code}/draw", {"letters": LETTERS})
        await desk.send("POST", f"/api/games/{code}/start", {})

    async def one(index: int) -> None:
        phone = phones[index]
        move = found[phone.table % len(found)]
        body = {"turn": 1, "entered": {"move": move}, "draw": LETTERS, "key": "k"}
        begun = time.perf_counter()
        await phone.line.open()
        reply = await phone.line.send("POST", f"/api/games/{phone.code}/slip", body)
        assert reply.status == 200, reply.body
        phone.line.close()
        run.took.append(time.perf_counter() - begun)

    order = random.Random(5).sample(range(len(phones)), len(phones))
    cpu, begun = machine_.cpu(), time.perf_counter()
    await in_groups(len(order), lambda index: one(order[index]), 64)
    run.span = time.perf_counter() - begun
    run.cpu = 1000 * (machine_.cpu() - cpu) / len(phones)
    return list(games)


def measure(postgres: OwnPostgres, run: Run, window: float) -> Run:
    """A machine of its own for a run; then what is in the log is counted."""
    database = new_schema(postgres.address)
    with tempfile.TemporaryDirectory() as folder:
        started = Machine(Path(folder), database, run.sections)
        try:
            codes = uvloop.run(_measured(started, run, window))
        finally:
            started.stop()
    run.lost = run.phones - count_slips(database, codes)
    run.load = os.getloadavg()[0]
    return run


def new_schema(address: str) -> str:
    """An empty place in the database: what was measured before is not read."""
    name = f"run{time.time_ns()}"
    with psycopg.connect(address.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{address}&options=-csearch_path%3D{name}"


async def _measured(started: Machine, run: Run, window: float) -> list[str]:
    desk = Connection(started.port)
    await desk.send("GET", started.link)
    await desk.sign_in()
    if window:
        return await turn(desk, started, run, window)
    return await flood(desk, started, run)


def count_slips(database: str, codes: list[str]) -> int:
    """The slips in the log, each table's once."""
    count = 0
    with Store.open(database) as store:
        for code in codes:
            stored = store.blocking.load(f"hall:{code}")
            events = [DUPLICATE.codec.decode(event) for event in stored]
            tables = [e.table for e in events if isinstance(e, ev.SlipHandedIn)]
            assert len(tables) == len(set(tables)), "a slip is there twice"
            count += len(tables)
    return count


def quantile(times: list[float], percent: int) -> float:
    return 1000 * statistics.quantiles(times, n=100)[percent - 1]


REPORT = """# Sections on one machine

Commit {commit}; {machine}.

Made by `python bench/network.py --write`: PostgreSQL, HAProxy and the processes of
`raccord serve --sections`, and the clients, all on this machine.

## {phones:,} phones on {sections} sections, slips over the last {window:.0f} s

One game a section, every phone connected by a live stream through HAProxy, every slip on a
connection opened for it. Demanded: none lost, none late though sent in time, the last phone told
within 2 s, at most 50 kB a phone.

| | |
|---|---:|
| lost | {first.lost} |
| late though sent in time | {first.wronged} |
| late, those the clients sent late among them | {first.late} |
| last phone told, from the referee's click on the first game, s | {first.told:.2f} |
| memory of all processes, kB a phone | {first.memory:.0f} |
| slip handed in, p50 / p95 / max, ms | {p50:.0f} / {p95:.0f} / {longest:.0f} |
| processor time of all sections, ms a slip | {first.cpu:.2f} |
| the clients' own, ms a slip | {first.mine:.2f} |
| all joined and listening, s | {first.joined:.0f} |
| load of the machine | {first.load:.1f} |

## Two sections against one

{flooded:,} slips, 64 at a time, as fast as they are answered. Demanded: 1.4 times the slips per s.

| sections | slips a second | ms of processor a slip | p95 ms | load |
|---|---:|---:|---:|---:|
{rows}

Ratio: {ratio:.2f}{doubt}.
"""


def report(first: Run, one: Run, two: Run, window: float) -> str:
    rows = "\n".join(
        f"| {run.sections} | {run.rate:.0f} | {run.cpu:.2f} | {quantile(run.took, 95):.0f} |"
        f" {run.load:.1f} |"
        for run in (one, two)
    )
    cores = os.cpu_count() or 1
    busy = max(one.load, two.load) > cores
    doubt = " (other work had the machine's cores meanwhile: see the loads)" if busy else ""
    return REPORT.format(
        commit=commit(),
        machine=machine(),
        phones=first.phones,
        sections=first.sections,
        window=window,
        first=first,
        p50=quantile(first.took, 50),
        p95=quantile(first.took, 95),
        longest=1000 * max(first.took),
        flooded=one.phones,
        rows=rows,
        ratio=two.rate / one.rate,
        doubt=doubt,
    )


_CENTRES = "\n## Centres\n"
"""Where ``bench/centres.py`` goes on in the same file."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=10_000)
    parser.add_argument("--sections", type=int, default=4)
    parser.add_argument("--window", type=float, default=20.0)
    parser.add_argument("--flood", type=int, default=4000)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    raise_limits()
    with tempfile.TemporaryDirectory() as folder:
        # PostgreSQL does not run as root, and must reach its data all the same.
        Path(folder).chmod(0o755)
        postgres = OwnPostgres(Path(folder) / "postgres")
        try:
            postgres.start()
            first = measure(postgres, Run(options.sections, options.phones), options.window)
            one = measure(postgres, Run(1, options.flood), 0)
            two = measure(postgres, Run(2, options.flood), 0)
        finally:
            postgres.stop()
    text = report(first, one, two, options.window)
    print(text)
    if options.write:
        file = HERE / "NETWORK.md"
        _, heading, centres = file.read_text(encoding="utf-8").partition(_CENTRES)
        file.write_text(text.rstrip() + "\n" + heading + centres, encoding="utf-8")


if __name__ == "__main__":
    main()
