"""No word list, no solver for whoever sits at a table while the letters are in play.

Only a phone let in with a table's PIN can be told from other visitors: referees, people who follow
the game, and a second telephone nobody has signed in ask as they like.
"""

from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from raccord.duplicate import Phase
from raccord.web.doors import Role
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.page import Page
from raccord.web.sessions import MAX_GRANTS

_IN_PLAY = (Phase.DRAWN, Phase.RUNNING)


async def quiet_rack(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard for whole groups of pages: playing alone, Jarnac."""
    await need_quiet_rack(Page.of(connection))


async def need_quiet_rack(page: Page) -> None:
    """Refuse a player of a game whose draw is known and whose time is not up."""
    async for game, visitor in entrance(page).granted(page):
        if visitor.role is Role.PLAYER and game.state.phase in _IN_PLAY:
            raise WebError(
                403,
                "Le coup est en cours : les mots se consultent de nouveau à la fin du temps.",
                code="turn-under-way",
            )


async def need_room_for_seat(page: Page, id_: str) -> None:
    """Refuse a seat that would push out one whose letters are in play: nobody gets up that way."""
    seats = [scope for scope in page.session.grants if scope.startswith("seat:")]
    if f"seat:{id_}" not in seats and len(seats) >= MAX_GRANTS["seat"]:
        await need_quiet_rack(page)
