"""JSON API of explanations and of the second marker's lines."""

import asyncio

from litestar import get, post
from litestar.params import FromPath, JSONBody

from raccord.duplicate import events as ev
from raccord.duplicate.slips.judging import NO_SLIP
from raccord.duplicate.slips.situation import situation_of, under_the_clock
from raccord.hall import Hall
from raccord.hall.games import Game
from raccord.hall.marker_views import is_hidden
from raccord.hall.why import WhyView, why
from raccord.regulation import Slip
from raccord.web.doors import OFFICIALS
from raccord.web.entrance import as_player, enter_as
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.marker.api import checked_turn
from raccord.web.marker.forms import LineForm, LineReply, Turn
from raccord.web.marker.lines_api import line_reply

TAG = ["Bulletins"]


async def _explain(hall: Hall, game: Game, turn: int, slip: Slip, table: int = 0) -> WhyView:
    """Explain a slip, or the decision that stands for a table."""
    tops = (await hall.study(game)).tops if turn == game.state.turn else None
    situation = situation_of(game.state, turn, game.lexicon, tops)
    standing = game.state.mark(turn, table).ruling
    rulings = await hall.marks.history(game.id, turn, table) if standing else []
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
    hall, game, visitor = await enter_as(page, code, *OFFICIALS)
    chosen = checked_turn(game, table, turn)
    mark = game.state.mark(chosen, table)
    hidden = is_hidden(game.companion, chosen, table, blind=visitor.is_blind)
    if hidden or under_the_clock(game.state, chosen) or mark.ruling is None:
        raise WebError(404, "Le bulletin n'est pas encore corrigé.")
    return await _explain(hall, game, chosen, mark.slip or NO_SLIP, table)


@post("/games/{code:str}/marks/line/why", tags=TAG, status_code=200)
async def line_why(code: FromPath[str], data: JSONBody[LineForm], page: ThisPage) -> WhyView:
    """Every reading of a slip about to be entered; nothing is written."""
    hall, game, visitor = await enter_as(page, code, *OFFICIALS)
    found = await hall.lines.preview(
        game, data.line, turn=data.turn, draw=data.draw, tables=visitor.tables
    )
    return await _explain(hall, game, found.turn, found.slip or NO_SLIP)


@post("/games/{code:str}/second/line/preview", tags=TAG, status_code=200)
async def preview_second(
    code: FromPath[str], data: JSONBody[LineForm], page: ThisPage
) -> LineReply:
    """What a line of the second marker would do; nothing is written."""
    hall, game, visitor = await enter_as(page, code, *OFFICIALS)
    found = await hall.lines.preview_second(
        game, data.line, turn=data.turn, draw=data.draw, tables=visitor.tables
    )
    return line_reply(found)


@post("/games/{code:str}/second/line", tags=TAG, status_code=200)
async def second_line(code: FromPath[str], data: JSONBody[LineForm], page: ThisPage) -> LineReply:
    """Enter a line of the second marker; the first entry is not touched."""
    hall, game, visitor = await enter_as(page, code, *OFFICIALS)
    found = await hall.lines.preview_second(
        game, data.line, turn=data.turn, draw=data.draw, tables=visitor.tables
    )
    if data.only_plain and not found.is_plain:
        return line_reply(found)
    at = page.services.now_ms()
    await hall.lines.enter_second(game, found, by=visitor.name, at=at)
    return line_reply(found, hall.latest(game).revision)


api = [own_why, mark_why, line_why, preview_second, second_line]
