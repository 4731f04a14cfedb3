"""The health of the server, for its organiser and the head referees."""

from litestar import Response, get

from raccord.web.doors import DESK
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.watch import ServerView, Watch


@get("/server", tags=["Serveur"])
async def read_server(page: ThisPage) -> Response[ServerView]:
    """Delays of the server, connections and live streams; for organiser and referees."""
    if not await _is_official(page):
        raise WebError(401, expected="le lien de l'organisateur")
    view = page.services.get(Watch).view()
    return Response(view, headers={"cache-control": "no-store"})


async def _is_official(page: Page) -> bool:
    door = entrance(page)
    if door.doors.is_organiser(page):
        return True
    return any([who.role in DESK async for _, who in door.granted(page)])


api = [read_server]
