"""Several games on one sheet, for the club's board or its album."""

from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter

from raccord import documents
from raccord.hall import Hall
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.press import Press, as_file
from raccord.web.public.results import told_version

MOST = 24
"""Games of one sheet: two evenings of a long season."""


@get("/parties/feuilles.pdf")
async def several(
    page: ThisPage,
    codes: Annotated[list[str] | None, QueryParameter(name="partie", max_items=MOST)] = None,
) -> Response[bytes]:
    """The games of these codes, in columns; each must be open to whoever asks."""
    games = [(await entrance(page).enter(page, code))[0] for code in dict.fromkeys(codes or ())]
    if not games:
        raise WebError(400, "Aucune partie choisie.", expected="partie=CODE, une ou plusieurs fois")
    hall = page.services.get(Hall)
    key = ("several", *((game.id, told_version(game), game.companion.shown) for game in games))

    def make() -> list[documents.GameSheet]:
        return [documents.game_sheet(one.veiled.state, hall.games.draws(one)) for one in games]

    content = await page.services.get(Press).file(key, "pdf", make, page)
    return as_file(content, "pdf", "parties")


pages = [several]
