"""The player's phone: coming in with a code and a PIN, and the game in the hand."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter, URLEncodedBody

from raccord.hall import Hall
from raccord.hall.codes import clean_code
from raccord.hall.views import SANCTIONS
from raccord.web.competition.commission import appeals
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.referee.tables_api import let_in
from raccord.web.room.pages import room_of

_ASKED = "Le code de la partie, le numéro de la table et son code à six chiffres."
_TOLD = {404: "Aucune partie ne porte ce code.", 403: "Table ou code inconnus : vérifiez la fiche."}


class JoinForm(msgspec.Struct, frozen=True, kw_only=True):
    """What a player types to come in."""

    code: Annotated[str, msgspec.Meta(max_length=20)] = ""
    table: Annotated[str, msgspec.Meta(max_length=8)] = ""
    pin: Annotated[str, msgspec.Meta(max_length=20)] = ""


Query = Annotated[str, QueryParameter(max_length=20)]


@get("/rejoindre")
async def ask(page: ThisPage) -> Response[Any]:
    """Ask for a game, a table and its PIN."""
    return page.html("player/join.html", form=JoinForm(), fault="")


@get("/rejoindre/{code:str}")
async def by_link(
    code: FromPath[str], page: ThisPage, table: Query = "", pin: Query = ""
) -> Response[Any]:
    """Come in by a QR code, or type what it leaves out."""
    form = JoinForm(code=code[:20], table=table, pin=pin)
    if table and pin:
        return await _come_in(page, form)
    return page.html("player/join.html", form=form, fault="")


@post("/rejoindre", status_code=303)
async def come_in(data: URLEncodedBody[JoinForm], page: ThisPage) -> Response[Any]:
    """Come in with what was typed."""
    return await _come_in(page, data)


async def _come_in(page: Page, form: JoinForm) -> Response[Any]:
    try:
        joined = await let_in(page, clean_code(form.code), _number(form.table), form.pin)
    except WebError as error:
        fault = _TOLD.get(error.status, error.message)
        shown = page.html("player/join.html", form=form, fault=page.gettext(fault))
        shown.status_code = error.status
        if error.retry_after:
            shown.headers["retry-after"] = str(error.retry_after)
        return shown
    return page.redirect(f"/jouer/{joined.code}")


def _number(text: str) -> int:
    if not text.strip().isascii() or not text.strip().isdigit():
        raise WebError(400, _ASKED)
    return int(text)


@get("/jouer/{code:str}")
async def phone(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The game on a player's phone."""
    hall = page.services.get(Hall)
    game, visitor = await entrance(page).enter(page, code)
    table = visitor.table
    if table is None or table not in game.state.entrants:
        return page.redirect(f"/rejoindre/{game.code}")
    formula = game.state.formula
    return page.html(
        "player/index.html",
        public=await hall.public(game),
        own=await hall.own(game, table),
        rules=formula.rules,
        topping=formula.topping,
        solutions=formula.solutions,
        sanctions=SANCTIONS,
        appeals=await appeals(page).own(game, table),
        room=await room_of(page).room.about(game.id),
    )


pages = [ask, by_link, come_in, phone]
