"""JSON API of the markers' line: what it would do, what it does, and what helps to write it."""

from litestar import post
from litestar.params import FromPath, JSONBody

from raccord.duplicate import Refusal
from raccord.duplicate import commands as cmd
from raccord.duplicate.slips.situation import marked_turn
from raccord.hall import Hall
from raccord.hall.games import Game
from raccord.hall.lines import LineRead, command_of
from raccord.hall.marks import ruling_given, tables_entered
from raccord.hall.views import ruling_view, slip_view
from raccord.regulation.marking import CellsError, Entry, cells_of_slip, format_entry
from raccord.web.doors import MARKERS, OFFICIALS, Visitor, check_assigned
from raccord.web.entrance import enter_as
from raccord.web.inject import ThisPage
from raccord.web.marker.forms import (
    DrawnForm,
    DrawnLine,
    LineForm,
    LineReply,
    WordForm,
    WordPlace,
)
from raccord.web.marker.photos_api import confirmed, kept_photo

TAG = ["Bulletins"]
MOST_PLACES = 50


@post("/games/{code:str}/marks/line", tags=TAG, status_code=200)
async def mark_line(code: FromPath[str], data: JSONBody[LineForm], page: ThisPage) -> LineReply:
    """Enter a line as markers type it."""
    hall, game, visitor = await enter_as(page, code, *MARKERS)
    if data.only_plain:
        found = await _read_line(hall, game, visitor, data)
        if not found.is_plain:
            return line_reply(found)
    command = command_of(
        game.state,
        data.line,
        turn=data.turn,
        draw=data.draw,
        tables=visitor.tables,
        reason=data.reason,
        picture=data.picture,
    )
    if data.picture:
        await kept_photo(hall, game, data.picture)
    change = await hall.execute(game.id, command, visitor.name)
    revision = hall.latest(game).revision
    if data.picture and isinstance(command, cmd.Mark):
        await confirmed(hall, hall.latest(game), data.picture, command.table)
    if isinstance(command, cmd.MarkMany):
        tables = command.tables or tables_entered(change, visitor.name)
        return LineReply(tables=tables, revision=revision)
    assert command.turn is not None
    ruling = ruling_view(ruling_given(change, command.turn, command.table))
    return LineReply(tables=(command.table,), ruling=ruling, revision=revision)


@post("/games/{code:str}/marks/line/preview", tags=TAG, status_code=200)
async def preview_line(code: FromPath[str], data: JSONBody[LineForm], page: ThisPage) -> LineReply:
    """What a line would do; nothing is written."""
    hall, game, visitor = await enter_as(page, code, *MARKERS)
    return line_reply(await _read_line(hall, game, visitor, data))


async def _read_line(hall: Hall, game: Game, visitor: Visitor, data: LineForm) -> LineRead:
    return await hall.lines.preview(
        game, data.line, turn=data.turn, draw=data.draw, tables=visitor.tables
    )


def line_reply(found: LineRead, revision: int | None = None) -> LineReply:
    """What a line does, as it is told."""
    slip = slip_view(found.slip) if found.slip else None
    return LineReply(
        tables=found.tables,
        slip=slip,
        ruling=ruling_view(found.ruling),
        cells=cells_of_slip(found.slip) if found.slip else (),
        revision=revision,
    )


@post("/games/{code:str}/marks/places", tags=TAG, status_code=200)
async def places_of_word(
    code: FromPath[str], data: JSONBody[WordForm], page: ThisPage
) -> list[WordPlace]:
    """Where a word can be played on a turn whose time is up, the best place first."""
    hall, game, _ = await enter_as(page, code, *OFFICIALS)
    turn = marked_turn(game.state, data.turn, data.draw)
    found = await hall.marks.playable(game, data.word, turn)
    return [WordPlace(str(option), option.points) for option in found[:MOST_PLACES]]


@post("/games/{code:str}/marks/drawn", tags=TAG, status_code=200)
async def line_of_drawn(
    code: FromPath[str], data: JSONBody[DrawnForm], page: ThisPage
) -> DrawnLine:
    """The line that says a slip filled in square by square; nothing is written."""
    _, _, visitor = await enter_as(page, code, *OFFICIALS)
    check_assigned(visitor, data.table)
    try:
        return DrawnLine(format_entry(Entry("slip", data.table, data.slip())))
    except CellsError as error:
        raise Refusal(str(error)) from error


api = [mark_line, preview_line, places_of_word, line_of_drawn]
