"""The clock of a turn as the events tell it, and what a slip's arrival means for it.

An interruption stops the clock; nothing here reads the time.
"""

from raccord.duplicate import Phase, State
from raccord.duplicate.rules.clock import SECOND, SlipTiming


def deadline(state: State) -> int | None:
    """When the thinking time of the turn under way ends; None if that is not settled."""
    if state.phase is not Phase.RUNNING or state.interrupted is not None:
        return None
    if state.started is None or not state.formula.timed:
        return None
    return state.started + state.formula.pace(state.turn).seconds * SECOND + state.paused


def left_when_paused(state: State) -> int | None:
    """The milliseconds left on a clock stopped by an interruption."""
    if state.phase is not Phase.RUNNING or state.interrupted is None or state.started is None:
        return None
    whole = state.formula.pace(state.turn).seconds * SECOND
    return max(0, whole - (state.interrupted - state.started - state.paused))


def end_of(state: State, turn: int) -> int | None:
    """When the time of a turn was up, or will be; None if that is not settled."""
    if turn < state.turn:
        return state.turns[turn - 1].ended
    ends = [at for at in (state.ended, deadline(state)) if at is not None]
    return min(ends, default=None)


def slip_timing(state: State, received: int, grace: int) -> SlipTiming:
    """Whether a slip for the turn under way is early, in time, or late."""
    if state.started is None or received < state.started:
        return SlipTiming.EARLY
    end = end_of(state, state.turn)
    late = end is not None and received > end + grace
    return SlipTiming.LATE if late else SlipTiming.IN_TIME
