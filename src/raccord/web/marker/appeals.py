"""Appeals by officials: a marker for his tables, the head referee for any, late ones too."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, URLEncodedBody

from raccord.hall.appeal_views import AppealsView
from raccord.hall.games import Game
from raccord.quoting import sentence
from raccord.refusal import Refusal
from raccord.tournament import commands
from raccord.tournament.cases import Spot
from raccord.web.competition.commission import appeals
from raccord.web.doors import DESK, MARKERS, Visitor, check_assigned
from raccord.web.entrance import enter_as
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.player.appeals import NO_STORE, TAG, Points, points_of


class FilingBody(msgspec.Struct, frozen=True, kw_only=True):
    """An appeal of an official; ``late`` is why it is received after the deadline."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=999)]
    table: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    reason: commands.Reason = ""
    asked: Points | None = None
    late: commands.Reason = ""
    for_player: bool = False
    """Filed in the name of the table, which said it aloud or on paper."""


class FilingForm(msgspec.Struct, frozen=True, kw_only=True):
    """The same from a page."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=999)]
    table: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    reason: commands.Reason = ""
    asked: Annotated[str, msgspec.Meta(max_length=6)] = ""
    late: commands.Reason = ""
    for_player: bool = False

    def body(self) -> FilingBody:
        """What the form asks for."""
        told = {name: getattr(self, name) for name in self.__struct_fields__ if name != "asked"}
        return FilingBody(asked=points_of(self.asked), **told)


async def _file(page: Page, game: Game, visitor: Visitor, body: FilingBody) -> None:
    check_assigned(visitor, body.table)
    entrant = game.state.entrants.get(body.table)
    for_player = body.for_player and entrant is not None
    wish = commands.FileAppeal(
        spot=Spot(1, body.turn, body.table),
        reason=body.reason,
        by="player" if for_player else "referee" if visitor.role in DESK else "marker",
        who=" / ".join(entrant.players) if for_player and entrant else visitor.name,
        asked=body.asked,
        # The deadline is a marker's too: only the head referee may receive what comes late.
        late=body.late if visitor.role in DESK else "",
    )
    await appeals(page).file(game, body.turn, body.table, wish)


@get("/games/{code:str}/appeals", tags=TAG)
async def read_appeals(code: FromPath[str], page: ThisPage) -> Response[AppealsView]:
    """The cases of a game, of the tables of a marker."""
    _, game, visitor = await enter_as(page, code, *MARKERS)
    return Response(await appeals(page).of_game(game, visitor.tables), headers=NO_STORE)


@post("/games/{code:str}/appeals", tags=TAG)
async def file_appeal(
    code: FromPath[str], data: JSONBody[FilingBody], page: ThisPage
) -> Response[AppealsView]:
    """Appeal as an official; after the deadline only the head referee, saying why (``late``)."""
    hall, game, visitor = await enter_as(page, code, *MARKERS)
    await _file(page, game, visitor, data)
    seen = await appeals(page).of_game(await hall.get(game.id), visitor.tables)
    return Response(seen, status_code=201, headers=NO_STORE)


@get("/corriger/{code:str}/recours")
async def ask(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The cases of a game, and the form of a new one."""
    _, game, visitor = await enter_as(page, code, *MARKERS)
    return await _shown(page, game, visitor)


async def _shown(
    page: Page, game: Game, visitor: Visitor, form: FilingForm | None = None, fault: str = ""
) -> Response[Any]:
    return page.html(
        "marker/appeals.html",
        code=game.code,
        game=game.state.opened,
        event=game.companion.event,
        turns=len(game.state.turns),
        found=await appeals(page).of_game(game, visitor.tables),
        at_desk=visitor.role in DESK,
        form=form,
        fault=fault,
    )


@post("/corriger/{code:str}/recours", status_code=303)
async def file(
    code: FromPath[str], data: URLEncodedBody[FilingForm], page: ThisPage
) -> Response[Any]:
    """File an appeal from the page."""
    hall, game, visitor = await enter_as(page, code, *MARKERS)
    try:
        await _file(page, game, visitor, data.body())
    except Refusal as refusal:
        told = page.reason(sentence(str(refusal)))
        shown = await _shown(page, await hall.get(game.id), visitor, data, told)
        shown.status_code = 409
        return shown
    return page.redirect(f"/corriger/{game.code}/recours")


pages = [ask, file]
api = [read_appeals, file_appeal]
