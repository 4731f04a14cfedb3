"""A hub and hundreds of simulated centres on one machine: they reconnect at once, close a turn.

    PYTHONPATH=tools python bench/centres.py [--centres N] [--tables N] [--turns N]
                                             [--database ADDRESS] [--write]

The hub is ``raccord serve`` in a process of its own; the clients of this one use the centre's own
code and its own HTTP. The yardstick is the lightest request there is, ``GET /api/session``, asked
in the same run. Telephone codes are left out of the centres' files: making them is slow on purpose.
``--write`` puts the report in NETWORK.md, under the heading « Centres ».
"""

import argparse
import os
import platform
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from simulated_centres import SimulatedCentre, played

from raccord import wordlists
from raccord.duplicate import autoplay, record
from raccord.duplicate import events as ev
from raccord.duplicate.files.fair_draws import secret_of_seed
from raccord.duplicate.files.scripts import Terms, read_script
from raccord.duplicate.rules.formula import Formula
from raccord.network import invitation
from raccord.network.contest import commands as cmd
from raccord.network.hub import Hub
from raccord.network.link import HttpPost
from raccord.network.messages import Head, Letter, Reply, reopened
from raccord.store.store import Store

HERE = Path(__file__).parent
AT_ONCE = 48
"""Centres that have a request under way at the same moment, from this one process."""
WINDOW = 10.0
SOLO = 10
"""What a solo earns among thousands of tables (2017 3.5)."""
HOUR = 3_600_000


@dataclass
class Sent:
    """One centre of the run: what it has to send, by game, and what a receipt is read with."""

    name: str
    token: str
    joining: bytes
    games: dict[int, list[bytes]] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    """By table, in the first game."""
    best: dict[int, list[int]] = field(default_factory=dict)
    """By turn, the points of its tables in the first game."""


@dataclass
class Figures:
    """What was measured, in seconds unless it says otherwise."""

    events: int = 0
    rows: int = 0
    merge: float = 0.0
    again: float = 0.0
    again_rows: int = 0
    ranking: float = 0.0
    agrees: bool = False
    receipts: list[float] = field(default_factory=list)
    early: int = 0
    alone: float = 0.0
    yardstick: float = 0.0
    memory: int = 0
    processor: dict[str, float] = field(default_factory=dict)
    """Seconds of processor that the hub itself took: what a busy machine does not change."""
    solos: int = 0


def prepared(seed: int, turns: int) -> tuple[ev.Event, ...]:
    """A prepared game with at least so many turns, cut there."""
    lexicon = wordlists.load("fr-libre")
    for one in range(seed, seed + 50):
        found: list[ev.Event] = []
        for event in autoplay(lexicon, secret_of_seed(one), samples=4):
            found.append(event)
            if sum(isinstance(e, ev.Retained) for e in found) == turns:
                text = record.dumps(found)
                return read_script(text, Terms(lexicon, "2017", Formula()))
    raise RuntimeError(f"no game of {turns} turns")


def open_event(hub: Hub, centres: int, turns: int) -> str:
    """An event with its centres and two games, in their slot now."""
    lexicon = wordlists.load("fr-libre")
    now = hub.now_ms()
    opening = cmd.Open(
        title="Simultané",
        lexicon=lexicon.name,
        lexicon_digest=lexicon.digest,
        edition="2017",
        embargo=now + HOUR,
    )
    code = hub.open(opening)
    for number in range(centres):
        hub.execute(code, cmd.AddCentre(name=f"Centre {number}", centre=f"c{number}"))
    for seed in (1, 100):
        hub.add_game(code, "", now - HOUR, now + HOUR, prepared(seed, turns))
    return code


def make_centre(
    folder: Path, hub: Hub, code: str, name: str, address: str, tables: int
) -> tuple[Sent, int]:
    """Play both games of a centre on its disk, and keep what it would send; its events."""
    content = hub.invitation(code, name, address)
    (folder / name).mkdir()
    # Laying down the tables anew for each of them would take longer than all the rest.
    shutil.copy(folder / "empty.sqlite", folder / name / "raccord.sqlite")
    laptop = SimulatedCentre(folder / name, content, hub.now_ms)
    chance = random.Random(name)
    token = laptop.outbox.membership.invitation.token
    made = Sent(name, token, laptop.outbox.joining())
    contest = hub.get(code)
    turns = list(played(contest.games[1].script, tables, chance, name))
    laptop.append(1, [event for turn in turns for event in turn])
    laptop.outbox.close(1)
    made.games[1] = laptop.outbox.messages(everything=True)
    for event in (event for turn in turns for event in turn):
        if isinstance(event, ev.Ruled):
            points = event.ruling.points
            made.totals[event.table] = made.totals.get(event.table, 0) + points
            made.best.setdefault(event.turn, []).append(points)
    count = sum(map(len, turns))
    opening, first, *_ = played(contest.games[2].script, tables, chance, name)
    for turn in (opening, first):
        _acknowledge(laptop)
        laptop.append(2, turn)
        made.games[2] = [*made.games.get(2, ()), *laptop.outbox.messages()]
    laptop.close()
    return made, count


def _acknowledge(laptop: SimulatedCentre) -> None:
    """Have a laptop believe that the hub has all of it, as it will by then."""
    membership = laptop.outbox.membership
    heads = {
        stream.name: Head(len(stream.events), stream.link(len(stream.events)))
        for stream in laptop.outbox.streams()
    }
    membership.receipt = msgspec.structs.replace(membership.receipt, heads=heads)


class Crew:
    """Threads that post, each with its own session, as many centres would."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._own = threading.local()
        self.pool = ThreadPoolExecutor(AT_ONCE)

    def post(self, message: bytes) -> bytes:
        if not hasattr(self._own, "post"):
            self._own.post = HttpPost(60.0)
        found: bytes = self._own.post(self._address, message)
        return found

    def timed(self, message: bytes) -> tuple[float, bytes]:
        began = time.perf_counter()
        answer = self.post(message)
        return time.perf_counter() - began, answer


def rows_of(answers: Sequence[bytes]) -> int:
    """How many rows the hub says it wrote."""
    return sum(Letter(answer).of(Reply).written for answer in answers)


def send_all(crew: Crew, centres: Sequence[Sent], game: int) -> list[bytes]:
    """Every centre sends everything it has of a game, each in its order."""

    def one(centre: Sent) -> list[bytes]:
        return [crew.post(message) for message in centre.games[game]]

    return [answer for answers in crew.pool.map(one, centres) for answer in answers]


def closing(crew: Crew, centres: Sequence[Sent]) -> tuple[list[float], int]:
    """Every centre closes a turn at some moment of the window; latencies, keys that came early."""
    crew_of = list(crew.pool.map(lambda c: crew.post(c.games[2][0]), centres))
    early = sum(_last_key(c, a) != 1 for c, a in zip(centres, crew_of, strict=True))
    chance = random.Random(1)
    moments = sorted(chance.uniform(0, WINDOW) for _ in centres)
    began = time.perf_counter()

    def one(moment: float, centre: Sent) -> tuple[float, int]:
        time.sleep(max(0.0, moment - (time.perf_counter() - began)))
        took, answer = crew.timed(centre.games[2][1])
        return took, _last_key(centre, answer)

    with ThreadPoolExecutor(len(centres)) as threads:
        found = list(threads.map(one, moments, centres))
    # The key of turn 2 opens in the very answer that acknowledges turn 1, and no later one.
    return [took for took, _ in found], early + sum(turn != 2 for _, turn in found)


def _last_key(centre: Sent, answer: bytes) -> int:
    """The turn of the second game that an answer lets a centre open."""
    reply = Letter(answer).of(Reply)
    keys = reopened(centre.token, reply.shut).keys
    return max((key.turn for key in keys if key.game == 2), default=0)


def agrees(found: dict[str, object], centres: Sequence[Sent]) -> bool:
    """Whether the hub's ranking is that of a loop over all that was written."""
    totals = {f"{c.name} {table}": total for c in centres for table, total in c.totals.items()}
    bonus = dict.fromkeys(totals, 0)
    over: dict[int, list[tuple[int, str]]] = {}
    for centre in centres:
        for turn, row in centre.best.items():
            over.setdefault(turn, []).extend(
                (points, f"{centre.name} {table}") for table, points in enumerate(row, 1)
            )
    alone = 0
    for scores in over.values():
        most = max(points for points, _ in scores)
        winners = [who for points, who in scores if points == most]
        if len(winners) == 1 and most > 0:
            alone += 1
            bonus[winners[0]] += SOLO
    lines = found["lines"]
    assert isinstance(lines, list)
    seen = {line["players"][0]: line["games"][0] for line in lines}
    solos = found["solos"]
    assert isinstance(solos, list)
    first = [solo for solo in solos if solo["game"] == "Partie 1"]
    return seen == {who: totals[who] + bonus[who] for who in totals} and len(first) == alone


class Server:
    """``raccord serve`` on a free port."""

    def __init__(self, data: Path, database: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}/"
        command = [sys.executable, "-m", "raccord.cli", "serve", "--no-browser"]
        command += ["--port", str(port), "--data", str(data)]
        command += ["--database", database] if database else []
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            try:
                self.get("api/session")
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError("the hub did not start")

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.address + path, timeout=120) as answer:
            found: bytes = answer.read()
            return found

    @property
    def processor(self) -> float:
        """Seconds of processor it has taken."""
        numbers = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Megabytes it holds."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) // 1024 if found else 0

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(30)


def spent(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def measure(options: argparse.Namespace, folder: Path) -> Figures:
    """One run."""
    data, found = folder / "hub", Figures()
    database = options.database or f"sqlite:///{(data / 'raccord.sqlite').as_posix()}"
    # Making 32 codes for each of hundreds of centres would take minutes, on purpose.
    invitation.wrapped = lambda *_: b""  # type: ignore[attr-defined]
    now = lambda: round(time.time() * 1000)  # noqa: E731
    data.mkdir(parents=True)
    with Store.open(database) as store:
        hub = Hub(store, data, now)
        code = open_event(hub, options.centres + 1, options.turns)
        Store.open(str(folder / "empty.sqlite")).close()
        server = Server(data, options.database)
        try:
            made = [
                make_centre(folder, hub, code, f"c{n}", server.address, options.tables)
                for n in range(options.centres + 1)
            ]
            return _run(found, server, code, made)
        finally:
            server.stop()


def _run(found: Figures, server: Server, code: str, made: Sequence[tuple[Sent, int]]) -> Figures:
    crew = Crew(server.address)
    *centres, (late, _) = made
    everyone = [centre for centre, _ in centres]
    found.events = sum(count for _, count in centres)
    list(crew.pool.map(lambda c: crew.post(c.joining), everyone))
    found.yardstick = statistics.median(spent(lambda: server.get("api/session")) for _ in range(50))
    before = server.processor
    began = time.perf_counter()
    answers = send_all(crew, everyone, 1)
    found.merge = time.perf_counter() - began
    found.processor["merge"] = server.processor - before
    found.rows = rows_of(answers)
    path = f"epreuve/{code}.json"
    told: dict[str, object] = {}
    before = server.processor
    found.ranking = spent(lambda: told.update(msgspec.json.decode(server.get(path))))
    found.processor["ranking"] = server.processor - before
    found.agrees = agrees(told, everyone)
    solos = told["solos"]
    found.solos = len(solos) if isinstance(solos, list) else 0
    began = time.perf_counter()
    found.again_rows = rows_of(send_all(crew, everyone, 1))
    found.again = time.perf_counter() - began
    before = server.processor
    found.receipts, found.early = closing(crew, everyone)
    found.processor["turn"] = server.processor - before
    crew.post(late.joining)
    found.alone = spent(lambda: [crew.post(message) for message in late.games[1]])
    found.memory = server.memory
    crew.pool.shutdown()
    return found


def report(options: argparse.Namespace, found: Figures) -> str:
    """The section of NETWORK.md."""
    ordered = sorted(found.receipts)
    p95 = ordered[int(len(ordered) * 0.95) - 1]
    told = "PostgreSQL" if options.database else "SQLite"
    unit, cpu = found.yardstick, found.processor
    each = 1000 * cpu["turn"] / len(ordered) / 2
    size = f"{options.centres} centres × {options.tables} tables × {options.turns} turns"
    rows = [
        (
            f"{size} reconnect at once: {found.events:,} events, {found.rows:,} rows written",
            f"{found.merge:.1f} s, {cpu['merge']:.1f} s of processor",
            "≤ 60 s",
        ),
        ("the same sent again", f"{found.again_rows} rows, {found.again:.1f} s", "0 rows"),
        (
            f"ranking and {found.solos} solos after it, read by a browser",
            f"{found.ranking:.1f} s, {cpu['ranking']:.1f} s of processor",
            "≤ 5 s",
        ),
        ("equal to a loop over all that was written", "yes" if found.agrees else "NO", "yes"),
        (
            f"{options.centres} centres close a turn within {WINDOW:.0f} s: receipt and key, p95",
            f"{1000 * p95:.0f} ms ({p95 / unit:.0f} ×), {each:.0f} ms of processor each",
            "receipt ≤ 2 s, key ≤ 1 s",
        ),
        ("keys given before the turn before was closed, or not given after", str(found.early), "0"),
        ("a centre unplugged for a whole game, merged", f"{found.alone:.2f} s", "≤ 10 s"),
        ("memory of the hub", f"{found.memory} MB", ""),
    ]
    lines = "\n".join(f"| {what} | {seen} | {wanted} |" for what, seen, wanted in rows)
    machine = f"{platform.system()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return (
        f"### On {told}\n\n{machine}; the yardstick, `GET /api/session`, takes {1000 * unit:.1f} ms"
        f" in the same run, with a load of {os.getloadavg()[0]:.0f}.\n\n"
        f"| what | seen | demanded |\n|---|---|---|\n{lines}\n"
    )


def keep(text: str) -> None:
    """Put a report in NETWORK.md in the place of the last one of its kind."""
    path = HERE / "NETWORK.md"
    whole = path.read_text(encoding="utf-8")
    title = text.splitlines()[0]
    start = whole.index("\n## Centres")
    end = next((start + 1 + m.start() for m in re.finditer(r"\n## ", whole[start + 1 :])), None)
    own, rest = whole[start:end], whole[end:] if end is not None else ""
    if title in own:
        before, _, after = own.partition(title)
        following = re.search(r"\n### ", after)
        own = before + text + (after[following.start() :] if following else "")
    else:
        own = own.rstrip() + "\n\n" + text
    path.write_text(whole[:start] + own.rstrip() + "\n" + rest, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--centres", type=int, default=300)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--turns", type=int, default=22)
    parser.add_argument("--database", default="")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text = report(options, measure(options, Path(folder)))
    print(text)
    if options.write:
        keep(text)


if __name__ == "__main__":
    main()
