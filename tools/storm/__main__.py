"""The command: so many runs from a seed, several at once; findings are told as they come."""

import argparse
import asyncio
import os
import signal
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from tests.store.postgres import PostgresServer

from storm import report
from storm.plan import FAULTS, POSTGRESQL, Plan, draw_plan
from storm.run import Result, play
from storm.warm import Warm


async def storm(plans: Sequence[Plan], at_once: int, minutes: float = float("inf")) -> list[Result]:
    """Play the plans; no new run begins after so many minutes."""
    results: list[Result] = []
    end = time.monotonic() + 60 * minutes
    stopped = asyncio.Event()
    # Asked politely, it plays to their end the runs that have begun, and reports.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    waiting = iter(plans)
    # A run may kill its own: nobody else plays on it meanwhile.
    postgres: asyncio.Queue[PostgresServer] = asyncio.Queue()
    servers = [PostgresServer() for _ in range(_needed(plans, at_once))]
    for server in servers:
        postgres.put_nowait(server)
    warm = Warm()

    async def work() -> None:
        for plan in waiting:
            if time.monotonic() > end or stopped.is_set():
                return
            if plan.database == POSTGRESQL:
                mine = await postgres.get()
                result = await _played(plan, mine, warm)
                postgres.put_nowait(mine)
            else:
                result = await _played(plan, None, warm)
            results.append(result)
            _tell(result, len(results))

    try:
        await asyncio.gather(*(work() for _ in range(at_once)))
    finally:
        warm.close()
        for server in servers:
            server.stop()
    return results


def _needed(plans: Sequence[Plan], at_once: int) -> int:
    """How many PostgreSQL servers keep most runs from waiting for one."""
    return min(sum(plan.database == POSTGRESQL for plan in plans), -(-at_once // 2))


async def _played(plan: Plan, postgres: PostgresServer | None, warm: Warm) -> Result:
    """A run that cannot be played to its end is a finding too."""
    begun = time.monotonic()
    try:
        return await play(plan, postgres, warm)
    except Exception:
        findings = (traceback.format_exc(),)
        return Result(plan, time.monotonic() - begun, findings=findings)


def _tell(result: Result, number: int) -> None:
    plan = result.plan
    for finding in result.findings:
        print(f"FOUND seed {plan.seed} {plan.fault} on {plan.database}: {finding}", flush=True)
    if number % 20 == 0:
        print(f"{number} runs", flush=True)


def choose(runs: int, seed: int, only: Sequence[str], *, is_long: bool) -> list[Plan]:
    """The plans of so many runs, the faults in turn."""
    kinds = [only[number % len(only)] for number in range(runs)]
    return [draw_plan(seed + n, kind, is_long=is_long) for n, kind in enumerate(kinds)]


def main() -> None:
    """Run, print the table, and fail if anything was found."""
    parser = argparse.ArgumentParser(prog="storm", description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=2 * (os.cpu_count() or 1))
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--only", choices=FAULTS, nargs="*", default=FAULTS)
    parser.add_argument("--short", action="store_true", help="no fault lasts ten seconds")
    parser.add_argument("--write", action="store_true", help="write bench/STORM.md")
    chosen = parser.parse_args()
    begun = time.monotonic()
    plans = choose(chosen.runs, chosen.seed, chosen.only, is_long=not chosen.short)
    results = asyncio.run(storm(plans, chosen.at_once, chosen.minutes))
    minutes = (time.monotonic() - begun) / 60
    text = report.report(results, chosen.seed, minutes, chosen.at_once)
    print(text)
    if chosen.write:
        Path(report.FILE).write_text(text, encoding="utf-8")
    if any(result.findings for result in results):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
