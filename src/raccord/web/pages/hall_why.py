"""JSON API of explanations and of the second marker's lines."""

import asyncio

from litestar import get, post
from litestar.params import FromPath, JSONBody

from raccord.duplicate import Phase
from raccord.duplicate import events as ev
from raccord.regulation import Slip
from raccord.web.errors import WebError
from raccord.web.hall import Hall
from raccord.web.hall.doors import OFFICIALS, Visitor
from raccord.web.hall.forms import LineForm, LineReply, Turn
from raccord.web.hall.games import Game
from raccord.web.hall.rulings import NO_SLIP, current_turn, situation_of
from raccord.web.hall.why import WhyView, why
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.pages.hall_marks import line_reply
from raccord.web.pages.hall_slips import as_player

TAG = ["Bulletins"]


async def _as_official(page: Page, code: str) -> tuple[Hall, Game, Visitor]:
    hall = page.services.get(Hall)
    game, visitor = await hall.enter(page, code)
    visitor.need(*OFFICIALS)
    return hall, game, visitor


async def _explain(hall: Hall, game: Game, turn: int, slip: Slip, table: int = 0) -> WhyView:
    """Explain a slip, or the decision that stands for a table."""
    tops = (await hall.study(game)).tops if turn == game.state.turn else None
    situation = situation_of(game.state, turn, game.lexicon, tops)
    standing = game.state.mark(turn, table).ruling
    rulings = await hall.marks.history(game.code, turn, table) if standing else []
    by = next((e.by for e in reversed(rulings) if isinstance(e, ev.Ruled)), "")
    asked = game.state.formula.solutions
    return await asyncio.to_thread(why, situation, slip, asked, standing, by)


@get("/games/{code:str}/own/{turn:int}/why", tags=TAG)
async def own_why(code: FromPath[str], turn: FromPath[int], page: ThisPage) -> WhyView:
    """Why the table's own slip was ruled as it was, once the top is announced."""
    hall, game, table = await as_player(page, code)
    if not 1 <= turn <= len(game.state.turns):
        raise WebError(404, f"Le coup {turn} n'est pas joué.")
    mark = game.state.mark(turn, table)
    if mark.ruling is None:
        raise WebError(404, "Le bulletin n'est pas encore corrigé.")
    return await _explain(hall, game, turn, mark.slip or NO_SLIP, table)


@get("/games/{code:str}/marks/{table:int}/why", tags=TAG)
async def mark_why(
    code: FromPath[str], table: FromPath[int], page: ThisPage, turn: Turn = None
) -> WhyView:
    """Why a slip was ruled as it was; for officials, once time is up."""
    hall, game, _ = await _as_official(page, code)
    chosen = current_turn(game.state) if turn is None else turn
    if table not in game.state.entrants or not 1 <= chosen <= current_turn(game.state):
        raise WebError(404, "Cette table ou ce coup n'existe pas.")
    mark = game.state.mark(chosen, table)
    hidden = chosen == game.state.turn and game.state.phase is not Phase.TIME_UP
    if hidden or mark.ruling is None:
        raise WebError(404, "Le bulletin n'est pas encore corrigé.")
    return await _explain(hall, game, chosen, mark.slip or NO_SLIP, table)


@post("/games/{code:str}/marks/line/why", tags=TAG, status_code=200)
async def line_why(code: FromPath[str], data: JSONBody[LineForm], page: ThisPage) -> WhyView:
    """Every reading of a slip about to be entered; nothing is written."""
    hall, game, visitor = await _as_official(page, code)
    found = await hall.lines.preview(game.code, data.line, turn=data.turn, tables=visitor.tables)
    return await _explain(hall, game, found.turn, found.slip or NO_SLIP)


@post("/games/{code:str}/second/line/preview", tags=TAG, status_code=200)
async def preview_second(
    code: FromPath[str], data: JSONBody[LineForm], page: ThisPage
) -> LineReply:
    """What a line of the second marker would do; nothing is written."""
    hall, game, visitor = await _as_official(page, code)
    found = await hall.lines.preview_second(
        game.code, data.line, turn=data.turn, tables=visitor.tables
    )
    return line_reply(found)


@post("/games/{code:str}/second/line", tags=TAG, status_code=200)
async def second_line(code: FromPath[str], data: JSONBody[LineForm], page: ThisPage) -> LineReply:
    """Enter a line of the second marker; the first entry is not touched."""
    hall, game, visitor = await _as_official(page, code)
    found = await hall.lines.preview_second(
        game.code, data.line, turn=data.turn, tables=visitor.tables
    )
    at = page.services.now_ms()
    await hall.lines.enter_second(game.code, found, by=visitor.name, at=at)
    return line_reply(found)


api = [own_why, mark_why, line_why, preview_second, second_line]
