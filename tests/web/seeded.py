"""Games put straight into a server's store, as if they had been played there."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from raccord.duplicate import Event
from raccord.hall import Hall
from raccord.hall.codes import new_code
from raccord.hall.companion import Arranged, HallSettings
from raccord.web.services import Services
from tests.web.conftest import LiveServer

FROM_ELSEWHERE = {"x-forwarded-for": "203.0.113.7"}
"""Makes a visitor of a server on loopback a stranger: neither organiser nor referee."""


def seed(server: LiveServer, events: Sequence[Event], *, show_ranking: bool = False) -> str:
    """Write a game; gives its code."""
    code = new_code()
    arranged = Arranged(settings=HallSettings(show_ranking=show_ranking))

    async def write() -> None:
        services = Services(server.services.settings)
        try:
            await services.get(Hall).games.open(code, events, arranged)
        finally:
            await services.close()

    # A thread of its own: a browser test already has an event loop in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, write()).result()
    return code
