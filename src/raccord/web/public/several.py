"""Several games on one sheet, for the club's board or its album."""

from collections.abc import Sequence
from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter

from raccord import documents
from raccord.duplicate import Event, State
from raccord.hall import Hall
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.press import Press, as_file

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
    told = [(game.veiled.state, await hall.games.draws(game.id)) for game in games]
    key = ("several", *((game.id, game.version, game.companion.shown) for game in games))
    content = await page.services.get(Press).file(key, "pdf", lambda: _sheets(told), page)
    return as_file(content, "pdf", "parties")


def _sheets(told: Sequence[tuple[State, Sequence[Event]]]) -> list[documents.GameSheet]:
    return [documents.game_sheet(state, events) for state, events in told]


pages = [several]
