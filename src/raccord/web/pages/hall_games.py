"""JSON API of games in a hall: creation, the public view, the head referee's actions."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from raccord.web.documents.values import RankLine
from raccord.web.errors import WebError
from raccord.web.hall import Hall
from raccord.web.hall.companion import HallSettings
from raccord.web.hall.desk import NewGame
from raccord.web.hall.doors import DESK, Role
from raccord.web.hall.games import Game, code_of
from raccord.web.hall.referee_views import RefereeView
from raccord.web.hall.shapes import PublicView
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.services import Services

TAG = ["Salle"]
KEY_HEADER = "idempotency-key"
RECORD_BODY = 3 * 1024 * 1024
MOST_KEY = 120


class GameLine(msgspec.Struct, frozen=True):
    """A game of this server."""

    code: str
    title: str
    created: int
    phase: str
    turn: int
    players: int


class Created(msgspec.Struct, frozen=True):
    """The code of a new game."""

    code: str


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


async def at_desk(page: Page, code: str) -> tuple[Hall, Game]:
    """The hall and a game, for its referee only."""
    hall = page.services.get(Hall)
    game, visitor = await hall.enter(page, code)
    visitor.need(*DESK)
    return hall, game


async def answer(hall: Hall, code: str) -> RefereeView:
    """The desk after an action."""
    return await hall.referee(await hall.get(code))


@get("/games", tags=TAG)
async def list_games(
    page: ThisPage, limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50
) -> list[GameLine]:
    """The games of this server, the youngest first; for the organiser."""
    hall = page.services.get(Hall)
    if not hall.doors.is_organiser(page):
        raise WebError(401)
    return await game_lines(hall, limit)


async def game_lines(hall: Hall, limit: int) -> list[GameLine]:
    """The youngest games."""
    lines = []
    for stream in (await hall.games.all())[:limit]:
        try:
            game = await hall.get(code_of(stream.id))
        except WebError:
            continue
        state = game.state
        created = round(stream.created.timestamp() * 1000)
        lines.append(
            GameLine(
                game.code,
                state.opened.title,
                created,
                state.phase.value,
                state.turn,
                len(state.entrants),
            )
        )
    return lines


@post("/games", tags=TAG, request_max_body_size=RECORD_BODY)
async def create_game(data: JSONBody[NewGame], page: ThisPage) -> Created:
    """Create a game; for the organiser."""
    hall = page.services.get(Hall)
    if not hall.doors.is_organiser(page):
        raise WebError(401, expected="le lien de l'organisateur")
    return Created(await hall.desk.create(data))


@get("/games/{code:str}", tags=TAG)
async def read_game(code: FromPath[str], page: ThisPage) -> Response[PublicView]:
    """What anybody sees of a game."""
    hall = page.services.get(Hall)
    view = await hall.public(await hall.get(code))
    return Response(view, headers={"cache-control": "no-store"})


@get("/games/{code:str}/ranking", tags=TAG)
async def read_ranking(code: FromPath[str], page: ThisPage) -> list[RankLine]:
    """The ranking: for officials at any time, for others once it is shown or the game is over."""
    hall = page.services.get(Hall)
    game, visitor = await hall.enter(page, code)
    hidden = game.state.end is None and not game.companion.settings.show_ranking
    if hidden and visitor.role in (Role.PLAYER, Role.PUBLIC):
        raise WebError(403, "Le classement sera publié à la fin de la partie.")
    return list((await hall.ranks(game)).lines)


@get("/games/{code:str}/referee", tags=TAG)
async def read_desk(code: FromPath[str], page: ThisPage) -> RefereeView:
    """What the head referee sees, tops included."""
    hall, game = await at_desk(page, code)
    return await hall.referee(game, wait=True)


@put("/games/{code:str}/settings", tags=TAG)
async def change_settings(
    code: FromPath[str], data: JSONBody[HallSettings], page: ThisPage
) -> RefereeView:
    """Change the settings of a game; how its letters are drawn stays."""
    hall, game = await at_desk(page, code)
    await hall.desk.change_settings(game.code, data)
    return await answer(hall, game.code)


@post("/games/{code:str}/draw", tags=TAG, status_code=200)
async def draw(
    code: FromPath[str], data: JSONBody[DrawForm], page: ThisPage, request: Request[Any, Any, Any]
) -> RefereeView:
    """Draw the letters of the turn."""
    hall, game = await at_desk(page, code)
    await hall.desk.draw(game.code, data.letters, key_of(request, "draw"))
    return await answer(hall, game.code)


@post("/games/{code:str}/correct-draw", tags=TAG, status_code=200)
async def correct_draw(
    code: FromPath[str], data: JSONBody[CorrectedDraw], page: ThisPage
) -> RefereeView:
    """Put right letters typed wrongly."""
    hall, game = await at_desk(page, code)
    await hall.desk.correct_draw(game.code, data.letters, data.reason)
    return await answer(hall, game.code)


@post("/games/{code:str}/start", tags=TAG, status_code=200)
async def start(
    code: FromPath[str], page: ThisPage, request: Request[Any, Any, Any]
) -> RefereeView:
    """Start the clock."""
    hall, game = await at_desk(page, code)
    await hall.desk.start(game.code, key_of(request, "start"))
    return await answer(hall, game.code)


@post("/games/{code:str}/end-time", tags=TAG, status_code=200)
async def end_time(
    code: FromPath[str], page: ThisPage, request: Request[Any, Any, Any]
) -> RefereeView:
    """Call the end of the time before the clock does."""
    hall, game = await at_desk(page, code)
    await hall.desk.end_time(game.code, key_of(request, "end-time"))
    return await answer(hall, game.code)


@post("/games/{code:str}/retain", tags=TAG, status_code=200)
async def retain(
    code: FromPath[str], data: JSONBody[RetainForm], page: ThisPage, request: Request[Any, Any, Any]
) -> RefereeView:
    """Validate the top, the default one or another eligible tie."""
    hall, game = await at_desk(page, code)
    await hall.desk.retain(game.code, data.move, key_of(request, "retain"))
    return await answer(hall, game.code)


@post("/games/{code:str}/no-solution", tags=TAG, status_code=200)
async def no_solution(
    code: FromPath[str], page: ThisPage, request: Request[Any, Any, Any]
) -> RefereeView:
    """Declare that the draw cannot be played."""
    hall, game = await at_desk(page, code)
    await hall.desk.declare_no_solution(game.code, key_of(request, "no-solution"))
    return await answer(hall, game.code)


@post("/games/{code:str}/cancel", tags=TAG, status_code=200)
async def cancel(
    code: FromPath[str], data: JSONBody[ReasonForm], page: ThisPage, request: Request[Any, Any, Any]
) -> RefereeView:
    """Cancel the turn under way, or the last one."""
    hall, game = await at_desk(page, code)
    await hall.desk.cancel_turn(game.code, data.reason, key_of(request, "cancel"))
    return await answer(hall, game.code)


@post("/games/{code:str}/interrupt", tags=TAG, status_code=200)
async def interrupt(
    code: FromPath[str], page: ThisPage, request: Request[Any, Any, Any]
) -> RefereeView:
    """Interrupt the game: the clock stands still."""
    hall, game = await at_desk(page, code)
    await hall.desk.interrupt(game.code, key_of(request, "interrupt"))
    return await answer(hall, game.code)


@post("/games/{code:str}/resume", tags=TAG, status_code=200)
async def resume(
    code: FromPath[str], page: ThisPage, request: Request[Any, Any, Any]
) -> RefereeView:
    """Go on after an interruption."""
    hall, game = await at_desk(page, code)
    await hall.desk.resume(game.code, key_of(request, "resume"))
    return await answer(hall, game.code)


@post("/games/{code:str}/stop", tags=TAG, status_code=200)
async def stop(
    code: FromPath[str], data: JSONBody[ReasonForm], page: ThisPage, request: Request[Any, Any, Any]
) -> RefereeView:
    """Stop the game for good."""
    hall, game = await at_desk(page, code)
    await hall.desk.stop(game.code, data.reason, key_of(request, "stop"))
    return await answer(hall, game.code)


@post("/games/{code:str}/reveal", tags=TAG, status_code=200)
async def reveal(code: FromPath[str], page: ThisPage) -> RefereeView:
    """Publish the secret of the draws once the game is over."""
    hall, game = await at_desk(page, code)
    await hall.desk.reveal(game.code)
    return await answer(hall, game.code)


async def begin(services: Services) -> None:
    """Take up the games under way when the server starts."""
    await services.get(Hall).start()


api = [
    list_games,
    create_game,
    read_game,
    read_ranking,
    read_desk,
    change_settings,
    draw,
    correct_draw,
    start,
    end_time,
    retain,
    no_solution,
    cancel,
    interrupt,
    resume,
    stop,
    reveal,
]
