"""Averages given, changed and taken back, as the rulings they rest on come."""

from functools import cache

from raccord.duplicate import events as ev
from raccord.duplicate.deciding.context import Context, Events
from raccord.duplicate.slips.averages import Notified, average_changes
from raccord.duplicate.slips.judging import AUTOMATIC

_REASON = "mot refusé rejoué : moyenne du coup"


def averages_since(context: Context, first: int, at: int, *, closing: bool = False) -> Events:
    """The averages of the turns played from one on; ``closing``: of the one under way too."""
    state = context.state
    if not any(map(context.beside.on_paper, state.entrants)):
        return ()
    found: Events = ()
    for turn in range(first, state.turn + closing):
        events = _averages(context, turn, at)
        found, context = found + events, context.after(events)
    return found


def _averages(context: Context, turn: int, at: int) -> Events:
    state, beside = context.state, context.beside

    notified = Notified(
        told=lambda earlier, table: beside.told_during(state, earlier, table),
        colleagues=lambda table: beside.colleagues(state, table),
    )
    return tuple(
        ev.Ruled(at=at, turn=turn, table=table, ruling=ruling, by=AUTOMATIC, reason=_REASON)
        for table, ruling in average_changes(state, turn, cache(context.situation), notified)
    )
