"""JSON API of players: their slips, their road sheet."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody

from raccord.hall.shapes import OwnView
from raccord.hall.slips import HandInForm, Receipt
from raccord.web.entrance import as_player
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.referee.api import KEY_HEADER, MOST_KEY
from raccord.web.wire import arrived_ms

TAG = ["Bulletins"]


class ProposalForm(msgspec.Struct, frozen=True):
    """Topping: a move said aloud."""

    move: Annotated[str, msgspec.Meta(max_length=60)]


class ProposalReply(msgspec.Struct, frozen=True):
    """Whether the move reaches the top."""

    move: str
    points: int
    found: bool


@get("/games/{code:str}/own", tags=TAG)
async def read_own(code: FromPath[str], page: ThisPage) -> Response[OwnView]:
    """What a table sees of itself: its slip, its road sheet."""
    hall, game, table = await as_player(page, code)
    return Response(await hall.own(game, table), headers={"cache-control": "no-store"})


@post("/games/{code:str}/slip", tags=TAG, status_code=200)
async def hand_in(
    code: FromPath[str],
    data: JSONBody[HandInForm],
    page: ThisPage,
    request: Request[Any, Any, Any],
) -> Receipt:
    """Hand in a slip; answered once it is on disk. The same key counts once."""
    received = arrived_ms(request.scope, page.services.now_ms())
    hall, game, table = await as_player(page, code)
    key = data.key or request.headers.get(KEY_HEADER, "")
    if len(key) > MOST_KEY or not key.isprintable():
        expected = f"key: at most {MOST_KEY} printable characters"
        raise WebError(400, code="invalid", expected=expected)
    form = msgspec.structs.replace(data, key=key)
    return await hall.slips.hand_in(game.id, table, form, received)


@post("/games/{code:str}/propose", tags=TAG, status_code=200)
async def propose(
    code: FromPath[str],
    data: JSONBody[ProposalForm],
    page: ThisPage,
    request: Request[Any, Any, Any],
) -> ProposalReply:
    """Topping: propose a move."""
    received = arrived_ms(request.scope, page.services.now_ms())
    hall, game, table = await as_player(page, code)
    event = await hall.slips.propose(game.id, table, data.move, received)
    return ProposalReply(event.move, event.points, event.found)


api = [read_own, hand_in, propose]
