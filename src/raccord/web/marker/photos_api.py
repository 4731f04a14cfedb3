"""JSON API of the camera: pictures of slips taken, kept photographs, both for markers only."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery

from raccord.duplicate import commands as cmd
from raccord.duplicate.slips.situation import draw_of, marked_turn
from raccord.hall import Hall
from raccord.hall.camera import Asked, TakenSlip
from raccord.hall.camera_views import (
    PictureView,
    TakenSlipView,
    is_plain,
    picture_view,
    taken_view,
)
from raccord.hall.errors import HallError
from raccord.hall.games import Game
from raccord.hall.pictures import Picture
from raccord.web.doors import OFFICIALS, Visitor, check_assigned
from raccord.web.entrance import enter_as
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.limits import Limiter
from raccord.web.marker.forms import Turn
from raccord.web.page import Page
from raccord.web.services import Services

TAG = ["Photographies"]
PHOTO_BODY = 16 * 2**20
OF_A_MARKER, PERIOD = 300, 60
"""Pictures of one marker: five a second for a minute."""
WAITING = 2
"""Pictures of one marker that may be read or wait at the same time."""


class Shutter:
    """How many pictures each marker may send."""

    def __init__(self, services: Services) -> None:
        self._limiter = Limiter(OF_A_MARKER, PERIOD, services.clock)
        self._waiting: dict[str, int] = {}

    def open(self, who: str) -> None:
        """Let one more picture in, or turn it away."""
        if self._waiting.get(who, 0) >= WAITING or not self._limiter.allows(who):
            raise WebError(429, retry_after=max(1, self._limiter.wait(who)))
        self._waiting[who] = self._waiting.get(who, 0) + 1

    def shut(self, who: str) -> None:
        """A picture is done with."""
        left = self._waiting.pop(who, 1) - 1
        if left:
            self._waiting[who] = left


@post("/games/{code:str}/photos", tags=TAG, status_code=200, request_max_body_size=PHOTO_BODY)
async def take_photo(
    code: FromPath[str],
    page: ThisPage,
    request: Request[Any, Any, Any],
    turn: Turn = None,
    draw: FromQuery[str] = "",
    known: FromQuery[str] = "",
) -> PictureView:
    """Read every slip in a picture (JPEG or PNG as the body) for a turn.

    ``known`` names the tables already taken. Nothing is recorded, but plain slips where the
    organiser says so.
    """
    hall, game, visitor = await enter_as(page, code, *OFFICIALS)
    chosen = marked_turn(game.state, turn, draw)
    asked = Asked(chosen, visitor.tables, _numbers(known), _entered(game, visitor, chosen))
    shutter = page.services.get(Shutter)
    shutter.open(page.session.id)
    try:
        taken = await hall.camera.take(game, await request.body(), asked)
        view = await picture_view(hall.marks, game, chosen, taken)
    finally:
        shutter.shut(page.session.id)
    await hall.camera.sweep(game)
    if game.companion.settings.machine_reads and not visitor.is_blind:
        view = await _recorded(hall, game, visitor, chosen, taken.slips, view)
    return _translated(page, view)


def _translated(page: Page, view: PictureView) -> PictureView:
    """Its lines in the language of who asks."""
    slips = [msgspec.structs.replace(s, message=page.reason(s.message)) for s in view.slips]
    told = page.reason(view.message)
    return msgspec.structs.replace(view, slips=tuple(slips), message=told)


def _numbers(text: str) -> frozenset[int]:
    return frozenset(int(part) for part in text.split(",") if part.strip().isdecimal())


def _entered(game: Game, visitor: Visitor, turn: int) -> Callable[[int], bool]:
    """Of which tables the slip was entered: of a second marker, by himself."""
    if visitor.is_blind:
        return lambda table: bool(game.companion.readings(game.state, turn, table))
    return lambda table: game.state.mark(turn, table).ruling is not None


async def _recorded(
    hall: Hall,
    game: Game,
    visitor: Visitor,
    turn: int,
    slips: tuple[TakenSlip, ...],
    view: PictureView,
) -> PictureView:
    """Plain slips written down at once, as the organiser wishes."""
    told = []
    for taken, one in zip(slips, view.slips, strict=True):
        if not one.plain or not is_plain(taken):
            told.append(one)
            continue
        assert taken.reading is not None
        command = cmd.Mark(
            table=taken.table,
            slip=taken.reading.best.slip,
            turn=turn,
            draw=draw_of(game.state, turn),
            picture=one.picture,
            machine=True,
        )
        await hall.execute(game.id, command, visitor.name)
        told.append(msgspec.structs.replace(one, recorded=True))
    return msgspec.structs.replace(view, slips=tuple(told))


@get("/games/{code:str}/photos/{digest:str}", tags=TAG, media_type="image/jpeg")
async def read_photo(code: FromPath[str], digest: FromPath[str], page: ThisPage) -> Response[bytes]:
    """A photograph kept with a slip."""
    hall, game, visitor = await enter_as(page, code, *OFFICIALS)
    picture = await kept_photo(hall, game, digest)
    check_assigned(visitor, picture.table)
    return Response(await hall.camera.jpeg(game.id, picture), media_type="image/jpeg")


@post("/games/{code:str}/photos/{digest:str}/reading", tags=TAG, status_code=200)
async def read_again(code: FromPath[str], digest: FromPath[str], page: ThisPage) -> TakenSlipView:
    """Read a kept photograph anew, knowing nothing of what was entered."""
    hall, game, visitor = await enter_as(page, code, *OFFICIALS)
    picture = await kept_photo(hall, game, digest)
    check_assigned(visitor, picture.table)
    turn = marked_turn(game.state, picture.turn)
    taken = await hall.camera.read_again(game, picture)
    return await taken_view(hall.marks, game, turn, taken)


async def kept_photo(hall: Hall, game: Game, digest: str) -> Picture:
    """A photograph of a game; 404 where there is none, or none any more."""
    found = await hall.camera.find(game.id, digest)
    if found is None:
        raise WebError(404, "Cette photo n'est pas gardée, ou plus.")
    return found


async def confirmed(hall: Hall, game: Game, digest: str, table: int) -> None:
    """A slip was confirmed beside its photograph: its cells may be kept."""
    picture = await hall.camera.find(game.id, digest)
    slip = game.state.mark(picture.turn, table).slip if picture else None
    if picture and slip and picture.table == table:
        await hall.camera.learn(game, picture, slip)


async def begin(services: Services) -> None:
    """Delete the photographs whose time is past."""
    hall = services.get(Hall)
    for code in hall.camera.pictures.games():
        with suppress(HallError):
            await hall.camera.sweep(await hall.get(code))


api = [take_photo, read_photo, read_again]
