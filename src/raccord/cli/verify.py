"""``raccord verify``: whether the draws of a published game are those nobody could choose."""

from dataclasses import replace

import click
import msgspec

from raccord.cli.answers import print_json
from raccord.cli.inputs import json_option, read_text
from raccord.documents import Proof, proof
from raccord.duplicate import State, fold, record
from raccord.duplicate import events as ev
from raccord.duplicate.files.fair_draws import public_number


@click.command(name="verify")
@click.argument("file", metavar="FICHIER")
@click.option("--commitment", metavar="ENGAGEMENT", help="Engagement noté avant le premier coup.")
@click.option(
    "--number", metavar="NOMBRE", help="Nombre que la salle a dit, ou celui de la balise."
)
@json_option
def verify_command(file: str, commitment: str | None, number: str | None, as_json: bool) -> int:
    """Vérifie que les tirages d'une partie sont ceux de son secret et de son nombre public.

    FICHIER est la partie publiée (enregistrement.json). Aucune liste de mots n'est nécessaire.
    Code de sortie 1 si un tirage n'est pas celui attendu.
    """
    read = record.loads(read_text(file))
    found = proof(_state(read), read.events)
    faults = _noted(found, commitment, number)
    holds = found.status == "verified" and not faults
    if as_json:
        print_json({"ok": holds, "faults": faults, **msgspec.to_builtins(found)})
    else:
        _show(found, faults)
    return 0 if holds else 1


def _state(read: record.Record) -> State:
    """What a proof asks of a game, without following moves that may be false."""
    kinds = (ev.Opened, ev.PublicNumberGiven, ev.SecretRevealed)
    state = fold(event for event in read.events if isinstance(event, kinds))
    draws = sum(isinstance(event, ev.Drawn | ev.DrawRejected) for event in read.events)
    return replace(state, draws=draws)


def _noted(found: Proof, commitment: str | None, number: str | None) -> list[str]:
    """What a witness wrote down during the game and the record does not bear."""
    faults = []
    if commitment is not None and not _begins(found.commitment, commitment):
        faults.append("L'engagement noté n'est pas celui de la partie.")
    if number is not None and public_number(number) != found.number:
        faults.append("Le nombre noté n'est pas celui de la partie.")
    return faults


def _begins(whole: str, noted: str) -> bool:
    # Who copies a hash by hand copies its beginning: 16 digits cannot be met twice by trying.
    digits = "".join(noted.split()).lower()
    return len(digits) >= 16 and whole.startswith(digits)


def _show(found: Proof, faults: list[str]) -> None:
    click.echo(f"{'✓' if found.status == 'verified' else '✗'} {found.message}")
    for fault in faults:
        click.echo(f"✗ {fault}")
    if found.commitment:
        click.echo(f"Engagement : {found.commitment} ({found.scheme})")
    if found.number:
        origin = f" ({found.source})" if found.source else ""
        click.echo(f"Nombre public : {found.number}{origin}")
    if found.caveat:
        click.echo(f"· {found.caveat}")
