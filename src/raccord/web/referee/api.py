"""JSON API of the head referee: what he does, each answered with his desk after it."""

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from raccord.duplicate import commands as cmd
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.paces import french_paces, said_pace
from raccord.hall import Hall
from raccord.hall.companion import HallSettings
from raccord.hall.games import Game
from raccord.hall.referee_views import RefereeView
from raccord.web.doors import DESK
from raccord.web.entrance import at_desk, enter_as
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page

TAG = ["Salle"]
KEY_HEADER = "idempotency-key"
AnyRequest = Request[Any, Any, Any]


def key_of(request: Request[Any, Any, Any], purpose: str) -> str | None:
    """The client's own name for a request, so that sending it twice counts once."""
    key = request.headers.get(KEY_HEADER, "")
    if len(key) > cmd.MOST_KEY:
        raise WebError(
            400, code="invalid", expected=f"{KEY_HEADER}: at most {cmd.MOST_KEY} characters"
        )
    return f"{purpose}:{key}" if key else None


async def answer(hall: Hall, game: Game) -> RefereeView:
    """The desk after an action."""
    return await hall.referee(hall.latest(game))


def _path(action: str) -> str:
    return f"/games/{{code:str}}/{action}"


async def _carry_out(
    page: Page, code: str, command: cmd.Command, key: str | None = None
) -> RefereeView:
    hall, game, visitor = await enter_as(page, code, *DESK)
    await hall.execute(game.id, command, visitor.name, key=key)
    return await answer(hall, game)


def _plain(action: str, told: str, command: cmd.Command) -> HTTPRouteHandler:
    """The handler of an action that needs nothing but the game."""

    async def handler(code: FromPath[str], page: ThisPage, request: AnyRequest) -> RefereeView:
        return await _carry_out(page, code, command, key_of(request, action))

    return post(_path(action), tags=TAG, status_code=200, description=told)(handler)


@get(_path("referee"), tags=TAG)
async def read_desk(code: FromPath[str], page: ThisPage) -> RefereeView:
    """What the head referee sees, tops included."""
    hall, game = await at_desk(page, code)
    return await hall.referee(game, wait=True)


class FormulaView(msgspec.Struct, frozen=True):
    """Formule et temps de jeu, as they were understood."""

    formula: str
    seconds: int
    text: str


@get("/formula", tags=TAG)
async def read_formula(
    formula: Annotated[str, QueryParameter(max_length=60)] = "classic",
    time: Annotated[str, QueryParameter(max_length=20)] = "",
) -> FormulaView:
    """A formula and the time of its turns, as people say them, shown back in words."""
    found = formulas.parse(formula)
    paces = (said_pace(time),) if time.strip() else found.paces
    return FormulaView(found.label, paces[0].seconds, french_paces(paces))


@put(_path("settings"), tags=TAG)
async def change_settings(
    code: FromPath[str], data: JSONBody[HallSettings], page: ThisPage
) -> RefereeView:
    """Change the settings of a game; how its letters are drawn stays."""
    hall, game = await at_desk(page, code)
    await hall.desk.change_settings(game.id, data)
    return await answer(hall, game)


@post(_path("public-number"), tags=TAG, status_code=200)
async def give_number(
    code: FromPath[str], data: JSONBody[cmd.GiveNumber], page: ThisPage, request: AnyRequest
) -> RefereeView:
    """Give the public number, once, before the first draw."""
    return await _carry_out(page, code, data, key_of(request, "public-number"))


@post(_path("draw"), tags=TAG, status_code=200)
async def draw(
    code: FromPath[str], data: JSONBody[cmd.Draw], page: ThisPage, request: AnyRequest
) -> RefereeView:
    """Draw the letters of the turn."""
    return await _carry_out(page, code, data, key_of(request, "draw"))


@post(_path("correct-draw"), tags=TAG, status_code=200)
async def correct_draw(
    code: FromPath[str], data: JSONBody[cmd.CorrectDraw], page: ThisPage
) -> RefereeView:
    """Put right letters typed wrongly."""
    return await _carry_out(page, code, data)


@post(_path("retain"), tags=TAG, status_code=200)
async def retain(
    code: FromPath[str], data: JSONBody[cmd.Retain], page: ThisPage, request: AnyRequest
) -> RefereeView:
    """Validate the top, the default one or another eligible tie."""
    return await _carry_out(page, code, data, key_of(request, "retain"))


@post(_path("cancel"), tags=TAG, status_code=200)
async def cancel(
    code: FromPath[str], data: JSONBody[cmd.CancelTurn], page: ThisPage, request: AnyRequest
) -> RefereeView:
    """Cancel the turn under way, or the last one."""
    return await _carry_out(page, code, data, key_of(request, "cancel"))


@post(_path("resume"), tags=TAG, status_code=200)
async def resume(
    code: FromPath[str], data: JSONBody[cmd.Resume | None], page: ThisPage, request: AnyRequest
) -> RefereeView:
    """Go on after an interruption; beyond the limit only with a reason."""
    return await _carry_out(page, code, data or cmd.Resume(), key_of(request, "resume"))


@post(_path("stop"), tags=TAG, status_code=200)
async def stop(
    code: FromPath[str], data: JSONBody[cmd.Stop], page: ThisPage, request: AnyRequest
) -> RefereeView:
    """Stop the game for good."""
    return await _carry_out(page, code, data, key_of(request, "stop"))


@post(_path("publish"), tags=TAG, status_code=200)
async def publish(
    code: FromPath[str], data: JSONBody[cmd.Publish], page: ThisPage, request: AnyRequest
) -> RefereeView:
    """Publish the ranking of a game over, all at once or from the last place to the first."""
    return await _carry_out(page, code, data, key_of(request, "publish"))


@post(_path("reveal"), tags=TAG, status_code=200)
async def reveal(code: FromPath[str], page: ThisPage) -> RefereeView:
    """Publish the secret of the draws once the game is over."""
    return await _carry_out(page, code, cmd.Reveal())


api = [
    read_desk,
    read_formula,
    change_settings,
    give_number,
    draw,
    correct_draw,
    retain,
    cancel,
    resume,
    stop,
    reveal,
    publish,
    _plain("reject-draw", "Reject a draw that counts on its Y or jokers.", cmd.RejectDraw()),
    _plain("start", "Start the clock.", cmd.Start()),
    _plain("end-time", "Call the end of the time before the clock does.", cmd.EndTime()),
    _plain("reopen-time", "Let the time run on: its end was called too early.", cmd.ReopenTime()),
    _plain("no-solution", "Declare a draw unplayable.", cmd.DeclareNoSolution()),
    _plain("interrupt", "Interrupt the game: the clock stands still.", cmd.Interrupt()),
    _plain(
        "end-interrupted", "End a game interrupted for too long: its limit.", cmd.EndInterrupted()
    ),
]
