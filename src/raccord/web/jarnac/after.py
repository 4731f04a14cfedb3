"""After the game: balance sheet, record and sheet to take away, and the list of finished games."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, FromQuery, MultipartBody

from raccord import jarnac as rules
from raccord.hall.jarnac import TableState
from raccord.hall.jarnac.advice import Advice, advice, strongest
from raccord.hall.jarnac.finished import newest, reopened
from raccord.hall.jarnac.review import Review, review
from raccord.hall.jarnac.sheet import game_sheet
from raccord.jarnac import Seat
from raccord.lexicon import Lexicon
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.jarnac.access import seats_of, tables_of
from raccord.web.jarnac.pages import REFUSALS, TAGS
from raccord.web.page import Page
from raccord.web.press import Press, as_file
from raccord.web.quiet import quiet_rack
from raccord.web.workshop import heavy

LISTED = 40
MOST_FACTS = 3_000
"""Facts of a record that is opened again: ten times those of a long game."""


class ReopenForm(msgspec.Struct, frozen=True):
    """A downloaded game, and who played it: its record names nobody."""

    record: UploadFile
    first: str = ""
    second: str = ""


async def _finished(page: Page, name: str, otherwise: str) -> TableState:
    state = await tables_of(page).get(name)
    if not state.is_over:
        raise WebError(409, otherwise, code="refused")
    return state


@get("/jarnac/{name:str}/bilan")
async def balance_page(
    name: FromPath[str], page: ThisPage, fait: FromQuery[int] = -1
) -> Response[Any]:
    """The result, what was left, the game step by step, the Jarnacs that nobody called."""
    tables = tables_of(page)
    state = await tables.get(name)
    if not state.is_over:
        return page.redirect(f"/jarnac/{name}")
    found = await heavy(page, review, name, state, tables.lexicon(state))
    view = msgspec.to_builtins(await tables.look(name))
    return _balance(page, found, state, fait, mine=seats_of(page, name), view=view)


def _balance(
    page: Page,
    found: Review,
    state: TableState,
    at: int = -1,
    *,
    mine: tuple[Seat, ...] = (),
    view: dict[str, Any] | None = None,
) -> Response[Any]:
    last = len(found.steps) - 1
    return page.html(
        "jarnac/balance.html",
        review=found,
        steps_data=msgspec.to_builtins(found.steps),
        sides=[state.play.side("A"), state.play.side("B")],
        points=[state.play.points("A"), state.play.points("B")],
        state=state,
        view_data=view,
        curve=msgspec.to_builtins(found.curves),
        at=at if 0 <= at <= last else last,
        last=last,
        mine=mine,
        level=strongest().label,
    )


@get("/jarnac/{name:str}/partie.json")
async def download(name: FromPath[str], page: ThisPage) -> Response[bytes]:
    """The record of the game, to take away."""
    state = await _finished(page, name, "La partie se télécharge une fois terminée.")
    headers = {"content-disposition": f'attachment; filename="raccord-jarnac-{name}.json"'}
    return Response(rules.dumps(state.facts), media_type="application/json", headers=headers)


@get("/jarnac/{name:str}/feuille.pdf")
async def sheet(name: FromPath[str], page: ThisPage) -> Response[bytes]:
    """The sheet of the game, to print."""
    state = await _finished(page, name, "La feuille vient une fois la partie terminée.")
    press = page.services.get(Press)
    content = await press.file(
        ("jarnac", name, state.play.version), "pdf", lambda: game_sheet(state), page
    )
    return as_file(content, "pdf", f"raccord-jarnac-{name}")


@get("/jarnac/parties")
async def finished_page(page: ThisPage) -> Response[str]:
    """The finished games between people, newest first; and a downloaded one opened again."""
    found = await newest(tables_of(page), LISTED)
    return page.html("jarnac/finished.html", games=found)


@post("/jarnac/parties", status_code=200)
async def reopen(data: MultipartBody[ReopenForm], page: ThisPage) -> Response[Any]:
    """Read a downloaded game again; nothing of it is kept."""
    text = await data.record.read()
    names = (data.first.strip()[:24] or "Joueur A", data.second.strip()[:24] or "Joueur B")
    found, state = await heavy(page, _reopened, page.services.lexicon, text, names)
    return _balance(page, found, state)


def _reopened(lexicon: Lexicon, text: bytes, names: tuple[str, str]) -> tuple[Review, TableState]:
    facts = rules.loads(text)
    if len(facts) > MOST_FACTS or not isinstance(facts[-1], rules.GameEnded):
        message = "Cette partie n'est pas terminée, ou compte trop de faits."
        raise WebError(400, message, code="invalid")
    state = reopened(facts, names)
    return review("", state, lexicon), state


@get("/jarnac/{name:str}/review", tags=TAGS, responses=REFUSALS)
async def read_review(name: FromPath[str], page: ThisPage) -> Review:
    """A finished game step by step, what was left, and every Jarnac that nobody called."""
    state = await _finished(page, name, "Le bilan vient une fois la partie terminée.")
    return await heavy(page, review, name, state, tables_of(page).lexicon(state))


@get("/jarnac/{name:str}/advice/{seat:str}", tags=TAGS, responses=REFUSALS)
async def read_advice(
    name: FromPath[str], seat: FromPath[str], page: ThisPage
) -> tuple[Advice, ...]:
    """Where the strongest level would have played otherwise in one seat of a finished game."""
    if seat not in rules.SEATS:
        raise WebError(404)
    state = await _finished(page, name, "Le bilan vient une fois la partie terminée.")
    chosen: Seat = "A" if seat == "A" else "B"
    return await heavy(page, advice, state, tables_of(page).lexicon(state), chosen)


guards = [quiet_rack]
pages = [balance_page, download, sheet, finished_page, reopen]
api = [read_review, read_advice]
