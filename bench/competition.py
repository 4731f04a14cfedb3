"""How long the pages and papers of a large competition take: 800 players, 7 games.

    python bench/competition.py [--players 800] [--games 7] [--write]

A server in this process answers over loopback; every page is asked several times with nothing
changed in between, and once right after something has changed. The unit of the ratios is one
ranking by points of the same event, worked out in the same run. ``--write`` keeps the table in
COMPETITION.md.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tools")]

from tests.tournament.simulated import event  # noqa: E402
from tests.web.conftest import WebClient, running  # noqa: E402

from raccord.documents import to_pdf  # noqa: E402
from raccord.documents.event_papers import all_results  # noqa: E402
from raccord.tournament import Summary, standing  # noqa: E402
from raccord.web import Settings  # noqa: E402
from raccord.web.doors import organiser_path  # noqa: E402

TIMES = 7


@dataclass(frozen=True)
class Measured:
    """What was asked, how long it took again and again, and the first time after a change."""

    name: str
    again: float
    first: float | None
    size: int

    def row(self, unit: float) -> str:
        first = "" if self.first is None else f"{1000 * self.first:.0f}"
        return (
            f"| {self.name} | {1000 * self.again:.0f} | {self.again / unit:.2f} | {first} "
            f"| {self.size / 1024:,.0f} |"
        )


def seconds(work: Callable[[], object], times: int = TIMES) -> float:
    """The median time of a piece of work."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def filled(client: WebClient, summary: Summary) -> str:
    """The event on the server, entered and typed in as an organiser's program does."""
    code = client.post("/api/tournaments", json={"title": summary.title}).json()["code"]
    path = f"/api/tournaments/{code}"
    people = [
        {"people": [msgspec.to_builtins(e.people[0])], "number": e.number} for e in summary.entries
    ]
    client.post(path, json={"command": "enter-all", "entries": people}).raise_for_status()
    for game in summary.games:
        tally = msgspec.to_builtins(game.tally)
        body = {"command": "type-result", "title": game.title, "tally": tally}
        client.post(path, json=body).raise_for_status()
    return str(code)


def pages(code: str, number: int) -> dict[str, str]:
    home = f"/competition/{code}"
    return {
        "public page, the whole ranking": home,
        "the same by series": f"{home}?groupe=series",
        "the same for programs": f"{home}.json",
        "ranking of a game": f"{home}/partie/1",
        "sheet of a player": f"{home}/joueur/{number}",
        "hall's screen": f"{home}/projection",
        "organiser's page": f"{home}/gerer",
        "check-in": f"{home}/pointage",
        "typed totals": f"{home}/saisie?partie=1",
        "papers": f"{home}/papiers",
        "history of a player": "/historique?nom=Joueuse 7",
    }


def measured(client: WebClient, summary: Summary) -> Iterator[Measured]:
    code = filled(client, summary)
    number = summary.games[0].tally.lines[0].number
    last = msgspec.to_builtins(summary.games[-1].tally)
    for name, path in pages(code, number).items():
        client.get(path).raise_for_status()  # its template is compiled once
        last["lines"][0]["total"] += 1
        body = {"command": "type-result", "title": "Fin", "tally": last, "game": len(summary.games)}
        client.post(f"/api/tournaments/{code}", json=body).raise_for_status()
        first = seconds(lambda at=path: client.get(at).raise_for_status(), 1)  # type: ignore[misc]
        again = seconds(lambda at=path: client.get(at).raise_for_status())  # type: ignore[misc]
        yield Measured(name, again, first, len(client.get(path).content))


def table(players: int, games: int) -> tuple[list[Measured], float]:
    summary = event(players, games)
    unit = seconds(lambda: standing(summary))
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Settings(data=Path(folder))) as server,
    ):
        client = server.client()
        client.get(f"/{organiser_path(server.services)}")
        found = list(measured(client.sign_in(), summary))
    made = to_pdf(all_results(summary))
    took = seconds(lambda: to_pdf(all_results(summary)), 3)
    return [*found, Measured("PDF of all results", took, None, len(made))], unit


def commit() -> str:
    asked = ["git", "-C", str(HERE), "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def report(players: int, games: int) -> str:
    lines, unit = table(players, games)
    rows = "\n".join(line.row(unit) for line in lines)
    machine = (
        f"Commit {commit()}; {os.cpu_count()} cores (load {os.getloadavg()[0]:.1f} at the end), "
        f"{platform.system()}, Python {platform.python_version()}."
    )
    return f"""# A large competition

{machine}

Made by `python bench/competition.py --write`: {players} players × {games} games,
every page asked over loopback of a server in the same process. The unit of the ratios is one
ranking of the event by points ({1000 * unit:.0f} ms in this run); "after a change" is the first
answer after the organiser's program has corrected a total.

| what | ms | rankings | after a change, ms | kB |
|---|---:|---:|---:|---:|
{rows}

Wanted: pages under 300 ms, the PDF of all results under 3 s. Times are those of the wall clock,
whatever else the machine does included.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=800)
    parser.add_argument("--games", type=int, default=7)
    parser.add_argument("--write", action="store_true", help="keep the table in COMPETITION.md")
    asked = parser.parse_args()
    text = report(asked.players, asked.games)
    print(text)
    if asked.write:
        (HERE / "COMPETITION.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
