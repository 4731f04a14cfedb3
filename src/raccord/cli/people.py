"""``raccord people``: the directory of people: import, list, merge, export."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import click
import msgspec

from raccord.cli.answers import plural, print_json
from raccord.cli.failures import Refusal
from raccord.cli.french import FrenchGroup
from raccord.cli.inputs import database_option, json_option
from raccord.cli.outputs import STANDARD
from raccord.documents.office import read_rows
from raccord.documents.people import people_file
from raccord.hall.people import People
from raccord.store.database import default_address
from raccord.store.records import to_micros, utc_now
from raccord.store.store import Store
from raccord.tournament import PeopleError, Person, left_aside, read_people

T = TypeVar("T")
_ENDINGS = ("csv", "xlsx", "ods", "json")


@click.group(name="people", cls=FrenchGroup)
def people_group() -> None:
    """Annuaire des joueurs : importer, lister, réunir, exporter."""


@people_group.command(name="import")
@click.argument("file", metavar="FICHIER", type=click.Path(path_type=Path))
@database_option
def import_command(file: Path, address: str | None) -> None:
    """Ajoute à l'annuaire les personnes d'un FICHIER : CSV, TSV, XLSX ou ODS.

    Les colonnes ont un titre (nom, prénom, licence, fédération, club, série, catégorie), en
    français ou en anglais, dans n'importe quel ordre. Si une ligne est illisible, rien n'est
    importé.
    """
    try:
        rows = read_rows(file.read_bytes())
        listed = read_people(rows)
    except PeopleError as error:
        for fault in error.faults:
            click.echo(fault, err=True)
        raise Refusal(f"« {file} » : {plural(len(error.faults), 'ligne')} à revoir") from error
    people = [person for one in listed for person in one.people]
    now = _now()
    new, changed = _with_people(address, lambda found: found.bring_in(people, now))
    updated = "mises à jour" if changed > 1 else "mise à jour"
    click.echo(f"{plural(new, 'personne')} en plus, {plural(changed, 'fiche')} {updated}.")
    if ignored := left_aside(rows):
        click.echo(f"Colonnes laissées de côté : {', '.join(ignored)}.")


@people_group.command(name="list")
@database_option
@json_option
def list_command(address: str | None, as_json: bool) -> None:
    """Montre l'annuaire."""
    people = _people(address)
    if as_json:
        print_json([{"number": n, **msgspec.to_builtins(one)} for n, one in people.items()])
        return
    for number, one in people.items():
        told = (one.licence, one.federation, one.club, one.series, one.category)
        click.echo(" · ".join((f"{number} {one.name}", *filter(None, told))))
    click.echo(f"{plural(len(people), 'personne')}.")


@people_group.command(name="merge")
@click.argument("number", metavar="N°", type=int)
@click.argument("into", metavar="N°_GARDÉ", type=int)
@database_option
def merge_command(number: int, into: int, address: str | None) -> None:
    """Réunit deux fiches d'une même personne ; la seconde est gardée."""
    now = _now()
    _with_people(address, lambda found: found.merge(number, into, now))
    click.echo(f"La fiche {number} est réunie à la fiche {into}.")


@people_group.command(name="remove")
@click.argument("number", metavar="N°", type=int)
@database_option
def remove_command(number: int, address: str | None) -> None:
    """Retire une personne de l'annuaire ; « erase » efface aussi son nom du journal."""
    now = _now()
    _with_people(address, lambda found: found.remove(number, now))
    click.echo(f"La fiche {number} est retirée.")


@people_group.command(name="erase")
@click.argument("number", metavar="N°", type=int)
@database_option
@click.option("--yes", is_flag=True, help="Sans demander confirmation.")
def erase_command(number: int, address: str | None, yes: bool) -> None:
    """Efface une personne sur demande : de l'annuaire, des compétitions, des parties.

    Un pseudonyme prend la place du nom ; les résultats restent. Rien ne le défait.
    """
    if not yes:
        click.confirm(f"Effacer pour toujours la personne n° {number} ?", abort=True)
    now = _now()
    done = _with_people(address, lambda found: found.erase(number, now))
    click.echo(f"Effacé : {plural(done, 'événement')} du journal sans son nom.")


@people_group.command(name="export")
@click.argument("file", metavar="[FICHIER]", type=click.Path(path_type=Path), required=False)
@database_option
@click.option(
    "--personal",
    is_flag=True,
    help="Avec noms et licences ; sinon initiales, club, série et catégorie seulement.",
)
def export_command(file: Path | None, address: str | None, personal: bool) -> None:
    """Écrit l'annuaire dans un FICHIER .csv, .xlsx, .ods ou .json, sans données personnelles.

    Sans FICHIER, le CSV s'écrit sur la sortie.
    """
    if file is None or str(file) == STANDARD:
        click.echo(people_file(_people(address), "csv", personal=personal), nl=False)
        return
    kind = file.suffix.removeprefix(".").lower()
    if kind not in _ENDINGS:
        raise Refusal(f"« {file} » : format inconnu (attendu : {', '.join(_ENDINGS)})")
    people = _people(address)
    file.write_bytes(people_file(people, kind, personal=personal))
    click.echo(f"{file} : {plural(len(people), 'personne')}.")


def _people(address: str | None) -> dict[int, Person]:
    async def read(people: People) -> dict[int, Person]:
        return dict(sorted((await people.get()).people.items()))

    return _with_people(address, read)


def _with_people(address: str | None, work: Callable[[People], Awaitable[T]]) -> T:
    async def whole() -> T:
        store = Store.open(address or default_address())
        try:
            return await work(People(store))
        finally:
            await store.aclose()

    return asyncio.run(whole())


def _now() -> int:
    return to_micros(utc_now()) // 1000
