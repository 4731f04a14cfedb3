"""The organiser's pages of events with centres: their list, and all that is done with one."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, MultipartBody, QueryParameter, URLEncodedBody

from raccord import wordlists
from raccord.duplicate import DuplicateError
from raccord.duplicate.files.fair_draws import SECRET_BYTES
from raccord.duplicate.files.scripts import Script, Terms, drawn_script, read_script
from raccord.duplicate.rules import formulas
from raccord.network.contest import commands as cmd
from raccord.network.errors import NetworkError
from raccord.network.hub import Hub
from raccord.network.hub_views import ADVICE, COLOURS, WORDS, CentreLine, centre_lines, progress
from raccord.network.messages import packed
from raccord.quoting import sentence
from raccord.regulation import DEFAULT_EDITION
from raccord.regulation.editions import EDITIONS
from raccord.web.addresses import public_address
from raccord.web.centres.access import BODY, HubDesk, hub_of
from raccord.web.centres.forms import (
    CentresForm,
    EventForm,
    FileForm,
    GameForm,
    InstallForm,
    LiveForm,
    MomentForm,
    SlotForm,
    TurnForm,
    centres_of,
    moment,
    opening,
)
from raccord.web.centres.maps import spots
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.referee.new_game import TOGETHER, named
from raccord.web.workshop import Workshop

HOME = "/epreuve/{}/gerer"
NO_STORE = {"cache-control": "no-store"}
FAULTS = (NetworkError, DuplicateError, msgspec.ValidationError)


@get("/epreuves")
async def index(page: ThisPage) -> Response[str]:
    """The events with centres of this server, and the form of another."""
    return await _index(page, EventForm())


async def _index(page: Page, form: EventForm, fault: str = "") -> Response[str]:
    hub = hub_of(page)
    return page.html(
        "centres/index.html",
        events=await asyncio.to_thread(hub.all),
        form=form,
        fault=fault,
        formulas=named(summed(TOGETHER)),
        editions={id_: edition.dated for id_, edition in EDITIONS.items()},
        default_edition=DEFAULT_EDITION,
        lexicons=await asyncio.to_thread(wordlists.installed),
        server=page.services.lexicon.name,
    )


def summed(names: tuple[str, ...]) -> tuple[str, ...]:
    """The formulas whose results add up over games and centres."""
    return tuple(name for name in names if formulas.parse(name).ranking == "points")


@post("/epreuves", status_code=303)
async def create(data: URLEncodedBody[EventForm], page: ThisPage) -> Response[Any]:
    """Open an event with its first centres."""
    hub = hub_of(page)

    def work() -> str:
        lexicon = page.services.lexicon_named(data.lexicon)
        centres = centres_of(data.centres)
        code = hub.open(opening(data, lexicon, formulas.parse(data.formula)))
        for centre in centres:
            hub.execute(code, centre)
        return code

    try:
        code = await page.services.get(Workshop).for_officials(work)
    except FAULTS as error:
        shown = await _index(page, data, page.reason(sentence(str(error))))
        shown.status_code = 400
        return shown
    return page.redirect(HOME.format(code))


@get("/epreuve/{code:str}/gerer")
async def manage(code: FromPath[str], page: ThisPage) -> Response[str]:
    """Every centre with its word and its colour, and what to do about those that are late."""
    return await shown(page, code)


async def shown(page: Page, code: str, fault: str = "", **told: object) -> Response[str]:
    """The page, with what is wrong on top."""
    hub = hub_of(page)
    context = await page.services.get(Workshop).for_officials(_context, hub, code)
    extra: dict[str, object] = {"told_code": None, "imported": None, **told}
    return page.html(
        "centres/manage.html",
        code=code,
        fault=fault,
        hub=hub,
        address=public_address(page),
        words=WORDS,
        colours=COLOURS,
        advice=ADVICE,
        **context,
        **extra,
    )


def _context(hub: Hub, code: str) -> dict[str, object]:
    contest, unions = hub.get(code), hub.unions(code)
    lines = centre_lines(hub, code)
    return {
        "contest": contest,
        "lines": lines,
        "counts": _counts(lines),
        "progress": progress(unions),
        "digests": hub.digests(code),
        "decisions": tuple(hub.decisions(code).values()),
        "spots": spots(lines),
        "now": hub.now_ms(),
    }


def _counts(lines: tuple[CentreLine, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in lines:
        found[line.standing] = found.get(line.standing, 0) + 1
    return found


@get("/epreuve/{code:str}/centres.json")
async def as_json(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The same list for programs."""
    hub = hub_of(page)
    lines = await page.services.get(Workshop).for_officials(centre_lines, hub, code)
    return Response(lines, headers=NO_STORE)


async def _do(page: Page, code: str, work: Callable[[Hub], object], at: str = "") -> Response[Any]:
    """Do something and go back to the page, or show it again with what is wrong."""
    hub = hub_of(page)
    try:
        await page.services.get(Workshop).for_officials(work, hub)
    except FAULTS as error:
        return await refused(page, code, error)
    return page.redirect(HOME.format(code) + at)


async def refused(page: Page, code: str, error: Exception) -> Response[Any]:
    """The page again, with what is wrong."""
    again = await shown(page, code, page.reason(sentence(str(error))))
    again.status_code = 409
    return again


@post("/epreuve/{code:str}/centres", status_code=303)
async def add_centres(
    code: FromPath[str], data: URLEncodedBody[CentresForm], page: ThisPage
) -> Response[Any]:
    """Add centres, one a line; none if a line cannot be read."""

    def work(hub: Hub) -> None:
        for command in centres_of(data.text):
            hub.execute(code, command)

    return await _do(page, code, work, "#centres")


@post("/epreuve/{code:str}/parties", status_code=303, request_max_body_size=BODY)
async def add_game(
    code: FromPath[str], data: MultipartBody[GameForm], page: ThisPage
) -> Response[Any]:
    """Add a prepared game: a record, a club's table, or without a file one drawn here."""
    chosen = data.file if data.file is not None and data.file.filename else None
    content = await chosen.read() if chosen else None

    def work(hub: Hub) -> None:
        script = prepared(page, hub, code, content)
        hub.add_game(code, data.title, moment(data.opens), moment(data.closes), script)

    return await _do(page, code, work, "#parties")


@post("/epreuve/{code:str}/direct", status_code=303)
async def add_live(
    code: FromPath[str], data: URLEncodedBody[LiveForm], page: ThisPage
) -> Response[Any]:
    """Add a game of this hall that the centres follow live."""

    def work(hub: Hub) -> None:
        hub.add_live(code, data.title, moment(data.opens), moment(data.closes), data.game)

    return await _do(page, code, work, "#parties")


def prepared(page: Page, hub: Hub, code: str, content: bytes | None) -> Script:
    """The prepared game of a file under the terms of the event; without one the software draws."""
    opened = hub.get(code).opened
    lexicon = page.services.lexicon_named(opened.lexicon)
    terms = Terms(lexicon, opened.edition, opened.formula)
    if content is None:
        return drawn_script(secrets.token_hex(SECRET_BYTES), terms)
    return read_script(content.decode("utf-8-sig", errors="replace"), terms)


@get("/epreuve/{code:str}/centre/{centre:str}/convocation.json")
async def invitation(
    code: FromPath[str],
    centre: FromPath[str],
    page: ThisPage,
    address: Annotated[str, QueryParameter(name="adresse", max_length=200)] = "",
) -> Response[bytes]:
    """The signed file of one centre."""
    hub, where = hub_of(page), address.strip() or public_address(page)
    made = page.services.get(Workshop).for_officials
    content = await made(hub.invitation, code, centre, where)
    name = f'attachment; filename="convocation-{centre}.json"'
    headers = {**NO_STORE, "content-disposition": name}
    return Response(content, media_type="application/json", headers=headers)


@post("/epreuve/{code:str}/centre/{centre:str}/creneau", status_code=303)
async def set_slot(
    code: FromPath[str], centre: FromPath[str], data: URLEncodedBody[SlotForm], page: ThisPage
) -> Response[Any]:
    """Give a centre a slot of its own."""

    def work(hub: Hub) -> None:
        opens, closes = moment(data.opens), moment(data.closes)
        hub.execute(code, cmd.SetSlot(centre=centre, game=data.game, opens=opens, closes=closes))

    return await _do(page, code, work, "#centres")


@post("/epreuve/{code:str}/centre/{centre:str}/code", status_code=200)
async def tell_code(
    code: FromPath[str], centre: FromPath[str], data: URLEncodedBody[TurnForm], page: ThisPage
) -> Response[Any]:
    """The telephone code of one turn; that it was told is on record."""
    hub = hub_of(page)
    try:
        told = await asyncio.to_thread(
            hub.tell_code, code, centre, data.game, data.turn, "organisateur"
        )
    except FAULTS as error:
        return await refused(page, code, error)
    return await shown(page, code, told_code=(centre, data.game, data.turn, told))


@post("/epreuve/{code:str}/centre/{centre:str}/ordinateur", status_code=303)
async def choose(
    code: FromPath[str], centre: FromPath[str], data: URLEncodedBody[InstallForm], page: ThisPage
) -> Response[Any]:
    """Say which laptop counts, or that one goes on where another was lost."""

    def work(hub: Hub) -> None:
        counted = hub.get(code).centres[centre].counted
        if data.replaces and counted != data.install:
            command: cmd.Command = cmd.Refill(
                centre=centre, install=data.install, continues=counted
            )
        else:
            command = cmd.Choose(centre=centre, install=data.install, by="organisateur")
        hub.execute(code, command)

    return await _do(page, code, work, "#centres")


@post("/epreuve/{code:str}/embargo", status_code=303)
async def set_embargo(
    code: FromPath[str], data: URLEncodedBody[MomentForm], page: ThisPage
) -> Response[Any]:
    """Until when nothing is public."""
    return await _do(
        page, code, lambda hub: hub.execute(code, cmd.SetEmbargo(until=moment(data.until)))
    )


@post("/epreuve/{code:str}/import", status_code=200, request_max_body_size=BODY)
async def import_file(
    code: FromPath[str], data: MultipartBody[FileForm], page: ThisPage
) -> Response[Any]:
    """Take in the file of a centre without a link; the answer is a file to carry back."""
    hub_of(page)
    desk = page.services.get(HubDesk)
    try:
        content = await data.content()
        answers = await page.services.get(Workshop).for_officials(desk.reception.take_file, content)
    except FAULTS as error:
        return await refused(page, code, error)
    name = f'attachment; filename="reponse-{code}.raccord"'
    headers = {**NO_STORE, "content-disposition": name}
    return Response(packed(answers), media_type="application/octet-stream", headers=headers)


pages = [
    *(index, create, manage, as_json, add_centres, add_game, invitation, set_slot, tell_code),
    *(choose, set_embargo, import_file, add_live),
]
