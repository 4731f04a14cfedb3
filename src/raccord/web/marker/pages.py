"""The markers' pages: one line per paper slip, and the second marker's own entry beside it."""

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from raccord.documents.heading import FLAGS
from raccord.duplicate.slips.situation import current_turn
from raccord.hall import Hall
from raccord.hall.marker_views import marker_view
from raccord.hall.views import SANCTIONS
from raccord.web.doors import MARKERS, Role
from raccord.web.entrance import entrance
from raccord.web.inject import ThisPage
from raccord.web.page import Page

CAMERA_HERE = "camera=(self), microphone=(), geolocation=(), payment=()"


@get("/corriger/{code:str}")
async def marker(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """Entry and ruling of paper slips."""
    return await _desk(page, code, MARKERS, second=False)


@get("/corriger/{code:str}/double")
async def second_marker(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The same slips entered again, without seeing the first entry."""
    return await _desk(page, code, (Role.SECOND,), second=True)


async def _desk(page: Page, code: str, roles: tuple[Role, ...], *, second: bool) -> Response[Any]:
    hall = page.services.get(Hall)
    game, visitor = await entrance(page).enter(page, code)
    visitor.need(*roles)
    study = hall.studies.known(game)
    tops = study.tops if study else None
    turn = current_turn(game.state)
    public = await hall.public(game)

    def values() -> dict[str, object]:
        return {
            "public": public,
            "view": marker_view(game, turn, tops, visitor.tables, blind=second),
            "tables": visitor.tables,
            "label": visitor.label,
            "rules": game.state.formula.rules,
            "second": second,
            "sanctions": SANCTIONS,
            "flags": FLAGS,
        }

    shown = page.html_of("marker/index.html", values)
    # The one page that may ask for the camera; everything else may not.
    shown.headers["permissions-policy"] = CAMERA_HERE
    return shown


pages = [marker, second_marker]
