"""A game as it was: the state at any turn, from the events alone."""

from collections.abc import Sequence
from typing import Literal

from raccord.duplicate import events as ev
from raccord.duplicate.errors import Refusal
from raccord.duplicate.evolve import fold
from raccord.duplicate.state import State

Moment = Literal["drawn", "retained"]


def state_at(events: Sequence[ev.Event], turn: int, moment: Moment = "retained") -> State:
    """The state when a turn was drawn, or once its top was retained.

    A turn cancelled and played again is seen as it stood at last.
    """
    kind = ev.Drawn if moment == "drawn" else ev.Retained
    ends = [i for i, e in enumerate(events) if isinstance(e, kind) and e.turn == turn]
    if not ends:
        raise Refusal(f"le coup {turn} n'a pas été joué")
    return fold(events[: ends[-1] + 1])
