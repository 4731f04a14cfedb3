"""Sections on one machine: PostgreSQL, HAProxy and several processes, by ``serve --sections``.

    python bench/network.py [--phones N] [--sections N] [--window S] [--row 1|2] [--write]

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
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import uvloop
from sqlalchemy import select
from wire import Connection, shoot

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
    slip: bytes = b""
    """Its request, made beforehand: what the clients cost is not the servers'."""


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
    beside: dict[str, float] = field(default_factory=dict)
    """Milliseconds of HAProxy and of PostgreSQL for each slip."""
    load: float = 0.0

    @property
    def rate(self) -> float:
        return self.phones / self.span


class Machine:
    """``raccord serve --sections`` on a port, and the processes it started."""

    def __init__(self, folder: Path, database: str, sections: int, phones: int) -> None:
        self.port = free_port()
        self.database = database
        self._log = folder / "machine.log"
        command = [sys.executable, "-m", "raccord.cli", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(folder), "--database", database]
        command += ["--sections", str(sections), "--phones", str(phones)]
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
        return [int(pid) for pid in re.findall(r"section\d+ est prêt \(processus (\d+)", self.said)]

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

    load_slips(phones, found)

    async def one(phone: Phone, wait: float) -> None:
        await asyncio.sleep(wait)
        sent = time.time()
        late = await shot(machine_.port, phone, run)
        run.late += late
        run.wronged += late and sent < ends

    spent = Spent(machine_)
    await asyncio.gather(*(one(p, chance.uniform(0, window)) for p in phones))
    spent.note(run)


def load_slips(phones: list[Phone], found: list[str]) -> None:
    """Make the request of every phone."""
    for phone in phones:
        body = {
            "turn": 1,
            "entered": {"move": found[phone.table % len(found)]},
            "draw": LETTERS,
            "key": "k",
        }
        phone.slip = phone.line.request("POST", f"/api/games/{phone.code}/slip", body)


async def shot(port: int, phone: Phone, run: Run) -> bool:
    """Hand in on a connection opened for it; whether the receipt says that it was late."""
    begun = time.perf_counter()
    reply = await shoot(port, phone.slip)
    assert reply.startswith(b"HTTP/1.1 200"), reply
    run.took.append(time.perf_counter() - begun)
    return b'"late":true' in reply


class Spent:
    """Processor time from now on, of everybody."""

    def __init__(self, machine_: Machine) -> None:
        self._machine = machine_
        self._before = self._now()
        self._begun = time.perf_counter()

    def _now(self) -> dict[str, float]:
        found = {"sections": self._machine.cpu(), "clients": time.process_time()}
        return found | by_name("haproxy", "postgres")

    def note(self, run: Run) -> None:
        """Write down what each slip has cost."""
        run.span = time.perf_counter() - self._begun
        each = {
            name: 1000 * (spent - self._before.get(name, 0.0)) / run.phones
            for name, spent in self._now().items()
        }
        run.cpu, run.mine = each.pop("sections"), each.pop("clients")
        run.beside = each


def by_name(*names: str) -> dict[str, float]:
    """Seconds of processor of the programs of these names that were started from here."""
    parents, called = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            head, _, rest = file.read_text().rpartition(")")
            pid = int(file.parent.name)
            called[pid], parents[pid] = head.partition("(")[2], int(rest.split()[1])
    found = dict.fromkeys(names, 0.0)
    for pid, name in called.items():
        above = pid
        while above in parents and above != os.getpid():
            above = parents[above]
        if name in found and above == os.getpid():
            with suppress(OSError):
                found[name] += worked(pid)
    return found


async def flood(desk: Connection, machine_: Machine, run: Run) -> list[str]:
    """Every slip as soon as there is a place for it: 64 at a time."""
    games = await open_games(desk, machine_.database, run, 600)
    phones = await connect(machine_.port, games, listens=False)
    found = [str(s.move) for s in list(moves(Board.empty(), LETTERS, wordlists.load()))[:300]]
    for code in games:
        await desk.send("POST", f"/api/games/{code}/draw", {"letters": LETTERS})
        await desk.send("POST", f"/api/games/{code}/start", {})

    load_slips(phones, found)

    async def one(index: int) -> None:
        await shot(machine_.port, phones[index], run)

    order = random.Random(5).sample(range(len(phones)), len(phones))
    spent = Spent(machine_)
    await in_groups(len(order), lambda index: one(order[index]), 64)
    spent.note(run)
    return list(games)


def measure(postgres: OwnPostgres, run: Run, window: float) -> Run:
    """A machine of its own for a run; then what is in the log is counted."""
    database = new_schema(postgres.address)
    with tempfile.TemporaryDirectory() as folder:
        started = Machine(Path(folder), database, run.sections, run.phones)
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
| processor time a slip, ms: sections / HAProxy / PostgreSQL / clients | {shares} |
| all joined and listening, s | {first.joined:.0f} |
| load of the machine | {first.load:.1f} |
"""

RATIO = """
## Two sections against one

{flooded:,} slips, 64 at a time, as fast as they are answered. Demanded: 1.4 times the slips per s.
Two sections gain as far as one of them was what held the slips up: all programs share this machine.

| sections | slips a second | ms a slip: sections / HAProxy / PostgreSQL / clients | p95 ms | load |
|---|---:|---:|---:|---:|
{rows}

Ratio: {ratio:.2f}{doubt}.
"""


def shares(run: Run) -> str:
    """What a slip costs, by who works for it."""
    beside = run.beside
    parts = (run.cpu, beside.get("haproxy", 0.0), beside.get("postgres", 0.0), run.mine)
    return " / ".join(f"{part:.2f}" for part in parts)


def report(first: Run, window: float) -> str:
    """What all phones at once have shown."""
    return REPORT.format(
        commit=commit(),
        machine=machine(),
        phones=first.phones,
        sections=first.sections,
        window=window,
        first=first,
        shares=shares(first),
        p50=quantile(first.took, 50),
        p95=quantile(first.took, 95),
        longest=1000 * max(first.took),
    )


def ratio(runs: list[Run]) -> str:
    """One section, two sections."""
    rows = "\n".join(
        f"| {run.sections} | {run.rate:.0f} | {shares(run)} | {quantile(run.took, 95):.0f} |"
        f" {run.load:.1f} |"
        for run in runs
    )
    busy = max(run.load for run in runs) > 2 * (os.cpu_count() or 1)
    return RATIO.format(
        flooded=runs[0].phones,
        rows=rows,
        ratio=runs[-1].rate / runs[0].rate,
        doubt=" (other work had the machine's cores meanwhile: see the loads)" if busy else "",
    )


_RATIO = "\n## Two sections against one\n"
_CENTRES = "\n## Centres\n"
"""Where ``bench/centres.py`` goes on in the same file."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=10_000)
    parser.add_argument("--sections", type=int, default=4)
    parser.add_argument("--window", type=float, default=20.0)
    parser.add_argument("--flood", type=int, default=4000)
    parser.add_argument("--row", type=int, choices=(1, 2), help="one of the two only")
    parser.add_argument("--write", action="store_true", help="each row as soon as it is known")
    options = parser.parse_args()
    raise_limits()
    parts = {"phones": "", "ratio": ""}
    with tempfile.TemporaryDirectory() as folder:
        # PostgreSQL does not run as root, and must reach its data all the same.
        Path(folder).chmod(0o755)
        postgres = OwnPostgres(Path(folder) / "postgres")
        try:
            postgres.start()
            if options.row != 2:
                first = measure(postgres, Run(options.sections, options.phones), options.window)
                tell(parts, "phones", report(first, options.window), write=options.write)
            if options.row != 1:
                runs: list[Run] = []
                for sections in (1, 2):
                    runs.append(measure(postgres, Run(sections, options.flood), 0))
                    print(f"{sections}: {runs[-1].rate:.0f} slips a second", flush=True)
                tell(parts, "ratio", ratio(runs), write=options.write)
        finally:
            postgres.stop()


def tell(parts: dict[str, str], name: str, text: str, *, write: bool) -> None:
    """Print a part as soon as it is known, and keep it in the page beside the others."""
    print(text, flush=True)
    parts[name] = text
    if not write:
        return
    file = HERE / "NETWORK.md"
    here, heading, centres = file.read_text(encoding="utf-8").partition(_CENTRES)
    before, mark, after = here.partition(_RATIO)
    first = parts["phones"] or before
    second = parts["ratio"] or f"{mark}{after}"
    whole = f"{first.rstrip()}\n{second.rstrip()}\n{heading}{centres}"
    file.write_text(whole, encoding="utf-8")


if __name__ == "__main__":
    main()
