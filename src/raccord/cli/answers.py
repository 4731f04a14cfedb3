"""Answers for people or for machines: numbers, words, JSON."""

import json
from collections.abc import Iterable, Sequence
from itertools import groupby

import click


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
    from rich.text import Text

    from raccord.cli.views import console

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
