"""``raccord paper``: papers to fill in, for a hall that plays without the web application."""

from collections.abc import Callable

import click

from raccord import documents
from raccord.cli.outputs import deliver
from raccord.documents import Document
from raccord.documents.marks import LAST_TABLE

_PAPERS: dict[str, Callable[..., Document]] = {
    "bulletins": documents.slip_forms,
    "feuilles": documents.road_forms,
}


@click.command(name="paper")
@click.argument("document", type=click.Choice(tuple(_PAPERS)), metavar="[bulletins|feuilles]")
@click.option(
    "--tables",
    type=click.IntRange(1, LAST_TABLE),
    metavar="N",
    help="Au numéro de chaque table, de 1 à N ; sans numéro par défaut.",
)
@click.option(
    "--copies",
    type=click.IntRange(1, 40),
    default=4,
    show_default=True,
    metavar="N",
    help="Exemplaires, par table s'il y en a.",
)
@click.option("--title", default="", metavar="TITRE", help="Nom de la partie.")
@click.option("--pdf", metavar="SORTIE", help="Écrit un PDF.")
@click.option("--json", "json_", metavar="SORTIE", help="Écrit les cases et les repères en JSON.")
def paper_command(
    document: str,
    tables: int | None,
    copies: int,
    title: str,
    pdf: str | None,
    json_: str | None,
) -> None:
    """Imprime des bulletins de jeu (quatre par page) ou des feuilles de route (deux par page).

    SORTIE « - » est la sortie standard.
    """
    if not (pdf or json_):
        raise click.UsageError("il manque la sortie : --pdf ou --json")
    numbered = dict.fromkeys(range(1, (tables or 0) + 1), ())
    made = _PAPERS[document](numbered, title=title, copies=copies)
    deliver((pdf, lambda: documents.to_pdf(made)), (json_, lambda: documents.to_json(made)))
