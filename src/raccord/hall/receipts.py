"""The receipt of a slip: what its player may know of it."""

import msgspec

from raccord.duplicate import events as ev
from raccord.hall.games import GameChange
from raccord.hall.shapes import SlipView
from raccord.hall.views import slip_view


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """Reçu: the slip is on disk. ``at`` is when the server received it."""

    turn: int
    at: int
    late: bool
    slip: SlipView
    repeated: bool = False


def receipt(change: GameChange) -> Receipt:
    """The receipt of a slip that was sent, now or before."""
    handed = change.events[0]
    assert isinstance(handed, ev.SlipHandedIn)
    return Receipt(
        turn=handed.turn,
        at=handed.at,
        late=len(change.events) > 1,
        slip=slip_view(handed.slip),
        repeated=change.repeated,
    )
