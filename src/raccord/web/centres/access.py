"""The hub and the centre of a server: one of each, made when first asked for."""

import asyncio
from functools import partial
from pathlib import Path

from raccord.documents.world import WorldRanking
from raccord.hall import Hall
from raccord.hall.games import Game
from raccord.network.beat import Beat
from raccord.network.centre import Centre
from raccord.network.hub import Hub
from raccord.network.kinds import CONTEST
from raccord.network.link import HttpPost
from raccord.network.reception import Reception
from raccord.network.secret import given_secret
from raccord.network.world import world_ranking
from raccord.store.forgetting import emptied
from raccord.web.entrance import entrance, only_organiser
from raccord.web.page import Page
from raccord.web.rumours import Rumours
from raccord.web.services import Services

BODY = 8 * 1024 * 1024
"""Files of centres and of organisers; a message of a centre has the bound of every request."""


HEARD = "centres"
"""What processes tell each other of the centres they have heard."""


class HubDesk:
    """The hub of a server, and its rankings while nothing changes."""

    def __init__(self, services: Services) -> None:
        folder, now_ms = services.settings.data, services.now_ms
        self.hub = Hub(services.store, folder, now_ms, given_secret())
        self.hub.tell_heard = partial(services.get(Rumours).tell, HEARD)
        self.reception = Reception(self.hub)
        self._rankings: dict[str, tuple[tuple[int, ...], WorldRanking]] = {}
        services.store.on_forget(lambda: emptied(self._rankings))

    def ranking(self, code: str) -> tuple[tuple[int, ...], WorldRanking]:
        """The world ranking and the versions it tells; slow, off the loop."""
        found = self.hub.gathered(code)
        known = self._rankings.get(code)
        if known is None or known[0] != found.versions:
            known = (found.versions, world_ranking(found.contest, found.unions))
            self._rankings[code] = known
        return known


class CentreDesk:
    """The events this server's machine takes part in as a centre."""

    def __init__(self, services: Services) -> None:
        folder: Path = services.settings.data
        self.centre = Centre(services.get(Hall), folder, HttpPost())
        self.beat = Beat(self.centre, services.store)

    async def close(self) -> None:
        """Stop asking the hub."""
        await self.beat.close()


def hub_of(page: Page) -> Hub:
    """The hub, for its organiser only."""
    only_organiser(page)
    return page.services.get(HubDesk).hub


def centre_of(page: Page) -> Centre:
    """The centre, for who organises this server only."""
    only_organiser(page)
    return page.services.get(CentreDesk).centre


async def followed_by(page: Page, game: Game) -> str:
    """Of a game that this laptop plays as a centre: its event's name here, for who organises."""
    is_of_a_centre = game.companion.sealed or "/" in game.state.opened.follows
    if not is_of_a_centre or not entrance(page).doors.is_organiser(page):
        return ""
    centre = page.services.get(CentreDesk).centre
    return await asyncio.to_thread(_event_of, centre, game.id)


def _event_of(centre: Centre, code: str) -> str:
    for outbox in centre.all():
        games = outbox.diary.games.values() if outbox.diary else ()
        if any(one.code == code for one in games):
            return outbox.membership.name
    return ""


def _is_followed(services: Services, game: str) -> bool:
    # Where nobody ever organised an event no hub is made, nor its key.
    there = services.store.blocking.streams(CONTEST.name)
    return bool(there) and services.get(HubDesk).hub.is_followed(game)


async def begin(services: Services) -> None:
    """Take up the events under way: a laptop that was restarted goes on sending."""
    services.get(Hall).followed = lambda game: _is_followed(services, game)
    rumours = services.get(Rumours)
    rumours.loop = asyncio.get_running_loop()
    rumours.on(HEARD, lambda text: services.get(HubDesk).hub.heard_elsewhere(text))
    desk = services.get(CentreDesk)
    if await asyncio.to_thread(lambda: any(True for _ in desk.centre.all())):
        desk.beat.start()
