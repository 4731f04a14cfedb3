"""The table of a storm over several machines, in bench/NETWORK.md."""

from collections.abc import Sequence
from pathlib import Path

from storm_network.plan import FAULTS
from storm_network.result import Result

FILE = Path(__file__).parents[2] / "bench" / "NETWORK.md"
HEADING = "\n## Faults\n"
NAMES = {
    "hub": "hub killed in the midst of its work",
    "centre": "centre killed in the midst of its work",
    "wire": "batches cut before and after they are heard, doubled, reordered",
    "backup": "hub restored from an old backup",
    "laptops": "two laptops for one centre, with its file or a copied folder",
    "clock": "clock of a centre five minutes off",
    "disk": "disk of a centre lost, refilled from the hub",
    "section": "process of the sections killed",
    "master": "process of the master killed",
    "primary": "primary killed, its standby promoted",
}
TEXT = """
Made by `make storm-network RUNS={asked} SEED={seed} WRITE=1`: {count:,} runs in {minutes:.0f} min.
A run of the first seven is an event with three centres on real halls, each a process of its own, as
the hub is; a process is killed after so much work of its own, at random. A run of the last three is
a game in two sections on two real servers and PostgreSQL. After each: every acknowledged slip is at
the hub, or in its section, once; no turn twice; the closing event proves every centre complete;
`database check` is clean; the ranking equals that of a second, simple programme
(`tools/storm/oracle.py`). What a lost disk had never sent is handed in anew.

| fault | runs | acknowledged slips | processes killed | harmed or sent again | findings |
|---|---:|---:|---:|---:|---:|
{rows}
"""


def _row(name: str, results: Sequence[Result]) -> str:
    counts = (
        len(results),
        sum(result.acknowledged for result in results),
        sum(result.killed for result in results),
        sum(result.harmed for result in results),
        sum(bool(result.findings) for result in results),
    )
    return f"| {name} | " + " | ".join(f"{count:,}" for count in counts) + " |"


def report(results: Sequence[Result], seed: int, minutes: float) -> str:
    """The section of the page."""
    found = {fault: [one for one in results if one.plan.fault == fault] for fault in FAULTS}
    rows = [_row(NAMES[fault], found[fault]) for fault in FAULTS]
    return TEXT.format(
        asked=len(results),
        seed=seed,
        count=len(results),
        minutes=minutes,
        rows="\n".join([*rows, _row("all", results)]),
    )


def write(text: str) -> None:
    """Put it at the end of the page, where the last one was."""
    page = FILE.read_text(encoding="utf-8").partition(HEADING)[0]
    FILE.write_text(page.rstrip() + "\n" + HEADING + text.rstrip() + "\n", encoding="utf-8")
