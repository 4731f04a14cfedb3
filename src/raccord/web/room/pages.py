"""The open room: see who plays, come in under a nickname, and for the organiser its switch."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, URLEncodedBody

from raccord.duplicate import NotAFormulaError, Refusal
from raccord.duplicate.rules import formulas
from raccord.hall import Hall
from raccord.hall.room import Room, RoomSettings, RoomView
from raccord.hall.room.service import LONGEST_LUCK, LONGEST_NAME
from raccord.web.entrance import entrance, only_organiser
from raccord.web.errors import WebError, told
from raccord.web.guesses import network_of
from raccord.web.inject import ThisPage
from raccord.web.limits import Limiter
from raccord.web.page import Page
from raccord.web.quiet import need_room_for_seat
from raccord.web.services import Services

TAG = ["Salon"]
JOINS, NETWORK_JOINS = 10, 600
"""Times a browser, and a whole network, may come in within a minute."""
FORMULAS = ("classic", "joker", "7sur8", "7et8", "7-8-9", "7et8+joker")
TURNS = (60, 90, 120, 180)
PERIODS = (10, 15, 20, 30, 45, 60, 90, 120)


class OpenRoom:
    """The room of a server, and how often people may come in."""

    def __init__(self, services: Services) -> None:
        self.room = Room(services.get(Hall))
        self.sessions = Limiter(JOINS, 60, services.clock)
        self.networks = Limiter(NETWORK_JOINS, 60, services.clock)

    async def close(self) -> None:
        """Stop conducting."""
        await self.room.close()

    def check(self, page: Page) -> None:
        """Count one more who comes in; floods wait."""
        for limiter, key in (
            (self.sessions, page.session.id),
            (self.networks, network_of(page.client)),
        ):
            if not limiter.allows(key):
                raise WebError(429, retry_after=limiter.wait(key))


class JoinRoom(msgspec.Struct, frozen=True, kw_only=True):
    """Who comes in: a nickname, and a number of his own that is mixed into the draws."""

    name: Annotated[str, msgspec.Meta(max_length=4 * LONGEST_NAME)] = ""
    luck: Annotated[str, msgspec.Meta(max_length=4 * LONGEST_LUCK)] = ""


class RoomForm(msgspec.Struct, frozen=True, kw_only=True):
    """What the organiser sets: ``action`` opens, closes, or begins the game at hand."""

    action: Annotated[str, msgspec.Meta(max_length=12)] = "open"
    every: Annotated[str, msgspec.Meta(max_length=4)] = "30"
    seconds: Annotated[str, msgspec.Meta(max_length=4)] = "90"
    formula: Annotated[str, msgspec.Meta(max_length=60)] = ""


class Seated(msgspec.Struct, frozen=True):
    """The game and the table somebody was given."""

    code: str
    table: int


def room_of(page: Page) -> OpenRoom:
    """The room of the server a page belongs to."""
    return page.services.get(OpenRoom)


@get("/salon")
async def room_page(page: ThisPage) -> Response[str]:
    """The room: the game at hand, the form to come in, the rankings."""
    return await _shown(page)


async def _shown(page: Page, fault: str = "", name: str = "") -> Response[str]:
    opened = room_of(page)
    view = await opened.room.view()
    settings = (await opened.room.state()).settings
    return page.html(
        "room/index.html",
        view=view,
        starts=datetime.fromtimestamp(view.starts / 1000).astimezone(),
        settings=settings,
        fault=fault,
        name=name,
        organiser=entrance(page).doors.is_organiser(page),
        **_choices(settings),
    )


def _choices(settings: RoomSettings) -> dict[str, object]:
    """What the form offers; what is set is among it, wherever it was set."""
    codes = dict.fromkeys((*FORMULAS, settings.formula))
    return {
        "formulas": {one: formulas.parse(one).label for one in codes if one},
        "turns": sorted({*TURNS, settings.seconds}),
        "periods": sorted({*PERIODS, settings.every}),
    }


@post("/salon/rejoindre", status_code=303)
async def join_page(data: URLEncodedBody[JoinRoom], page: ThisPage) -> Response[Any]:
    """Come in, and to the board."""
    try:
        seated = await _join(page, data)
    except (Refusal, WebError) as error:
        shown = await _shown(page, told(page, error), data.name)
        shown.status_code = 409 if isinstance(error, Refusal) else error.status
        return shown
    return page.redirect(f"/jouer/{seated.code}")


async def _join(page: Page, wish: JoinRoom) -> Seated:
    opened = room_of(page)
    opened.check(page)
    owner = page.services.signer.digest("room", page.session.id.encode()).hex()[:32]
    # Under whatever code the game of the room will have: it is not one of those.
    await need_room_for_seat(page, (await opened.room.state()).game)
    game, table = await opened.room.join(wish.name, owner, wish.luck)
    entrance(page).doors.seat(page, game.id, game.companion, table, is_guest=True)
    return Seated(game.code, table)


@post("/salon/reglages", status_code=303)
async def set_room(data: URLEncodedBody[RoomForm], page: ThisPage) -> Response[Any]:
    """The organiser opens the room, closes it, or begins the game now."""
    only_organiser(page)
    try:
        await _set(room_of(page).room, data)
    except (Refusal, NotAFormulaError, msgspec.ValidationError) as error:
        shown = await _shown(page, told(page, error))
        shown.status_code = 409
        return shown
    return page.redirect("/salon")


async def _set(room: Room, form: RoomForm) -> None:
    if form.action == "close":
        await room.shut()
    elif form.action == "now":
        await room.begin_now()
    else:
        wish = {"every": form.every, "seconds": form.seconds, "formula": form.formula}
        kept = msgspec.structs.asdict((await room.state()).settings)
        await room.open(msgspec.convert(kept | wish, RoomSettings, strict=False))


@get("/room", tags=TAG)
async def read_room(page: ThisPage) -> RoomView:
    """The room as anybody sees it."""
    return await room_of(page).room.view()


@post("/room/join", tags=TAG, status_code=200)
async def join_room(data: JSONBody[JoinRoom], page: ThisPage) -> Seated:
    """Come in under a nickname; slips are then sent as in any game."""
    return await _join(page, data)


@get("/salon/nombres")
async def luck_page(page: ThisPage) -> Response[str]:
    """What the public number of the game at hand is the SHA-256 of."""
    text = await room_of(page).room.luck()
    return Response(text, media_type="text/plain", headers={"cache-control": "no-store"})


async def begin(services: Services) -> None:
    """Take the room up, or open it where the server was asked to."""
    await services.get(OpenRoom).room.start(services.settings.room)


pages = [room_page, join_page, set_room, luck_page]
api = [read_room, join_room]
