"""How fast the store takes appends, and how long a caller waits for the disk.

    python bench/store.py [--database ADDRESS]... [--write]

Without an address a temporary SQLite file is measured. ``--write`` puts the table in STORE.md.
The last row is the one that matters in a hall: 2,000 slips for one game within two seconds.
"""

import argparse
import asyncio
import os
import platform
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec
from sqlalchemy import event, make_url

from raccord.store.codec import Codec
from raccord.store.records import NewEvent
from raccord.store.repository import Repository
from raccord.store.store import Store

HERE = Path(__file__).parent
PLAYERS = 2000
SPREAD = 2.0


class Slip(msgspec.Struct, frozen=True):
    player: int
    turn: int
    word: str
    reference: str
    score: int


@dataclass(frozen=True)
class Result:
    name: str
    appends: int
    seconds: float
    commits: int
    latencies: Sequence[float]

    def row(self, database: str) -> str:
        cuts = statistics.quantiles(self.latencies, n=100)
        millis = " | ".join(f"{1000 * cuts[p - 1]:.1f}" for p in (50, 95, 99))
        return (
            f"| {database} | {self.name} | {self.appends} | {self.appends / self.seconds:,.0f} "
            f"| {self.appends / self.commits:.1f} | {millis} | {1000 * max(self.latencies):.1f} |"
        )


INTRODUCTION = """# The store under load

Commit {commit}; {machine}.

Made by `python bench/store.py --write`; `--database` measures another database than a temporary
SQLite file. Every append is acknowledged after its transaction is on disk: SQLite in WAL mode with
`synchronous = FULL`, PostgreSQL with `synchronous_commit = on`. "Per commit" is how many appends
shared a transaction; a latency is from the call to the answer, in one process.

{table}

In the last row the callers spread themselves over two seconds, so the rate is theirs, not the
store's limit; the row says how long a player waits for the receipt.
"""

HEAD = (
    "| database | what | appends | per second | per commit "
    "| p50 ms | p95 ms | p99 ms | max ms |\n|---|---|---:|---:|---:|---:|---:|---:|---:|"
)


async def timed(latencies: list[float], job: Callable[[], Awaitable[object]]) -> None:
    start = time.perf_counter()
    await job()
    latencies.append(time.perf_counter() - start)


async def crowd(store: Store, callers: int, each: int) -> list[float]:
    """Callers with a stream each, who append one event after the other."""
    latencies: list[float] = []
    mark = f"{time.time_ns()}"
    slip = [NewEvent("slip", msgspec.json.encode(Slip(1, 1, "LUSTRER", "H4", 74)).decode())]

    async def caller(number: int) -> None:
        stream = f"{mark}-{callers}-{number}"
        for version in range(each):
            append = partial(store.append, stream, version, slip, kind="bench", key=f"{version}")
            await timed(latencies, append)

    await asyncio.gather(*(caller(number) for number in range(callers)))
    return latencies


async def hall(store: Store) -> list[float]:
    """Every player of one game hands in once, at a random moment of the last two seconds."""
    latencies: list[float] = []
    chance = random.Random(7)
    stream = f"hall-{time.time_ns()}"
    codec = Codec[Slip](Slip)

    def decide(state: int, slip: Slip) -> Sequence[Slip]:
        assert state >= 0
        return [slip]

    repository = Repository(store, "bench", codec, initial=0, evolve=lambda state, _: state + 1)
    await repository.execute(stream, Slip(-1, 0, "", "", 0), decide)

    async def player(number: int) -> None:
        await asyncio.sleep(chance.uniform(0, SPREAD))
        slip = Slip(number, 1, "LUSTRER", "H4", 74)
        key = f"slip-{number}"
        await timed(latencies, lambda: repository.execute(stream, slip, decide, key=key))

    await asyncio.gather(*(player(number) for number in range(PLAYERS)))
    stored = await store.load(stream)
    assert len(stored) == PLAYERS + 1
    assert len({codec.decode(item).player for item in stored}) == PLAYERS + 1
    return latencies


def measure(store: Store, name: str, run: Callable[[Store], Awaitable[list[float]]]) -> Result:
    commits: list[int] = []

    def count(_: object) -> None:
        commits.append(1)

    async def main() -> list[float]:
        return await run(store)

    event.listen(store.engine, "commit", count)
    start = time.perf_counter()
    latencies = asyncio.run(main())
    seconds = time.perf_counter() - start
    event.remove(store.engine, "commit", count)
    return Result(name, len(latencies), seconds, len(commits), latencies)


def measure_all(address: str) -> list[Result]:
    with Store.open(address) as store:
        return [
            measure(store, "one caller", lambda s: crowd(s, 1, 300)),
            measure(store, "50 callers at once", lambda s: crowd(s, 50, 60)),
            measure(store, "2,000 callers at once", lambda s: crowd(s, PLAYERS, 2)),
            measure(store, "2,000 slips of one game in 2 s", hall),
        ]


def machine() -> str:
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = names[0].partition(":")[2].strip() if names else cpu
    python = f"{platform.system()}, Python {platform.python_version()}"
    return f"{cpu}, {os.cpu_count()} cores (load {os.getloadavg()[0]:.1f} at the end), {python}"


def commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True
    )
    return done.stdout.strip() or "unknown"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", action="append", metavar="ADDRESS")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    lines = [HEAD]
    with tempfile.TemporaryDirectory() as folder:
        for address in options.database or [f"sqlite:///{folder}/bench.sqlite"]:
            database = {"sqlite": "SQLite"}.get(make_url(address).drivername, "PostgreSQL")
            lines += [result.row(database) for result in measure_all(address)]
    table = "\n".join(lines)
    print(table)
    if options.write:
        text = INTRODUCTION.format(commit=commit(), machine=machine(), table=table)
        (HERE / "STORE.md").write_text(text)


if __name__ == "__main__":
    main()
