"""JSON API of markers: slips entered, rulings, corrections, notes."""

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.slips.situation import (
    current_turn,
    draw_of,
    marked_turn,
    under_the_clock,
)
from raccord.hall import Hall
from raccord.hall.games import Game
from raccord.hall.marker_views import (
    MarkerView,
    MarkView,
    is_hidden,
    mark_view,
    marker_view,
)
from raccord.hall.marks import ruling_given, tables_entered
from raccord.hall.shapes import RulingView
from raccord.hall.views import ruling_view, slip_view
from raccord.regulation import Ruling
from raccord.web.doors import MARKERS, OFFICIALS, Visitor, check_assigned
from raccord.web.entrance import enter_as
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.marker.forms import (
    Entered,
    HistoryLine,
    MarkForm,
    NoteForm,
    PreviewForm,
    RulingReply,
    Turn,
)
from raccord.web.page import Page

TAG = ["Bulletins"]


@get("/games/{code:str}/marks", tags=TAG)
async def read_marks(
    code: FromPath[str], page: ThisPage, turn: Turn = None, second: FromQuery[bool] = False
) -> MarkerView:
    """The cells of a turn, for a marker's tables; ``second``: as a second marker may see them."""
    hall, game, visitor = await enter_as(page, code, *OFFICIALS)
    chosen = current_turn(game.state) if turn is None else turn
    if chosen > current_turn(game.state):
        raise WebError(404, f"Le coup {chosen} n'est pas tiré.")
    study = hall.studies.known(game)
    tops = study.tops if study else None
    blind = second or visitor.is_blind
    return marker_view(game, chosen, tops, visitor.tables, blind=blind)


@get("/games/{code:str}/marks/{table:int}", tags=TAG)
async def read_mark(
    code: FromPath[str], table: FromPath[int], page: ThisPage, turn: Turn = None
) -> MarkView:
    """The slip and the ruling of a table."""
    _, game, visitor = await enter_as(page, code, *OFFICIALS)
    chosen = checked_turn(game, visitor, table, turn)
    return mark_view(game.state, game.companion, chosen, table, blind=visitor.is_blind)


@get("/games/{code:str}/marks/{table:int}/history", tags=TAG)
async def read_history(
    code: FromPath[str], table: FromPath[int], page: ThisPage, turn: Turn = None
) -> list[HistoryLine]:
    """Every slip and ruling of a table on a turn, corrections included, once time is up."""
    hall, game, visitor = await enter_as(page, code, *OFFICIALS)
    chosen = checked_turn(game, visitor, table, turn)
    hidden = is_hidden(game.state, game.companion, chosen, table, blind=visitor.is_blind)
    if hidden or under_the_clock(game.state, chosen):
        return []
    return [_told(event) for event in await hall.marks.history(game.id, chosen, table)]


def checked_turn(game: Game, visitor: Visitor, table: int, turn: int | None) -> int:
    """The turn asked for, or the one at hand; the table must be entered, and the visitor's."""
    check_assigned(visitor, table)
    chosen = current_turn(game.state) if turn is None else turn
    if table not in game.state.entrants or not 1 <= chosen <= current_turn(game.state):
        raise WebError(404, "Cette table ou ce coup n'existe pas.")
    return chosen


def _told(event: ev.Event) -> HistoryLine:
    if isinstance(event, ev.SlipHandedIn):
        return HistoryLine(at=event.at, slip=slip_view(event.slip))
    assert isinstance(event, ev.Ruled)
    ruling = ruling_view(event.ruling)
    return HistoryLine(at=event.at, ruling=ruling, by=event.by, reason=event.reason)


@post("/games/{code:str}/marks/preview", tags=TAG, status_code=200)
async def preview(code: FromPath[str], data: JSONBody[PreviewForm], page: ThisPage) -> RulingView:
    """The ruling a slip would get; nothing is written."""
    hall, game, _ = await enter_as(page, code, *OFFICIALS)
    return ruling_view(await hall.marks.preview(game, data.slip.slip(), data.turn))


@post("/games/{code:str}/marks", tags=TAG, status_code=200)
async def mark(code: FromPath[str], data: JSONBody[MarkForm], page: ThisPage) -> RulingReply:
    """Enter a paper slip: it is kept and ruled on at once."""
    hall, game, visitor = await enter_as(page, code, *MARKERS)
    check_assigned(visitor, data.table)
    turn, slip = marked_turn(game.state, data.turn, data.draw), data.slip.slip()
    seen = data.draw or draw_of(game.state, turn)
    command = cmd.Mark(table=data.table, slip=slip, turn=turn, draw=seen, reason=data.reason)
    change = await hall.execute(game.id, command, visitor.name)
    return _written(hall, game, ruling_given(change, turn, data.table))


def _written(hall: Hall, game: Game, ruling: Ruling) -> RulingReply:
    told = msgspec.structs.asdict(ruling_view(ruling))
    return RulingReply(**told, revision=hall.latest(game).revision)


@post("/games/{code:str}/marks/top", tags=TAG, status_code=200)
async def mark_top(code: FromPath[str], data: JSONBody[cmd.MarkTop], page: ThisPage) -> Entered:
    """The top for these tables, or for all the rest."""
    return await _mark_many(page, code, data)


@post("/games/{code:str}/marks/missing", tags=TAG, status_code=200)
async def mark_missing(
    code: FromPath[str], data: JSONBody[cmd.MarkMissing], page: ThisPage
) -> Entered:
    """No slip from these tables, or from all the rest."""
    return await _mark_many(page, code, data)


async def _mark_many(page: Page, code: str, command: cmd.MarkMany) -> Entered:
    hall, game, visitor = await enter_as(page, code, *MARKERS)
    check_assigned(visitor, *command.tables)
    turn = marked_turn(game.state, command.turn, command.draw)
    seen = command.draw or draw_of(game.state, turn)
    # Settled now, whatever comes meanwhile: nothing is given to the turn after this one.
    asked = msgspec.structs.replace(command, among=visitor.tables, turn=turn, draw=seen)
    change = await hall.execute(game.id, asked, visitor.name)
    tables = tables_entered(change, visitor.name) if command.rest else command.tables
    return Entered(tables, hall.latest(game).revision)


@post("/games/{code:str}/rulings", tags=TAG, status_code=200)
async def correct(code: FromPath[str], data: JSONBody[cmd.Correct], page: ThisPage) -> RulingReply:
    """Correct any ruling, with its reason; both are kept."""
    hall, game, visitor = await enter_as(page, code, *MARKERS)
    check_assigned(visitor, data.table)
    change = await hall.execute(game.id, data, visitor.name)
    return _written(hall, game, ruling_given(change, data.turn, data.table))


@post("/games/{code:str}/notes", tags=TAG, status_code=204)
async def deliver_note(code: FromPath[str], data: JSONBody[NoteForm], page: ThisPage) -> None:
    """A correction note was handed to its player."""
    hall, game, visitor = await enter_as(page, code, *MARKERS)
    checked_turn(game, visitor, data.table, data.turn)
    at = page.services.now_ms()
    await hall.marks.deliver_note(game, data.turn, data.table, by=visitor.name, at=at)


api = [
    read_marks,
    read_mark,
    read_history,
    preview,
    mark,
    mark_top,
    mark_missing,
    correct,
    deliver_note,
]
