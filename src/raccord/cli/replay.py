"""``raccord replay``: a game re-played from a record or from a club's table."""

import sys
from typing import Any

import click
import msgspec
from rich.console import Console

from raccord import jarnac, wordlists
from raccord.cli import jarnac_replay
from raccord.cli.games import formula_value, read_formula
from raccord.cli.inputs import json_option, read_text
from raccord.cli.views import console
from raccord.duplicate import Formula, Frame, record
from raccord.duplicate.files import audit, reading, table, told
from raccord.duplicate.files.replay import Remark, Replay
from raccord.duplicate.files.seeing import replay_seen
from raccord.lexicon import Lexicon
from raccord.regulation import DEFAULT_EDITION, EDITION_IDS
from raccord.regulation.editions import EDITIONS
from raccord.regulation.editions import edition as edition_named

FREE = "fr-libre"


@click.command(name="replay")
@click.argument("file", metavar="FICHIER")
@click.option("--edition", type=click.Choice(EDITION_IDS), help="Édition, pour une table texte.")
@click.option(
    "--formula",
    callback=formula_value,
    metavar="NOM|FICHIER",
    help="Formule, pour une table texte ; sans elle, celle que montrent les tirages.",
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

    FICHIER est une partie enregistrée (JSON, duplicate ou Jarnac), une partie GCG ou une table de
    club, une ligne par coup : coup|tirage|mot|référence|points|total. Code de sortie 1 si un coup
    ne peut être reproduit.
    """
    text = read_text(file, fallback="cp1252")
    if reading.is_json(text) and jarnac_replay.is_jarnac(reading.head_of(text)):
        return _replay_jarnac(text, lexicon, as_json)
    if reading.is_json(text):
        found = _replay_json(text, lexicon, strict)
    else:
        found = _replay_table(text, edition, formula, lexicon, strict)
    if as_json:
        sys.stdout.write(_as_json(found))
    else:
        _show(found, console())
    return 0 if found.is_faithful else 1


def _replay_jarnac(text: str, lexicon: str | None, as_json: bool) -> int:
    facts = jarnac.loads(text)
    opened = facts[0]
    assert isinstance(opened, jarnac.Opened)
    found = jarnac_replay.replayed(facts, _lexicon(lexicon, opened.lexicon))
    if as_json:
        sys.stdout.write(_json_text(found))
    else:
        jarnac_replay.show(facts, found, console())
    return 0 if found["ok"] else 1


def _replay_json(text: str, lexicon: str | None, strict: bool) -> Replay:
    head = reading.head_of(text)
    if reading.is_summary(head):
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
    formula = read_formula(str(head["formula"])) if head.get("formula") else None
    edition = edition_named(str(head.get("edition") or DEFAULT_EDITION))
    rows = table.rows_of(head["turns"])
    return replay_seen(rows, words, edition, told=formula, strict=strict)[1]


def _lexicon(asked: str | None, told: str) -> Lexicon:
    """The list asked for, else the one the game names if it is installed, else ours."""
    if asked:
        return wordlists.load(asked)
    return wordlists.load(told if any(i.name == told for i in wordlists.installed()) else FREE)


def _replay_table(
    text: str,
    edition: str | None,
    formula: Formula | None,
    lexicon: str | None,
    strict: bool,
) -> Replay:
    read = told.read(text)
    notes = read.notes
    words = _lexicon(lexicon, notes.get("lexicon", FREE))
    named = formula or reading.noted(read_formula, notes.get("formula"))
    noted = reading.noted(edition_named, notes.get("edition")) or EDITIONS[DEFAULT_EDITION]
    chosen = edition_named(edition) if edition else noted
    return replay_seen(read.rows, words, chosen, told=named, strict=strict)[1]


def _as_json(found: Replay) -> str:
    document = {
        "ok": found.is_faithful,
        "turns": found.turns,
        "total": found.total,
        "failures": found.failures,
        "remarks": found.remarks,
    }
    return _json_text(document)


def _json_text(document: object) -> str:
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
