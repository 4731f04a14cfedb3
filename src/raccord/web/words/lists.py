"""The word lists of this server, for the organiser: import, choose, remove."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import MultipartBody, URLEncodedBody

from raccord import wordlists
from raccord.hall.lists import Lists
from raccord.lexicon import LexiconError
from raccord.web.entrance import only_organiser
from raccord.web.errors import WebError, told
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.words.importing import STEPS, Imports

LIST_BODY = 8 * 1024 * 1024
"""A French list takes 5 MB as plain text, and less than 1 MB compressed."""
NAME = Annotated[str, msgspec.Meta(max_length=60)]


class ListForm(msgspec.Struct, frozen=True, kw_only=True):
    """The file of a list, and the name it will have here."""

    name: NAME = ""
    file: UploadFile | None = None


class NameForm(msgspec.Struct, frozen=True):
    """Which list."""

    name: NAME


class ImportReply(msgspec.Struct, frozen=True):
    """The last import: its step, among ``reading``, ``compiling``, ``done`` and ``failed``."""

    name: str
    step: str
    fault: str
    words: int
    rejected: dict[str, int]


@get("/listes")
async def index(page: ThisPage) -> Response[str]:
    """The lists installed, the last import, and the form of another."""
    only_organiser(page)
    return await _shown(page)


async def _shown(page: Page, fault: str = "", name: str = "") -> Response[str]:
    lists, last = page.services.get(Lists), page.services.get(Imports).last
    return page.html(
        "words/lists.html",
        installed=await asyncio.to_thread(wordlists.installed),
        free=wordlists.FREE,
        server=page.services.lexicon.name,
        chosen=await asyncio.to_thread(lists.chosen),
        played=await lists.played(),
        last=last,
        broken=page.reason(last.fault) if last else "",
        steps=STEPS,
        limit=LIST_BODY,
        fault=fault,
        name=name,
    )


@post("/listes", status_code=303, request_max_body_size=LIST_BODY)
async def bring_in(data: MultipartBody[ListForm], page: ThisPage) -> Response[Any]:
    """Begin to import a list; the page tells how it goes."""
    only_organiser(page)
    content = await data.file.read() if data.file is not None else b""
    source = data.file.filename if data.file is not None else ""
    name = data.name.strip()
    try:
        page.services.get(Imports).begin(name, source, content)
    except (LexiconError, WebError) as error:
        return await _refused(page, error, name)
    return page.redirect("/listes")


@post("/listes/choisir", status_code=303)
async def choose(data: URLEncodedBody[NameForm], page: ThisPage) -> Response[Any]:
    """Offer a list for new games."""
    only_organiser(page)
    await asyncio.to_thread(page.services.get(Lists).choose, data.name)
    return page.redirect("/listes")


@post("/listes/retirer", status_code=303)
async def remove(data: URLEncodedBody[NameForm], page: ThisPage) -> Response[Any]:
    """Drop a list that no game needs."""
    only_organiser(page)
    try:
        await page.services.get(Lists).remove(data.name)
    except LexiconError as error:
        return await _refused(page, error)
    return page.redirect("/listes")


async def _refused(page: Page, error: LexiconError | WebError, name: str = "") -> Response[str]:
    shown = await _shown(page, told(page, error), name)
    shown.status_code = error.status if isinstance(error, WebError) else 409
    return shown


@get("/lexicons/import", tags=["Mots"])
async def last_import(page: ThisPage) -> ImportReply:
    """How the last import of a list goes; for the organiser."""
    only_organiser(page)
    last = page.services.get(Imports).last
    if last is None:
        raise WebError(404, "Aucune liste n'a été importée depuis le démarrage.")
    return ImportReply(last.name, last.step, page.reason(last.fault), last.words, last.rejected)


pages = [index, bring_in, choose, remove]
api = [last_import]
