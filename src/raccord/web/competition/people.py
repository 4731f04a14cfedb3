"""The directory of people, for the organiser: import, put together, take out, export."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, MultipartBody, URLEncodedBody

from raccord.documents.office import read_rows
from raccord.documents.people import people_file
from raccord.hall.people import People
from raccord.quoting import sentence, unturned
from raccord.tournament import PeopleError, Refusal, left_aside, read_people, rows_of
from raccord.web.competition.access import need_organiser
from raccord.web.competition.pages import NO_STORE
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.public.api import RECORD_BODY
from raccord.web.services import Services

MEDIA = {
    "csv": "text/csv",
    "json": "application/json",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class PeopleForm(msgspec.Struct, frozen=True, kw_only=True):
    """People, in a file or pasted."""

    file: UploadFile | None = None
    text: str = ""


class MergeForm(msgspec.Struct, frozen=True):
    """The person to put with another, who is kept."""

    number: Annotated[int, msgspec.Meta(ge=1)]
    into: Annotated[int, msgspec.Meta(ge=1)]


class NumberForm(msgspec.Struct, frozen=True):
    """Whom."""

    number: Annotated[int, msgspec.Meta(ge=1)]


def _made(services: Services) -> People:
    return People(services.store)


def _people(page: Page) -> People:
    need_organiser(page)
    return page.services.get(_made)


@get("/personnes")
async def index(page: ThisPage) -> Response[str]:
    """Everybody in the directory."""
    return await _shown(page)


async def _shown(page: Page, faults: tuple[str, ...] = (), told: str = "") -> Response[str]:
    people = (await _people(page).get()).people
    listed = sorted(people.items(), key=lambda found: found[1].name.casefold())
    return page.html("competition/people.html", people=listed, faults=faults, told=told)


@post("/personnes", status_code=200, request_max_body_size=RECORD_BODY)
async def bring_in(data: MultipartBody[PeopleForm], page: ThisPage) -> Response[str]:
    """Import people from a file or a text; nobody if a line cannot be read."""
    people = _people(page)
    content = await data.file.read() if data.file is not None else b""
    try:
        rows = read_rows(content) if content else list(rows_of(unturned(data.text)))
        listed = read_people(rows)
    except PeopleError as error:
        shown = await _shown(page, error.faults)
        shown.status_code = 400
        return shown
    found = [person for one in listed for person in one.people]
    new, changed = await people.bring_in(found, page.services.now_ms())
    told = page.gettext("Ajoutées : {new} ; mises à jour : {changed}.")
    told = told.format(new=new, changed=changed)
    if ignored := left_aside(rows):
        aside = page.gettext("Colonnes laissées de côté : {names}.")
        told = f"{told} {aside.format(names=', '.join(ignored))}"
    return await _shown(page, told=told)


@post("/personnes/reunir", status_code=303)
async def merge(data: URLEncodedBody[MergeForm], page: ThisPage) -> Response[Any]:
    """Two are one."""
    people = _people(page)
    return await _done(page, people.merge(data.number, data.into, page.services.now_ms()))


@post("/personnes/retirer", status_code=303)
async def remove(data: URLEncodedBody[NumberForm], page: ThisPage) -> Response[Any]:
    """Take somebody out."""
    people = _people(page)
    return await _done(page, people.remove(data.number, page.services.now_ms()))


async def _done(page: Page, work: Any) -> Response[Any]:
    try:
        await work
    except Refusal as refusal:
        shown = await _shown(page, (page.reason(sentence(str(refusal))),))
        shown.status_code = 409
        return shown
    return page.redirect("/personnes")


@get("/personnes/{name:str}")
async def as_file(name: FromPath[str], page: ThisPage) -> Response[bytes]:
    """The directory as ``annuaire.csv``…, names and licences included: for the organiser."""
    people = (await _people(page).get()).people
    base, _, kind = name.partition(".")
    if base != "annuaire" or kind not in MEDIA:
        raise WebError(404, expected=", ".join(f"annuaire.{kind}" for kind in MEDIA))
    content = people_file(people, kind, personal=True)
    headers = {**NO_STORE, "content-disposition": f'attachment; filename="annuaire.{kind}"'}
    return Response(content, media_type=MEDIA[kind], headers=headers)


pages = [index, bring_in, merge, remove, as_file]
