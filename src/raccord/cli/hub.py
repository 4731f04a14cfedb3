"""``raccord hub``: organise an event with centres from the terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from raccord import wordlists
from raccord.cli.answers import plural
from raccord.cli.centre import data_option
from raccord.cli.failures import Refusal
from raccord.cli.french import FrenchGroup
from raccord.cli.games import secret_for
from raccord.cli.inputs import check_folder, database_option, lexicon_option, read_text
from raccord.cli.outputs import NewFile
from raccord.documents import to_csv, to_pdf
from raccord.duplicate.files.scripts import Terms, drawn_script, read_script
from raccord.duplicate.rules import formulas
from raccord.network.contest import commands as cmd
from raccord.network.hub import Hub
from raccord.network.hub_views import WORDS, centre_lines
from raccord.network.messages import packed
from raccord.network.reception import Reception
from raccord.network.secret import given_secret
from raccord.network.world import world_ranking
from raccord.quoting import short_hash
from raccord.regulation import DEFAULT_EDITION
from raccord.regulation.editions import edition as edition_named
from raccord.store.places import data_folder, write_whole
from raccord.store.store import Store

_EVENT = click.argument("event", metavar="ÉPREUVE")


@contextmanager
def _hub(data: Path | None, address: str | None) -> Iterator[Hub]:
    folder = data or data_folder()
    database = address or str(folder / "raccord.sqlite")
    with Store.open(database) as store:
        yield Hub(store, folder, lambda: round(datetime.now().timestamp() * 1000), given_secret())


def moment(_ctx: click.Context, _param: click.Parameter, value: str) -> int:
    """A moment by the clock on the wall: ``2027-03-06 14:00``."""
    try:
        return round(datetime.fromisoformat(value.strip()).astimezone().timestamp() * 1000)
    except ValueError:
        expected = "attendu : 2027-03-06 14:00"
        raise click.BadParameter(f"moment illisible : « {value} » ({expected})") from None


@click.group(name="hub", cls=FrenchGroup)
def hub_group() -> None:
    """Organiser une épreuve à plusieurs centres."""


@hub_group.command(name="create")
@click.argument("title", metavar="NOM")
@click.option("--centre", "centres", multiple=True, metavar="NOM", help="Un centre ; répétable.")
@click.option("--embargo", callback=moment, required=True, metavar="MOMENT", help="Sa fin.")
@click.option("--edition", default=DEFAULT_EDITION, show_default=True, metavar="ÉDITION")
@click.option("--formula", default="classic", show_default=True, metavar="FORMULE")
@lexicon_option
@database_option
@data_option
def create_command(
    title: str,
    centres: tuple[str, ...],
    embargo: int,
    edition: str,
    formula: str,
    lexicon: str,
    address: str | None,
    data: Path | None,
) -> None:
    """Créer une épreuve et ses centres ; son code est écrit."""
    words = wordlists.load(lexicon)
    opening = cmd.Open(
        title=title,
        lexicon=words.name,
        lexicon_digest=words.digest,
        edition=edition_named(edition).id,
        formula=formulas.parse(formula),
        embargo=embargo,
    )
    with _hub(data, address) as hub:
        code = hub.open(opening)
        for name in centres:
            hub.execute(code, cmd.AddCentre(name=name))
        click.echo(f"{code} : {title}, {plural(len(centres), 'centre')}.")
        click.echo(f"Empreinte de l'organisateur : {hub.fingerprint}")


def _slot_options(command: Callable[..., None]) -> Callable[..., None]:
    """When a game of an event is played, and its name."""
    slot: dict[str, Any] = {"callback": moment, "required": True, "metavar": "MOMENT"}
    found = click.option("--title", default="", metavar="NOM")(command)
    found = click.option("--closes", help="Au plus tard.", **slot)(found)
    return click.option("--opens", help="Se joue dès.", **slot)(found)


@hub_group.command(name="game")
@_EVENT
@click.argument("record", metavar="[FICHIER]", required=False)
@_slot_options
@database_option
@data_option
def game_command(
    event: str,
    record: str | None,
    opens: int,
    closes: int,
    title: str,
    address: str | None,
    data: Path | None,
) -> None:
    """Ajouter une partie et son créneau : préparée (raccord prepare), ou sans FICHIER tirée ici."""
    text = read_text(record) if record else ""
    with _hub(data, address) as hub:
        opened = hub.get(event).opened
        terms = Terms(wordlists.load(opened.lexicon), opened.edition, opened.formula)
        script = read_script(text, terms) if text else drawn_script(secret_for(None), terms)
        contest = hub.add_game(event, title, opens, closes, script)
        number = len(contest.games)
        sealed = short_hash(hub.digests(event)[number])
        click.echo(f"Partie {number} : empreinte des enveloppes {sealed}.")


@hub_group.command(name="live")
@_EVENT
@click.argument("game", metavar="PARTIE")
@_slot_options
@database_option
@data_option
def live_command(
    event: str,
    game: str,
    opens: int,
    closes: int,
    title: str,
    address: str | None,
    data: Path | None,
) -> None:
    """Ajouter une partie de la salle que les centres suivent en direct (multiplex)."""
    with _hub(data, address) as hub:
        contest = hub.add_live(event, title, opens, closes, game)
        number = len(contest.games)
        click.echo(f"Partie {number} : en direct de {contest.games[number].live}.")


@hub_group.command(name="files")
@_EVENT
@click.option(
    "--address",
    "hub_address",
    required=True,
    metavar="URL",
    help="Adresse pour les centres.",
)
@click.option(
    "--to",
    "folder",
    type=NewFile(folder=True),
    default=Path(),
    metavar="DOSSIER",
    help="Dossier des convocations (sinon le dossier courant).",
)
@database_option
@data_option
def files_command(
    event: str, hub_address: str, folder: Path, address: str | None, data: Path | None
) -> None:
    """Écrire la convocation signée de chaque centre."""
    folder.mkdir(parents=True, exist_ok=True)
    with _hub(data, address) as hub:
        for centre in hub.get(event).centres:
            path = folder / f"convocation-{centre}.json"
            write_whole(path, hub.invitation(event, centre, hub_address))
            click.echo(str(path))


@hub_group.command(name="list")
@_EVENT
@database_option
@data_option
def list_command(event: str, address: str | None, data: Path | None) -> None:
    """Dire où en est chaque centre."""
    with _hub(data, address) as hub:
        for line in centre_lines(hub, event):
            where = f" (partie {line.game}, coup {line.turn})" if line.game else ""
            click.echo(f"{line.name} : {WORDS[line.standing]}{where}")


@hub_group.command(name="code")
@_EVENT
@click.argument("centre", metavar="CENTRE")
@click.argument("game", metavar="PARTIE", type=click.IntRange(1))
@click.argument("turn", metavar="COUP", type=click.IntRange(1))
@database_option
@data_option
def code_command(
    event: str, centre: str, game: int, turn: int, address: str | None, data: Path | None
) -> None:
    """Donner le code à dire par téléphone pour ouvrir un coup ; cela reste écrit."""
    with _hub(data, address) as hub:
        click.echo(hub.tell_code(event, centre, game, turn, "terminal"))


@hub_group.command(name="import")
@click.argument("file", metavar="FICHIER", type=click.Path(path_type=Path))
@click.option(
    "--answer",
    type=NewFile(),
    metavar="FICHIER",
    help="Réponse à rapporter au centre (sinon à côté du fichier reçu).",
)
@database_option
@data_option
def import_command(file: Path, answer: Path | None, address: str | None, data: Path | None) -> None:
    """Recevoir le fichier d'un centre sans liaison ; la réponse se rapporte."""
    content = file.read_bytes()
    check_folder("--answer", answer)
    with _hub(data, address) as hub:
        answers = Reception(hub).take_file(content)
    told = answer or file.with_name(f"reponse-{file.stem}.raccord")
    write_whole(told, packed(answers))
    click.echo(f"Reçu : {plural(len(answers), 'message')}.")
    click.echo(f"{told} : à rapporter au centre (raccord centre answer).")


@hub_group.command(name="ranking")
@_EVENT
@click.option("--pdf", type=NewFile(), metavar="FICHIER", help="À imprimer.")
@click.option("--csv", type=NewFile(), metavar="FICHIER", help="Tableur.")
@database_option
@data_option
def ranking_command(
    event: str, pdf: Path | None, csv: Path | None, address: str | None, data: Path | None
) -> None:
    """Classer les tables de tous les centres."""
    if pdf is None and csv is None:
        raise Refusal("dites où l'écrire : --pdf FICHIER ou --csv FICHIER")
    for option, path in (("--pdf", pdf), ("--csv", csv)):
        check_folder(option, path)
    with _hub(data, address) as hub:
        found = world_ranking(hub.get(event), hub.unions(event))
    if pdf is not None:
        write_whole(pdf, to_pdf(found))
    if csv is not None:
        write_whole(csv, to_csv(found))
    state = "provisoire" if found.provisional else "définitif"
    click.echo(f"{plural(len(found.lines), 'table')}, {found.over} centres sur {found.centres}.")
    click.echo(f"Classement {state}.")
