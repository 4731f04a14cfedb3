"""Appeals from a player's phone: until when, against what, and what became of them."""

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
from raccord.web.entrance import as_player
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.player.api import Pace

TAG = ["Recours"]
NO_STORE = {"cache-control": "no-store"}
MOST_POINTS = 5000
Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]


def points_of(text: str) -> int | None:
    """The points typed in a field that may stay empty."""
    clean = text.strip()
    return min(int(clean), MOST_POINTS) if clean.isascii() and clean.isdigit() else None


class AppealBody(msgspec.Struct, frozen=True, kw_only=True):
    """An appeal of a table against the ruling on its own slip."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=999)]
    reason: commands.Reason
    asked: Points | None = None


class AppealForm(msgspec.Struct, frozen=True, kw_only=True):
    """The same from a page."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=999)]
    reason: commands.Reason = ""
    asked: Annotated[str, msgspec.Meta(max_length=6)] = ""

    def body(self) -> AppealBody:
        """What the form asks for."""
        return AppealBody(turn=self.turn, reason=self.reason, asked=points_of(self.asked))


async def _file(page: Page, game: Game, table: int, body: AppealBody) -> None:
    page.services.get(Pace).check(game, table)
    wish = commands.FileAppeal(
        spot=Spot(1, body.turn, table),
        reason=body.reason,
        by="player",
        who=" / ".join(game.state.entrants[table].players),
        asked=body.asked,
    )
    await appeals(page).file(game, body.turn, table, wish)


@get("/games/{code:str}/own/appeals", tags=TAG)
async def read_own(code: FromPath[str], page: ThisPage) -> Response[AppealsView]:
    """The appeals of a table: what was filed, what was decided, and until when more may come."""
    _, game, table = await as_player(page, code)
    return Response(await appeals(page).own(game, table), headers=NO_STORE)


@post("/games/{code:str}/own/appeals", tags=TAG)
async def file_own(
    code: FromPath[str], data: JSONBody[AppealBody], page: ThisPage
) -> Response[AppealsView]:
    """Appeal against the ruling on one's own slip, in time; later only an official can."""
    hall, game, table = await as_player(page, code)
    await _file(page, game, table, data)
    return Response(
        await appeals(page).own(await hall.get(game.id), table), status_code=201, headers=NO_STORE
    )


@get("/jouer/{code:str}/recours")
async def ask(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The appeals of a table, for people."""
    _, game, table = await as_player(page, code)
    return await _shown(page, game, table)


async def _shown(
    page: Page, game: Game, table: int, form: AppealForm | None = None, fault: str = ""
) -> Response[Any]:
    found = await appeals(page).own(game, table)
    state = game.state
    return page.html(
        "player/appeals.html",
        code=game.code,
        game=state.opened,
        table=table,
        players=state.entrants[table].players,
        found=found,
        marks=[(turn, state.mark(turn.number, table)) for turn in reversed(state.turns)],
        form=form,
        fault=fault,
    )


@post("/jouer/{code:str}/recours", status_code=303)
async def file(
    code: FromPath[str], data: URLEncodedBody[AppealForm], page: ThisPage
) -> Response[Any]:
    """File an appeal from the page."""
    hall, game, table = await as_player(page, code)
    try:
        await _file(page, game, table, data.body())
    except Refusal as refusal:
        told = page.reason(sentence(str(refusal)))
        shown = await _shown(page, await hall.get(game.id), table, data, told)
        shown.status_code = 409
        return shown
    return page.redirect(f"/jouer/{game.code}/recours")


pages = [ask, file]
api = [read_own, file_own]
