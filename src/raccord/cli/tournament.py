"""``raccord tournament``: rankings over several games."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import click

from raccord.cli.answers import print_json
from raccord.cli.database import database_option
from raccord.cli.failures import Refusal
from raccord.cli.french import FrenchGroup
from raccord.cli.inputs import json_option, read_text
from raccord.documents.exports import FORMATS, Format, event_files
from raccord.duplicate import DuplicateError
from raccord.hall.competitions import find_event
from raccord.store.database import default_address
from raccord.store.store import Store
from raccord.tournament import (
    RULES,
    TRAITS,
    WAYS,
    By,
    GameResult,
    Rank,
    Summary,
    TieRule,
    TournamentError,
    Trait,
    of_text,
    plain_number,
    rank,
    record,
    results_of,
    summarise,
)

_HEADS: dict[By, str] = {
    "points": "Points",
    "places": "Somme des places",
    "percentage": "% des tops",
    "au-top": "Au top (%)",
}
_GROUPS: dict[Trait, str] = {
    "series": "Série",
    "category": "Catégorie",
    "club": "Club",
    "federation": "Fédération",
}


@click.group(name="tournament", cls=FrenchGroup)
def tournament_group() -> None:
    """Classements sur plusieurs parties."""


def _ties(_ctx: click.Context, _param: click.Parameter, value: str) -> tuple[TieRule, ...]:
    asked = [rule.strip() for rule in value.split(",") if rule.strip()]
    if unknown := [rule for rule in asked if rule not in RULES]:
        raise click.BadParameter(f"« {unknown[0]} » (attendu : {', '.join(RULES)})")
    return tuple(cast(TieRule, rule) for rule in asked)


@tournament_group.command(name="rank")
@click.argument("files", metavar="FICHIER…", nargs=-1, required=True)
@click.option(
    "--by",
    type=click.Choice(tuple(WAYS)),
    default="points",
    show_default=True,
    help="Total des points, somme des places, pourcentage des tops, ou « au top ».",
)
@click.option(
    "--ties",
    default="",
    callback=_ties,
    metavar="CRITÈRE,…",
    help=f"Départage des ex aequo, dans cet ordre : {', '.join(RULES)}.",
)
@click.option(
    "--group", type=click.Choice(tuple(TRAITS)), help="Un classement par série, catégorie, club…"
)
@json_option
def rank_command(
    files: tuple[str, ...], by: str, ties: tuple[TieRule, ...], group: str | None, as_json: bool
) -> None:
    """Classe les joueurs de plusieurs parties, un FICHIER par partie, dans l'ordre des parties.

    Un fichier est une partie enregistrée (JSON), le classement exporté d'une partie (JSON ou
    CSV), une compétition exportée (JSON, toutes ses parties) ou un CSV « joueur;total;top ». Un
    joueur se retrouve d'une partie à l'autre par son nom.
    """
    games = [game for file in files for game in _games(file)]
    way, trait = cast(By, by), cast(Trait | None, group)
    lines = rank(games, way, ties, trait)
    if as_json:
        print_json([_as_data(line, games, trait) for line in lines])
    else:
        _show(lines, games, way, trait)


def _games(file: str) -> list[GameResult]:
    """The games a file tells: one, or all those of an exported competition."""
    text = read_text(file, "cp1252")
    try:
        if text.lstrip().startswith("{") and f'"{record.SCHEMA}"' in text:
            return results_of(record.loads(text))
        return [of_text(text)]
    except (TournamentError, DuplicateError) as error:
        raise Refusal(f"« {file} » : {error}") from error


def _as_data(line: Rank, games: Sequence[GameResult], group: Trait | None) -> dict[str, object]:
    found: dict[str, object] = {
        "place": line.place,
        "player": line.player,
        "value": plain_number(line.value),
        "games": [game.totals.get(line.player) for game in games],
        "ties": [{"rule": why.rule, "text": str(why)} for why in line.ties],
    }
    return found if group is None else {**found, "group": line.group, "overall": line.overall}


def _show(lines: Sequence[Rank], games: Sequence[GameResult], by: By, group: Trait | None) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    from raccord.cli.views import console

    heads = (_GROUPS[group],) if group else ()
    table = Table(*heads, "Place", "Joueur", _HEADS[by], box=box.SIMPLE)
    for number in range(1, len(games) + 1):
        table.add_column(f"P{number}", justify="right")
    if any(line.ties for line in lines):
        table.add_column("Départage")
    for line in lines:
        cells = (*((line.group or "–",) if group else ()), *_cells(line, games))
        table.add_row(*map(escape, cells))
    console().print(table)


def _cells(line: Rank, games: Sequence[GameResult]) -> list[str]:
    totals = [game.totals.get(line.player) for game in games]
    shown = ("–" if total is None else str(total) for total in totals)
    value = str(plain_number(line.value)).replace(".", ",")
    return [str(line.place), line.player, value, *shown, " ; ".join(map(str, line.ties))]


@tournament_group.command(name="export")
@click.argument("name", metavar="NOM")
@click.option("--format", "kind", type=click.Choice(FORMATS), required=True, help="Format voulu.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    metavar="DOSSIER",
    help="Dossier où écrire (sinon le dossier courant).",
)
@database_option
def export_command(name: str, kind: str, out: Path, address: str | None) -> None:
    """Exporte la compétition NOM : son code, ou son titre.

    « sigles » écrit un fichier par partie ; « json » se relit avec « tournament rank ».
    """
    summary = asyncio.run(_summary(name, address))
    out.mkdir(parents=True, exist_ok=True)
    for file, content in event_files(summary, cast(Format, kind)).items():
        (out / file).write_bytes(content)
        click.echo(str(out / file))


@tournament_group.command(name="schema")
def schema_command() -> None:
    """Montre le schéma JSON d'une compétition exportée."""
    print_json(record.schema())


async def _summary(name: str, address: str | None) -> Summary:
    store = Store.open(address or default_address())
    try:
        state, halls = await find_event(store, name)
        return summarise(state, halls)
    finally:
        await store.aclose()
