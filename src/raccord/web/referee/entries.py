"""Entries put right: names, numbers, doubles, entries taken back; on the page and in the API."""

from typing import Annotated, Any

import msgspec
from litestar import Response, delete, post, put
from litestar.params import FromPath, JSONBody, URLEncodedBody

from raccord.duplicate import commands as cmd
from raccord.hall.games import Game
from raccord.hall.referee_views import TableLine, table_lines
from raccord.quoting import sentence, unturned
from raccord.refusal import Refusal
from raccord.tournament.people import LONGEST_NAME
from raccord.web.competition.access import competitions
from raccord.web.entrance import at_desk
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.referee.players import players_page
from raccord.web.referee.tables_api import TAG

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class NamesText(msgspec.Struct, frozen=True):
    """A player, or a pair written « A / B »."""

    players: Annotated[str, msgspec.Meta(max_length=200)] = ""


class NumberForm(msgspec.Struct, frozen=True):
    """A table's new number."""

    to: int


class IntoForm(msgspec.Struct, frozen=True):
    """The table that is kept."""

    into: int


class NamesForm(msgspec.Struct, frozen=True):
    """The names of a player or of a pair."""

    players: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=2)]


async def _back(page: Page, code: str, command: cmd.Command) -> Response[Any]:
    """Carry out a command and show the tables again, with its refusal if there is one."""
    hall, game = await at_desk(page, code)
    try:
        await hall.execute(game.id, command)
    except Refusal as refusal:
        return await _refused(page, game, refusal)
    return page.redirect(f"/arbitrer/{game.code}/joueurs")


async def _refused(page: Page, game: Game, refusal: Refusal) -> Response[Any]:
    told = (page.reason(sentence(str(refusal))),)
    shown = await players_page(page, game, fault=told)
    shown.status_code = 409
    return shown


@post("/arbitrer/{code:str}/tables/{table:int}/nom", status_code=303)
async def rename_form(
    code: FromPath[str], table: FromPath[int], data: URLEncodedBody[NamesText], page: ThisPage
) -> Response[Any]:
    """Put the names of a table right."""
    _, game = await at_desk(page, code)
    names = tuple(name.strip()[:LONGEST_NAME] for name in unturned(data.players).split(" / "))
    try:
        await _rename(page, game, table, names)
    except Refusal as refusal:
        return await _refused(page, game, refusal)
    return page.redirect(f"/arbitrer/{game.code}/joueurs")


async def _rename(page: Page, game: Game, table: int, names: tuple[str, ...]) -> None:
    if table not in game.state.entrants:
        raise Refusal(f"la table {table} n'est pas inscrite")
    await competitions(page).games.rename(game, table, names)


@post("/arbitrer/{code:str}/tables/{table:int}/numero", status_code=303)
async def renumber_form(
    code: FromPath[str], table: FromPath[int], data: URLEncodedBody[NumberForm], page: ThisPage
) -> Response[Any]:
    """Give a table another number."""
    return await _back(page, code, cmd.Renumber(table=table, to=data.to))


@post("/arbitrer/{code:str}/tables/{table:int}/effacer", status_code=303)
async def unregister_form(
    code: FromPath[str], table: FromPath[int], page: ThisPage
) -> Response[Any]:
    """Take an entry back."""
    return await _back(page, code, cmd.Unregister(table=table))


@post("/arbitrer/{code:str}/tables/{table:int}/reunir", status_code=303)
async def merge_form(
    code: FromPath[str], table: FromPath[int], data: URLEncodedBody[IntoForm], page: ThisPage
) -> Response[Any]:
    """Two tables are one."""
    return await _back(page, code, cmd.MergeTables(table=table, into=data.into))


async def _lines(page: Page, code: str, command: cmd.Command) -> list[TableLine]:
    hall, game = await at_desk(page, code)
    await hall.execute(game.id, command)
    game = await hall.get(game.id)
    return list(table_lines(game.state, game.companion))


@put("/games/{code:str}/tables/{table:int}", tags=TAG)
async def rename(
    code: FromPath[str], table: FromPath[int], data: JSONBody[NamesForm], page: ThisPage
) -> list[TableLine]:
    """Put the names of a table right, in its competition too."""
    hall, game = await at_desk(page, code)
    await _rename(page, game, table, data.players)
    game = await hall.get(game.id)
    return list(table_lines(game.state, game.companion))


@post("/games/{code:str}/tables/{table:int}/renumber", tags=TAG, status_code=200)
async def renumber(
    code: FromPath[str], table: FromPath[int], data: JSONBody[NumberForm], page: ThisPage
) -> list[TableLine]:
    """Give a table another number, before the first draw."""
    return await _lines(page, code, cmd.Renumber(table=table, to=data.to))


@delete("/games/{code:str}/tables/{table:int}", tags=TAG)
async def unregister(code: FromPath[str], table: FromPath[int], page: ThisPage) -> None:
    """Take an entry back, before the first draw."""
    await _lines(page, code, cmd.Unregister(table=table))


@post("/games/{code:str}/tables/{table:int}/merge", tags=TAG, status_code=200)
async def merge(
    code: FromPath[str], table: FromPath[int], data: JSONBody[IntoForm], page: ThisPage
) -> list[TableLine]:
    """Two tables are one: what the double played counts for the other."""
    return await _lines(page, code, cmd.MergeTables(table=table, into=data.into))


pages = [rename_form, renumber_form, unregister_form, merge_form]
api = [rename, renumber, unregister, merge]
