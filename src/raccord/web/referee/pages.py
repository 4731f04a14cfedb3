"""The head referee's pages: create or resume a game, and its desk."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter, URLEncodedBody

from raccord import wordlists
from raccord.duplicate import DuplicateError
from raccord.duplicate import commands as cmd
from raccord.duplicate.rules.paces import french_paces, provided
from raccord.hall import Hall
from raccord.hall.lists import Lists
from raccord.lexicon import LexiconError
from raccord.regulation.editions import EDITIONS
from raccord.tournament import PeopleError
from raccord.web.centres.access import followed_by
from raccord.web.doors import DESK
from raccord.web.entrance import at_desk, entrance, only_organiser
from raccord.web.errors import WebError, told
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.public.api import RECORD_BODY, GameLine, game_line, game_lines
from raccord.web.referee.new_game import (
    LETTERS,
    WAYS,
    NewGameForm,
    named,
    separated,
    tables_of,
    tie_break,
    ties,
    wish_of,
)
from raccord.web.referee.own_link import own_link

LISTED = 30
_FAULTS = (DuplicateError, PeopleError, LexiconError, WebError, msgspec.ValidationError)
"""What the form of a new game may hold: told beside it, and nothing that was typed is lost."""


@get("/arbitrer")
async def index(
    page: ThisPage,
    departage: Annotated[str, QueryParameter(max_length=20)] = "",
    tables: Annotated[str, QueryParameter(max_length=200)] = "",
) -> Response[str]:
    """Create a game, or resume one; ``departage`` names a game whose tables are level."""
    if departage:
        hall, game = await at_desk(page, departage)
        level = ties(await hall.standing(game))
        tables = tables or " ".join(map(str, level.get(1, ())))
        return await _index(page, tie_break(game, tables), level=level)
    chosen = await asyncio.to_thread(page.services.get(Lists).chosen)
    return await _index(page, NewGameForm(lexicon=chosen))


@post("/arbitrer", status_code=303, request_max_body_size=RECORD_BODY)
async def create(data: URLEncodedBody[NewGameForm], page: ThisPage) -> Response[Any]:
    """Create a game and go to its desk."""
    hall = page.services.get(Hall)
    only_organiser(page)
    try:
        players = await _entering(page, data)
        code = await hall.desk.create(wish_of(data))
        if players:
            await hall.execute(code, players)
        await asyncio.to_thread(page.services.get(Lists).choose, data.lexicon)
    except _FAULTS as error:
        shown = await _index(page, data, told(page, error))
        shown.status_code = 400
        return shown
    return page.redirect(f"/arbitrer/{code}")


async def _entering(page: Page, form: NewGameForm) -> cmd.RegisterAll | None:
    """The tables of a new game: those typed, or those of another game that are level there."""
    if not form.tie_of.strip():
        return tables_of(form)
    hall, game = await at_desk(page, form.tie_of.strip())
    return separated(form, game, await hall.standing(game))


async def _index(
    page: Page,
    form: NewGameForm,
    fault: str = "",
    level: Mapping[int, tuple[int, ...]] | None = None,
) -> Response[str]:
    hall = page.services.get(Hall)
    organiser = entrance(page).doors.is_organiser(page)
    installed = await asyncio.to_thread(wordlists.installed)
    names = {found.name for found in installed} | {page.services.lexicon.name}
    return page.html(
        "referee/index.html",
        organiser=organiser,
        own_link=own_link(page),
        port=page.services.settings.port,
        games=await (game_lines(hall, LISTED, private=True) if organiser else _granted(page)),
        form=form,
        fault=fault,
        level=level,
        editions={id_: edition.dated for id_, edition in EDITIONS.items()},
        formulas=named(WAYS),
        letters=named(LETTERS),
        paces={id_: provided(edition) for id_, edition in EDITIONS.items()},
        lexicons=sorted(names),
        free=wordlists.FREE,
        own_solos=[id_ for id_, edition in EDITIONS.items() if edition.solo_own],
    )


async def _granted(page: Page) -> list[GameLine]:
    """The games this browser was invited to referee."""
    return [game_line(game) async for game, who in entrance(page).granted(page) if who.role in DESK]


@get("/arbitrer/{code:str}")
async def desk(code: FromPath[str], page: ThisPage) -> Response[str]:
    """The desk of a game."""
    hall, game = await at_desk(page, code)
    view = await hall.referee(game)
    formula = game.state.formula
    link = await followed_by(page, game)

    def values() -> dict[str, object]:
        return {
            "view": view,
            "data": msgspec.to_builtins(view),
            "rules": formula.rules,
            "edition": game.state.edition.title,
            "pace": french_paces(formula.paces),
            "solo": game.state.opened.solo,
            "link": link,
        }

    return page.html_of("referee/desk.html", values)


pages = [index, create, desk]
