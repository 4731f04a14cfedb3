"""JSON API of competitions: what pages do, for programs."""

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from raccord.hall.desk import NewGame
from raccord.tournament import StandingLine, Summary, commands, standing
from raccord.web.competition.access import Group, need_organiser, trait_of, visited
from raccord.web.competition.pages import (
    NO_STORE,
    EventLine,
    EventReply,
    event_lines,
    event_reply,
    game_heads,
)
from raccord.web.inject import ThisPage
from raccord.web.public.api import RECORD_BODY, Created
from raccord.web.workshop import heavy

TAG = ["Compétitions"]


@get("/tournaments", tags=TAG)
async def list_events(page: ThisPage) -> list[EventLine]:
    """The competitions of this server, the youngest first; private ones for the organiser."""
    return await event_lines(page)


@post("/tournaments", tags=TAG)
async def open_event(data: JSONBody[commands.Open], page: ThisPage) -> Created:
    """Open a competition; for the organiser."""
    return Created(await need_organiser(page).open(data))


@get("/tournaments/{code:str}", tags=TAG)
async def read_event(code: FromPath[str], page: ThisPage) -> Response[EventReply]:
    """A competition: its games and its ranking."""
    found, summary = await visited(page, code)
    lines = await heavy(page, standing, summary)
    return Response(event_reply(found, game_heads(found, summary), lines), headers=NO_STORE)


@get("/tournaments/{code:str}/ranking", tags=TAG)
async def read_ranking(
    code: FromPath[str], page: ThisPage, group: Group = ""
) -> Response[list[StandingLine]]:
    """The ranking, by series, category, club or federation if asked (``groupe``)."""
    _, summary = await visited(page, code)
    lines = await heavy(page, standing, summary, trait_of(group))
    return Response(list(lines), headers=NO_STORE)


@get("/tournaments/{code:str}/summary", tags=TAG)
async def read_summary(code: FromPath[str], page: ThisPage) -> Response[Summary]:
    """Everything the rankings rest on; for the organiser."""
    events = need_organiser(page)
    summary = events.summary(await events.get(code))
    return Response(summary, headers=NO_STORE)


@post("/tournaments/{code:str}", tags=TAG, status_code=200, request_max_body_size=RECORD_BODY)
async def change_event(
    code: FromPath[str], data: JSONBody[commands.AnyCommand], page: ThisPage
) -> Response[EventReply]:
    """Carry out a command of the organiser: entries, check-in, results, cuts, exclusions…"""
    await need_organiser(page).execute(code, data)
    return await _told(code, page)


async def _told(code: str, page: ThisPage) -> Response[EventReply]:
    found, summary = await visited(page, code)
    lines = standing(summary)
    return Response(event_reply(found, game_heads(found, summary), lines), headers=NO_STORE)


@post("/tournaments/{code:str}/games", tags=TAG, request_max_body_size=RECORD_BODY)
async def new_game(code: FromPath[str], data: JSONBody[NewGame], page: ThisPage) -> Created:
    """Open a game of the hall for everybody who is not absent."""
    return Created(await need_organiser(page).new_game(code, data))


api = [
    *(list_events, open_event, read_event, read_ranking, read_summary),
    *(change_event, new_game),
]
