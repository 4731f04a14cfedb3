"""``raccord database``: export, import and check a whole database."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from raccord.store import errors
from raccord.store.archive import export_archive
from raccord.store.checking import Fault, Problem, check
from raccord.store.database import connect, default_address, readers
from raccord.store.importing import import_archive
from raccord.store.records import utc_now

_ADDRESS = click.option(
    "--database",
    "address",
    metavar="ADRESSE",
    help="Fichier SQLite ou adresse postgresql+psycopg://… (sinon $RACCORD_DATABASE, "
    "sinon la base de l'utilisateur).",
)
_FILE = click.argument("file", metavar="FICHIER", type=click.Path(path_type=Path))

_FAULTS = {
    Problem.FILE: "fichier endommagé ({place}) : {detail}",
    Problem.GAP: "{place} : version inattendue, on attendait {detail}",
    Problem.UNREADABLE: "{place} : contenu illisible ({detail})",
    Problem.ORPHAN: "{place} : événement sans partie",
    Problem.EMPTY: "{place} : aucun événement",
    Problem.KEY: "{place} : clé d'envoi sans événement",
}

_REASONS: tuple[tuple[type[errors.StoreError], str], ...] = (
    (
        errors.NotAnAddressError,
        "adresse de base non reconnue : {value} "
        "(attendu : un fichier, sqlite:///fichier ou postgresql+psycopg://…)",
    ),
    (errors.NoDatabaseError, "aucune base à cette adresse : {value}"),
    (errors.NotADatabaseError, "ce fichier n'est pas une base Raccord : {value}"),
    (errors.UnreachableError, "base inaccessible : {value}"),
    (
        errors.TooNewError,
        "base écrite par une version plus récente de Raccord (révision {value})",
    ),
    (errors.NotAnArchiveError, "ce fichier n'est pas un export de base Raccord"),
    (errors.DamagedArchiveError, "export endommagé ou incomplet ({value}) ; rien n'est importé"),
    (
        errors.ArchiveTooNewError,
        "export écrit par une version plus récente de Raccord (format {value})",
    ),
    (
        errors.ImportConflictError,
        "la base contient déjà « {value} » avec un autre contenu ; rien n'est importé",
    ),
)


class _RefusedError(click.ClickException):
    """One line on standard error, exit code 2."""

    exit_code = 2


@contextmanager
def _in_french() -> Iterator[None]:
    try:
        yield
    except errors.StoreError as error:
        for kind, text in _REASONS:
            if isinstance(error, kind):
                raise _RefusedError(text.format(value=error.value)) from error
        raise
    except OSError as error:
        name = error.filename or "fichier"
        raise _RefusedError(f"{name} : {error.strerror or error}") from error


@click.group(name="database")
def database_group() -> None:
    """Exporter, importer ou vérifier une base de parties."""


@database_group.command(name="export")
@_FILE
@_ADDRESS
@click.option("--force", is_flag=True, help="Remplacer le fichier s'il existe.")
def export_command(file: Path, address: str | None, force: bool) -> None:
    """Écrire toute la base dans un seul FICHIER."""
    if file.exists() and not force:
        raise _RefusedError(f"{file} existe déjà (--force pour le remplacer)")
    with _in_french():
        engine = connect(address or default_address(), create=False)
        half = file.with_name(f"{file.name}.part")
        try:
            with readers(engine).begin() as connection, half.open("wb") as target:
                counts = export_archive(connection, target, utc_now())
                target.flush()
                os.fsync(target.fileno())
            half.replace(file)
        finally:
            half.unlink(missing_ok=True)
            engine.dispose()
    click.echo(f"{file} : {counts['streams']} parties, {counts['events']} événements.")


@database_group.command(name="import")
@_FILE
@_ADDRESS
def import_command(file: Path, address: str | None) -> None:
    """Ajouter à la base tout ce que contient un FICHIER exporté."""
    with _in_french(), file.open("rb") as source:
        engine = connect(address or default_address())
        try:
            with engine.begin() as connection:
                result = import_archive(connection, source)
        finally:
            engine.dispose()
    click.echo(
        f"{result.written['streams']} parties et {result.written['events']} événements importés ; "
        f"{result.present['streams']} parties déjà présentes."
    )


@database_group.command(name="check")
@_ADDRESS
def check_command(address: str | None) -> None:
    """Vérifier la base : versions sans trou, contenus lisibles, fichier intact."""
    with _in_french():
        engine = connect(address or default_address(), create=False)
        try:
            with readers(engine).begin() as connection:
                report = check(connection)
        finally:
            engine.dispose()
    for fault in report.faults:
        click.echo(_line(fault))
    click.echo(
        f"{report.streams} parties, {report.events} événements : "
        + (f"{len(report.faults)} défauts." if report.faults else "tout est en ordre.")
    )
    if report.faults:
        raise SystemExit(1)


def _line(fault: Fault) -> str:
    return _FAULTS[fault.problem].format(place=fault.place, detail=fault.detail)
