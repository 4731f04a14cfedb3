"""The projector: one page for the whole hall, which never needs a click."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeVar

from litestar import Response, get
from litestar.params import FromPath

from raccord import documents
from raccord.documents import Ranking
from raccord.duplicate import Phase, State
from raccord.duplicate.slips.found import found_by_turn
from raccord.hall import Hall
from raccord.hall.broadcast import shows_ranking
from raccord.hall.views import shows_found
from raccord.web.addresses import public_address, reach
from raccord.web.entrance import entrance
from raccord.web.inject import ThisPage
from raccord.web.workshop import heavy

T = TypeVar("T")
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
    told = game.veiled.state
    union = await hall.sections.united(game)
    sheet = await heavy(page, documents.ranking, told, union)
    is_shown = shows_ranking(game)
    is_found = shows_found(game) and bool(view.players)
    found = await heavy(page, found_by_turn, told) if is_found else ()
    shown = {
        "sheet": sheet,
        "chunks": balanced(sheet.lines) if is_shown else [],
        "solos": balanced(view.solos),
        "found": balanced(found),
        # The winner of a game in sections has his road sheet in his own.
        "series": await heavy(page, curve, game.state, sheet, is_shown and union is None),
    }
    return page.html("public/projector_over.html", **context, **shown)


def balanced(lines: Sequence[T]) -> list[Sequence[T]]:
    """The lines on as few pages as they need, each about as full as the others."""
    count = -(-len(lines) // ROWS)
    ends = [len(lines) * n // count for n in range(count + 1)] if count else [0]
    return [lines[first:last] for first, last in pairwise(ends)]


def curve(state: State, sheet: Ranking, is_shown: bool) -> list[dict[str, Any]]:
    """The running total of the tops, and of the winner where he may be known."""
    found = [{"name": "Tops", "values": [0, *(turn.total for turn in state.turns)]}]
    if sheet.lines and is_shown:
        best = documents.road_sheet(state, sheet.lines[0].table)
        values = [0, *(line.total for line in best.lines)]
        found.append({"name": "1er", "values": values})
    return found


pages = [projector]
