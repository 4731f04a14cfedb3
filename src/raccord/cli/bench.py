"""``raccord bench``: what a position costs, in microseconds and, where counted, instructions.

Every position goes from a bare board and a rack to the answer, through the same Python functions
as everything else; the figure is the mean of the best of several passes, the machine being shared.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import click
from rich.table import Table

from raccord.board import JOKER, NotAPositionError, PlayRules, Solutions, moves, tops
from raccord.board.positions import Position, parse_positions
from raccord.cli.answers import print_json
from raccord.cli.counters import Instructions
from raccord.cli.failures import Refusal
from raccord.cli.inputs import json_option, lexicon_option, playable_option, read_text, rules_for
from raccord.cli.views import console
from raccord.duplicate import autoplay, begin, evolve
from raccord.duplicate import events as ev
from raccord.duplicate.files.fair_draws import secret_of_seed
from raccord.lexicon import Lexicon
from raccord.wordlists import load

Solve = Callable[..., Solutions]
Job = tuple[Position, PlayRules]
_GAMES = 12


@dataclass(frozen=True, slots=True)
class Measure:
    """The cost of one question: mean microseconds and instructions a position."""

    us: float
    instructions: float | None


@click.command("bench")
@click.option(
    "--positions",
    metavar="FICHIER",
    help="Positions à mesurer ; sans fichier, celles de parties tirées d'avance.",
)
@lexicon_option
@playable_option
@click.option(
    "--passes",
    type=click.IntRange(1, 100),
    default=10,
    show_default=True,
    metavar="N",
    help="Passes, dont la meilleure compte.",
)
@json_option
def bench_command(
    positions: str | None, lexicon: str, playable: int, passes: int, as_json: bool
) -> None:
    """Mesure la recherche des tops et de tous les coups."""
    words = load(lexicon)
    jobs = list(_generated(words)) if positions is None else _read(positions, playable)
    found = report(jobs, words, passes)
    if as_json:
        print_json(found)
    else:
        _show(found)


def report(jobs: Sequence[Job], lexicon: Lexicon, passes: int) -> dict[str, Any]:
    """The whole measure, then by size of the rack and number of jokers."""
    groups: dict[tuple[int, int], list[Job]] = {}
    for job in jobs:
        rack = job[0].rack
        groups.setdefault((len(rack), rack.count(JOKER)), []).append(job)
    rows = [
        {"letters": letters, "jokers": jokers, **_measures(group, lexicon, passes)}
        for (letters, jokers), group in sorted(groups.items())
    ]
    return {"lexicon": lexicon.name, **_measures(jobs, lexicon, passes), "groups": rows}


def _measures(jobs: Sequence[Job], lexicon: Lexicon, passes: int) -> dict[str, Any]:
    top, every = (_measure(solve, jobs, lexicon, passes) for solve in (tops, moves))
    return {
        "positions": len(jobs),
        "tops_us": round(top.us, 3),
        "moves_us": round(every.us, 3),
        "tops_instructions": top.instructions,
        "moves_instructions": every.instructions,
    }


def _measure(solve: Solve, jobs: Sequence[Job], lexicon: Lexicon, passes: int) -> Measure:
    best, instructions = float("inf"), None
    for _ in range(passes):
        with Instructions() as counter:
            began = time.perf_counter()
            for position, rules in jobs:
                solve(position.board, position.rack, lexicon, rules)
            best = min(best, time.perf_counter() - began)
        if counter.count is not None:
            instructions = round(counter.count / len(jobs), 1)
    return Measure(best / len(jobs) * 1e6, instructions)


def _read(path: str, playable: int) -> list[Job]:
    listed = parse_positions(read_text(path))
    if not listed:
        raise Refusal(
            f"aucune position dans {path} (attendu : {NotAPositionError.french_expected})"
        )
    return [(p, rules_for(p.rack, playable)) for p in listed]


def _generated(lexicon: Lexicon) -> Iterator[Job]:
    """Positions of games drawn from fixed seeds, with 7 to 9 letters and up to two jokers."""
    for seed in range(_GAMES):
        for position in _of_game(lexicon, seed):
            yield from _varied(position)


def _of_game(lexicon: Lexicon, seed: int) -> Iterator[Position]:
    events = autoplay(lexicon, secret_of_seed(seed), seed=seed, samples=0)
    opened = next(events)
    assert isinstance(opened, ev.Opened)
    state = begin(opened)
    for event in events:
        state = evolve(state, event)
        if isinstance(event, ev.Drawn) and len(state.rack) == 7:
            yield Position(f"{seed}-{event.turn}", state.position.board, state.rack)


def _varied(position: Position) -> Iterator[Job]:
    letters = position.rack.replace(JOKER, "E") + "RA"
    for size, jokers in ((7, 0), (7, 1), (7, 2), (8, 0), (9, 0)):
        rack = "".join(islice(letters, size - jokers)) + JOKER * jokers
        yield Position(position.name, position.board, rack), rules_for(rack, size)


def _show(found: dict[str, Any]) -> None:
    table = Table(box=None, header_style="bold")
    for title in ("lettres", "jokers", "positions", "tops, µs", "tous les coups, µs"):
        table.add_column(title, justify="right")
    counted = found["tops_instructions"] is not None
    if counted:
        table.add_column("instructions (tops)", justify="right")
        table.add_column("instructions (coups)", justify="right")
    rows: Iterable[dict[str, Any]] = (*found["groups"], found)
    for row in rows:
        cells = [
            str(row.get("letters", "tout")),
            str(row.get("jokers", "")),
            str(row["positions"]),
            f"{row['tops_us']:.1f}",
            f"{row['moves_us']:.1f}",
        ]
        if counted:
            cells += [f"{row['tops_instructions']:,.0f}", f"{row['moves_instructions']:,.0f}"]
        table.add_row(*cells)
    console().print(table)
