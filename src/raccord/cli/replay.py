"""``raccord replay``: a game re-played from a record or from a club's table."""

import json
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click
import msgspec
from rich.console import Console

from raccord.cli.games import formula_value, read_formula
from raccord.cli.inputs import json_option, read_text
from raccord.duplicate import Formula, Frame, NotAFormulaError, NotARecordError, audit, record
from raccord.duplicate import table as sheet
from raccord.duplicate.replay import Remark, Replay, replay_rows
from raccord.lexicon import Lexicon
from raccord.regulation import DEFAULT_EDITION, EDITION_IDS
from raccord.regulation.editions import EDITIONS, UnknownEditionError
from raccord.regulation.editions import edition as edition_named
from raccord.store import lexicons

FREE = "fr-libre"

T = TypeVar("T")


@click.command(name="replay")
@click.argument("file", metavar="FICHIER")
@click.option("--edition", type=click.Choice(EDITION_IDS), help="Édition, pour une table texte.")
@click.option(
    "--formula",
    callback=formula_value,
    metavar="NOM|FICHIER",
    help="Formule, pour une table texte.",
)
@click.option(
    "--lexicon", metavar="NOM|FICHIER", help="Liste installée, ou fichier de mots (fr-libre)."
)
@click.option("--strict", is_flag=True, help="Un mot inconnu du lexique est une faute.")
@json_option
def replay_command(
    file: str,
    edition: str | None,
    formula: Formula | None,
    lexicon: str | None,
    strict: bool,
    as_json: bool,
) -> int:
    """Rejoue une partie et vérifie chaque tirage, chaque coup et chaque point.

    FICHIER est une partie enregistrée (JSON) ou une table de club, une ligne par coup :
    coup|tirage|mot|référence|points|total. Code de sortie 1 si un coup ne peut être reproduit.
    """
    text = read_text(file, fallback="cp1252")
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        found = _replay_json(text, lexicon, strict)
    else:
        found = _replay_table(text, edition, formula, lexicon, strict)
    if as_json:
        sys.stdout.write(_as_json(found))
    else:
        _show(found, Console(highlight=False, soft_wrap=True))
    return 0 if found.is_faithful else 1


def _replay_json(text: str, lexicon: str | None, strict: bool) -> Replay:
    head = _json(text)
    if "events" not in head and isinstance(head.get("turns"), list):
        return _replay_summary(head, lexicon, strict)
    read = record.loads(text)
    opened = read.opened
    words = _lexicon(lexicon, opened.lexicon)
    frame = Frame(words, edition_named(opened.edition), opened.formula)
    found = audit.audit(read, frame, strict=strict)
    audit.compare(found, read, head)
    return found


def _replay_summary(head: dict[str, Any], lexicon: str | None, strict: bool) -> Replay:
    words = _lexicon(lexicon, str(head.get("lexicon") or FREE))
    formula = read_formula(str(head.get("formula") or "classic"))
    frame = Frame(words, edition_named(str(head.get("edition") or DEFAULT_EDITION)), formula)
    return replay_rows(sheet.rows_of(head["turns"]), frame, strict=strict)


def _lexicon(asked: str | None, told: str) -> Lexicon:
    """The list asked for, else the one the game names if it is installed, else ours."""
    if asked:
        return lexicons.load(asked)
    return lexicons.load(told if any(i.name == told for i in lexicons.installed()) else FREE)


def _json(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotARecordError(f"ce n'est pas du JSON : {error}") from error
    if not isinstance(found, dict):
        raise NotARecordError("une partie enregistrée est un objet JSON")
    return found


def _replay_table(
    text: str,
    edition: str | None,
    formula: Formula | None,
    lexicon: str | None,
    strict: bool,
) -> Replay:
    read = sheet.loads(text)
    notes = read.notes
    words = _lexicon(lexicon, notes.get("lexicon", FREE))
    named = formula or _noted(read_formula, notes.get("formula")) or Formula()
    used = edition or (_noted(edition_named, notes.get("edition")) or EDITIONS[DEFAULT_EDITION]).id
    frame = Frame(words, edition_named(used), named)
    return replay_rows(read.rows, frame, strict=strict)


def _noted(read: Callable[[str], T], text: str | None) -> T | None:
    """What a comment names; a comment may say anything, so what is no name says nothing."""
    try:
        return None if text is None else read(text)
    except (NotAFormulaError, UnknownEditionError):
        return None


def _as_json(found: Replay) -> str:
    document = {
        "ok": found.is_faithful,
        "turns": found.turns,
        "total": found.total,
        "failures": found.failures,
        "remarks": found.remarks,
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def _show(found: Replay, console: Console) -> None:
    for remark in found.failures:
        console.print(f"[bold red]✗[/] {_line(remark)}")
    for remark in found.remarks:
        console.print(f"[dim]·[/] {_line(remark)}")
    verdict = "partie reproduite" if found.is_faithful else f"{len(found.failures)} écart(s)"
    console.print(f"{found.turns} coups, {found.total} points : {verdict}.")


def _line(remark: Remark) -> str:
    return f"coup {remark.turn} : {remark.message}" if remark.turn else remark.message
