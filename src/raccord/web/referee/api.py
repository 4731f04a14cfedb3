"""JSON API of the head referee: what he does, each answered with his desk after it."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from raccord.hall import Hall
from raccord.hall.companion import HallSettings
from raccord.hall.desk import Desk
from raccord.hall.games import GameChange
from raccord.hall.referee_views import RefereeView
from raccord.web.entrance import at_desk
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage

TAG = ["Salle"]
KEY_HEADER = "idempotency-key"
MOST_KEY = 120
AnyRequest = Request[Any, Any, Any]


class DrawForm(msgspec.Struct, frozen=True):
    """Letters drawn by hand; none where the software or a prepared game draws."""

    letters: Annotated[str, msgspec.Meta(max_length=40)] = ""


class CorrectedDraw(msgspec.Struct, frozen=True):
    """The letters as they were really drawn, and why they change."""

    letters: Annotated[str, msgspec.Meta(max_length=40)]
    reason: Annotated[str, msgspec.Meta(max_length=400)]


class RetainForm(msgspec.Struct, frozen=True):
    """The top to keep; none keeps the default one."""

    move: Annotated[str, msgspec.Meta(max_length=60)] | None = None


class ReasonForm(msgspec.Struct, frozen=True):
    """Why."""

    reason: Annotated[str, msgspec.Meta(max_length=400)]


def key_of(request: Request[Any, Any, Any], purpose: str) -> str | None:
    """The client's own name for a request, so that sending it twice counts once."""
    key = request.headers.get(KEY_HEADER, "")
    if len(key) > MOST_KEY:
        raise WebError(400, code="invalid", expected=f"{KEY_HEADER}: at most {MOST_KEY} characters")
    return f"{purpose}:{key}" if key else None


async def answer(hall: Hall, code: str) -> RefereeView:
    """The desk after an action."""
    return await hall.referee(await hall.get(code))


def _path(action: str) -> str:
    return f"/games/{{code:str}}/{action}"


def _simple(
    action: str, told: str, act: Callable[[Desk, str, str | None], Awaitable[GameChange]]
) -> HTTPRouteHandler:
    """The handler of an action that needs nothing but the game."""

    async def handler(code: FromPath[str], page: ThisPage, request: AnyRequest) -> RefereeView:
        hall, game = await at_desk(page, code)
        await act(hall.desk, game.id, key_of(request, action))
        return await answer(hall, game.id)

    return post(_path(action), tags=TAG, status_code=200, description=told)(handler)


def _reasoned(
    action: str, told: str, act: Callable[[Desk, str, str, str | None], Awaitable[GameChange]]
) -> HTTPRouteHandler:
    """The handler of an action that needs its reason."""

    async def handler(
        code: FromPath[str], data: JSONBody[ReasonForm], page: ThisPage, request: AnyRequest
    ) -> RefereeView:
        hall, game = await at_desk(page, code)
        await act(hall.desk, game.id, data.reason, key_of(request, action))
        return await answer(hall, game.id)

    return post(_path(action), tags=TAG, status_code=200, description=told)(handler)


@get(_path("referee"), tags=TAG)
async def read_desk(code: FromPath[str], page: ThisPage) -> RefereeView:
    """What the head referee sees, tops included."""
    hall, game = await at_desk(page, code)
    return await hall.referee(game, wait=True)


@put(_path("settings"), tags=TAG)
async def change_settings(
    code: FromPath[str], data: JSONBody[HallSettings], page: ThisPage
) -> RefereeView:
    """Change the settings of a game; how its letters are drawn stays."""
    hall, game = await at_desk(page, code)
    await hall.desk.change_settings(game.id, data)
    return await answer(hall, game.id)


@post(_path("draw"), tags=TAG, status_code=200)
async def draw(
    code: FromPath[str], data: JSONBody[DrawForm], page: ThisPage, request: AnyRequest
) -> RefereeView:
    """Draw the letters of the turn."""
    hall, game = await at_desk(page, code)
    await hall.desk.draw(game.id, data.letters, key_of(request, "draw"))
    return await answer(hall, game.id)


@post(_path("correct-draw"), tags=TAG, status_code=200)
async def correct_draw(
    code: FromPath[str], data: JSONBody[CorrectedDraw], page: ThisPage
) -> RefereeView:
    """Put right letters typed wrongly."""
    hall, game = await at_desk(page, code)
    await hall.desk.correct_draw(game.id, data.letters, data.reason)
    return await answer(hall, game.id)


@post(_path("retain"), tags=TAG, status_code=200)
async def retain(
    code: FromPath[str], data: JSONBody[RetainForm], page: ThisPage, request: AnyRequest
) -> RefereeView:
    """Validate the top, the default one or another eligible tie."""
    hall, game = await at_desk(page, code)
    await hall.desk.retain(game.id, data.move, key_of(request, "retain"))
    return await answer(hall, game.id)


@post(_path("reveal"), tags=TAG, status_code=200)
async def reveal(code: FromPath[str], page: ThisPage) -> RefereeView:
    """Publish the secret of the draws once the game is over."""
    hall, game = await at_desk(page, code)
    await hall.desk.reveal(game.id)
    return await answer(hall, game.id)


api = [
    read_desk,
    change_settings,
    draw,
    correct_draw,
    retain,
    reveal,
    _simple("start", "Start the clock.", Desk.start),
    _simple("end-time", "Call the end of the time before the clock does.", Desk.end_time),
    _simple("no-solution", "Declare a draw unplayable.", Desk.declare_no_solution),
    _simple("interrupt", "Interrupt the game: the clock stands still.", Desk.interrupt),
    _simple("resume", "Go on after an interruption.", Desk.resume),
    _reasoned("cancel", "Cancel the turn under way, or the last one.", Desk.cancel_turn),
    _reasoned("stop", "Stop the game for good.", Desk.stop),
]
