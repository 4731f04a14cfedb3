"""How a handler comes into a game: the hall, the game, and whoever asks for it."""

from raccord.web.errors import WebError
from raccord.web.hall.doors import DESK, Role, Visitor
from raccord.web.hall.games import Game
from raccord.web.hall.service import Hall
from raccord.web.page import Page


async def enter_as(page: Page, code: str, *roles: Role) -> tuple[Hall, Game, Visitor]:
    """The hall, a game and a visitor who has one of these roles in it."""
    hall = page.services.get(Hall)
    game, visitor = await hall.enter(page, code)
    visitor.need(*roles)
    return hall, game, visitor


async def at_desk(page: Page, code: str) -> tuple[Hall, Game]:
    """The hall and a game, for its referee only."""
    hall, game, _ = await enter_as(page, code, *DESK)
    return hall, game


async def as_player(page: Page, code: str) -> tuple[Hall, Game, int]:
    """The hall, a game and the table of this browser."""
    hall, game, visitor = await enter_as(page, code, Role.PLAYER)
    assert visitor.table is not None
    if visitor.table not in game.state.entrants:
        raise WebError(404, f"La table {visitor.table} n'est pas inscrite.")
    return hall, game, visitor.table
