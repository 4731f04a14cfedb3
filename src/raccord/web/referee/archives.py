"""Games put away: trials and games long past leave the lists, and come back."""

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, URLEncodedBody
from litestar.response import Redirect

from raccord.hall import Hall
from raccord.web.entrance import only_organiser
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.public.api import game_lines

TAG = ["Parties"]
LISTED = 200


class ArchiveForm(msgspec.Struct, frozen=True):
    """Whether a game leaves the lists, or comes back to them."""

    archived: bool = True


@get("/archives")
async def archives(page: ThisPage) -> Response[str]:
    """The games that are in no list; for the organiser."""
    only_organiser(page)
    games = await game_lines(page.services.get(Hall), LISTED, private=True, archived=True)
    return page.html("referee/archives.html", games=games)


@post("/arbitrer/{code:str}/archiver", status_code=303)
async def archive_from_form(
    code: FromPath[str], data: URLEncodedBody[ArchiveForm], page: ThisPage
) -> Redirect:
    """Put a game away, or take it out again."""
    await _archive(page, code, data)
    return page.redirect("/arbitrer" if data.archived else "/archives")


@post("/games/{code:str}/archive", tags=TAG, status_code=200)
async def archive(code: FromPath[str], data: JSONBody[ArchiveForm], page: ThisPage) -> ArchiveForm:
    """Put a game away, or take it out again; for the organiser."""
    await _archive(page, code, data)
    return data


async def _archive(page: Page, code: str, form: ArchiveForm) -> None:
    only_organiser(page)
    hall = page.services.get(Hall)
    game = await hall.get(code)
    await hall.desk.archive(game.id, archived=form.archived)


pages = [archives, archive_from_form]
api = [archive]
