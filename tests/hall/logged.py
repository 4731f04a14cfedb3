"""What stands in the log of a game, event by event."""

from raccord.duplicate import Event
from raccord.hall import Hall
from raccord.hall.games import stream_of


async def logged(hall: Hall, code: str) -> list[Event]:
    stored = await hall.resources.store.load(stream_of(code))
    return [hall.games.repository.codec.decode(one) for one in stored]
