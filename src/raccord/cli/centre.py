"""``raccord centre``: take part in an event as one of its centres."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import click

from raccord.cli.answers import plural
from raccord.cli.failures import Refusal
from raccord.cli.french import FrenchGroup
from raccord.cli.inputs import check_folder
from raccord.cli.outputs import NewFile
from raccord.hall.resources import Resources
from raccord.hall.service import Hall
from raccord.network.centre import Centre
from raccord.network.centre_views import CentreView, centre_view
from raccord.network.link import HttpPost
from raccord.network.messages import unpacked
from raccord.store.places import data_folder, write_whole

T = TypeVar("T")
_NAME = click.argument("name", metavar="[ÉPREUVE]", required=False)
_FILE = click.argument("file", metavar="FICHIER", type=click.Path(path_type=Path))


def data_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--data``: the folder that ``raccord serve --data`` keeps its things in."""
    return click.option(
        "--data",
        type=click.Path(path_type=Path),
        default=None,
        metavar="DOSSIER",
        help="Dossier de données, celui de « raccord serve » (sinon celui de l'utilisateur).",
    )(function)


def resources(data: Path | None) -> Resources:
    """What a command works on: the same files as the server's."""
    folder = data or data_folder()
    return Resources(folder, f"sqlite:///{(folder / 'raccord.sqlite').as_posix()}")


def _run(data: Path | None, work: Callable[[Centre], Coroutine[Any, Any, T]]) -> T:
    async def whole() -> T:
        found = resources(data)
        hall = Hall(found)
        try:
            return await work(Centre(hall, found.data, HttpPost()))
        finally:
            await hall.close()
            await found.close()

    return asyncio.run(whole())


def _named(centre: Centre, name: str | None) -> str:
    """The event meant: the one named, or the only one."""
    names = [one.membership.name for one in centre.all()]
    found = [one for one in names if name is None or f"{one}-".startswith(f"{name}-")]
    if len(found) == 1:
        return found[0]
    known = ", ".join(names) or "aucune : raccord centre join FICHIER"
    raise Refusal(f"dites de quelle épreuve il s'agit (on connaît : {known})")


@click.group(name="centre", cls=FrenchGroup)
def centre_group() -> None:
    """Jouer une épreuve à plusieurs centres sur cet ordinateur."""


@centre_group.command(name="join")
@_FILE
@data_option
def join_command(file: Path, data: Path | None) -> None:
    """Se rattacher à une épreuve avec la convocation reçue de l'organisateur."""
    content = file.read_bytes()

    async def work(centre: Centre) -> CentreView:
        return await centre_view(centre, await centre.join(content))

    view = _run(data, work)
    click.echo(f"{view.title} – {view.centre}")
    click.echo(f"Empreinte de l'organisateur, à comparer avec lui : {view.fingerprint}")
    if view.linked:
        click.echo("Rattaché : l'organisateur connaît cet ordinateur.")
    else:
        click.echo("Hors liaison : le rattachement se fera de lui-même.")


@centre_group.command(name="rehearse")
@_NAME
@click.option("--sheet", type=NewFile(), metavar="PDF", help="Feuille d'essai.")
@data_option
def rehearse_command(name: str | None, sheet: Path | None, data: Path | None) -> None:
    """Répéter : une partie d'essai, puis liste, horloge, impression et liaison."""
    check_folder("--sheet", sheet)

    async def work(centre: Centre) -> Any:
        return await centre.rehearse(_named(centre, name))

    found = _run(data, work)
    click.echo(f"Partie d'essai : {plural(found.turns, 'coup')} joués.")
    if sheet is not None:
        write_whole(sheet, found.sheet)
        click.echo(f"{sheet} : imprimez cette feuille pour essayer l'imprimante.")
    for fault in found.faults:
        click.echo(f"À revoir – {fault}")
    if found.faults:
        raise Refusal(f"{plural(len(found.faults), 'point')} à revoir")
    click.echo("Tout est prêt.")


@centre_group.command(name="status")
@_NAME
@data_option
def status_command(name: str | None, data: Path | None) -> None:
    """Dire où en est le centre, et ce qui reste à transmettre."""

    async def work(centre: Centre) -> CentreView:
        return await centre_view(centre, _named(centre, name))

    view = _run(data, work)
    click.echo(f"{view.title} – {view.centre}")
    for game in view.games:
        click.echo(f"{game.title} : {_told(game)}")
    click.echo(f"{plural(view.pending, 'bulletin')} à transmettre.")
    if view.complete:
        click.echo("Tout est transmis, et l'organisateur peut le prouver.")


def _told(game: Any) -> str:
    if game.published:
        return "classement publié"
    if game.over:
        return "terminée, classement à publier"
    return f"coup {game.turn}" if game.code else "pas encore ouverte (raccord serve, page /centre)"


@centre_group.command(name="send")
@_NAME
@data_option
def send_command(name: str | None, data: Path | None) -> None:
    """Transmettre maintenant tout ce que l'organisateur n'a pas encore."""

    async def work(centre: Centre) -> tuple[bool, CentreView]:
        found = _named(centre, name)
        return await centre.sync(found), await centre_view(centre, found)

    answered, view = _run(data, work)
    if not answered:
        left = plural(view.pending, "bulletin")
        raise Refusal(f"hors liaison ({view.fault}) : tout est gardé, {left} à transmettre")
    click.echo("Transmis.")


@centre_group.command(name="export")
@click.argument("file", metavar="FICHIER", type=NewFile())
@_NAME
@data_option
def export_command(file: Path, name: str | None, data: Path | None) -> None:
    """Écrire dans un FICHIER ce que la liaison enverrait, pour le porter à l'organisateur."""
    check_folder("FICHIER", file)

    async def work(centre: Centre) -> bytes:
        found = _named(centre, name)
        return await asyncio.to_thread(lambda: centre.get(found).export())

    write_whole(file, _run(data, work))
    click.echo(f"{file} : à faire parvenir à l'organisateur (raccord hub import).")


@centre_group.command(name="answer")
@_FILE
@_NAME
@data_option
def answer_command(file: Path, name: str | None, data: Path | None) -> None:
    """Lire la réponse de l'organisateur à un fichier : son reçu, et la clé suivante."""
    content = file.read_bytes()

    async def work(centre: Centre) -> int:
        found = _named(centre, name)
        for message in unpacked(content):
            await centre.take(found, message)
        return (await centre_view(centre, found)).pending

    click.echo(f"Réponse lue ; {plural(_run(data, work), 'bulletin')} à transmettre encore.")


@centre_group.command(name="refill")
@_NAME
@data_option
def refill_command(name: str | None, data: Path | None) -> None:
    """Reprendre les parties d'un ordinateur perdu, que celui-ci remplace."""

    async def work(centre: Centre) -> int:
        return await centre.refill(_named(centre, name))

    click.echo(f"{plural(_run(data, work), 'partie')} : elles continuent sur cet ordinateur.")
