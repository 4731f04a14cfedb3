"""JSON API of the organiser of a tournament of Jarnac: what his page does, for programs."""

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from raccord import jarnac as rules
from raccord.hall.competitions import Competition
from raccord.hall.jarnac.tournaments import names_of
from raccord.tournament import jarnac as jt
from raccord.web.competition.access import need_organiser
from raccord.web.inject import ThisPage
from raccord.web.jarnac.arbiter import settle
from raccord.web.jarnac.tournament import (
    NO_STORE,
    TAGS,
    TournamentReply,
    of_event,
    reply_of,
    tournaments,
)


class PlayerLine(msgspec.Struct, frozen=True, kw_only=True):
    """A player as his organiser knows him; ``code`` is what he gives on his phone."""

    number: int
    name: str
    code: str
    withdrawn: bool


def _told(event: Competition, state: jt.JarnacState) -> Response[TournamentReply]:
    return Response(reply_of(event, state, names_of(event, public=True)), headers=NO_STORE)


@get("/tournaments/{code:str}/jarnac/players", tags=TAGS)
async def read_players(code: FromPath[str], page: ThisPage) -> Response[list[PlayerLine]]:
    """The players and the codes of their phones; for the organiser."""
    need_organiser(page)
    event, state = await of_event(page, code)
    names = names_of(event, public=False)
    lines = [
        PlayerLine(
            number=player.number,
            name=names.get(player.number, ""),
            code=player.code,
            withdrawn=player.number in state.withdrawn,
        )
        for player in state.players
    ]
    return Response(lines, headers=NO_STORE)


@post("/tournaments/{code:str}/jarnac", tags=TAGS, status_code=200)
async def change_tournament(
    code: FromPath[str], data: JSONBody[jt.AnyCommand], page: ThisPage
) -> Response[TournamentReply]:
    """Carry out a command of the organiser: open, enter, pair a round, type a result, close…"""
    event = await need_organiser(page).get(code)
    return _told(event, await tournaments(page).ask(event, data))


@post("/tournaments/{code:str}/jarnac/tables/{name:str}", tags=TAGS, status_code=200)
async def settle_contest(
    code: FromPath[str], name: FromPath[str], data: JSONBody[rules.Answer], page: ThisPage
) -> Response[TournamentReply]:
    """Settle a contest that the list cannot; for the organiser."""
    need_organiser(page)
    event, state = await of_event(page, code)
    await settle(page, event, name, data)
    return _told(event, state)


api = [read_players, change_tournament, settle_contest]
