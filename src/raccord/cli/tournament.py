"""``raccord tournament``: rankings over several games."""

from collections.abc import Sequence
from fractions import Fraction
from typing import cast

import click

from raccord.cli.answers import print_json
from raccord.cli.failures import Refusal
from raccord.cli.french import FrenchGroup
from raccord.cli.inputs import json_option, read_text
from raccord.duplicate import DuplicateError, fold, record
from raccord.tournament import (
    WAYS,
    By,
    GameResult,
    Rank,
    TournamentError,
    of_csv,
    of_game,
    rank,
)

_HEADS: dict[By, str] = {
    "points": "Points",
    "places": "Somme des places",
    "percentage": "% des tops",
    "au-top": "Au top (%)",
}


@click.group(name="tournament", cls=FrenchGroup)
def tournament_group() -> None:
    """Classements sur plusieurs parties."""


@tournament_group.command(name="rank")
@click.argument("files", metavar="FICHIER…", nargs=-1, required=True)
@click.option(
    "--by",
    type=click.Choice(tuple(WAYS)),
    default="points",
    show_default=True,
    help="Total des points, somme des places, pourcentage des tops, ou « au top ».",
)
@json_option
def rank_command(files: tuple[str, ...], by: str, as_json: bool) -> None:
    """Classe les joueurs de plusieurs parties, un FICHIER par partie.

    Un fichier est une partie enregistrée (JSON) ou un CSV « joueur;total;top ». Un joueur se
    retrouve d'une partie à l'autre par son nom.
    """
    games = [_game(file) for file in files]
    way = cast(By, by)
    lines = rank(games, way)
    if as_json:
        print_json([_as_data(line, games) for line in lines])
    else:
        _show(lines, games, way)


def _game(file: str) -> GameResult:
    text = read_text(file, "cp1252")
    try:
        if text.lstrip().startswith("{"):
            return of_game(fold(record.loads(text).events))
        return of_csv(text)
    except (TournamentError, DuplicateError) as error:
        raise Refusal(f"« {file} » : {error}") from error


def _value(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else round(float(value), 2)


def _as_data(line: Rank, games: Sequence[GameResult]) -> dict[str, object]:
    return {
        "place": line.place,
        "player": line.player,
        "value": _value(line.value),
        "games": [game.totals.get(line.player) for game in games],
    }


def _show(lines: Sequence[Rank], games: Sequence[GameResult], by: By) -> None:
    from rich import box
    from rich.table import Table

    from raccord.cli.views import console

    table = Table("Place", "Joueur", _HEADS[by], box=box.SIMPLE)
    for number in range(1, len(games) + 1):
        table.add_column(f"P{number}", justify="right")
    for line in lines:
        totals = [game.totals.get(line.player) for game in games]
        shown = ("–" if total is None else str(total) for total in totals)
        value = str(_value(line.value)).replace(".", ",")
        table.add_row(str(line.place), line.player, value, *shown)
    console().print(table)
