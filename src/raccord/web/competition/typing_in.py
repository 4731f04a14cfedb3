"""Totals typed in: a game played elsewhere or on paper, a field for each entry; put right too."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter, URLEncodedBody

from raccord.quoting import sentence
from raccord.tournament import Refusal, commands, playing
from raccord.web.competition.access import need_organiser
from raccord.web.competition.forms import TotalsForm
from raccord.web.competition.manage import HOME, refused
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.public.api import RECORD_BODY

Game = Annotated[int | None, QueryParameter(name="partie", ge=1, le=9999)]


class Typed(msgspec.Struct, frozen=True, kw_only=True):
    """An entry and the total that stands or was typed for it."""

    number: int
    name: str
    total: str = ""


@get("/competition/{code:str}/saisie")
async def ask(code: FromPath[str], page: ThisPage, game: Game = None) -> Response[str]:
    """The fields, filled in where a typed game is put right."""
    return await _shown(page, code, game)


async def _shown(
    page: Page, code: str, game: int | None, data: TotalsForm | None = None, fault: str = ""
) -> Response[str]:
    found = await need_organiser(page).get(code)
    state = found.whole
    known = state.game(game) if game else None
    if game and (known is None or known.tally is None):
        raise WebError(404, "Cette partie n'a pas de totaux saisis.")
    tally = known.tally if known else None
    totals = {line.number: str(line.total) for line in tally.lines} if tally else {}
    totals |= {
        n: "dispensé" for n, why in (known.missed if known else {}).items() if why == "referee"
    }
    if data is not None:
        totals = data.typed
    numbers = sorted({*playing(state), *totals} & state.entries.keys())
    return page.html(
        "competition/typing.html",
        event=found,
        state=state,
        game=known,
        lines=[
            Typed(number=n, name=state.entries[n].name, total=totals.get(n, "")) for n in numbers
        ],
        title=data.title if data else (known.title if known else ""),
        top=data.top if data else (tally.top if tally else ""),
        fault=fault,
    )


@post("/competition/{code:str}/saisie", status_code=303, request_max_body_size=RECORD_BODY)
async def keep(
    code: FromPath[str], data: URLEncodedBody[TotalsForm], page: ThisPage, game: Game = None
) -> Response[Any]:
    """Keep the totals, of a new game or of one typed before."""
    events = need_organiser(page)
    try:
        command, refereed = data.command(game)
        state = (await events.execute(code, command)).state
        number = game or state.games[-1].number
        for who in refereed:
            await events.execute(code, commands.Miss(game=number, number=who, why="referee"))
    except Refusal as refusal:
        told = page.reason(sentence(str(refusal)))
        return refused(await _shown(page, code, game, data, told), 409)
    return page.redirect(HOME.format(code) + "#parties")


pages = [ask, keep]
