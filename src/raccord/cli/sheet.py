"""``raccord sheet``: the sheet of a recorded game, its ranking, its road sheets, as files."""

from collections.abc import Callable
from pathlib import Path

import click

from raccord import documents
from raccord.cli.failures import Refusal
from raccord.cli.inputs import read_text
from raccord.documents import Document, RoadSheet
from raccord.duplicate import Event, State, fold, record

Made = Document | tuple[RoadSheet, ...]

_DOCUMENTS: dict[str, Callable[[State, tuple[Event, ...]], Made]] = {
    "partie": documents.game_sheet,
    "classement": lambda state, _: documents.ranking(state),
    "route": lambda state, _: documents.road_sheets(state),
    "billets": lambda state, _: documents.notes(state),
}


@click.command(name="sheet")
@click.argument("file", metavar="FICHIER")
@click.option(
    "--document",
    type=click.Choice(tuple(_DOCUMENTS)),
    default="partie",
    show_default=True,
    help="Feuille de partie, classement, feuilles de route ou billets de correction.",
)
@click.option(
    "--table", type=click.IntRange(1), metavar="N", help="Feuille de route de cette seule table."
)
@click.option("--pdf", metavar="SORTIE", help="Écrit un PDF.")
@click.option("--csv", metavar="SORTIE", help="Écrit un CSV pour tableur.")
@click.option("--json", "json_", metavar="SORTIE", help="Écrit du JSON.")
def sheet_command(
    file: str, document: str, table: int | None, pdf: str | None, csv: str | None, json_: str | None
) -> None:
    """Met en page une partie enregistrée (JSON) : PDF, CSV ou JSON."""
    if not (pdf or csv or json_):
        raise click.UsageError("il manque la sortie : --pdf, --csv ou --json")
    events = record.loads(read_text(file)).events
    state = fold(events)
    made = _road(state, table) if table else _DOCUMENTS[document](state, events)
    if made == ():
        raise Refusal("cette partie n'a pas de joueurs : pas de feuille de route")
    if pdf:
        _write(pdf, documents.to_pdf(made))
    if csv:
        _write(csv, documents.to_csv(_single(made)))
    if json_:
        _write(json_, documents.to_json(made))


def _road(state: State, table: int) -> RoadSheet:
    if table not in state.entrants:
        raise Refusal(f"la table {table} n'est pas inscrite dans cette partie")
    return documents.road_sheet(state, table)


def _single(made: Made) -> Document:
    if isinstance(made, Document):
        return made
    raise Refusal("un CSV tient une seule feuille de route : précisez --table")


def _write(path: str, content: bytes) -> None:
    Path(path).write_bytes(content)
    click.echo(f"{path} : {len(content)} octets")
