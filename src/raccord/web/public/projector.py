"""The projector: one page for the whole hall, which never needs a click."""

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from raccord import documents
from raccord.documents import Ranking
from raccord.duplicate import Phase, State
from raccord.hall import Hall
from raccord.web.addresses import public_address, reach
from raccord.web.entrance import entrance
from raccord.web.inject import ThisPage
from raccord.web.workshop import heavy

ROWS = 12
"""Lines of ranking on one screen, large enough for the last row of a hall."""


@get("/projection/{code:str}")
async def projector(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The game on the hall's screen; after the end its ranking, page by page."""
    hall = page.services.get(Hall)
    game, _ = await entrance(page).enter(page, code)
    view = await hall.public(game)
    context = {
        "game": game,
        "view": view,
        "rules": game.state.formula.rules,
        "reach": reach(page),
        "address": public_address(page).removeprefix("http://").removesuffix("/"),
    }
    if game.state.phase is not Phase.OVER:
        return page.html("public/projector.html", **context)
    sheet = await heavy(page, documents.ranking, game.state)
    chunks = [sheet.lines[i : i + ROWS] for i in range(0, len(sheet.lines), ROWS)]
    solos = [sheet.solos[i : i + ROWS] for i in range(0, len(sheet.solos), ROWS)]
    series = await heavy(page, curve, game.state, sheet)
    shown = {"sheet": sheet, "chunks": chunks, "solos": solos, "series": series}
    return page.html("public/projector_over.html", **context, **shown)


def curve(state: State, sheet: Ranking) -> list[dict[str, Any]]:
    """The running total of the tops, and of the winner where there is one."""
    found = [{"name": "Tops", "values": [0, *(turn.total for turn in state.turns)]}]
    if sheet.lines:
        best = documents.road_sheet(state, sheet.lines[0].table)
        values = [0, *(line.total for line in best.lines)]
        found.append({"name": "1er", "values": values})
    return found


pages = [projector]
