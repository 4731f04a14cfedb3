"""A table for all to see: both mats, both clocks and what happens, on a projector."""

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from raccord import jarnac as rules
from raccord.web.addresses import public_address
from raccord.web.inject import ThisPage
from raccord.web.jarnac import choices as ch
from raccord.web.jarnac.access import tables_of
from raccord.web.quiet import quiet_rack


@get("/jarnac/{name:str}/ecran")
async def screen_page(name: FromPath[str], page: ThisPage) -> Response[str]:
    """The table on a projector; it follows a series from game to game."""
    shown = await tables_of(page).look(name)
    return page.html(
        "jarnac/screen.html",
        view=shown,
        view_data=msgspec.to_builtins(shown),
        address=f"{public_address(page)}jarnac/{name}",
        formula=ch.FORMULAS[shown.formula][0],
        level=rules.level(shown.level).label if shown.level else "",
    )


guards = [quiet_rack]
pages = [screen_page]
