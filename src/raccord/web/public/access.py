"""« Mes accès »: what this browser was granted, and how to give it back."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import URLEncodedBody

from raccord.hall import Hall
from raccord.hall.errors import UnknownError
from raccord.web.doors import SERVER, Role, Visitor
from raccord.web.entrance import entrance
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import need_quiet_rack
from raccord.web.short_codes import ShortCodes, parted


class Access(msgspec.Struct, frozen=True, kw_only=True):
    """One role: where it holds, and the scope by which it is left."""

    scope: str
    role: str
    address: str
    game: str = ""
    table: int | None = None


class LeaveForm(msgspec.Struct, frozen=True):
    """The role to leave."""

    scope: Annotated[str, msgspec.Meta(max_length=40)] = ""


class CodeForm(msgspec.Struct, frozen=True):
    """The short code of an invitation, as it was typed."""

    code: Annotated[str, msgspec.Meta(max_length=60)] = ""


ROLES = {
    Role.ORGANISER: "organisateur",
    Role.REFEREE: "juge-arbitre",
    Role.MARKER: "arbitre-correcteur",
    Role.SECOND: "double arbitre",
    Role.PLAYER: "joueur",
}
_WRONG = "Ce code d'accès n'est pas ou plus valable : demandez le nouveau au juge-arbitre."
_PAGES = {
    Role.REFEREE: "/arbitrer/{}",
    Role.MARKER: "/corriger/{}",
    Role.SECOND: "/corriger/{}/double",
}

_COMMISSIONS = {"commission": "/competition/{}/recours", "event": "/epreuve/{}/commission"}
"""Of a competition, and of an event with centres: the kinds of grants."""


@get("/acces")
async def accesses(page: ThisPage) -> Response[str]:
    """The roles of this browser."""
    return await _shown(page)


async def _shown(page: Page, fault: str = "") -> Response[str]:
    found = []
    if entrance(page).doors.has_link(page):
        found.append(Access(scope=SERVER, role=ROLES[Role.ORGANISER], address="/arbitrer"))
    async for game, visitor in entrance(page).granted(page):
        found += _in_game(game.id, game.code, game.state.opened.title, visitor)
    found += _commissions(page)
    return page.html("public/access.html", accesses=found, fault=fault)


@post("/acces/code", status_code=303)
async def come_in(data: URLEncodedBody[CodeForm], page: ThisPage) -> Response[Any]:
    """Come in as an official, by the short code of an invitation."""
    codes = page.services.get(ShortCodes)
    codes.check(page)
    id_, letters = parted(data.code)
    try:
        game = await page.services.get(Hall).get(id_)
        invited = codes.find(game.id, game.companion, letters)
    except UnknownError:
        # The same answer as for a wrong code: nobody learns which games exist.
        invited = None
    if invited is None:
        codes.wrong(page)
        shown = await _shown(page, _WRONG)
        shown.status_code = 403
        return shown
    entrance(page).doors.admit(page, game.id, invited)
    return page.redirect(_PAGES[Role(invited.role)].format(game.code))


def _in_game(id_: str, code: str, title: str, visitor: Visitor) -> list[Access]:
    found = []
    if visitor.invitation:
        address = _PAGES[visitor.role].format(code)
        role = ROLES[visitor.role]
        found.append(Access(scope=f"game:{id_}", role=role, address=address, game=title))
    if visitor.table is not None:
        address, role = f"/jouer/{code}", ROLES[Role.PLAYER]
        seat = f"seat:{id_}"
        found.append(
            Access(scope=seat, role=role, address=address, game=title, table=visitor.table)
        )
    return found


def _commissions(page: Page) -> list[Access]:
    """Where this browser sits in a commission, or did."""
    return [
        Access(scope=scope, role="commission", address=_COMMISSIONS[kind].format(code), game=code)
        for scope in page.session.grants
        for kind, _, code in (scope.partition(":"),)
        if kind in _COMMISSIONS
    ]


@post("/acces/quitter", status_code=303)
async def leave(data: URLEncodedBody[LeaveForm], page: ThisPage) -> Response[Any]:
    """Leave a role; nobody leaves his table to look a word up and comes back."""
    if data.scope.startswith("seat:"):
        await need_quiet_rack(page)
    if _is_role(page, data.scope):
        page.session.revoke(data.scope)
    return page.redirect("/acces")


def _is_role(page: Page, scope: str) -> bool:
    return page.session.role(scope) is not None and not scope.startswith(("solo:", "jarnac:"))


pages = [accesses, come_in, leave]
