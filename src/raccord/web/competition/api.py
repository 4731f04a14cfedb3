"""JSON API of competitions: what pages do, for programs."""

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from raccord.hall.desk import NewGame
from raccord.tournament import (
    RULES,
    By,
    StandingLine,
    Summary,
    TeamLine,
    TieRule,
    commands,
    standing,
)
from raccord.web.competition.access import Group, need_organiser, ranked, trait_of, visited
from raccord.web.competition.pages import (
    NO_STORE,
    EventLine,
    EventReply,
    event_lines,
    event_reply,
    game_heads,
)
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.public.api import RECORD_BODY, Created
from raccord.web.workshop import heavy

TAG = ["Compétitions"]
By_ = Annotated[By | None, QueryParameter(name="par")]
Ties = Annotated[str, QueryParameter(name="departage", max_length=200)]


class Tied(msgspec.Struct, frozen=True):
    """Those who share a place."""

    numbers: Annotated[tuple[int, ...], msgspec.Meta(min_length=2, max_length=9999)]


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
    board = await ranked(page, found, summary)
    told = event_reply(found, game_heads(found, summary), board.lines, board.teams)
    return Response(told, headers=NO_STORE)


@get("/tournaments/{code:str}/ranking", tags=TAG)
async def read_ranking(
    code: FromPath[str], page: ThisPage, group: Group = "", by: By_ = None, ties: Ties = ""
) -> Response[list[StandingLine]]:
    """The ranking, by series, category, club… if asked (``groupe``).

    ``par`` and ``departage`` (rules with commas between) rank it another way than its own.
    """
    _, summary = await visited(page, code)
    rules = _rules(ties) if ties else summary.terms.ties
    terms = msgspec.structs.replace(summary.terms, by=by or summary.terms.by, ties=rules)
    asked = msgspec.structs.replace(summary, terms=terms)
    lines = await heavy(page, standing, asked, trait_of(group))
    return Response(list(lines), headers=NO_STORE)


def _rules(text: str) -> tuple[TieRule, ...]:
    asked = text.split(",")
    if unknown := [rule for rule in asked if rule not in RULES]:
        told = f"« {unknown[0]} » n'est pas un départage."
        raise WebError(400, told, expected=", ".join(RULES))
    return tuple(sorted((rule for rule in RULES if rule in asked), key=asked.index))


@get("/tournaments/{code:str}/summary", tags=TAG)
async def read_summary(code: FromPath[str], page: ThisPage) -> Response[Summary]:
    """Everything the rankings rest on; for the organiser."""
    events = need_organiser(page)
    summary = await events.summary(await events.get(code))
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
    board = await ranked(page, found, summary)
    told = event_reply(found, game_heads(found, summary), board.lines, board.teams)
    return Response(told, headers=NO_STORE)


@post("/tournaments/{code:str}/games", tags=TAG, request_max_body_size=RECORD_BODY)
async def new_game(code: FromPath[str], data: JSONBody[NewGame], page: ThisPage) -> Created:
    """Open a game of the hall for everybody who is not absent."""
    return Created(await need_organiser(page).games.new_game(code, data))


@get("/tournaments/{code:str}/teams", tags=TAG)
async def read_teams(code: FromPath[str], page: ThisPage) -> Response[list[TeamLine]]:
    """The ranking of the teams."""
    found, summary = await visited(page, code)
    return Response(list((await ranked(page, found, summary)).teams), headers=NO_STORE)


@post("/tournaments/{code:str}/next", tags=TAG)
async def next_game(code: FromPath[str], page: ThisPage) -> Created:
    """Open the game that comes next: the one planned, in the room of the last one."""
    return Created(await need_organiser(page).games.planned_game(code))


@post("/tournaments/{code:str}/sudden-death", tags=TAG)
async def sudden_death(code: FromPath[str], data: JSONBody[Tied], page: ThisPage) -> Created:
    """Open a sudden death among those who share a place; it parts them."""
    return Created(await need_organiser(page).games.tie_game(code, data.numbers))


@post("/tournaments/{code:str}/seating", tags=TAG, status_code=200)
async def seat(code: FromPath[str], page: ThisPage) -> dict[int, int]:
    """Arrange who sits where in the next game, by lot where that is the rule: table, number."""
    return dict((await need_organiser(page).games.place(code)).state.drawn or {})


api = [
    *(read_teams, next_game, sudden_death, seat),
    *(list_events, open_event, read_event, read_ranking, read_summary),
    *(change_event, new_game),
]
