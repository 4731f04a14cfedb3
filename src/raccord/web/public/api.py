"""JSON API of games in a hall: their list, creation, the public view, the ranking."""

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from raccord.duplicate.slips.ranking import RankLine
from raccord.hall import Hall
from raccord.hall.broadcast import shows_ranking
from raccord.hall.desk import NewGame
from raccord.hall.errors import HallError
from raccord.hall.games import Game, code_of
from raccord.hall.shapes import PublicView
from raccord.hall.veil import shown_lines
from raccord.web.doors import MARKERS
from raccord.web.entrance import entrance, only_organiser
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.services import Services

TAG = ["Salle"]
RECORD_BODY = 3 * 1024 * 1024


class GameLine(msgspec.Struct, frozen=True):
    """A game of this server."""

    code: str
    title: str
    created: int
    phase: str
    turn: int
    players: int


class Created(msgspec.Struct, frozen=True):
    """The code of a new game."""

    code: str


@get("/games", tags=TAG)
async def list_games(
    page: ThisPage,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    archived: Annotated[bool, QueryParameter()] = False,
) -> list[GameLine]:
    """The games of this server, or those put away, the youngest first; for the organiser."""
    hall = page.services.get(Hall)
    only_organiser(page)
    return await game_lines(hall, limit, private=True, archived=archived)


async def game_lines(
    hall: Hall, limit: int, *, private: bool = False, archived: bool = False
) -> list[GameLine]:
    """The youngest games; private ones, and those put away, only where asked for."""
    lines: list[GameLine] = []
    for stream in await hall.games.all():
        if len(lines) >= limit:
            break
        try:
            game = await hall.get(code_of(stream.id))
        except HallError:
            continue
        hidden = game.companion.settings.private and not private
        if hidden or game.companion.archived != archived:
            continue
        lines.append(game_line(game))
    return lines


def game_line(game: Game) -> GameLine:
    """A game as it is listed."""
    state = game.state
    title, phase = state.opened.title, state.phase.value
    return GameLine(
        game.code, title, game.companion.created, phase, state.turn, len(state.entrants)
    )


@post("/games", tags=TAG, request_max_body_size=RECORD_BODY)
async def create_game(data: JSONBody[NewGame], page: ThisPage) -> Created:
    """Create a game; for the organiser."""
    hall = page.services.get(Hall)
    only_organiser(page)
    return Created(await hall.desk.create(data))


@get("/games/{code:str}", tags=TAG)
async def read_game(code: FromPath[str], page: ThisPage) -> Response[PublicView]:
    """What anybody sees of a game."""
    hall = page.services.get(Hall)
    game, _ = await entrance(page).enter(page, code)
    view = await hall.public(game)
    return Response(view, headers={"cache-control": "no-store"})


@get("/games/{code:str}/ranking", tags=TAG)
async def read_ranking(code: FromPath[str], page: ThisPage) -> list[RankLine]:
    """The ranking: for markers at any time, for others once it is shown or published."""
    hall = page.services.get(Hall)
    game, visitor = await entrance(page).enter(page, code)
    if not shows_ranking(game) and visitor.role not in MARKERS:
        raise WebError(403, "Le classement sera publié par l'arbitre après la fin.")
    if (union := await hall.sections.united(game)) is not None:
        return list(await asyncio.to_thread(lambda: union.told_lines))
    how = "name" if visitor.role in MARKERS else game.companion.shown
    return list(shown_lines((await hall.standing(game)).lines, how))


async def begin(services: Services) -> None:
    """Take up the games under way when the server starts."""
    await services.get(Hall).start()


api = [list_games, create_game, read_game, read_ranking]
