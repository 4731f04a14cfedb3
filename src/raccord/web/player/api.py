"""JSON API of players: their slips, their road sheet."""

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.hall.games import Game
from raccord.hall.receipts import Receipt, receipt
from raccord.hall.shapes import OwnView
from raccord.web.entrance import as_player
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.limits import Limiter
from raccord.web.referee.api import KEY_HEADER
from raccord.web.services import Services
from raccord.web.wire import arrived_ms

TAG = ["Bulletins"]
SENDINGS = 60
"""Slips or proposals of a seat in a minute."""


class Pace:
    """How often a seat may send something that is written down: changes of mind, not floods."""

    def __init__(self, services: Services) -> None:
        self._limiter = Limiter(SENDINGS, 60, services.clock)

    def check(self, game: Game, table: int) -> None:
        """Count one more; a seat that has none left is told when to come back."""
        seat = f"{game.id}:{table}"
        if not self._limiter.allows(seat):
            raise WebError(429, retry_after=self._limiter.wait(seat))


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
    data: JSONBody[cmd.SendSlip],
    page: ThisPage,
    request: Request[Any, Any, Any],
) -> Receipt:
    """Hand in a slip; answered once it is on disk. The same key counts once."""
    received = arrived_ms(request.scope, page.services.now_ms())
    hall, game, table = await as_player(page, code)
    page.services.get(Pace).check(game, table)
    key = data.key or request.headers.get(KEY_HEADER, "")
    if len(key) > cmd.MOST_KEY or not key.isprintable():
        expected = f"key: at most {cmd.MOST_KEY} printable characters"
        raise WebError(400, code="invalid", expected=expected)
    command = msgspec.structs.replace(data, table=table, key=key)
    return receipt(await hall.execute(game.id, command, key=command.once, at=received))


@post("/games/{code:str}/propose", tags=TAG, status_code=200)
async def propose(
    code: FromPath[str],
    data: JSONBody[cmd.Propose],
    page: ThisPage,
    request: Request[Any, Any, Any],
) -> ProposalReply:
    """Topping: propose a move."""
    received = arrived_ms(request.scope, page.services.now_ms())
    hall, game, table = await as_player(page, code)
    page.services.get(Pace).check(game, table)
    command = msgspec.structs.replace(data, table=table)
    proposed = (await hall.execute(game.id, command, at=received)).events[0]
    assert isinstance(proposed, ev.Proposed)
    return ProposalReply(proposed.move, proposed.points, proposed.found)


api = [read_own, hand_in, propose]
