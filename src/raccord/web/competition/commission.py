"""How the commission comes to a competition: its organiser, the head referees of its games, and its
members, each by a link of his own that holds as long as he sits in it. Who sits for one centre
hears the cases of that centre."""

from dataclasses import dataclass
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from raccord.hall import Hall
from raccord.hall.appeals import Appeals
from raccord.hall.competitions import Competition
from raccord.hall.errors import HallError, UnknownError
from raccord.tournament.cases import Member
from raccord.web.addresses import public_address
from raccord.web.competition.access import competitions, is_organiser, made
from raccord.web.doors import DESK
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.services import Services


def _made(services: Services) -> Appeals:
    return Appeals(services.get(Hall), services.get(made))


def appeals(page: Page) -> Appeals:
    """The appeals of the server a page belongs to."""
    return page.services.get(_made)


@dataclass(frozen=True, slots=True)
class Sitting:
    """Séance: a competition, and who asks for it."""

    found: Competition
    name: str
    """How decisions are signed."""
    is_organiser: bool
    at_desk: bool = True
    """Whether the desks of its games are open to him too."""
    centre: str = ""
    """The centre whose cases he hears; none: all of them."""


async def sitting(page: Page, code: str) -> Sitting:
    """A competition, for those who hear its appeals."""
    events = competitions(page)
    if is_organiser(page):
        return Sitting(await events.get(code), "organisateur", True)
    try:
        found = await events.get(code)
    except UnknownError:
        raise _refused() from None
    referee = await _referee(page, found)
    member = _member(page, found)
    name = member.name if member else referee
    if not name:
        raise _refused()
    centre = member.centre if member and not referee else ""
    return Sitting(found, name, is_organiser=False, at_desk=bool(referee), centre=centre)


def _refused() -> WebError:
    """The same answer whether or not there is such a competition."""
    return WebError(401, expected="le lien reçu de l'organisateur")


def _member(page: Page, found: Competition) -> Member | None:
    granted = page.session.role(f"commission:{found.code}")
    return next((one for one in found.state.docket.members if one.id == granted), None)


async def _referee(page: Page, found: Competition) -> str:
    """The head referee of one of its games hears them all."""
    door = entrance(page)
    for one in found.state.games:
        if not one.code:
            continue
        try:
            game = await door.hall.get(one.code)
        except HallError:
            continue
        visitor = door.doors.visitor(page, game.id, game.companion)
        if visitor.role in DESK:
            return visitor.name
    return ""


def link_of(page: Page, code: str, member: Member) -> str:
    """The link of a member."""
    return f"{public_address(page)}commission/{code}.{member.id}.{_token(page, code, member)}"


def _token(page: Page, code: str, member: Member) -> str:
    return page.services.signer.token("commission", f"{code}:{member.id}".encode())


@get("/commission/{token:str}")
async def open_link(token: FromPath[str], page: ThisPage) -> Response[Any]:
    """Let a member of a commission in."""
    code, _, rest = token.partition(".")
    id_, _, signature = rest.partition(".")
    signed = page.services.signer.is_token(signature, "commission", f"{code}:{id_}".encode())
    found = await competitions(page).get(code) if signed else None
    if found is None or all(one.id != id_ for one in found.state.docket.members):
        raise WebError(403, "Cette invitation n'est pas ou plus valable.")
    page.session.grant(f"commission:{found.code}", id_)
    return page.redirect(f"/competition/{found.code}/recours")


pages = [open_link]
