"""JSON API of explanations: every reading of a slip, and the one that stands."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

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
from raccord.web.marker.forms import LineForm, Turn
from raccord.web.workshop import heavy

TAG = ["Bulletins"]
Run = Callable[[Callable[[], WhyView]], Awaitable[WhyView]]


async def _explain(
    hall: Hall,
    game: Game,
    turn: int,
    slip: Slip,
    table: int = 0,
    run: Run = asyncio.to_thread,
) -> WhyView:
    """Explain a slip, or the decision that stands for a table; ``run`` does it, off the loop."""
    tops = (await hall.study(game)).tops if turn == game.state.turn else None
    situation = situation_of(game.state, turn, game.lexicon, tops)
    standing = game.state.mark(turn, table).ruling
    asked = game.state.formula.solutions

    def work() -> WhyView:
        rulings = hall.games.history(game.id, turn, table) if standing else []
        by = next((e.by for e in reversed(rulings) if isinstance(e, ev.Ruled)), "")
        return why(situation, slip, asked, standing, by)

    return await run(work)


@get("/games/{code:str}/own/{turn:int}/why", tags=TAG)
async def own_why(code: FromPath[str], turn: FromPath[int], page: ThisPage) -> WhyView:
    """Why the table's own slip was ruled as it was, once the top is announced."""
    hall, game, table = await as_player(page, code)
    if not 1 <= turn <= len(game.state.turns):
        raise WebError(404, f"Le coup {turn} n'est pas joué.")
    mark = game.state.mark(turn, table)
    if mark.ruling is None:
        raise WebError(404, "Le bulletin n'est pas encore corrigé.")
    # A whole log is read for it, as often as a phone asks: at its own cost.
    return await _explain(hall, game, turn, mark.slip or NO_SLIP, table, partial(heavy, page))


@get("/games/{code:str}/marks/{table:int}/why", tags=TAG)
async def mark_why(
    code: FromPath[str], table: FromPath[int], page: ThisPage, turn: Turn = None
) -> WhyView:
    """Why a slip was ruled as it was; for officials, once time is up."""
    hall, game, visitor = await enter_as(page, code, *OFFICIALS)
    chosen = checked_turn(game, visitor, table, turn)
    mark = game.state.mark(chosen, table)
    hidden = is_hidden(game.state, game.companion, chosen, table, blind=visitor.is_blind)
    if hidden or under_the_clock(game.state, chosen) or mark.ruling is None:
        raise WebError(404, "Le bulletin n'est pas encore corrigé.")
    return await _explain(hall, game, chosen, mark.slip or NO_SLIP, table)


@post("/games/{code:str}/marks/line/why", tags=TAG, status_code=200)
async def line_why(code: FromPath[str], data: JSONBody[LineForm], page: ThisPage) -> WhyView:
    """Every reading of a slip about to be entered; nothing is written."""
    hall, game, visitor = await enter_as(page, code, *OFFICIALS)
    # A second marker's « 12 + » would show him what the first has read.
    read = hall.lines.preview_second if visitor.is_blind else hall.lines.preview
    found = await read(game, data.line, turn=data.turn, draw=data.draw, tables=visitor.tables)
    return await _explain(hall, game, found.turn, found.slip or NO_SLIP)


api = [own_why, mark_why, line_why]
