"""How long each request holds the event loop, on a large installation.

    python bench/loop.py [--small] [--where] [--only TEXT] [--write]

Slips and clocks wait for the loop, so no request may keep it for more than 5 ms. Every route of the
application is asked, pages and writes with bodies as they come; counted is the processor time of
the loop's own thread between two of its turns, so that neither the machine's other work nor
threads of the product are in it. ``--where`` names the functions that held it.
``--write`` keeps the table in LOOP.md.
"""

import argparse
import asyncio
import gc
import os
import platform
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tools"), str(HERE)]

from installation import Size, install  # noqa: E402
from loop_routes import Asked, unasked, walk  # noqa: E402
from tests.web.conftest import LiveServer, _Server  # noqa: E402

from raccord.cli.serve import GARBAGE, SWITCH_SECONDS  # noqa: E402
from raccord.web import Settings, create_app  # noqa: E402
from raccord.web.server import server_config, spread  # noqa: E402
from raccord.web.services import Services  # noqa: E402

BOUND = 0.005
SMALL = Size(40, 3, 60, 6, 4, 3, 100, 8)


class Holds:
    """The turns of one loop: how long each callback kept it."""

    def __init__(self, is_located: bool) -> None:
        self.loop = 0
        self.worst = 0.0
        self.collected = 0.0
        self.where: Counter[str] = Counter()
        self._began = 0.0
        self._is_located = is_located
        self._garbage = 0.0

    def watch(self) -> None:
        """Look at every callback from now on."""
        really, holds = asyncio.Handle._run, self
        gc.callbacks.append(self._collecting)

        def timed(handle: asyncio.Handle) -> None:
            if threading.get_ident() != holds.loop:
                return really(handle)
            holds._began, holds._garbage = time.perf_counter(), 0.0
            began = time.thread_time()
            really(handle)
            took = time.thread_time() - began
            holds._began = 0.0
            holds.collected = max(holds.collected, holds._garbage)
            holds.worst = max(holds.worst, took - holds._garbage)
            return None

        asyncio.Handle._run = timed  # type: ignore[method-assign,assignment]
        if self._is_located:
            threading.Thread(target=self._look, daemon=True).start()

    def _collecting(self, phase: str, _: object) -> None:
        """Collections of garbage fall on whoever allocates next: they are told apart."""
        if threading.get_ident() == self.loop:
            sign = -1 if phase == "start" else 1
            self._garbage += sign * time.thread_time()

    def _look(self) -> None:
        while True:
            time.sleep(0.001)
            if self._began and time.perf_counter() - self._began > 0.003:
                frame = sys._current_frames().get(self.loop)
                ours = [
                    f"{Path(one.filename).name}:{one.lineno}:{one.name}"
                    for one in traceback.extract_stack(frame)
                    if "raccord" in one.filename or "litestar" in one.filename
                ]
                self.where[" < ".join(reversed(ours[-4:]))] += 1

    def reset(self) -> None:
        """Begin anew, for one more request."""
        self.worst = self.collected = 0.0
        self.where = Counter()


@contextmanager
def serving(data: Path, holds: Holds) -> Iterator[LiveServer]:
    """A server in a thread, on asyncio's own loop, as ``raccord serve`` sets it up."""
    services = Services(Settings(data=data))
    listener = socket.create_server(("127.0.0.1", 0))
    config = server_config(create_app(services.settings, services), loop="asyncio")
    server = _Server(config)
    sys.setswitchinterval(0.0005 if holds._is_located else SWITCH_SECONDS)
    thread = threading.Thread(target=server.run, kwargs={"sockets": spread(listener)}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    assert thread.ident is not None
    holds.loop = thread.ident
    try:
        with ExitStack() as end:
            url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            yield LiveServer(url, services, end, server.loop)
    finally:
        server.should_exit = True
        thread.join(20)


def settle(server: LiveServer) -> None:
    """Let what a request left behind (news to streams, clocks) be done."""
    for _ in range(3):
        done = threading.Event()
        server.loop.call_soon_threadsafe(done.set)
        done.wait(60)
        time.sleep(0.005)


def measured(server: LiveServer, holds: Holds, asked: Asked) -> tuple[float, float, int]:
    """The longest hold of a request, the longest collection, and how it was answered."""
    settle(server)
    holds.reset()
    began = time.perf_counter()
    reply = asked.ask()
    if time.perf_counter() - began > 5:
        print(f"{time.perf_counter() - began:5.0f} s  {asked.name}, {_memory()} MB", flush=True)
    settle(server)
    return holds.worst, holds.collected, reply.status_code


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def run(options: argparse.Namespace) -> tuple[list[tuple[float, str, int]], set[str], float]:
    holds = Holds(options.where)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), holds) as server:
        made = install(server, SMALL if options.small else Size())
        print("installed", flush=True)
        gc.collect()
        gc.freeze()
        gc.set_threshold(GARBAGE)
        holds.watch()
        found: dict[str, tuple[float, str, int]] = {}
        walked: set[str] = set()
        collected = 0.0
        for asked in walk(made):
            if options.only and options.only not in asked.name:
                asked.ask()
                continue
            took, garbage, status = measured(server, holds, asked)
            walked |= {asked.route} if status < 400 else set()
            collected = max(collected, garbage)
            if took > found.get(asked.name, (0.0, "", 0))[0]:
                found[asked.name] = (took, asked.name, status)
            if took > BOUND or status >= 500 or (status >= 400 and asked.must_work):
                print(f"{1000 * took:7.1f} ms  {status}  {asked.name}", flush=True)
                for where, count in holds.where.most_common(4):
                    print(f"          {count:3} {where}")
        return sorted(found.values(), reverse=True), unasked(walked), collected


def commit() -> str:
    asked = ["git", "-C", str(HERE), "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def report(options: argparse.Namespace) -> str:
    lines, missing, collected = run(options)
    long = [line for line in lines if line[0] > BOUND]
    shown = lines[: max(40, len(long))]
    rows = "\n".join(f"| {name} | {status} | {1000 * took:.1f} |" for took, name, status in shown)
    size = SMALL if options.small else Size()
    return f"""# What holds the event loop

Commit {commit()}; {os.cpu_count()} cores (load {os.getloadavg()[0]:.1f} at the end), \
{platform.system()}, Python {platform.python_version()}.

Made by `python bench/loop.py --write`: a competition of {size.players} players × {size.games} \
games, a hall of {size.tables:,} tables (a game over, one under way, one played by the programme),
an event with {size.centres} centres of {size.of_a_centre} tables, a tournament of Jarnac with \
{size.jarnac} players, games alone, words, the open room, a directory of {size.people:,} people.
{len(lines)} requests; each is counted by the longest time that it kept the loop between two of its
turns, in processor time of that thread, the longest of all times it was asked (as organiser and
as a stranger, the first time and again). Wanted: 5 ms at most.

**{len(long)} of {len(lines)} are over 5 ms.** Collections of garbage are not in it: they fall on
whoever allocates next, and the longest on the loop took {1000 * collected:.1f} ms.

| request | answer | ms on the loop |
|---|---:|---:|
{rows}

{len(missing)} routes were asked, and measured as far as they go, but not answered with success (a
PDF of a centre's rehearsal, a photograph, a code that nobody was given):
{", ".join(f"`{one}`" for one in sorted(missing))}.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--small", action="store_true", help="a small one, to try the programme")
    parser.add_argument("--where", action="store_true", help="name the functions that held it")
    parser.add_argument("--only", default="", help="measure requests whose name has this text")
    parser.add_argument("--write", action="store_true", help="keep the table in LOOP.md")
    options = parser.parse_args()
    text = report(options)
    print(text)
    if options.write:
        (HERE / "LOOP.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
