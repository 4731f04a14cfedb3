"""How a handler comes to a competition: everybody by its code, the organiser to change it."""

from functools import partial
from typing import Annotated

from litestar.params import QueryParameter

from raccord.hall import Hall
from raccord.hall.competitions import Board, Competition, Competitions
from raccord.hall.errors import UnknownError
from raccord.hall.people import People
from raccord.hall.templates import TemplateShelf
from raccord.tournament import TRAITS, Summary, Trait, telling
from raccord.web.entrance import entrance, only_organiser
from raccord.web.errors import WebError
from raccord.web.page import Page
from raccord.web.services import Services
from raccord.web.workshop import Workshop, heavy

Group = Annotated[str, QueryParameter(name="groupe", max_length=20)]


def made(services: Services) -> Competitions:
    """The competitions of a server: one object for all that speak of them."""
    return Competitions(services.get(Hall))


def competitions(page: Page) -> Competitions:
    """The competitions of the server a page belongs to."""
    return page.services.get(made)


def _shelf(services: Services) -> TemplateShelf:
    return TemplateShelf(services.store)


def shelf(page: Page) -> TemplateShelf:
    """The templates of the server a page belongs to."""
    return page.services.get(_shelf)


def _people(services: Services) -> People:
    return People(services.store)


def people(page: Page) -> People:
    """The directory of the server, for its organiser only."""
    only_organiser(page)
    return page.services.get(_people)


def is_organiser(page: Page) -> bool:
    """Whether this browser organises the competitions of the server."""
    return entrance(page).doors.is_organiser(page)


def need_organiser(page: Page) -> Competitions:
    """The competitions, for their organiser only."""
    only_organiser(page)
    return competitions(page)


async def visited(page: Page, code: str) -> tuple[Competition, Summary]:
    """A competition, and as much of its people as this browser may be told."""
    events = competitions(page)
    if is_organiser(page):
        found = await events.get(code)
        return found, telling(await events.summary(found), "name")
    guesses = entrance(page).guesses
    guesses.check(page.client)
    try:
        found = await events.get(code)
    except UnknownError as error:
        refused = guesses.wrong(page.client, code)
        if refused.status == 404:
            refused = WebError(404, str(error), expected=error.expected)
        raise refused from None
    return found, await events.summary(found, partial(heavy, page))


async def ranked(
    page: Page, found: Competition, summary: Summary, group: Trait | None = None
) -> Board:
    """The rankings as this browser may see them; who asks first pays for the work."""
    run = page.services.get(Workshop).for_officials if is_organiser(page) else partial(heavy, page)
    return await competitions(page).board(found, summary.terms.shown, group, run)


def trait_of(text: str) -> Trait | None:
    """What a ranking is grouped by, None for nothing we know."""
    return next((trait for trait in TRAITS if trait == text), None)
