"""What anybody sees of the open room, and what the phones of one of its games do."""

import msgspec

from raccord.hall.room.ranking import RoomRank


class RoomView(msgspec.Struct, frozen=True, kw_only=True):
    """Salon: the game at hand, the next one, and the rankings; anybody may see it."""

    open: bool
    formula: str
    every: int
    seconds: int
    game: str = ""
    begun: bool = False
    turn: int = 0
    starts: int = 0
    """When the game at hand begins, or the next one would."""
    players: tuple[str, ...] = ()
    commitment: str = ""
    evening: tuple[RoomRank, ...] = ()
    week: tuple[RoomRank, ...] = ()


class OfTheRoom(msgspec.Struct, frozen=True):
    """Partie du salon: when it begins; 0 once that is past and gone."""

    starts: int = 0
