"""Whose training this is: a key in the browser's cookie, made once there is something to keep."""

import secrets

from raccord.duplicate.alone import SoloState
from raccord.hall.alone.contests import CHALLENGE, DAILY, Contests
from raccord.hall.alone.training import Training
from raccord.web.alone.choosing import EXAMPLE, games_of
from raccord.web.errors import WebError
from raccord.web.guesses import network_of
from raccord.web.limits import Limiter
from raccord.web.page import Page
from raccord.web.services import Services

SCOPE = "training"
KEY_LENGTH = 24
OF_A_NETWORK = 200
"""New keys a day: a club's evening behind one address, not a flood of rows."""
WRITES = 60
"""Reviews, lists and files a minute of one player."""


class Newcomers:
    """How many keys and writes a network and a player may still ask for."""

    def __init__(self, services: Services) -> None:
        self.keys = Limiter(OF_A_NETWORK, 86_400, services.clock)
        self.writes = Limiter(WRITES, 60, services.clock)


def training_of(page: Page) -> Training:
    """The training of this server's players."""
    return page.services.get(Training)


def contests_of(page: Page) -> Contests:
    """The shared games of this server."""
    return page.services.get(Contests)


def key_of(page: Page) -> str:
    """The key of this browser; empty before there was anything to keep."""
    return page.session.role(SCOPE) or ""


def own_key(page: Page) -> str:
    """The key of this browser, made now if need be; empty where its network has made too many."""
    key = key_of(page)
    if not key and page.services.get(Newcomers).keys.allows(network_of(page.client)):
        key = secrets.token_urlsafe(KEY_LENGTH * 3 // 4)
        adopt(page, key)
    return key


def need_key(page: Page) -> str:
    """The same for a write; refused where it cannot be kept, or comes too often."""
    key = own_key(page)
    if not key or not page.services.get(Newcomers).writes.allows(key):
        raise WebError(429)
    return key


def adopt(page: Page, key: str) -> None:
    """Let this browser be that player's."""
    page.session.grant(SCOPE, key)


def is_shared(contest: str) -> bool:
    """Whether others play the same draws."""
    return contest.startswith((DAILY, CHALLENGE))


async def take_note(page: Page, name: str, state: SoloState) -> None:
    """Keep a game that has just ended, and its place among others'."""
    if not state.is_over or state.contest == EXAMPLE or not state.play.turns:
        return
    key = own_key(page)
    if not key:
        return
    await training_of(page).note(key, name, state, games_of(page).lexicon(state))
    if is_shared(state.contest):
        await contests_of(page).ended(state.contest, key, name, state)
