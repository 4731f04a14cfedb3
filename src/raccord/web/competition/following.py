"""« Même salle, partie suivante »: from a game that is over to the next one, at one click."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, URLEncodedBody

from raccord.duplicate import Phase
from raccord.hall.games import Game
from raccord.tournament import playing, seats_of
from raccord.web.competition.access import competitions
from raccord.web.entrance import at_desk
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.public.api import Created

TAG = ["Compétitions"]


class FollowForm(msgspec.Struct, frozen=True):
    """The tables that play the next game."""

    present: str | list[str] = ()  # type: ignore[assignment]


class Follow(msgspec.Struct, frozen=True):
    """The tables that do not play the next game."""

    absent: Annotated[tuple[int, ...], msgspec.Meta(max_length=10_000)] = ()


class Seat(msgspec.Struct, frozen=True):
    """A table of the next game, whether it played this one."""

    table: int
    name: str
    played: bool


@get("/arbitrer/{code:str}/suivante")
async def ask(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """Who plays the next game."""
    _, game = await at_desk(page, code)
    if game.companion.next:
        return page.redirect(f"/arbitrer/{game.companion.next}")
    seats = await _seats(page, game)
    return page.html(
        "competition/next.html",
        code=game.code,
        game=game.state.opened,
        over=game.state.phase is Phase.OVER,
        seats=seats,
    )


async def _seats(page: Page, game: Game) -> list[Seat]:
    """The tables as they will be offered; a game of no competition has its own only."""
    here = game.state.entrants
    if not game.companion.event:
        return [Seat(table, " / ".join(one.players), True) for table, one in sorted(here.items())]
    found = await competitions(page).get(game.companion.event)
    if game.id in found.halls:
        # Those of its sections too.
        here = found.halls[game.id].entrants
    state, going = found.whole, playing(found.whole, found.excluded)
    return [
        Seat(table, state.entries[number].name, table in here)
        for table, number in seats_of(state).items()
        if number in going
    ]


@post("/arbitrer/{code:str}/suivante", status_code=303)
async def follow(
    code: FromPath[str], data: URLEncodedBody[FollowForm], page: ThisPage
) -> Response[Any]:
    """Open the next game and go to its desk."""
    _, game = await at_desk(page, code)
    ticked = [data.present] if isinstance(data.present, str) else data.present
    present = {int(table) for table in ticked if table.isascii() and table.isdigit()}
    absent = {seat.table for seat in await _seats(page, game)} - present
    following = await competitions(page).games.next_game(game, absent)
    return page.redirect(f"/arbitrer/{following}")


@post("/games/{code:str}/next", tags=TAG)
async def follow_by_program(code: FromPath[str], data: JSONBody[Follow], page: ThisPage) -> Created:
    """The next game in the same room: players, tables, PINs, phones, markers and settings stay."""
    _, game = await at_desk(page, code)
    return Created(await competitions(page).games.next_game(game, data.absent))


pages = [ask, follow]
api = [follow_by_program]
