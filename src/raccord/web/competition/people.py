"""The directory of people, for the organiser: import, put together, take out, export."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post, put
from litestar.datastructures import UploadFile
from litestar.params import FromPath, JSONBody, MultipartBody, QueryParameter, URLEncodedBody

from raccord.documents.office import read_rows
from raccord.documents.people import people_file
from raccord.quoting import sentence, unturned
from raccord.tournament import (
    Listed,
    PeopleError,
    Person,
    Refusal,
    left_aside,
    read_people,
    rows_of,
)
from raccord.tournament.columns import Row
from raccord.tournament.people import LONGEST_NAME, LONGEST_WORD
from raccord.web.competition.access import people as people_of
from raccord.web.competition.pages import NO_STORE
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.public.api import RECORD_BODY
from raccord.web.workshop import Workshop

MEDIA = {
    "csv": "text/csv",
    "json": "application/json",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


TAG = ["Compétitions"]
Several = Annotated[tuple[Person, ...], msgspec.Meta(min_length=1, max_length=9999)]
Word = Annotated[str, msgspec.Meta(max_length=LONGEST_WORD)]
Veiled = Annotated[bool, QueryParameter(name="anonyme")]


class PeopleForm(msgspec.Struct, frozen=True, kw_only=True):
    """People, in a file or pasted."""

    file: UploadFile | None = None
    text: str = ""


class MergeForm(msgspec.Struct, frozen=True):
    """The person to put with another, who is kept."""

    number: Annotated[int, msgspec.Meta(ge=1)]
    into: Annotated[int, msgspec.Meta(ge=1)]


class EraseForm(msgspec.Struct, frozen=True):
    """Whom, and that it is meant."""

    number: Annotated[int, msgspec.Meta(ge=1)]
    sure: str = ""


class NumberForm(msgspec.Struct, frozen=True):
    """Whom."""

    number: Annotated[int, msgspec.Meta(ge=1)]


class CardForm(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody of the directory, put right."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    licence: Word = ""
    federation: Word = ""
    club: Word = ""
    series: Word = ""
    category: Word = ""
    team: Word = ""
    centre: Word = ""
    born: Annotated[str, msgspec.Meta(max_length=4)] = ""
    rating: Annotated[str, msgspec.Meta(max_length=9)] = ""

    def person(self) -> Person:
        """Who the form says it is."""
        told = {key: unturned(value).strip() for key, value in msgspec.to_builtins(self).items()}
        measures = {key: told.pop(key) for key in ("born", "rating")}
        try:
            numbers = {key: int(text or 0) for key, text in measures.items()}
            return msgspec.convert({**told, **numbers}, Person)
        except (ValueError, msgspec.ValidationError):
            shown = " ; ".join(filter(None, measures.values()))
            raise Refusal(f"« {shown} » n'est pas une année ou une cote") from None


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody of the directory, for programs."""

    number: int
    person: Person


class Imported(msgspec.Struct, frozen=True):
    """What an import did."""

    added: int
    changed: int


@get("/personnes")
async def index(page: ThisPage) -> Response[str]:
    """Everybody in the directory."""
    return await _shown(page)


async def _shown(page: Page, faults: tuple[str, ...] = (), told: str = "") -> Response[str]:
    people = (await people_of(page).get()).people
    listed = await page.services.get(Workshop).for_officials(_by_name, people)
    return page.html("competition/people.html", people=listed, faults=faults, told=told)


def _by_name(people: Mapping[int, Person]) -> list[tuple[int, Person]]:
    """Federations have thousands: even to sort them is too long for the loop."""
    return sorted(people.items(), key=lambda found: found[1].name.casefold())


@post("/personnes", status_code=200, request_max_body_size=RECORD_BODY)
async def bring_in(data: MultipartBody[PeopleForm], page: ThisPage) -> Response[str]:
    """Import people from a file or a text; nobody if a line cannot be read."""
    people = people_of(page)
    content = await data.file.read() if data.file is not None else b""
    try:
        rows, listed = await page.services.get(Workshop).for_officials(_read, content, data.text)
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


def _read(content: bytes, text: str) -> tuple[list[Row], tuple[Listed, ...]]:
    rows = list(read_rows(content) if content else rows_of(unturned(text)))
    return rows, read_people(rows)


@post("/personnes/reunir", status_code=303)
async def merge(data: URLEncodedBody[MergeForm], page: ThisPage) -> Response[Any]:
    """Two are one."""
    people = people_of(page)
    return await _done(page, people.merge(data.number, data.into, page.services.now_ms()))


@post("/personnes/retirer", status_code=303)
async def remove(data: URLEncodedBody[NumberForm], page: ThisPage) -> Response[Any]:
    """Take somebody out."""
    people = people_of(page)
    return await _done(page, people.remove(data.number, page.services.now_ms()))


@post("/personnes/effacer", status_code=303)
async def erase(data: URLEncodedBody[EraseForm], page: ThisPage) -> Response[Any]:
    """Erase somebody everywhere, at his request; the box says it is meant."""
    people = people_of(page)
    if not data.sure:
        raise WebError(400, "Cochez la case : rien ne défait un effacement.")
    return await _done(page, people.erase(data.number, page.services.now_ms()))


async def _done(page: Page, work: Any) -> Response[Any]:
    try:
        await work
    except Refusal as refusal:
        shown = await _shown(page, (page.reason(sentence(str(refusal))),))
        shown.status_code = 409
        return shown
    return page.redirect("/personnes")


@get("/personnes/fiche/{number:int}")
async def card(number: FromPath[int], page: ThisPage) -> Response[str]:
    """Somebody, to be put right by hand."""
    return await _card(page, number)


async def _card(page: Page, number: int, fault: str = "") -> Response[str]:
    person = (await people_of(page).get()).people.get(number)
    if person is None:
        raise WebError(404, "Cette fiche n'existe pas.")
    return page.html("competition/card.html", number=number, person=person, fault=fault)


@post("/personnes/fiche/{number:int}", status_code=303)
async def correct(
    number: FromPath[int], data: URLEncodedBody[CardForm], page: ThisPage
) -> Response[Any]:
    """Put somebody right by hand."""
    people = people_of(page)
    try:
        await people.correct(number, data.person(), page.services.now_ms())
    except Refusal as refusal:
        shown = await _card(page, number, page.reason(sentence(str(refusal))))
        shown.status_code = 409
        return shown
    return page.redirect(f"/personnes#n{number}")


@get("/personnes/{name:str}")
async def as_file(name: FromPath[str], page: ThisPage, veiled: Veiled = False) -> Response[bytes]:
    """The directory as ``annuaire.csv``…, for the organiser; ``anonyme`` without names."""
    people = (await people_of(page).get()).people
    base, _, kind = name.partition(".")
    if base != "annuaire" or kind not in MEDIA:
        raise WebError(404, expected=", ".join(f"annuaire.{kind}" for kind in MEDIA))
    work = page.services.get(Workshop)
    content = await work.for_officials(people_file, people, kind, personal=not veiled)
    headers = {**NO_STORE, "content-disposition": f'attachment; filename="annuaire.{kind}"'}
    return Response(content, media_type=MEDIA[kind], headers=headers)


@get("/people", tags=TAG)
async def list_people(page: ThisPage) -> Response[list[Listing]]:
    """The directory; for the organiser."""
    people = (await people_of(page).get()).people
    written: Any = await page.services.get(Workshop).for_officials(_written, people)
    return Response(written, media_type="application/json")


def _written(people: Mapping[int, Person]) -> bytes:
    return msgspec.json.encode([Listing(number=n, person=p) for n, p in sorted(people.items())])


@post("/people", tags=TAG, status_code=200, request_max_body_size=RECORD_BODY)
async def import_people(data: JSONBody[Several], page: ThisPage) -> Imported:
    """Add people, or put right those who are known by licence, else by name and club."""
    new, changed = await people_of(page).bring_in(data, page.services.now_ms())
    return Imported(new, changed)


@put("/people/{number:int}", tags=TAG, status_code=204)
async def correct_by_program(number: FromPath[int], data: JSONBody[Person], page: ThisPage) -> None:
    """Put somebody right."""
    await people_of(page).correct(number, data, page.services.now_ms())


@delete("/people/{number:int}", tags=TAG, status_code=204)
async def erase_by_program(number: FromPath[int], page: ThisPage) -> None:
    """Erase somebody of the directory everywhere, at his request; nothing undoes it."""
    await people_of(page).erase(number, page.services.now_ms())


pages = [index, bring_in, merge, remove, erase, card, correct, as_file]
api = [list_people, import_people, correct_by_program, erase_by_program]
