"""JSON API of second markers: the same slips read again, and both readings side by side."""

import asyncio
from dataclasses import replace

from litestar import get, post
from litestar.params import FromPath, JSONBody

from raccord.duplicate.slips.situation import current_turn
from raccord.hall.marker_views import DifferenceView, difference_view, difference_views
from raccord.web.doors import OFFICIALS, Role, check_assigned
from raccord.web.entrance import enter_as
from raccord.web.inject import ThisPage
from raccord.web.marker.api import TAG
from raccord.web.marker.forms import LineForm, LineReply, SecondForm, Turn
from raccord.web.marker.lines_api import line_reply


@post("/games/{code:str}/second", tags=TAG, status_code=200)
async def mark_again(
    code: FromPath[str], data: JSONBody[SecondForm], page: ThisPage
) -> DifferenceView:
    """The second marker's reading of a slip; another one after it needs a reason."""
    hall, game, visitor = await enter_as(page, code, Role.SECOND)
    check_assigned(visitor, data.table)
    await hall.marks.second(
        game,
        data.turn,
        data.table,
        data.slip.slip(),
        by=visitor.name,
        at=page.services.now_ms(),
        reason=data.reason,
    )
    read = replace(game, companion=hall.latest(game).companion)
    return difference_view(read, data.turn, data.table)


@get("/games/{code:str}/second", tags=TAG)
async def read_differences(
    code: FromPath[str], page: ThisPage, turn: Turn = None
) -> list[DifferenceView]:
    """What the second marker has read, beside the first markings."""
    _, game, visitor = await enter_as(page, code, *OFFICIALS)
    last = current_turn(game.state)
    turns = range(1, last + 1) if turn is None else [turn] if turn <= last else []

    def found() -> list[DifferenceView]:
        return [one for each in turns for one in difference_views(game, each, visitor.tables)]

    return await asyncio.to_thread(found)


@post("/games/{code:str}/second/line/preview", tags=TAG, status_code=200)
async def preview_second(
    code: FromPath[str], data: JSONBody[LineForm], page: ThisPage
) -> LineReply:
    """What a line of the second marker would do; nothing is written."""
    hall, game, visitor = await enter_as(page, code, Role.SECOND)
    found = await hall.lines.preview_second(
        game, data.line, turn=data.turn, draw=data.draw, tables=visitor.tables
    )
    return line_reply(found)


@post("/games/{code:str}/second/line", tags=TAG, status_code=200)
async def second_line(code: FromPath[str], data: JSONBody[LineForm], page: ThisPage) -> LineReply:
    """Enter a line of the second marker; the first entry is not touched."""
    hall, game, visitor = await enter_as(page, code, Role.SECOND)
    found = await hall.lines.preview_second(
        game, data.line, turn=data.turn, draw=data.draw, tables=visitor.tables
    )
    if data.only_plain and not found.is_plain:
        return line_reply(found)
    await hall.lines.enter_second(
        game, found, by=visitor.name, at=page.services.now_ms(), reason=data.reason
    )
    return line_reply(found, hall.latest(game).revision)


api = [mark_again, read_differences, preview_second, second_line]
