"""The command: so many runs from a seed, several at once; findings are told as they come."""

import argparse
import asyncio
import multiprocessing
import os
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from storm.warm import Warm
from tests.network.world import script
from tests.store.postgres import PostgresServer

from raccord import wordlists
from storm_network import centres, report, scene, sections
from storm_network.plan import FAULTS, SECTIONS, TURNS, Plan, choose
from storm_network.result import Result

_AT_ONCE = 3
"""Games in sections wait for clocks and leases most of the time."""


def storm(plans: Sequence[Plan], at_once: int, minutes: float = float("inf")) -> list[Result]:
    """Play the plans; no new run begins after so many minutes."""
    end = time.monotonic() + 60 * minutes
    # Read once for all processes, which are forked from here.
    script(1, TURNS)
    wordlists.load("fr-libre")
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="raccord-storm-") as name:
        empty = scene.empty_database(Path(name))
        for result in _all(plans, at_once, empty, end):
            results.append(result)
            _tell(result, len(results))
    return results


def _all(plans: Sequence[Plan], at_once: int, empty: Path, end: float) -> Iterator[Result]:
    alone = [plan for plan in plans if plan.fault not in SECTIONS]
    served = [plan for plan in plans if plan.fault in SECTIONS]
    context = multiprocessing.get_context("fork")
    told: Any = context.SimpleQueue()
    shares = [alone[n::at_once] for n in range(at_once)] if alone else []
    workers = [context.Process(target=_centres, args=(s, empty, end, told)) for s in shares]
    if served:
        workers.append(context.Process(target=_sections, args=(served, end, told)))
    for worker in workers:
        worker.start()
    left = len(workers)
    while left:
        found = told.get()
        if found is None:
            left -= 1
        else:
            yield found
    for worker in workers:
        worker.join()


def _centres(plans: Sequence[Plan], empty: Path, end: float, told: Any) -> None:
    """A process that plays one run after the other; it has no threads, so that it may fork."""
    for plan in plans:
        if time.monotonic() > end:
            break
        try:
            told.put(centres.play(plan, empty))
        except Exception:
            told.put(Result(plan, findings=(traceback.format_exc(),)))
    told.put(None)


def _sections(plans: Sequence[Plan], end: float, told: Any) -> None:
    async def work() -> None:
        warm, postgres = Warm(), PostgresServer()
        waiting = iter(plans)

        async def some() -> None:
            for plan in waiting:
                if time.monotonic() > end:
                    return
                try:
                    told.put(await sections.play(plan, postgres, warm))
                except Exception:
                    told.put(Result(plan, findings=(traceback.format_exc(),)))

        try:
            await asyncio.gather(*(some() for _ in range(_AT_ONCE)))
        finally:
            warm.close()
            postgres.stop()

    try:
        asyncio.run(work())
    finally:
        told.put(None)


def _tell(result: Result, number: int) -> None:
    plan = result.plan
    for finding in result.findings:
        print(f"FOUND seed {plan.seed} {plan.fault}: {finding}", flush=True)
    if number % 20 == 0:
        print(f"{number} runs", flush=True)


def main() -> None:
    """Run, print the table, and fail if anything was found."""
    parser = argparse.ArgumentParser(prog="storm_network", description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--only", choices=FAULTS, nargs="*", default=FAULTS)
    parser.add_argument("--write", action="store_true", help="write it in bench/NETWORK.md")
    chosen = parser.parse_args()
    begun = time.monotonic()
    plans = choose(chosen.runs, chosen.seed, tuple(chosen.only))
    results = storm(plans, chosen.at_once, chosen.minutes)
    text = report.report(results, chosen.seed, (time.monotonic() - begun) / 60)
    print(text)
    if chosen.write:
        report.write(text)
    if any(result.findings for result in results):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
