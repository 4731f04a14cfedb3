"""« Mes accès »: what this browser was granted, and how to give it back."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import URLEncodedBody

from raccord.web.doors import SERVER, Role, Visitor
from raccord.web.entrance import entrance
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import need_quiet_rack


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


ROLES = {
    Role.ORGANISER: "organisateur",
    Role.REFEREE: "juge-arbitre",
    Role.MARKER: "arbitre-correcteur",
    Role.SECOND: "double arbitre",
    Role.PLAYER: "joueur",
}
_PAGES = {
    Role.REFEREE: "/arbitrer/{}",
    Role.MARKER: "/corriger/{}",
    Role.SECOND: "/corriger/{}/double",
}


@get("/acces")
async def accesses(page: ThisPage) -> Response[str]:
    """The roles of this browser."""
    found = []
    if entrance(page).doors.has_link(page):
        found.append(Access(scope=SERVER, role=ROLES[Role.ORGANISER], address="/arbitrer"))
    async for game, visitor in entrance(page).granted(page):
        found += _in_game(game.id, game.code, game.state.opened.title, visitor)
    return page.html("public/access.html", accesses=found)


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


pages = [accesses, leave]
