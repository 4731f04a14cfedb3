"""What centres post to the hub: signed bytes in, a signed receipt out."""

import asyncio
from typing import Any

from litestar import Request, Response, post

from raccord.network.errors import NetworkError, UnknownInstallError
from raccord.network.multiplex import next_fact
from raccord.web.centres.access import HubDesk
from raccord.web.errors import WebError
from raccord.web.guesses import WrongPins
from raccord.web.inject import ThisPage
from raccord.web.services import Services

OCTETS = "application/octet-stream"


class WrongMessages(WrongPins):
    """Messages of nobody we know, counted by who sends them: each costs a thread its time."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.clock)


@post("/hub/messages", tags=["Centres"], status_code=200, include_in_schema=False)
async def message(request: Request[Any, Any, Any], page: ThisPage) -> Response[bytes]:
    """A message of a centre: joined, taken in, or given back what its lost disk had sent."""
    wrong = page.services.get(WrongMessages)
    if wait := wrong.wait(page, ""):
        raise WebError(429, retry_after=wait)
    data = await request.body()
    desk = page.services.get(HubDesk)
    try:
        letter = await asyncio.to_thread(desk.reception.opened, data)
        # A club that follows a game live is told its next fact as soon as there is one.
        await next_fact(page.services.store, lambda: desk.reception.awaits(letter))
        answer = await asyncio.to_thread(desk.reception.answer, letter)
    except UnknownInstallError as error:
        wrong.count(page, "")
        raise WebError(409, str(error), code=error.code) from error
    except NetworkError:
        wrong.count(page, "")
        raise
    return Response(answer, media_type=OCTETS, headers={"cache-control": "no-store"})


api = [message]
