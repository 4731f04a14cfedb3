"""A game in sections: opening them from the desk of their master, and how far they have come."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, URLEncodedBody

from raccord.duplicate import Refusal
from raccord.hall import Hall
from raccord.hall.games import Game
from raccord.hall.section_views import SectionsView
from raccord.quoting import sentence
from raccord.web.doors import DESK
from raccord.web.entrance import at_desk, entrance
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.public.results import may_rank
from raccord.web.referee.numbers import parse_tables
from raccord.web.referee.tables_api import TAG, invitation_line

Name = Annotated[str, msgspec.Meta(max_length=200)]


class SectionForm(msgspec.Struct, frozen=True):
    """A section: the name of its room or club, and which tables of the game move there."""

    name: Name = ""
    tables: Annotated[str, msgspec.Meta(max_length=400)] = ""
    """« 1-16 20 »; none: it enters its own."""


BLANK = SectionForm()


class Added(msgspec.Struct, frozen=True):
    """A section: its code, and the link that makes whoever opens it its head referee."""

    code: str
    name: str
    link: str


async def _add(page: Page, hall: Hall, game: Game, form: SectionForm) -> Added:
    code = await hall.sections.add(game, form.name, parse_tables(form.tables))
    invited = await hall.desk.invite(code, "referee", form.name)
    return Added(code, invited.label, invitation_line(page, code, invited).link)


@post("/games/{code:str}/sections", tags=TAG)
async def add_section(
    code: FromPath[str], data: JSONBody[SectionForm], page: ThisPage
) -> Response[Added]:
    """Open a section of a game: other tables that follow its draws, its clock and its tops."""
    hall, game = await at_desk(page, code)
    added = await _add(page, hall, game, data)
    return Response(added, status_code=201, headers={"cache-control": "no-store"})


@get("/games/{code:str}/sections", tags=TAG)
async def read_sections(code: FromPath[str], page: ThisPage) -> Response[SectionsView]:
    """How far the sections of a game have come; the ranking over all for who may see it."""
    hall = page.services.get(Hall)
    game, visitor = await entrance(page).enter(page, code)
    view = await hall.sections.view(
        game, ranked=may_rank(game, visitor), at_desk=visitor.role in DESK
    )
    return Response(view, headers={"cache-control": "no-store"})


@get("/arbitrer/{code:str}/sections")
async def sections_page(code: FromPath[str], page: ThisPage) -> Response[str]:
    """The sections of a game, and one more."""
    hall, game = await at_desk(page, code)
    return await _shown(page, hall, game)


@post("/arbitrer/{code:str}/sections", status_code=303)
async def add_from_form(
    code: FromPath[str], data: URLEncodedBody[SectionForm], page: ThisPage
) -> Response[Any]:
    """Open a section from the form."""
    hall, game = await at_desk(page, code)
    try:
        await _add(page, hall, game, data)
    except Refusal as error:
        shown = await _shown(page, hall, game, data, page.reason(sentence(str(error))))
        shown.status_code = 400
        return shown
    return page.redirect(f"/arbitrer/{game.code}/sections")


async def _shown(
    page: Page, hall: Hall, game: Game, form: SectionForm = BLANK, fault: str = ""
) -> Response[str]:
    view = None
    if game.state.sections or game.state.opened.follows:
        view = await hall.sections.view(game, ranked=False, at_desk=True)
    links = {}
    for line in view.sections if view else ():
        links[line.code] = await _link(page, hall, line.code) if line.code else ""
    return page.html(
        "referee/sections.html", game=game, view=view, links=links, form=form, fault=fault
    )


async def _link(page: Page, hall: Hall, code: str) -> str:
    """The link of a section's head referee, where its invitation was not revoked."""
    section = await hall.get(code)
    for invited in section.companion.invitations.values():
        if invited.role == "referee" and section.state.opened.follows:
            return invitation_line(page, section.id, invited).link
    return ""


pages = [sections_page, add_from_form]
api = [add_section, read_sections]
