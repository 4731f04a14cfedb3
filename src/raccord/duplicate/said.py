"""What the head referee says at each moment of a game: read aloud, shown as subtitles, printed.

The draw stays to be repeated while players think; a top that ends the game is told in full, then
the end, then the solos (2017 3.4, 3.5 · 2010, undated 2.4, 2.6.4).
"""

import msgspec

from raccord.board import score
from raccord.duplicate import announce as say
from raccord.duplicate import events as ev
from raccord.duplicate.rules.clock import Signal, signals
from raccord.duplicate.slips.publication import is_settled
from raccord.duplicate.slips.ranking import solo_lines
from raccord.duplicate.state import Phase, State

NOTHING = say.Announcement(())


class Call(msgspec.Struct, frozen=True):
    """Signal annoncé: with how many seconds left, and the words of the edition."""

    signal: Signal
    left: int
    text: str


def announcement(state: State) -> say.Announcement:
    """What is being said: the kind of game, the draw on the table, the top just placed, the end."""
    if state.end:
        return _closing(state)
    if state.phase is Phase.TIME_UP:
        return say.announce_signal(Signal.END, state.formula.pace(state.turn), state.edition)
    if state.rack or state.rejected:
        return _draw(state)
    if state.cancelled:
        return _cancelled(state.cancelled)
    if state.turns:
        return _top(state)
    if say.is_format_told(state.edition, state.formula):
        return say.announce_format(state.formula.label, state.formula.pace(1))
    return NOTHING


def calls(state: State) -> tuple[Call, ...]:
    """The signals of the turn, each in the edition's words; none where time is not counted."""
    if not state.formula.timed:
        return ()
    pace, edition = state.formula.pace(state.turn), state.edition
    return tuple(
        Call(signal, left, say.announce_signal(signal, pace, edition).text)
        for signal, left in signals(pace)
    )


def _draw(state: State) -> say.Announcement:
    rejected = len(state.rejected[-1]) if state.rejected else 0
    if not state.rack:
        return say.announce_draw("", rejected=rejected)
    return say.announce_draw(
        state.rack[len(state.leave) :],
        state.leave,
        rejected=rejected,
        letters_only=state.formula.is_blitz and state.edition.blitz_letters.value,
        joker=state.edition.joker_called.value,
    )


def _top(state: State) -> say.Announcement:
    last = state.turns[-1]
    return say.announce_top(last.move, score(last.before.board, last.move, state.formula.rules))


def _cancelled(event: ev.TurnCancelled) -> say.Announcement:
    return say.announce_cancelled(event.turn, event.reason)


def _closing(state: State) -> say.Announcement:
    """The top if nobody has heard it yet, the end, and the solos if results stand."""
    end = state.end
    assert end is not None
    told = say.announce_end(end.note or end.reason.french)
    if state.cancelled:
        told = _cancelled(state.cancelled) + told
    elif state.turns and state.turns[-1].retained_at == end.at:
        told = _top(state) + told
    # A slip not yet ruled on may equal what looks like a solo: they wait for it.
    compared = len(state.entrants) >= state.edition.solo_recorded.value and is_settled(state)
    return told + say.announce_solos(solo_lines(state)) if compared and not end.void else told
