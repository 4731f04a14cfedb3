"""The world ranking: everybody's once the embargo is over, the organiser's before."""

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from raccord.documents.world import WorldRanking
from raccord.network.contest.state import Contest
from raccord.network.errors import Refusal
from raccord.network.hub import Hub
from raccord.web.centres.access import HubDesk
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.press import Press, as_file
from raccord.web.workshop import Workshop, heavy

NO_STORE = {"cache-control": "no-store"}
SHOWN = 500
"""Lines of the page; the files tell them all."""


async def visited(page: Page, code: str) -> tuple[HubDesk, bool]:
    """The hub and whether its organiser asks; nobody else before the embargo is over."""
    desk = page.services.get(HubDesk)
    organiser = entrance(page).doors.is_organiser(page)
    contest = await heavy(page, _found, desk.hub, code)
    if contest is None:
        raise WebError(404, "Cette épreuve n'existe pas.")
    if not organiser and not contest.is_public(page.services.now_ms()):
        # The same answer as for a code that is wrong: nobody learns which events there are.
        raise WebError(404, "Cette épreuve n'existe pas.")
    return desk, organiser


def _found(hub: Hub, code: str) -> Contest | None:
    try:
        return hub.get(code)
    except Refusal:
        return None


async def _ranking(
    page: Page, desk: HubDesk, code: str, organiser: bool
) -> tuple[tuple[int, ...], WorldRanking]:
    if organiser:
        return await page.services.get(Workshop).for_officials(desk.ranking, code)
    return await heavy(page, desk.ranking, code)


@get("/epreuve/{code:str}")
async def show(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The ranking of every centre's tables; with ``.json`` the same for programs."""
    name = code.removesuffix(".json")
    desk, organiser = await visited(page, name)
    _, found = await _ranking(page, desk, name, organiser)
    if name != code:
        return Response(found, headers=NO_STORE)
    contest = desk.hub.get(name)
    return page.html(
        "centres/ranking.html",
        code=name,
        ranking=found,
        lines=found.lines[:SHOWN],
        organiser=organiser,
        embargo=0 if contest.is_public(page.services.now_ms()) else contest.embargo,
    )


@get(["/epreuve/{code:str}/classement.pdf", "/epreuve/{code:str}/classement.csv"])
async def as_files(code: FromPath[str], page: ThisPage) -> Response[bytes]:
    """The ranking to print, or as a spreadsheet reads it."""
    kind = page.request.url.path.rpartition(".")[2]
    desk, organiser = await visited(page, code)
    version, found = await _ranking(page, desk, code, organiser)
    payer = None if organiser else page
    key = ("world", code, version)
    content = await page.services.get(Press).file(key, kind, lambda: found, payer)
    return as_file(content, kind, f"classement-{code}")


pages = [show, as_files]
