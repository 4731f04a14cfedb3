"""``raccord bench``: how long the solver takes, from a bare board and a rack to its answers.

All positions are searched one after the other, several times over, and the quickest pass is kept
whole: what else the machine does is no part of the measure, and no position finds its own tables
still warm. Means are over positions.
"""

import json
import time
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any, NamedTuple

import click

from raccord import _core
from raccord.board import JOKER, Position, parse_positions
from raccord.cli.failures import Refusal
from raccord.cli.inputs import json_option, lexicon_option, read_text, rules_for
from raccord.lexicon import Lexicon

_GAMES = 5
_Search = Callable[[_core.Automaton, str, str, _core.Rules], _core.Moves]


class Measure(NamedTuple):
    """Mesure: one position, its microseconds."""

    position: Position
    tops_us: float
    moves_us: float


@click.command("bench")
@click.option(
    "--positions",
    metavar="FICHIER",
    help="Positions : « pos NOM », 15 lignes de grille, « rack LETTRES ». "
    "Sans fichier : celles de quelques parties à graine fixe.",
)
@lexicon_option
@click.option(
    "--play",
    "playable",
    type=click.IntRange(1, 15),
    default=7,
    show_default=True,
    metavar="N",
    help="Nombre de lettres jouables au plus.",
)
@click.option(
    "--passes",
    type=click.IntRange(1, 100),
    default=3,
    show_default=True,
    metavar="N",
    help="Passages ; le plus rapide compte.",
)
@json_option
def bench_command(
    positions: str | None, lexicon: str, playable: int, passes: int, as_json: bool
) -> None:
    """Mesure la recherche des tops et de tous les coups, en microsecondes par position."""
    from raccord.store.lexicons import load

    words = load(lexicon)
    listed = _game_positions(words) if positions is None else parse_positions(read_text(positions))
    if not listed:
        raise Refusal(f"{positions} : aucune position (attendu : « pos NOM »)")
    measured = _measure(listed, words, playable, passes)
    found = _summary(measured) | {"lexicon": words.name, "groups": _groups(measured)}
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        _show(found)


def _game_positions(words: Lexicon) -> list[Position]:
    """The positions of a few games that everybody can draw again."""
    from raccord.duplicate import autoplay, fold, stream

    found = []
    for seed in range(1, _GAMES + 1):
        state = fold(list(autoplay(words, stream.secret_of_seed(seed), samples=0)))
        found += [
            Position(f"g{seed}c{turn.number}", turn.before.board, turn.draw) for turn in state.turns
        ]
    return found


def _measure(
    listed: Sequence[Position], words: Lexicon, playable: int, passes: int
) -> list[Measure]:
    rules = [rules_for(position.rack, playable).core for position in listed]

    def best(search: _Search) -> list[float]:
        return min((_pass(search, words, listed, rules) for _ in range(passes)), key=sum)

    return list(map(Measure, listed, best(_core.tops), best(_core.moves)))


def _pass(
    search: _Search, words: Lexicon, listed: Sequence[Position], rules: Sequence[_core.Rules]
) -> list[float]:
    times = []
    for position, rule in zip(listed, rules, strict=True):
        cells, rack = position.board.cells, position.rack
        start = time.perf_counter_ns()
        search(words.core, cells, rack, rule)
        times.append((time.perf_counter_ns() - start) / 1000)
    return times


def _summary(measured: Sequence[Measure]) -> dict[str, Any]:
    return {
        "positions": len(measured),
        "tops_us": round(fmean(m.tops_us for m in measured), 2),
        "moves_us": round(fmean(m.moves_us for m in measured), 2),
    }


def _groups(measured: Sequence[Measure]) -> list[dict[str, Any]]:
    """The same by number of letters and of jokers."""
    kinds: dict[tuple[int, int], list[Measure]] = {}
    for one in measured:
        rack = one.position.rack
        kinds.setdefault((len(rack), rack.count(JOKER)), []).append(one)
    return [
        {"letters": letters, "jokers": jokers} | _summary(kinds[letters, jokers])
        for letters, jokers in sorted(kinds)
    ]


def _show(found: dict[str, Any]) -> None:
    from rich.table import Table

    from raccord.cli.views import console

    table = Table(box=None, header_style="bold")
    for name in ("lettres", "jokers", "positions", "tops (µs)", "tous les coups (µs)"):
        table.add_column(name, justify="right")
    for group in (*found["groups"], {"letters": "toutes", "jokers": ""} | found):
        keys = ("letters", "jokers", "positions", "tops_us", "moves_us")
        table.add_row(*(str(group[key]) for key in keys))
    console().print(table)
