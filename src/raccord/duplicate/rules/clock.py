"""The clock of a turn, as the events of its game tell it.

There is one for the hall, the phones, playing alone and topping. Instants are whole milliseconds
and always come from the caller; nothing here reads a clock.

==================================  ==============================================
2017 3.3 · 2010, undated 2.3        ``deadline``, ``signals``
2017 4.1 · undated 3.1              ``slip_timing`` (the opening of 2010 3 is lost)
2023 3.1                            ``next_draw_from``
==================================  ==============================================

Readings: an interruption stops the clock, which goes on with the time that was left; the pause
before a draw runs from the moment the top is validated, for nobody tells when the referee has done
speaking.
"""

from enum import StrEnum

from raccord.duplicate.rules.formula import Formula, Pace
from raccord.duplicate.state import Phase, State
from raccord.regulation import article

SECOND = 1000


class Signal(StrEnum):
    """Signal: what the referee calls out."""

    START = "start"
    LAST = "last"
    END = "end"


class SlipTiming(StrEnum):
    """When a slip came: before the clock started, in time, or after the end."""

    EARLY = "early"
    IN_TIME = "in-time"
    LATE = "late"


def thinking_time(formula: Formula, turn: int) -> int:
    """The milliseconds to think on a turn."""
    return formula.pace(turn).seconds * SECOND


@article("3.3", edition="2023")
@article("3.3", edition="2017")
@article("2.3", edition="2010")
@article("2.3", edition="undated")
def deadline(state: State) -> int | None:
    """When the time of the turn under way, the same for all, ends; None if that is not settled."""
    if state.phase is not Phase.RUNNING or state.interrupted is not None:
        return None
    if state.started is None or not state.formula.timed:
        return None
    return state.started + thinking_time(state.formula, state.turn) + state.paused


def left_when_paused(state: State) -> int | None:
    """The milliseconds left on a clock stopped by an interruption."""
    if state.phase is not Phase.RUNNING or state.interrupted is None or state.started is None:
        return None
    whole = thinking_time(state.formula, state.turn)
    return max(0, whole - (state.interrupted - state.started - state.paused))


def left_at_end(state: State) -> int:
    """The milliseconds that were left when the end of the time was called; 0 if it all ran."""
    if state.started is None or state.ended is None or not state.formula.timed:
        return 0
    whole = thinking_time(state.formula, state.turn)
    return max(0, whole - (state.ended - state.started - state.paused))


@article("3.3", edition="2023")
@article("3.3", edition="2017")
@article("2.3", edition="2010")
@article("2.3", edition="undated")
def signals(pace: Pace) -> tuple[tuple[Signal, int], ...]:
    """The signals of a turn, each with the seconds then left: start, last seconds, end."""
    calls = [(Signal.START, pace.seconds), (Signal.LAST, pace.last), (Signal.END, 0)]
    if not 0 < pace.last < pace.seconds:
        del calls[1]
    return tuple(calls)


@article("3.1", edition="2023")
def next_draw_from(state: State) -> int | None:
    """When the next letters may be announced; None where nothing makes the referee wait."""
    pause = state.edition.pause
    fresh = state.phase is Phase.DRAWING and not state.rejected and not state.discarded
    if pause is None or not fresh or not state.turns:
        return None
    return state.turns[-1].retained_at + pause.value * SECOND


def end_of(state: State) -> int | None:
    """When the time of the turn under way was up, or will be; None if that is not settled."""
    ends = [at for at in (state.ended, deadline(state)) if at is not None]
    return min(ends, default=None)


@article("4.1", edition="2023")
@article("4.1", edition="2017")
@article("3.1", edition="undated")
def slip_timing(state: State, received: int, grace: int) -> SlipTiming:
    """Nothing is written once time is up; ``grace`` (ms) may cover the road to the server."""
    if state.started is None or received < state.started:
        return SlipTiming.EARLY
    end = end_of(state)
    late = end is not None and received > end + grace
    return SlipTiming.LATE if late else SlipTiming.IN_TIME
