"""Another game between the same players: one tap on each phone, and the score of the series."""

from typing import Any

from litestar import Response, post
from litestar.params import FromPath

from raccord.hall.jarnac import TableView
from raccord.web.inject import ThisPage
from raccord.web.jarnac.access import own_seat, tables_of
from raccord.web.jarnac.pages import REFUSALS, TAGS
from raccord.web.quiet import quiet_rack


@post("/jarnac/{name:str}/revanche", status_code=303)
async def rematch_from_form(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """Ask for a rematch; the page to see next is the new table once it is open."""
    seat = own_seat(page, name)
    shown = await tables_of(page).rematch(name, seat)
    return page.redirect(f"/jarnac/{shown.next}" if shown.next else f"/jarnac/{name}/bilan")


@post("/jarnac/{name:str}/rematch", tags=TAGS, status_code=200, responses=REFUSALS)
async def ask_rematch(name: FromPath[str], page: ThisPage) -> TableView:
    """Ask for a rematch of a finished game; ``next`` names its table once both players ask."""
    return await tables_of(page).rematch(name, own_seat(page, name))


guards = [quiet_rack]
pages = [rematch_from_form]
api = [ask_rematch]
