"""What the commands on whole games share: formulas from names or files, tables on screen."""

import json
import secrets
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table

from raccord.board import format_word, picture
from raccord.cli.failures import os_message
from raccord.decoding import MALFORMED, locate
from raccord.duplicate import Formula, NotAFormulaError, Phase, State, events, fold
from raccord.duplicate.files import fair_draws
from raccord.duplicate.rules import formulas
from raccord.regulation import DEFAULT_EDITION, EDITION_IDS

F = TypeVar("F", bound=Callable[..., Any])


def formula_value(
    _ctx: click.Context, _param: click.Parameter, value: str | None
) -> Formula | None:
    """A formula's name, or the path of a description in JSON or TOML."""
    try:
        return None if value is None else read_formula(value)
    except NotAFormulaError as error:
        raise click.BadParameter(str(error)) from error


def read_formula(text: str) -> Formula:
    """A formula by name, or from a ``.json`` or ``.toml`` file."""
    path = Path(text)
    if path.suffix.lower() not in (".json", ".toml"):
        return formulas.parse(text)
    try:
        content = path.read_text(encoding="utf-8")
        found = json.loads(content) if path.suffix.lower() == ".json" else tomllib.loads(content)
    except OSError as error:
        raise NotAFormulaError(os_message(error)) from error
    except MALFORMED as error:
        expected = f"attendu : du {path.suffix[1:].upper()}"
        raise NotAFormulaError(
            f"{text} : description illisible, {locate(error)} ({expected})"
        ) from error
    if not isinstance(found, dict):
        raise NotAFormulaError(f"{text} : une description de formule est un objet")
    return formulas.custom(found)


def secret_for(seed: int | None) -> str:
    """The secret of the draws: unpredictable, or the one a seed stands for."""
    return (
        secrets.token_hex(fair_draws.SECRET_BYTES)
        if seed is None
        else fair_draws.secret_of_seed(seed)
    )


def seed_option(function: F) -> F:
    """Add ``--seed``."""
    return click.option(
        "--seed", type=int, metavar="N", help="Graine : la même donne les mêmes tirages."
    )(function)


def game_options(function: F) -> F:
    """Add ``--edition`` and ``--formula``."""
    options = (
        click.option(
            "--edition",
            type=click.Choice(EDITION_IDS),
            default=DEFAULT_EDITION,
            show_default=True,
            help="Édition du règlement.",
        ),
        click.option(
            "--formula",
            callback=formula_value,
            default="classic",
            show_default=True,
            metavar="NOM|FICHIER",
            help="Formule : "
            + ", ".join(formulas.names())
            + " ; à combiner par + (7et8+joker), temps après @ (blitz@0:50), "
            "ou description en JSON ou TOML.",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def show_game(listed: Sequence[events.Event], console: Console) -> None:
    """Print a game the way clubs publish it."""
    state = fold(listed)
    opened = state.opened
    console.print(
        f"[bold]{opened.formula.label}[/] · règlement {opened.edition} · lexique {opened.lexicon}"
    )
    console.print(_turns_table(state))
    console.print(picture(state.position.board))
    if state.end:
        left = f" (reste {state.position.pool})" if state.position.pool else ""
        cited = f" · {state.end.citation}" if state.end.citation else ""
        console.print(f"Fin : {state.end.note or state.end.reason.french}{left}{cited}")
    if opened.commitment:
        console.print(f"Engagement des tirages : {opened.commitment}", soft_wrap=True)
    if state.phase is Phase.OVER and state.secret:
        console.print(f"Secret des tirages : {state.secret}", soft_wrap=True)


def _turns_table(state: State) -> Table:
    table = Table(box=None, header_style="bold")
    for name in ("Coup", "Tirage", "Mot retenu", "Réf.", "Points", "Total", "Ex aequo"):
        right = name in ("Coup", "Points", "Total", "Ex aequo")
        table.add_column(name, justify="right" if right else "left")
    for turn in state.turns:
        new = turn.draw[len(turn.leave) :]
        again = "-" if turn.rejected or turn.discarded else ""
        table.add_row(
            str(turn.number),
            f"{turn.leave}+{new}" if turn.leave else again + new,
            format_word(turn.move.word),
            str(turn.move.reference),
            str(turn.points),
            str(turn.total),
            str(len(turn.ties)) if len(turn.ties) > 1 else "",
        )
    return table
