"""« Et si ? »: the rankings with one ruling changed, for whoever runs the game; nothing is kept."""

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from raccord.hall.appeals import supposed
from raccord.hall.games import Game
from raccord.hall.views import SANCTIONS
from raccord.quoting import sentence
from raccord.refusal import Refusal
from raccord.regulation import Sanction
from raccord.tournament import admitted, summarise, telling
from raccord.tournament.cases import Spot
from raccord.tournament.whatif import Supposition
from raccord.web.competition.commission import appeals
from raccord.web.entrance import at_desk
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.player.appeals import NO_STORE
from raccord.web.workshop import Workshop

TAG = ["Recours"]
Turn = Annotated[int, QueryParameter(name="coup", ge=0, le=999)]
Table = Annotated[int, QueryParameter(name="table", ge=0, le=9999)]
Points = Annotated[int, QueryParameter(name="points", ge=0, le=5000)]
Given = Annotated[Sanction, QueryParameter(name="sanction")]


async def _supposed(
    page: Page, game: Game, turn: int, table: int, points: int, sanction: Sanction
) -> Supposition:
    state, halls, number = await appeals(page).around(game)
    spot = Spot(number, turn, table)

    def work() -> Supposition:
        around = (telling(summarise(state, halls), "name"), admitted(state, halls), halls, spot)
        return supposed(game, *around, points, sanction)

    return await page.services.get(Workshop).for_officials(work)


@get("/arbitrer/{code:str}/hypothese")
async def what_if(
    code: FromPath[str],
    page: ThisPage,
    turn: Turn = 0,
    table: Table = 0,
    points: Points = 0,
    sanction: Given = Sanction.NONE,
) -> Response[Any]:
    """Ask for a ruling that was not given, and see who would stand where."""
    _, game = await at_desk(page, code)
    found, fault = None, ""
    if turn and table:
        try:
            found = await _supposed(page, game, turn, table, points, sanction)
        except Refusal as refusal:
            fault = page.reason(sentence(str(refusal)))
    return page.html(
        "referee/whatif.html",
        code=game.code,
        game=game.state.opened,
        turns=len(game.state.turns),
        tables=sorted(game.state.entrants),
        asked={"turn": turn, "table": table, "points": points, "sanction": sanction},
        sanctions={id_: name for id_, name in SANCTIONS.items() if id_ != Sanction.COMMISSION},
        found=found,
        fault=fault,
    )


@get("/games/{code:str}/what-if", tags=TAG)
async def what_if_by_program(
    code: FromPath[str],
    page: ThisPage,
    turn: Annotated[int, QueryParameter(ge=0, le=999)] = 0,
    table: Annotated[int, QueryParameter(ge=0, le=9999)] = 0,
    points: Annotated[int, QueryParameter(ge=0, le=5000)] = 0,
    sanction: Annotated[Sanction, QueryParameter()] = Sanction.NONE,
) -> Response[Supposition]:
    """The rankings of a game and of its competition with one ruling changed; nothing is kept."""
    _, game = await at_desk(page, code)
    made = await _supposed(page, game, turn, table, points, sanction)
    return Response(made, headers=NO_STORE)


pages = [what_if]
api = [what_if_by_program]
