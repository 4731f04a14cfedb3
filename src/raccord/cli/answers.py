"""What every command shares: answers for people or for machines, and faults on one line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import IO, Any, TypeVar

import click
from rich.console import Console
from rich.text import Text

from raccord.lexicon import LexiconError

F = TypeVar("F", bound=Callable[..., Any])

json_option: Callable[[F], F] = click.option(
    "as_json", "--json", is_flag=True, help="Répond en JSON, pour un programme."
)
lexicon_option: Callable[[F], F] = click.option(
    "lexicon",
    "--lexicon",
    default="fr-libre",
    metavar="NOM|FICHIER",
    help="Liste installée, ou fichier d’une liste.",
)
limit_option: Callable[[F], F] = click.option(
    "limit", "--limit", type=click.IntRange(1), help="Nombre de mots montrés au plus."
)


class FaultError(click.ClickException):
    """A fault of the caller: one line, exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the line to the error stream."""
        click.echo(f"erreur : {self.format_message()}", file=file, err=file is None)


class LexiconGroup(click.Group):
    """A group of commands whose lexicon errors are faults of the caller."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except LexiconError as error:
            raise FaultError(str(error)) from error


def console() -> Console:
    """Where people read; no colours when it is not a terminal."""
    return Console(highlight=False, soft_wrap=True)


def print_json(value: object) -> None:
    """One JSON document on the standard output."""
    click.echo(json.dumps(value, ensure_ascii=False))


def number(value: int) -> str:
    """A number as French typography writes it."""
    return f"{value:,}".replace(",", "\u202f")


def plural(count: int, noun: str) -> str:
    """A count and its noun: ``1 mot``, ``2 mots``."""
    return f"{number(count)} {noun}{'s' if count > 1 else ''}"


def print_words(words: Sequence[str], limit: int | None = None) -> None:
    """Words by length, the longest first."""
    out = console()
    shown = sorted(words, key=lambda word: (-len(word), word))[:limit]
    for length, group in groupby(shown, key=len):
        out.print(Text(f"{length} lettres", style="bold"), Text(" ".join(group)), sep=" : ")
    left = len(words) - len(shown)
    rest = f" ({plural(left, 'autre')} non montré{'s' if left > 1 else ''})" if left else ""
    out.print(f"{plural(len(words), 'mot')}{rest}")


def answer_words(words: Iterable[str], as_json: bool, limit: int | None) -> None:
    """Words for people or for machines."""
    found = list(words)
    if as_json:
        print_json(found[:limit])
    else:
        print_words(found, limit)
