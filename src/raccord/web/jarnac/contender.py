"""A player of a tournament on his phone: his code once, then one tap to his table each round."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, URLEncodedBody

from raccord.hall.jarnac.tournaments import names_of
from raccord.tournament import jarnac as jt
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.jarnac.access import check_tries, tables_of, tried_in_vain
from raccord.web.jarnac.tournament import of_event, reply_of, tournaments
from raccord.web.page import Page


class CodeForm(msgspec.Struct, frozen=True, kw_only=True):
    """The code of a player."""

    code: str = ""


def _number(page: Page, code: str) -> int | None:
    role = page.session.role(f"jarnac-player:{code}") or ""
    return int(role) if role.isdigit() else None


@get("/competition/{code:str}/jarnac/joueur")
async def player_page(
    code: FromPath[str], page: ThisPage, cle: FromQuery[str] = ""
) -> Response[Any]:
    """His table now, his results and his place; whoever is not known yet gives his code."""
    event, state = await of_event(page, code)
    number = _number(page, event.code)
    if number is None or state.player(number) is None:
        return page.html("jarnac/contender_code.html", event=event, given=cle[:12])
    names = names_of(event, public=True)
    return page.html(
        "jarnac/contender.html",
        event=event,
        state=state,
        name=names.get(number, ""),
        number=number,
        place=state.place_of(number),
        bye=bool(state.rounds) and state.rounds[-1].bye == number,
        told=reply_of(event, state, names),
        ties=jt.TIES,
    )


@post("/competition/{code:str}/jarnac/joueur", status_code=303)
async def enter(
    code: FromPath[str], data: URLEncodedBody[CodeForm], page: ThisPage
) -> Response[Any]:
    """Give one's code: this phone is his from now on."""
    event, _ = await of_event(page, code)
    # A whole hall may come from one address: only wrong codes count, each browser's first.
    check_tries(page)
    found = await tournaments(page).player_of(event.code, data.code[:12])
    if found is None:
        tried_in_vain(page)
        raise WebError(404, "Aucun joueur de ce tournoi n'a ce code.", code="unknown")
    page.session.grant(f"jarnac-player:{event.code}", str(found.number))
    return page.redirect(f"/competition/{event.code}/jarnac/joueur")


@post("/competition/{code:str}/jarnac/table", status_code=303)
async def sit(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """Sit down at one's table of the round."""
    event, state = await of_event(page, code)
    number = _number(page, event.code)
    found = state.place_of(number) if number is not None else None
    if found is None or not found[1].name:
        raise WebError(409, "Aucune table ne vous attend pour l'instant.", code="refused")
    pair, name = found[1].pair, found[1].name
    seat = "A" if pair.first == number else "B"
    table = await tables_of(page).get(name)
    if not table.seated["AB".index(seat)]:
        await tables_of(page).sit(name, table.names["AB".index(seat)], "A" if seat == "A" else "B")
    page.session.grant(f"jarnac:{name}", seat)
    return page.redirect(f"/jarnac/{name}")


pages = [player_page, enter, sit]
