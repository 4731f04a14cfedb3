"""``raccord sheet``: the sheet of a recorded game, its ranking, its road sheets, as files."""

from collections.abc import Callable, Sequence

import click

from raccord import documents, wordlists
from raccord.cli.failures import Refusal
from raccord.cli.inputs import read_text
from raccord.cli.outputs import deliver
from raccord.documents import Document, RoadSheet
from raccord.duplicate import Event, Formula, State, fold
from raccord.duplicate.files import told
from raccord.duplicate.files.scripts import Terms, read_script
from raccord.regulation import DEFAULT_EDITION

Made = Document | Sequence[Document]

_DOCUMENTS: dict[str, Callable[[State, tuple[Event, ...]], Made]] = {
    "partie": documents.game_sheet,
    "classement": lambda state, _: documents.ranking(state),
    "route": lambda state, _: documents.road_sheets(state),
    "billets": lambda state, _: documents.notes(state),
}


@click.command(name="sheet")
@click.argument("files", metavar="FICHIER…", nargs=-1, required=True)
@click.option(
    "--document",
    type=click.Choice(tuple(_DOCUMENTS)),
    default="partie",
    show_default=True,
    help="Feuille de partie, classement, feuilles de route ou billets de correction.",
)
@click.option("--turn", type=click.IntRange(1), metavar="N", help="Feuille d'arbitrage de ce coup.")
@click.option(
    "--table", type=click.IntRange(1), metavar="N", help="Feuille de route de cette seule table."
)
@click.option("--pdf", metavar="SORTIE", help="Écrit un PDF.")
@click.option("--csv", metavar="SORTIE", help="Écrit un CSV pour tableur.")
@click.option("--json", "json_", metavar="SORTIE", help="Écrit du JSON.")
def sheet_command(
    files: tuple[str, ...],
    document: str,
    turn: int | None,
    table: int | None,
    pdf: str | None,
    csv: str | None,
    json_: str | None,
) -> None:
    """Met en page une partie : PDF, CSV ou JSON ; plusieurs sur une page.

    FICHIER est une partie enregistrée (JSON), une partie GCG ou une table de club ; SORTIE « - »
    est la sortie standard.
    """
    if not (pdf or csv or json_):
        raise click.UsageError("il manque la sortie : --pdf, --csv ou --json")
    made = _made(files, document, turn, table)
    if made == ():
        raise Refusal("cette partie n'a pas de joueurs : pas de feuille de route")
    deliver(
        (pdf, lambda: documents.to_pdf(made)),
        (csv, lambda: documents.to_csv(_single(made))),
        (json_, lambda: documents.to_json(made)),
    )


def _made(files: tuple[str, ...], document: str, turn: int | None, table: int | None) -> Made:
    if len(files) > 1:
        if document != "partie" or table or turn:
            raise Refusal("plusieurs parties ne font ensemble qu'une feuille de parties")
        return [documents.game_sheet(*_game(file)) for file in files]
    state, events = _game(files[0])
    if turn:
        return _marking(state, turn)
    return _road(state, table) if table else _DOCUMENTS[document](state, events)


def _game(file: str) -> tuple[State, tuple[Event, ...]]:
    text = read_text(file, fallback="cp1252")
    found = told.read(text)
    if found.record is not None:
        return told.state_of(found.record), found.record.events
    # A published sheet is laid out as it stands, whatever our list thinks of its words.
    terms = Terms(wordlists.load("fr-libre"), DEFAULT_EDITION, Formula(prepared=True))
    events = read_script(text, terms)
    return fold(events), events


def _marking(state: State, turn: int) -> Document:
    if turn > state.turn:
        raise Refusal(f"cette partie n'a pas de coup {turn}")
    return documents.marking_sheet(state, turn)


def _road(state: State, table: int) -> RoadSheet:
    if table not in state.entrants:
        raise Refusal(f"la table {table} n'est pas inscrite dans cette partie")
    return documents.road_sheet(state, table)


def _single(made: Made) -> Document:
    if isinstance(made, Document):
        return made
    raise Refusal("un CSV ne tient qu'une feuille : précisez --table, ou une seule partie")
