"""``raccord tournament rank``: handicaps and teams, from tables in files."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from raccord.cli.answers import print_json
from raccord.cli.failures import Refusal
from raccord.documents.competition import HEADS
from raccord.documents.office import read_rows
from raccord.tournament import (
    By,
    GameResult,
    PeopleError,
    TeamLine,
    TeamRule,
    Weight,
    handicapped,
    rank_teams,
    read_weights,
    traits_of,
    weight,
)

F = TypeVar("F", bound=Callable[..., Any])
_TABLE = click.Path(path_type=Path, exists=True, dir_okay=False)


def team_options(command: F) -> F:
    """The options of teams and tables."""
    for option in (
        click.option(
            "--teams",
            type=click.Choice(("sum", "best", "index")),
            help="Classe les équipes : somme, les meilleurs (--best), ou valeur d'indice.",
        ),
        click.option(
            "--best",
            type=click.IntRange(1, 99),
            default=3,
            show_default=True,
            metavar="N",
            help="Combien de joueurs comptent par équipe.",
        ),
        click.option("--per-game", is_flag=True, help="Les meilleurs de chaque partie."),
        click.option(
            "--indices", type=_TABLE, metavar="FICHIER", help="Table « série;4A;3 » des indices."
        ),
        click.option(
            "--handicap",
            type=_TABLE,
            metavar="FICHIER",
            help="Table « série;4A;30 » des points ajoutés à chaque partie.",
        ),
    ):
        command = option(command)
    return command


def _weights(file: Path | None) -> tuple[Weight, ...]:
    if file is None:
        return ()
    try:
        return read_weights(read_rows(file.read_bytes()))
    except PeopleError as error:
        raise Refusal(f"« {file} » : {error}") from error


def handicap(games: Sequence[GameResult], file: Path | None) -> list[GameResult]:
    """The games with the points of a table added to the totals."""
    weights = _weights(file)
    if not weights:
        return list(games)
    points = {who: weight(told, weights) for who, told in _traits(games).items()}
    return [handicapped(game, points) for game in games]


def _traits(games: Sequence[GameResult]) -> dict[str, Mapping[str, str]]:
    return {who: told for game in games for who, told in game.traits.items()}


def show_teams(
    games: Sequence[GameResult], by: By, asked: Mapping[str, Any], *, as_json: bool
) -> None:
    """The ranking of the teams."""
    weights = _weights(asked["indices"])
    rule = TeamRule(count=asked["teams"], best=asked["best"], per_game=asked["per_game"])
    worth = {who: weight(told, weights, 1) for who, told in _traits(games).items()}
    lines = rank_teams(games, by, traits_of(games, "team"), rule, worth)
    if as_json:
        print_json([msgspec.to_builtins(line) for line in lines])
    else:
        _show(lines, by)


def _show(lines: Sequence[TeamLine], by: By) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    from raccord.cli.views import console

    table = Table("Place", "Équipe", HEADS[by], "Joueurs comptés", "Départage", box=box.SIMPLE)
    for line in lines:
        value = str(line.value).replace(".", ",")
        cells = (str(line.place), line.team, value, ", ".join(line.counted), " ; ".join(line.ties))
        table.add_row(*map(escape, cells))
    console().print(table)
