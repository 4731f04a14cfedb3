"""What the road sheets of a whole hall cost as one PDF, alone and asked ten times at once.

    python bench/road_sheets.py [TABLES] [AT_ONCE]

The server runs in a process of its own, so that its peak memory is its own; the loop is watched as
in ``loop.py``.
"""

import multiprocessing
import resource
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tools"), str(HERE)]

from loop import Holds, serving  # noqa: E402
from tests.web.conftest import WebClient  # noqa: E402
from tests.web.played import played  # noqa: E402
from tests.web.seeded import seed  # noqa: E402

from raccord.web.doors import organiser_path  # noqa: E402

LONG = 900.0


def server(tables: int, pipe: Connection) -> None:
    """Serve two games that are over, and tell what was measured whenever asked."""
    holds = Holds(is_located=False)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), holds) as live:
        codes = [seed(live, played(tables)) for _ in range(2)]
        turns = sum(type(event).__name__ == "Retained" for event in played(tables))
        holds.watch()
        pipe.send((live.url, organiser_path(live.services), codes, turns))
        while pipe.recv():
            used = resource.getrusage(resource.RUSAGE_SELF)
            cpu = used.ru_utime + used.ru_stime
            pipe.send((cpu, used.ru_maxrss // 1024, 1000 * holds.worst, _resident()))
            holds.reset()


def _resident() -> int:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    return 0


def ask(desk: WebClient, address: str, at_once: int) -> str:
    """Ask an address several times at once; the answers and the slowest time."""

    def one(_: int) -> tuple[int, int]:
        reply = desk.get(address, timeout=LONG)
        return reply.status_code, len(reply.content)

    began = time.perf_counter()
    with ThreadPoolExecutor(at_once) as pool:
        answers = sorted(set(pool.map(one, range(at_once))))
    return f"{time.perf_counter() - began:.1f} s, {answers}"


def delay(desk: WebClient, stop: threading.Event) -> list[float]:
    """How long a small page takes meanwhile, as a phone sees it."""
    found = []
    while not stop.wait(0.2):
        began = time.perf_counter()
        desk.get("/healthz", timeout=LONG)
        found.append(time.perf_counter() - began)
    return sorted(found)


def main() -> None:
    tables, at_once = (int(one) for one in [*sys.argv[1:], "1000", "10"][:2])
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=server, args=(tables, theirs))
    process.start()
    url, door, codes, turns = ours.recv()
    print(f"{tables} tables, {turns} turns", flush=True)
    desk = WebClient(base_url=url)
    desk.get(f"/{door}")
    desk.sign_in()
    asked = [
        ("nothing", "", 0),
        ("route.pdf", f"/partie/{codes[0]}/route.pdf", 1),
        ("route.pdf again", f"/partie/{codes[0]}/route.pdf", 1),
        ("route.json", f"/partie/{codes[0]}/route.json", 1),
        ("billets.pdf", f"/partie/{codes[0]}/billets.pdf?tous=1", 1),
        (f"route.pdf, {at_once} at once", f"/partie/{codes[1]}/route.pdf", at_once),
    ]
    before = 0.0
    for name, address, count in asked:
        stop = threading.Event()
        with ThreadPoolExecutor(1) as pool:
            waits = pool.submit(delay, WebClient(base_url=url), stop)
            told = ask(desk, address, count) if count else ""
            stop.set()
            slow = waits.result()
        ours.send(True)
        cpu, peak, held, resident = ours.recv()
        middle, worst = (slow[len(slow) // 2], slow[-1]) if slow else (0.0, 0.0)
        print(
            f"{name}: {told}; processor {cpu - before:.1f} s, peak {peak} MB, now {resident} MB, "
            f"loop held {held:.1f} ms; a small page {1000 * middle:.0f} ms, at worst "
            f"{1000 * worst:.0f} ms",
            flush=True,
        )
        before = cpu
    ours.send(False)
    process.join(30)


if __name__ == "__main__":
    main()
