"""Live streams of a game: each begins with the state as it is, then tells what changes."""

from litestar import get
from litestar.params import FromPath
from litestar.response import Stream

from raccord.duplicate.slips.situation import current_turn
from raccord.hall import Hall
from raccord.hall.broadcast import marking_topic, topic
from raccord.hall.marker_views import marker_view
from raccord.web.doors import DESK, MARKERS, OFFICIALS
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.live import state_stream
from raccord.web.streams import Streams

AUDIENCES = ("public", "player", "marker", "second", "referee")

MARKING = {"marker": MARKERS, "second": OFFICIALS}


@get("/live/{code:str}/{audience:str}")
async def live(code: FromPath[str], audience: FromPath[str], page: ThisPage) -> Stream:
    """What this audience may hear: everybody ``public``, a table ``player``, officials theirs."""
    hall = page.services.get(Hall)
    game, visitor = await entrance(page).enter(page, code)
    if audience not in AUDIENCES:
        raise WebError(404, expected=", ".join(AUDIENCES))
    hub = page.services.hub
    topics = [topic(game.id, "public")]
    if audience == "player":
        topics.append(topic(game.id, f"table:{visitor.need_seat()}"))
    elif audience in MARKING:
        visitor.need(*MARKING[audience])
        topics.append(marking_topic(game.id, audience, visitor.tables))
    elif audience == "referee":
        visitor.need(*DESK)
        topics = [topic(game.id, "referee")]
    holder = page.services.get(Streams).holder(page, game.id, visitor)
    # Listening begins at the very moment the state is read: nothing falls between, and nothing
    # older than it is heard.
    subscription = hub.listen(topics, may_hear=lambda: visitor.stands(hall.latest(game).companion))
    game = hall.latest(game)
    if audience == "referee":
        return state_stream(hub, subscription, [("desk", await hall.referee(game))], holder)
    first: list[tuple[str, object]] = [("state", await hall.public(game))]
    if audience == "player" and visitor.table is not None and visitor.table in game.state.entrants:
        first.append(("own", await hall.own(game, visitor.table)))
    if audience in MARKING:
        study = hall.studies.known(game)
        turn = current_turn(game.state)
        tops = study.tops if study else None
        view = marker_view(game, turn, tops, visitor.tables, blind=audience == "second")
        first.append(("marking", view))
    return state_stream(hub, subscription, first, holder)


pages = [live]
