"""``raccord tournament``: rankings over several games."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from raccord.cli.answers import print_json
from raccord.cli.failures import Refusal
from raccord.cli.french import FrenchGroup
from raccord.cli.inputs import database_option, json_option, read_text
from raccord.cli.outputs import NewFile
from raccord.cli.teams import handicap, show_teams, team_options
from raccord.documents import certificates, to_pdf
from raccord.documents.competition import HEADS
from raccord.documents.event_papers import PAPERS, Paper, paper_of
from raccord.documents.exports import FORMATS, Format, Markers, event_files
from raccord.duplicate import DuplicateError
from raccord.tournament import (
    RULES,
    TRAITS,
    WAYS,
    By,
    GameResult,
    Rank,
    State,
    Summary,
    TieRule,
    TournamentError,
    Trait,
    admitted,
    of_text,
    plain_number,
    rank,
    ranks_of,
    record,
    results_of,
    summarise,
    way_of,
)

T = TypeVar("T")

_GROUPS: dict[Trait, str] = {
    "series": "Série",
    "category": "Catégorie",
    "club": "Club",
    "federation": "Fédération",
    "team": "Équipe",
    "centre": "Centre",
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
    help="Total des points, somme des places, pourcentage des tops, « au top », négatif, "
    "temps (topping) ou coups tenus (mort subite). Sans cette option : les points, ou pour une "
    "seule compétition exportée son propre règlement (coupes, départages et handicap compris).",
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
@team_options
@json_option
def rank_command(
    files: tuple[str, ...],
    by: str | None,
    ties: tuple[TieRule, ...],
    group: str | None,
    as_json: bool,
    **team: Any,
) -> None:
    """Classe les joueurs de plusieurs parties, un FICHIER par partie, dans l'ordre des parties.

    Un fichier est une partie enregistrée (JSON), le classement exporté d'une partie (JSON ou
    CSV), un fichier SIGLES, une compétition exportée (JSON, toutes ses parties) ou un CSV
    « joueur;total;top ». Un joueur se retrouve d'une partie à l'autre par son nom.
    """
    trait = cast(Trait | None, group)
    own = None if by or ties or team["teams"] or team["handicap"] else _event(files)
    if own is not None:
        games, way, lines = results_of(own), way_of(own), ranks_of(own, trait)
    else:
        games = handicap([game for file in files for game in _games(file)], team["handicap"])
        way = cast(By, by or "points")
        _check_tops(games, way)
        if team["teams"]:
            show_teams(games, way, team, as_json=as_json)
            return
        lines = rank(games, way, ties, trait)
    if as_json:
        print_json([_as_data(line, games, trait) for line in lines])
    else:
        _show(lines, games, way, trait)


def _check_tops(games: Sequence[GameResult], way: By) -> None:
    """A SIGLES file tells no tops: a share of nothing would rank everybody alike."""
    if way in ("percentage", "negative") and any(
        not g.top and any(g.totals.values()) for g in games
    ):
        raise Refusal("un fichier ne dit pas le total des tops : classez par points ou par places")


def _event(files: Sequence[str]) -> Summary | None:
    """The exported competition that is the only file, if it is one."""
    if len(files) != 1 or files[0] == "-":
        return None
    text = read_text(files[0], "cp1252")
    return _read(files[0], record.loads, text) if _is_event(text) else None


def _games(file: str) -> list[GameResult]:
    """The games a file tells: one, or all those of an exported competition."""
    text = read_text(file, "cp1252")
    if _is_event(text):
        return results_of(_read(file, record.loads, text))
    return [_read(file, of_text, text)]


def _is_event(text: str) -> bool:
    return text.lstrip("\ufeff \r\n\t").startswith("{") and f'"{record.SCHEMA}"' in text


def _read(file: str, read: Callable[[str], T], text: str) -> T:
    try:
        return read(text)
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
    table = Table(*heads, "Place", "Joueur", HEADS[by], box=box.SIMPLE)
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
    type=NewFile(folder=True),
    default=Path(),
    metavar="DOSSIER",
    help="Dossier où écrire (sinon le dossier courant).",
)
@click.option(
    "--per-marker", is_flag=True, help="SIGLES : aussi un fichier par arbitre, de ses tables."
)
@database_option
def export_command(name: str, kind: str, out: Path, per_marker: bool, address: str | None) -> None:
    """Exporte la compétition NOM : son code, ou son titre.

    « sigles » écrit un fichier par partie ; « json » se relit avec « tournament rank ».
    """
    _, summary, markers = asyncio.run(_event_in(name, address))
    out.mkdir(parents=True, exist_ok=True)
    shares = markers if per_marker else None
    for file, content in event_files(summary, cast(Format, kind), shares).items():
        (out / file).write_bytes(content)
        click.echo(str(out / file))


@tournament_group.command(name="schema")
def schema_command() -> None:
    """Montre le schéma JSON d'une compétition exportée."""
    print_json(record.schema())


@tournament_group.command(name="paper")
@click.argument("name", metavar="NOM")
@click.option(
    "--document",
    type=click.Choice((*PAPERS, "diplomes")),
    required=True,
    help="Liste des engagés, liste de pointage, plan de salle, classement, tous les résultats "
    "ou diplômes.",
)
@click.option("--group", type=click.Choice(tuple(TRAITS)), help="Classement par série, club…")
@click.option(
    "--pdf",
    type=NewFile(),
    required=True,
    metavar="FICHIER",
    help="Fichier PDF à écrire.",
)
@database_option
def paper_command(
    name: str, document: str, group: str | None, pdf: Path, address: str | None
) -> None:
    """Imprime un papier de la compétition NOM : son code, ou son titre."""
    state, summary, _ = asyncio.run(_event_in(name, address))
    if document == "diplomes":
        pdf.write_bytes(to_pdf(certificates(summary)))
    else:
        wanted = cast(Paper, document)
        made = paper_of(wanted, state, summary, cast(Trait | None, group))
        pdf.write_bytes(to_pdf(made))
    click.echo(str(pdf))


async def _event_in(name: str, address: str | None) -> tuple[State, Summary, Markers]:
    # Rankings of files need no database.
    from raccord.hall.competitions import find_event, markers_of
    from raccord.store.database import default_address
    from raccord.store.store import Store

    store = Store.open(address or default_address())
    try:
        state, halls, awaited = await find_event(store, name)
        markers = await markers_of(store, state)
        return admitted(state, halls), summarise(state, halls, awaited), markers
    finally:
        await store.aclose()
