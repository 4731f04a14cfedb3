"""``raccord reading``: scans of slips read, and weights refined for a club's hands."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from raccord.cli.answers import print_json
from raccord.cli.french import FrenchGroup
from raccord.cli.inputs import json_option, position_options, read_board, rules_for
from raccord.regulation import Slip
from raccord.regulation.marking import Entry, format_entry

if TYPE_CHECKING:
    from raccord.reading.decoder import Reading
    from raccord.reading.network import Network


@click.group(name="reading", cls=FrenchGroup)
def reading_group() -> None:
    """Lit des bulletins photographiés ou scannés."""


@reading_group.command("read")
@click.argument(
    "files",
    metavar="FICHIER…",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@position_options
@json_option
def read_command(
    files: tuple[Path, ...],
    board: str | None,
    rack: str,
    lexicon: str,
    playable: int,
    as_json: bool,
) -> None:
    """Lit les bulletins de photos ou de scans, pour un tirage sur une grille.

    Une ligne par bulletin, comme un arbitre la tape, avec sa probabilité et les autres lectures.
    """
    from raccord.reading.cells import read_cells
    from raccord.reading.decoder import decode
    from raccord.reading.photographs import find_slips, open_picture
    from raccord.reading.playable import Playable
    from raccord.wordlists import load

    moves = Playable(read_board(board), rack, load(lexicon), rules_for(rack, playable))
    network, told = _network(), []
    for path in files:
        found = find_slips(open_picture(path.read_bytes()))
        for flat in found.slips:
            reading = decode(read_cells(flat.image, network), moves)
            told.append(_told(path, flat.table, reading))
        if not found.slips:
            told.append({"file": str(path), "error": "aucun bulletin reconnu"})
    if as_json:
        print_json(told)
        return
    for one in told:
        click.echo(_line(one))


def _told(path: Path, marked: int, reading: "Reading") -> dict[str, Any]:
    """A slip as the JSON output gives it; table 0 is unknown."""
    written = max(reading.tables, key=lambda n: reading.tables[n], default=0)
    table = marked or written
    return {
        "file": str(path),
        "table": table,
        "readings": [
            {"line": _entry(table, one.slip), "probability": round(one.probability, 4)}
            for one in reading.candidates
        ],
        "free": _entry(table, reading.free),
        "differs": [list(place) for place in reading.best.differs],
    }


def _entry(table: int, slip: Slip) -> str:
    return format_entry(Entry("slip", table or 1, slip))


def _line(one: dict[str, Any]) -> str:
    if "error" in one:
        return f"{one['file']} : {one['error']}"
    best, *others = one["readings"]
    beside = f" ; sinon {others[0]['line']}" if others and best["probability"] < 0.98 else ""
    return f"{one['file']} : {best['line']} ({best['probability']:.1%}){beside}"


@reading_group.command("train")
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Dossier des données du serveur ; celui de cette machine par défaut.",
)
@json_option
def train_command(data: Path | None, as_json: bool) -> None:
    """Affine la lecture pour les écritures du club, à partir des lettres confirmées.

    Rien n'est gardé sans l'accord donné dans les réglages de la partie. Une écriture sur quatre
    sert à mesurer le gain ; sans gain, rien ne change.
    """
    from raccord.reading.lessons import hands_in, refine
    from raccord.reading.network import format_network, shipped_network
    from raccord.store.places import data_folder, write_whole

    folder = data or data_folder()
    network, gain = refine(shipped_network(), hands_in(folder / "hands"))
    better = gain.after > gain.before
    if better:
        write_whole(folder / "reading.npz", format_network(network))
    if as_json:
        print_json({"kept": better} | {f: getattr(gain, f) for f in gain.__dataclass_fields__})
        return
    click.echo(
        f"{gain.cells} lettres de {gain.hands} écritures ; sur {gain.apart} autres, à part : "
        f"{gain.before:.1%} de lettres justes avant, {gain.after:.1%} après."
    )
    click.echo(
        "Les nouveaux poids servent dès le prochain démarrage du serveur."
        if better
        else "Aucun gain : rien n'est changé."
    )


def _network() -> "Network":
    """The weights of the club on this machine, else those of this version."""
    from raccord.reading.network import parse_network, shipped_network
    from raccord.store.places import data_folder

    own = data_folder("reading.npz")
    return parse_network(own.read_bytes()) if own.exists() else shipped_network()
