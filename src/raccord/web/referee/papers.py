"""Papers of a game: what a hall prints before, during and after it.

The blank ones are made out to the tables entered, or to nobody; the marker's sheet of a turn tells
his decisions once the top of the turn is retained, and is blank before.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Annotated, Any

import segno
from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from raccord import documents
from raccord.hall import Hall
from raccord.hall.games import Game
from raccord.web.addresses import public_address
from raccord.web.doors import MARKERS, Role, Visitor
from raccord.web.entrance import at_desk, enter_as
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.press import Press, as_file
from raccord.web.public.api import GameLine, game_line, game_lines
from raccord.web.referee.numbers import parse_tables
from raccord.web.referee.tables_api import PinLine, pin_lines

LISTED = 24
MOST_COPIES = 40
MOST_SHEETS = 1600
"""Slips of one file: forty tables with their forty turns."""
Tables = Annotated[str, QueryParameter(name="tables", max_length=200)]
Copies = Annotated[int, QueryParameter(name="exemplaires", ge=1, le=MOST_COPIES)]
Blank = Annotated[bool, QueryParameter(name="vierges")]
Turn = Annotated[int | None, QueryParameter(name="coup", ge=1, le=999)]


@get("/arbitrer/{code:str}/papiers")
async def papers(code: FromPath[str], page: ThisPage) -> Response[str]:
    """What there is to print."""
    hall, game = await at_desk(page, code)
    return page.html(
        "referee/papers.html",
        code=game.code,
        game=game.state.opened,
        tables=len(game.state.entrants),
        turns=len(game.state.turns),
        turn=game.state.turn,
        games=await _others(hall, game),
    )


async def _others(hall: Hall, game: Game) -> list[GameLine]:
    """This game and those that everybody may see, to be printed together."""
    public = await game_lines(hall, LISTED)
    return [game_line(game), *(line for line in public if line.code != game.code)]


@get([f"/arbitrer/{{code:str}}/bulletins.{kind}" for kind in ("pdf", "json")])
async def slips(
    code: FromPath[str],
    page: ThisPage,
    tables: Tables = "",
    blank: Blank = False,
    copies: Copies = 4,
) -> Response[bytes]:
    """Blank slips, four to a page."""
    _, game = await at_desk(page, code)
    made_out = {} if blank else _made_out(game, tables)
    _check_sheets(len(made_out) * copies)
    return await _file(
        page,
        game,
        ("bulletins", tuple(made_out), copies),
        lambda: documents.slip_forms(made_out, title=game.state.opened.title, copies=copies),
    )


@get("/arbitrer/{code:str}/feuilles-vierges.pdf")
async def road_forms(
    code: FromPath[str],
    page: ThisPage,
    tables: Tables = "",
    blank: Blank = False,
    copies: Copies = 2,
) -> Response[bytes]:
    """Blank road sheets, two to a page; one for each table, or so many copies for nobody."""
    _, game = await at_desk(page, code)
    made_out = {} if blank else _made_out(game, tables)
    number = 1 if made_out else copies
    return await _file(
        page,
        game,
        ("feuilles-vierges", tuple(made_out), number),
        lambda: documents.road_forms(made_out, title=game.state.opened.title, copies=number),
    )


def _made_out(game: Game, tables: str) -> dict[int, tuple[str, ...]]:
    """The tables asked for with their players, or all that are entered."""
    chosen = parse_tables(tables) or sorted(game.state.entrants)
    entered = game.state.entrants
    return {t: entered[t].players if t in entered else () for t in chosen}


def _check_sheets(number: int) -> None:
    if number > MOST_SHEETS:
        raise WebError(400, "Trop de bulletins pour un fichier.", expected=f"{MOST_SHEETS} au plus")


@get("/arbitrer/{code:str}/codes.pdf")
async def table_codes(code: FromPath[str], page: ThisPage) -> Response[bytes]:
    """The codes of the tables with their QR codes, in even cells."""
    _, game = await at_desk(page, code)
    address = f"{public_address(page)}rejoindre"
    pins = await asyncio.to_thread(pin_lines, page, game)
    if not pins:
        raise WebError(404, "Aucune table n'est inscrite.")
    return await _file(
        page,
        game,
        ("codes", address, *(line.pin for line in pins)),
        lambda: _codes(game, address, pins),
    )


def _codes(game: Game, address: str, pins: list[PinLine]) -> documents.TableCodes:
    return documents.TableCodes(
        title=game.state.opened.title,
        code=game.code,
        address=address,
        codes=tuple(
            documents.TableCode(
                table=line.table,
                players=tuple(line.players),
                pin=line.pin,
                modules=tuple(_modules(line.link)),
            )
            for line in pins
        ),
    )


def _modules(link: str) -> Iterator[str]:
    for row in segno.make(link, micro=False).matrix_iter(border=2):
        yield "".join("1" if bit else "0" for bit in row)


@get([f"/partie/{{code:str}}/arbitrage.{kind}" for kind in ("pdf", "json")])
async def marking(code: FromPath[str], page: ThisPage, turn: Turn = None) -> Response[bytes]:
    """The arbitration sheet of a turn: a marker's own, or one for each marker at the desk."""
    _, game, visitor = await enter_as(page, code, *MARKERS)
    chosen = game.state.turn if turn is None else turn
    if chosen > game.state.turn:
        raise WebError(404, "Ce coup n'existe pas.")
    shares = _shares(game, visitor)
    return await _file(
        page,
        game,
        ("arbitrage", chosen, *((marker, *tables) for marker, tables in shares.items())),
        lambda: documents.sealed(
            [
                documents.marking_sheet(game.state, chosen, marker=marker, tables=tables)
                for marker, tables in shares.items()
            ],
            str(game.seal),
        ),
    )


@get([f"/partie/{{code:str}}/double-arbitrage.{kind}" for kind in ("pdf", "json")])
async def second_marking(code: FromPath[str], page: ThisPage, turn: Turn = None) -> Response[bytes]:
    """The sheet of second marking of a turn, both markings side by side: for the desk."""
    _, game = await at_desk(page, code)
    chosen = game.state.turn if turn is None else turn
    if chosen > game.state.turn:
        raise WebError(404, "Ce coup n'existe pas.")
    readings = {
        table: found[-1].ruling
        for table in game.state.entrants
        if (found := game.companion.readings(game.state, chosen, table))
    }
    key = ("double-arbitrage", chosen, *((t, one.points) for t, one in readings.items()))
    return await _file(
        page, game, key, lambda: documents.second_sheet(game.state, chosen, readings)
    )


def _shares(game: Game, visitor: Visitor) -> Mapping[str, tuple[int, ...]]:
    """Who marks which tables; none means all of them."""
    if visitor.role is Role.MARKER:
        return {visitor.label: visitor.tables}
    invited = [one for one in game.companion.invitations.values() if one.role == "marker"]
    return {one.label or f"n° {n}": one.tables for n, one in enumerate(invited, 1)} or {"": ()}


async def _file(
    page: Page, game: Game, key: tuple[object, ...], make: Callable[[], Any]
) -> Response[bytes]:
    """The file whose extension the address bears; the first of the key is its name."""
    kind = PurePosixPath(page.request.url.path).suffix.removeprefix(".")
    content = await page.services.get(Press).file((game.id, game.version, *key), kind, make)
    return as_file(content, kind, f"{key[0]}-{game.code}")


pages = [papers, slips, road_forms, table_codes, marking, second_marking]
