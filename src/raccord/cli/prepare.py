"""``raccord prepare``: games drawn to order, on all cores."""

import multiprocessing
import os
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from raccord import wordlists
from raccord.cli.failures import Refusal
from raccord.cli.games import game_options, secret_for, seed_option
from raccord.cli.inputs import lexicon_option
from raccord.cli.outputs import NewFile
from raccord.duplicate import Formula, autoplay, events, record
from raccord.duplicate.files import fair_draws, report, table
from raccord.duplicate.files.prepared import Criteria, is_promising, shortcomings
from raccord.duplicate.sketch import in_order, sketch
from raccord.lexicon import Lexicon
from raccord.quoting import quoted
from raccord.regulation import EditionId

_RANGE = re.compile(r"(\d+)?\s*(-)?\s*(\d+)?")
_FLAT = 15
_UNBOUNDED = 10**6
_MANY = 200
"""Games whose events, made one after the other, take longer than other processes to start."""


def range_value(
    _ctx: click.Context, _param: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """``MIN-MAX``, ``MIN-``, ``-MAX`` or one number."""
    if value is None:
        return None
    found = _RANGE.fullmatch(value.strip())
    if not found or not (found[1] or found[3]):
        raise click.BadParameter(f"{quoted(value)} (attendu : 18-22, 18- ou -22)")
    low = int(found[1] or 0)
    high = int(found[3]) if found[3] else (_UNBOUNDED if found[2] else low)
    if low > high:
        raise click.BadParameter(f"{quoted(value)} : le minimum dépasse le maximum")
    return low, high


@dataclass(frozen=True, slots=True)
class _Order:
    lexicon: str
    secret: str
    edition: EditionId
    formula: Formula
    criteria: Criteria


_worker: dict[str, Any] = {}


def _begin(order: _Order) -> None:
    _worker["order"] = order
    _worker["lexicon"] = wordlists.load(order.lexicon)


def _is_worth_playing(index: int) -> bool:
    """Most candidates fail: a sketch tells so, and often after a few turns."""
    order: _Order = _worker["order"]
    words: Lexicon = _worker["lexicon"]
    if order.criteria == Criteria():
        return True
    secret = fair_draws.derive(order.secret, index)
    sketched = sketch(words, secret, edition=order.edition, formula=order.formula)
    return is_promising(sketched, order.criteria, order.formula.rack_size)


def _played(index: int) -> list[events.Event] | None:
    """The game of that index with its events; None if it does not meet the order."""
    order: _Order = _worker["order"]
    words: Lexicon = _worker["lexicon"]
    secret = fair_draws.derive(order.secret, index)
    game = list(autoplay(words, secret, edition=order.edition, formula=order.formula))
    return None if shortcomings(game, order.criteria) else game


def _attempt(index: int) -> list[events.Event] | None:
    return _played(index) if _is_worth_playing(index) else None


@click.command(name="prepare")
@click.option(
    "--count", type=click.IntRange(1, 10_000), required=True, metavar="N", help="Parties à tirer."
)
@game_options
@lexicon_option
@click.option("--turns", callback=range_value, metavar="MIN-MAX", help="Nombre de coups.")
@click.option("--total", callback=range_value, metavar="MIN-MAX", help="Total des tops.")
@click.option(
    "--scrabbles", type=click.IntRange(0), default=0, metavar="N", help="Au moins N scrabbles."
)
@click.option(
    "--no-flat", is_flag=True, help=f"Aucun top sous {_FLAT} points tant que le sac n'est pas vide."
)
@click.option("--least-top", type=click.IntRange(0), metavar="N", help="Le même, sous N points.")
@click.option(
    "--joker-before",
    type=click.IntRange(1),
    metavar="N",
    help="Un joker tiré au coup N au plus tard.",
)
@click.option("--no-ties", is_flag=True, help="Un seul top à chaque coup.")
@seed_option
@click.option(
    "--tries",
    type=click.IntRange(1),
    default=100_000,
    show_default=True,
    metavar="N",
    help="Abandonne après N parties essayées.",
)
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Cœurs employés (tous).")
@click.option("--tables", is_flag=True, help="Écrit aussi chaque partie en table texte.")
@click.option(
    "--out",
    type=NewFile(folder=True),
    required=True,
    metavar="DOSSIER",
    help="Dossier des parties.",
)
def prepare_command(
    count: int,
    edition: EditionId,
    formula: Formula,
    lexicon: str,
    turns: tuple[int, int] | None,
    total: tuple[int, int] | None,
    scrabbles: int,
    no_flat: bool,
    least_top: int | None,
    joker_before: int | None,
    no_ties: bool,
    seed: int | None,
    tries: int,
    jobs: int | None,
    tables: bool,
    out: Path,
) -> None:
    """Tire des parties à l'avance, selon des critères."""
    least = least_top if least_top is not None else (_FLAT if no_flat else 0)
    criteria = Criteria(turns, total, scrabbles, least, joker_before, no_ties)
    order = _Order(lexicon, secret_for(seed), edition, formula, criteria)
    wordlists.load(lexicon)
    out.mkdir(parents=True, exist_ok=True)
    console = Console(stderr=True, highlight=False)
    made = _make(order, count, tries, jobs or os.cpu_count() or 1, console)
    for number, game in enumerate(made, 1):
        name = out / f"partie-{number:0{max(3, len(str(count)))}d}"
        document = record.dumps(game, report.summary(game))
        name.with_suffix(".json").write_text(document, encoding="utf-8", newline="\n")
        if tables:
            name.with_suffix(".txt").write_text(table.dumps(game), encoding="utf-8", newline="\n")
    console.print(f"{len(made)} parties écrites dans {out}")


def _make(
    order: _Order, count: int, tries: int, jobs: int, console: Console
) -> list[list[events.Event]]:
    """The first games, in order of their index, that meet the order: cores do not matter."""
    made: list[list[events.Event]] = []
    columns = (
        TextColumn("Parties"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[tried]} essayées"),
        TimeElapsedColumn(),
    )
    shown = Progress(*columns, console=console, disable=not console.is_terminal)
    with _attempts(order, tries, jobs, count) as found, shown as progress:
        task = progress.add_task("", total=count, tried=0)
        for tried, game in enumerate(found, 1):
            if game is not None:
                made.append(game)
            progress.update(task, completed=len(made), tried=tried)
            if len(made) == count:
                return made
    raise Refusal(
        f"{len(made)} parties sur {count} après {tries} essais : assouplissez les critères"
    )


@contextmanager
def _attempts(
    order: _Order, tries: int, jobs: int, count: int
) -> Iterator[Iterator[list[events.Event] | None]]:
    if jobs > 1 and count >= _MANY:
        context = multiprocessing.get_context("spawn")
        with context.Pool(jobs, _begin, (order,)) as pool:
            yield pool.imap(_attempt, range(tries))
        return
    _begin(order)
    with closing(in_order(_is_worth_playing, range(tries), jobs)) as worth:
        yield (_played(index) if is_worth else None for index, is_worth in enumerate(worth))
