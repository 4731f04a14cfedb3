"""How a handler comes to a competition: everybody by its code, the organiser to change it."""

from typing import Annotated

from litestar.params import QueryParameter

from raccord.hall import Hall
from raccord.hall.competitions import Competition, Competitions
from raccord.hall.errors import UnknownError
from raccord.tournament import TRAITS, Summary, Trait, telling
from raccord.web.entrance import entrance, only_organiser
from raccord.web.errors import WebError
from raccord.web.page import Page
from raccord.web.services import Services

Group = Annotated[str, QueryParameter(name="groupe", max_length=20)]


def _made(services: Services) -> Competitions:
    return Competitions(services.get(Hall))


def competitions(page: Page) -> Competitions:
    """The competitions of the server a page belongs to."""
    return page.services.get(_made)


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
        return found, telling(events.summary(found), "name")
    guesses = entrance(page).guesses
    guesses.check(page.client)
    try:
        found = await events.get(code)
    except UnknownError as error:
        refused = guesses.wrong(page.client, code)
        if refused.status == 404:
            refused = WebError(404, str(error), expected=error.expected)
        raise refused from None
    return found, events.summary(found)


def trait_of(text: str) -> Trait | None:
    """What a ranking is grouped by, None for nothing we know."""
    return next((trait for trait in TRAITS if trait == text), None)
