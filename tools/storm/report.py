"""The table of a storm: by fault, how many runs, slips and findings."""

import os
import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path

from storm.plan import FAULTS, POSTGRESQL
from storm.run import Result

ROOT = Path(__file__).parents[2]
FILE = ROOT / "bench" / "STORM.md"
NAMES = {
    "kill": "kill -9, started again on the same log",
    "disk": "disk full",
    "database": "database gone (SQLite locked, PostgreSQL killed)",
    "clock": "clock set back",
    "network": "network cut (held, reset, refused, lost)",
    "slow": "slow clients",
    "attack": "every attack at once",
}
TEXT = """# A storm

Commit {commit}; {machine}.

Made by `make storm RUNS={runs} SEED={seed} WRITE=1`: {count:,} runs of the real server in
{minutes:.0f} min, {at_once} at a time. Each plays two turns with 7 to 21 tables, a referee and a
marker, and meets one fault at a random moment; phones send again under the same key, as the real
script does. After each run: every acknowledged slip is in the log once and at the time its receipt
told; no turn twice; nothing that players, public or attackers received held a top, a draw or the
secret before its time; the ranking shown equals that of a second, simple programme
(`tools/storm/oracle.py`); `raccord database check` is clean; no answer was a fault of the server's
own.

| fault | runs | on PostgreSQL | acknowledged slips | sent again | late | findings |
|---|---:|---:|---:|---:|---:|---:|
{rows}
"""


def row(name: str, results: Sequence[Result]) -> str:
    """One line of the table."""
    counts = (
        len(results),
        sum(result.plan.database == POSTGRESQL for result in results),
        sum(result.acknowledged for result in results),
        sum(result.resent for result in results),
        sum(result.late for result in results),
        sum(bool(result.findings) for result in results),
    )
    return f"| {name} | " + " | ".join(f"{count:,}" for count in counts) + " |"


def rows(results: Sequence[Result]) -> str:
    """The table by fault, and all of it."""
    lines = [
        row(NAMES[fault], [result for result in results if result.plan.fault == fault])
        for fault in FAULTS
    ]
    return "\n".join([*lines, row("all", results)])


def report(results: Sequence[Result], seed: int, minutes: float, at_once: int) -> str:
    """The whole page."""
    return TEXT.format(
        commit=_commit(),
        machine=_machine(),
        runs=len(results),
        seed=seed,
        count=len(results),
        minutes=minutes,
        at_once=at_once,
        rows=rows(results),
    )


def _commit() -> str:
    command = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip() or "?"


def _machine() -> str:
    text = Path("/proc/cpuinfo").read_text()
    model = next(line for line in text.splitlines() if "model name" in line).split(":")[1].strip()
    return f"{model}, {os.cpu_count()} cores, Linux, Python {platform.python_version()}"
