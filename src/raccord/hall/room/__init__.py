"""The open room: games that run by themselves on the hall's engine, without a referee."""

from raccord.hall.room.events import ROOM, RoomSettings, RoomState
from raccord.hall.room.ranking import RoomRank, since_evening, since_monday, tally
from raccord.hall.room.service import Room
from raccord.hall.room.views import RoomView

__all__ = [
    "ROOM",
    "Room",
    "RoomRank",
    "RoomSettings",
    "RoomState",
    "RoomView",
    "since_evening",
    "since_monday",
    "tally",
]
