"""Jarnac: the tables, the game on one or two screens, its balance sheet, and the same as JSON."""

from typing import Annotated, Any

import msgspec
import segno
from litestar import Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody, URLEncodedBody
from litestar.response import Redirect, Stream

from raccord import jarnac as rules
from raccord import wordlists
from raccord.hall.errors import HallError
from raccord.hall.jarnac import TableView
from raccord.hall.jarnac.service import topic
from raccord.quoting import one_line
from raccord.web.addresses import is_local, public_address
from raccord.web.errors import ErrorReply, WebError
from raccord.web.inject import ThisPage
from raccord.web.jarnac import choices as ch
from raccord.web.jarnac.access import seats_at, seats_of, table_at, tables_of
from raccord.web.live import event_stream
from raccord.web.page import Page
from raccord.web.quiet import quiet_rack
from raccord.web.streams import Streams

MAX_GAMES_SHOWN = 6
MINUTES = (5, 10, 15, 20, 30)
TAGS = ["Jarnac"]
MISSING = {404: ResponseSpec(ErrorReply, description="No such table.")}
REFUSALS = MISSING | {
    403: ResponseSpec(ErrorReply, description="Not a seat of this session."),
    409: ResponseSpec(ErrorReply, description="Against the rules; the message says why."),
}
Key = Annotated[str, HeaderParameter(name="idempotency-key", max_length=180)]


async def _begin(page: Page, body: ch.BeginBody) -> str:
    if body.seed is not None and body.mode != "computer":
        raise WebError(400, "Seule une partie contre l'ordinateur peut être numérotée.")
    name = await tables_of(page).begin(
        body.mode,
        ch.settings_of(body),
        ch.names_of(body),
        lexicon=page.services.lexicon_named(body.lexicon).name,
        level=body.level if body.mode == "computer" else "",
        pace=body.pace,
        secret="" if body.seed is None else f"seed/{body.seed}",
    )
    page.session.grant(f"jarnac:{name}", "AB" if body.mode == "screen" else "A")
    return name


@get("/jarnac")
async def settings_page(page: ThisPage) -> Response[str]:
    """Choose and begin, join with a code, or go on with a game."""
    lexicon, games = page.services.lexicon, await _recent(page)
    return page.html_of(
        "jarnac/index.html",
        lambda: {
            "modes": ch.MODES,
            "levels": rules.LEVELS,
            "default_level": rules.DEFAULT_LEVEL,
            "formulas": ch.FORMULAS,
            "timings": ch.TIMINGS,
            "minutes": MINUTES,
            "letters": ch.LETTERS,
            "paces": ch.PACES,
            "lexicon": lexicon,
            "lexicons": wordlists.installed(),
            "doubtful": len(lexicon) - lexicon.known_count,
            "games": games,
            "is_local": is_local(page),
        },
    )


async def _recent(page: Page) -> list[TableView]:
    names = [s.removeprefix("jarnac:") for s in page.session.grants if s.startswith("jarnac:")]
    found = []
    for name in names[::-1][:MAX_GAMES_SHOWN]:
        try:
            found.append(await tables_of(page).look(name))
        except HallError:
            page.session.revoke(f"jarnac:{name}")
    return found


@post("/jarnac", status_code=303)
async def begin_from_form(data: URLEncodedBody[ch.BeginForm], page: ThisPage) -> Redirect:
    """Begin with the choices of the page."""
    return page.redirect(f"/jarnac/{await _begin(page, ch.body_of(data))}")


@get("/jarnac/rejoindre")
async def join_by_code(page: ThisPage, code: FromQuery[str] = "") -> Redirect:
    """Go to the table of a code."""
    wanted = "".join(c for c in code.upper() if c.isalnum() and c.isascii())[:12]
    await table_at(page, wanted or "-")
    return page.redirect(f"/jarnac/{wanted}")


@get("/jarnac/{name:str}")
async def table_page(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """The game; whoever comes with the code and finds a free seat is offered it."""
    tables = tables_of(page)
    state = await table_at(page, name)
    if state.is_over:
        return page.redirect(f"/jarnac/{name}/bilan")
    mine, shown = seats_at(page, name, state), await tables.look(name)
    if not state.is_full and not mine and not state.opened.competition:
        return page.html("jarnac/join.html", view=shown)
    address = f"{public_address(page)}jarnac/{name}"
    return page.html(
        "jarnac/table.html",
        view=shown,
        view_data=msgspec.to_builtins(shown),
        mine=mine,
        address=address,
        qr=None if state.is_full or state.opened.competition else _qr(address),
        is_local=is_local(page),
        formula=ch.FORMULAS[shown.formula][0],
        level=rules.level(shown.level).label if shown.level else "",
    )


def _qr(address: str) -> str:
    return segno.make(address, error="m").svg_data_uri(scale=6, border=2, dark="#23201b")


@post("/jarnac/{name:str}/place", status_code=303)
async def sit_from_form(
    name: FromPath[str], data: URLEncodedBody[ch.SitForm], page: ThisPage
) -> Redirect:
    """Take the free seat."""
    await _sit(page, name, data.name)
    return page.redirect(f"/jarnac/{name}")


async def _sit(page: Page, name: str, who: str) -> None:
    if seats_of(page, name):
        return
    if (await table_at(page, name)).opened.competition:
        raise WebError(403, "À une table de tournoi, on vient avec son code de joueur.")
    await tables_of(page).sit(name, one_line(who)[: ch.NAME_LENGTH] or "Joueur B")
    page.session.grant(f"jarnac:{name}", "B")


@get("/jarnac/{name:str}/live")
async def live(name: FromPath[str], page: ThisPage, request: Request[Any, Any, Any]) -> Stream:
    """Every change of the table; both mats lie open to all."""
    await tables_of(page).get(name)
    holder = page.services.get(Streams).stranger(page)
    return event_stream(page.services.hub, [topic(name)], request, holder)


@post("/jarnac", tags=TAGS)
async def begin_table(data: JSONBody[ch.BeginBody], page: ThisPage) -> TableView:
    """Open a table; the session that opens it sits at A (at both seats on one screen)."""
    return await tables_of(page).look(await _begin(page, data))


@get("/jarnac/{name:str}", tags=TAGS, responses=MISSING)
async def read_table(name: FromPath[str], page: ThisPage) -> TableView:
    """The table as it stands; a player of the previous game finds his seat again."""
    seats_at(page, name, await tables_of(page).get(name))
    return await tables_of(page).look(name)


@post("/jarnac/{name:str}/seat", tags=TAGS, status_code=200, responses=REFUSALS)
async def take_seat(name: FromPath[str], data: JSONBody[ch.SitBody], page: ThisPage) -> TableView:
    """Take the free seat of a table for two phones."""
    await _sit(page, name, data.name)
    return await tables_of(page).look(name)


@post("/jarnac/{name:str}/moves", tags=TAGS, status_code=200, responses=REFUSALS)
async def make_move(
    name: FromPath[str], data: JSONBody[rules.AnyCommand], page: ThisPage, key: Key = ""
) -> TableView:
    """Play: ``seat`` must be one's own, and with ``version`` the game must not have moved on.

    ``line`` null is a new line, or the loose letters alone. The same ``Idempotency-Key`` counts
    once. Refusals are 409, with the reason.
    """
    tables = tables_of(page)
    if data.seat not in seats_of(page, name):
        await tables.get(name)
        raise WebError(403, "Cette place n'est pas la vôtre.")
    if isinstance(data, rules.Stop | rules.Resume) and (await tables.get(name)).is_on_phones:
        raise WebError(403, "À deux téléphones, personne n'arrête la pendule de l'autre.")
    return await tables.do(name, data, f"{data.seat}:{key}" if key else None)


guards = [quiet_rack]
pages = [
    settings_page,
    begin_from_form,
    join_by_code,
    table_page,
    sit_from_form,
    live,
]
api = [begin_table, read_table, take_seat, make_move]
