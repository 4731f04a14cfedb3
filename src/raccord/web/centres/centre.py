"""The centre's one screen: the organiser's file, the rehearsal, the games, the link."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, MultipartBody, URLEncodedBody

from raccord.duplicate import DuplicateError
from raccord.network.centre_views import CentreView, centre_view
from raccord.network.errors import NetworkError
from raccord.network.messages import unpacked
from raccord.quoting import sentence
from raccord.web.centres.access import BODY, CentreDesk, centre_of
from raccord.web.centres.forms import CodeForm, FileForm
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page

NO_STORE = {"cache-control": "no-store"}
HOME = "/centre/{}"
FAULTS = (NetworkError, DuplicateError)


class LinkReply(msgspec.Struct, frozen=True):
    """The state of the link, for the line at the foot of the screen."""

    linked: bool
    pending: int
    awaits: int
    """The turn whose envelope is awaited, over all games; 0 where none is."""
    complete: bool


@get("/centre")
async def index(page: ThisPage) -> Response[Any]:
    """The events this laptop takes part in; with one of them, its screen."""
    centre = centre_of(page)
    names = await asyncio.to_thread(lambda: [one.membership for one in centre.all()])
    return page.html("centres/joined.html", memberships=names, fault="")


@post("/centre", status_code=303, request_max_body_size=BODY)
async def join(data: MultipartBody[FileForm], page: ThisPage) -> Response[Any]:
    """Take part in an event, by the file its organiser has sent."""
    centre = centre_of(page)
    try:
        name = await centre.join(await data.content())
    except FAULTS as error:
        names = await asyncio.to_thread(lambda: [one.membership for one in centre.all()])
        fault = page.reason(sentence(str(error)))
        shown = page.html("centres/joined.html", memberships=names, fault=fault)
        shown.status_code = 400
        return shown
    page.services.get(CentreDesk).beat.start()
    return page.redirect(HOME.format(name))


@get("/centre/{name:str}")
async def screen(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """All that a centre needs on the day."""
    return await _shown(page, name)


async def _shown(page: Page, name: str, fault: str = "") -> Response[Any]:
    view = await _view(page, name)
    has_sheet = bool(centre_of(page).sheets.get(name))
    return page.html("centres/centre.html", view=view, fault=fault, has_sheet=has_sheet)


async def _view(page: Page, name: str) -> CentreView:
    try:
        return await centre_view(centre_of(page), name)
    except NetworkError as error:
        raise WebError(404, sentence(str(error))) from error


@get("/centre/{name:str}/liaison.json")
async def link(name: FromPath[str], page: ThisPage) -> Response[LinkReply]:
    """How the link is, without a dialog."""
    view = await _view(page, name)
    awaits = max((game.awaits for game in view.games), default=0)
    reply = LinkReply(view.linked, view.pending, awaits, view.complete)
    return Response(reply, headers=NO_STORE)


async def _refused(page: Page, name: str, error: Exception) -> Response[Any]:
    shown = await _shown(page, name, page.reason(sentence(str(error))))
    shown.status_code = 409
    return shown


@post("/centre/{name:str}/repeter", status_code=303)
async def rehearse(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """Play the dummy game and look at everything."""
    try:
        await centre_of(page).rehearse(name)
    except FAULTS as error:
        return await _refused(page, name, error)
    return page.redirect(HOME.format(name))


@get("/centre/{name:str}/essai.pdf")
async def sheet(name: FromPath[str], page: ThisPage) -> Response[bytes]:
    """The sheet of the rehearsal, to try the printer with."""
    content = centre_of(page).sheets.get(name)
    if not content:
        raise WebError(404, "Répétez d'abord : la feuille d'essai se fait alors.")
    return Response(content, media_type="application/pdf", headers=NO_STORE)


@post("/centre/{name:str}/partie/{number:int}", status_code=303)
async def open_game(name: FromPath[str], number: FromPath[int], page: ThisPage) -> Response[Any]:
    """Open a game of the event in the hall; its desk is next."""
    centre = centre_of(page)
    try:
        code = await centre.open(name, number)
    except FAULTS as error:
        return await _refused(page, name, error)
    game = await centre.hall.get(code)
    entered = bool(game.state.entrants)
    return page.redirect(f"/arbitrer/{game.code}" + ("" if entered else "/joueurs"))


@post("/centre/{name:str}/partie/{number:int}/enveloppe", status_code=303)
async def telephone(
    name: FromPath[str], number: FromPath[int], data: URLEncodedBody[CodeForm], page: ThisPage
) -> Response[Any]:
    """Open the next envelope by a code told on the telephone."""
    try:
        await centre_of(page).telephone(name, number, data.code, data.who)
    except FAULTS as error:
        return await _refused(page, name, error)
    return page.redirect(HOME.format(name))


@post("/centre/{name:str}/transmettre", status_code=303)
async def send_now(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """Try the link now."""
    try:
        await centre_of(page).sync(name)
    except FAULTS as error:
        return await _refused(page, name, error)
    return page.redirect(HOME.format(name))


@post("/centre/{name:str}/reprendre", status_code=303)
async def refill(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """Go on where a laptop that was lost had stopped."""
    try:
        await centre_of(page).refill(name)
    except FAULTS as error:
        return await _refused(page, name, error)
    return page.redirect(HOME.format(name))


@get("/centre/{name:str}/envoi.raccord")
async def export(name: FromPath[str], page: ThisPage) -> Response[bytes]:
    """What the link would send, as a file to carry to the organiser."""
    centre = centre_of(page)
    content = await asyncio.to_thread(lambda: centre.get(name).export())
    headers = {**NO_STORE, "content-disposition": f'attachment; filename="{name}.raccord"'}
    return Response(content, media_type="application/octet-stream", headers=headers)


@post("/centre/{name:str}/reponse", status_code=303, request_max_body_size=BODY)
async def answered(
    name: FromPath[str], data: MultipartBody[FileForm], page: ThisPage
) -> Response[Any]:
    """The organiser's answer to such a file."""
    centre = centre_of(page)
    try:
        content = await data.content()
        for message in await asyncio.to_thread(lambda: list(unpacked(content))):
            await centre.take(name, message)
    except FAULTS as error:
        return await _refused(page, name, error)
    return page.redirect(HOME.format(name))


pages = [
    *(index, join, screen, link, rehearse, sheet, open_game, telephone, send_now, refill),
    *(export, answered),
]
