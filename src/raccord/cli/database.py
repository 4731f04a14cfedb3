"""``raccord database``: export, import and check a whole database."""

import os
from pathlib import Path

import click

from raccord.cli.answers import plural
from raccord.cli.failures import Refusal
from raccord.cli.french import FrenchGroup
from raccord.cli.inputs import database_option
from raccord.cli.outputs import NewFile
from raccord.hall.games import stream_of
from raccord.hall.kinds import KINDS
from raccord.store.archive import export_archive
from raccord.store.chain import Seal
from raccord.store.checking import Fault, Problem, check
from raccord.store.database import connect, default_address, readers
from raccord.store.importing import import_archive
from raccord.store.places import make_private
from raccord.store.records import utc_now

_FAULTS = {
    Problem.FILE: "fichier endommagé ({place}) : {detail}",
    Problem.GAP: "{place} : version inattendue, on attendait {detail}",
    Problem.UNREADABLE: "{place} : contenu illisible ({detail})",
    Problem.ORPHAN: "{place} : événement sans partie",
    Problem.EMPTY: "{place} : aucun événement",
    Problem.KEY: "{place} : clé d'envoi sans événement",
    Problem.KIND: "{place} : sorte de partie inconnue (« {detail} »)",
    Problem.REPLAY: "{place} : la partie ne se rejoue pas ({detail})",
    Problem.CHANGED: "{place} : modifié après coup, ou rien n'est plus comme avant ({detail})",
    Problem.GUARD: "la protection du journal manque ({place})",
    Problem.FALSE: "{place} : la partie n'est pas celle de son secret ({detail})",
    Problem.EXPURGATED: "{place} : un nom y fut effacé sur demande ; le reste n'est plus prouvé"
    " ({detail})",
    Problem.SEAL: "{place} : le sceau {detail} n'est pas celui de la base",
}


@click.group(name="database", cls=FrenchGroup)
def database_group() -> None:
    """Exporter, importer ou vérifier une base de parties."""


@database_group.command(name="export")
@click.argument("file", metavar="FICHIER", type=NewFile())
@database_option
@click.option("--force", is_flag=True, help="Remplacer le fichier s'il existe.")
def export_command(file: Path, address: str | None, force: bool) -> None:
    """Écrire toute la base dans un seul FICHIER."""
    if file.exists() and not force:
        raise Refusal(f"« {file} » existe déjà (--force pour le remplacer)")
    engine = connect(address or default_address(), create=False)
    half = file.with_name(f"{file.name}.part")
    try:
        make_private(half)
        with readers(engine).begin() as connection, half.open("wb") as target:
            counts = export_archive(connection, target, utc_now())
            target.flush()
            os.fsync(target.fileno())
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)
        engine.dispose()
    click.echo(f"{file} : {_counted(counts['streams'], counts['events'])}.")


@database_group.command(name="import")
@click.argument("file", metavar="FICHIER", type=click.Path(path_type=Path))
@database_option
def import_command(file: Path, address: str | None) -> None:
    """Ajouter à la base tout ce que contient un FICHIER exporté."""
    with file.open("rb") as source:
        engine = connect(address or default_address())
        try:
            with engine.begin() as connection:
                result = import_archive(connection, source)
        finally:
            engine.dispose()
    new, old = result.written, result.present
    click.echo(f"Importé : {_counted(new['streams'], new['events'])}.")
    if old["streams"]:
        click.echo(f"Déjà dans la base : {_counted(old['streams'], old['events'])}.")


@database_group.command(name="check")
@database_option
@click.option(
    "--seal",
    "seals",
    multiple=True,
    metavar="CODE=SCEAU",
    help="Sceau imprimé sur une feuille ou annoncé (p. ex. K7QX=412-3F2A-9C41-D07B-E655).",
)
def check_command(address: str | None, seals: tuple[str, ...]) -> None:
    """Vérifier la base : rien n'y manque, rien n'y fut changé, tout s'y rejoue."""
    wanted = dict(map(_seal, seals))
    engine = connect(address or default_address(), create=False)
    try:
        with readers(engine).begin() as connection:
            report = check(connection, KINDS, wanted)
    finally:
        engine.dispose()
    for fault in report.faults:
        click.echo(_line(fault))
    click.echo(f"Vérifié : {_counted(report.streams, report.events)}.")
    if report.erased:
        click.echo(f"{plural(report.erased, 'événement')} sans les données effacées sur demande.")
    for expurgated in report.expurgated:
        click.echo(_line(expurgated))
    if report.faults:
        raise Refusal(f"{plural(len(report.faults), 'défaut')} dans la base")
    click.echo("Tout est en ordre.")


def _seal(text: str) -> tuple[str, Seal]:
    code, _, printed = text.partition("=")
    try:
        return stream_of(code.strip().upper()), Seal.parse(printed)
    except ValueError as error:
        expected = "attendu : CODE=SCEAU, p. ex. K7QX=412-3F2A-9C41-D07B-E655"
        raise Refusal(f"sceau illisible : « {text} » ({expected})") from error


def _line(fault: Fault) -> str:
    return _FAULTS[fault.problem].format(place=fault.place, detail=fault.detail)


def _counted(streams: int, events: int) -> str:
    return f"{plural(streams, 'partie')}, {plural(events, 'événement')}"
