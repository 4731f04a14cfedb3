"""Looking back on a game: every Jarnac that was there and that nobody called."""

from collections.abc import Sequence

import msgspec

from raccord.jarnac import events as ev
from raccord.jarnac.errors import NotARecordError
from raccord.jarnac.evolve import begin, evolve
from raccord.jarnac.foresight import worth_of_jarnac
from raccord.jarnac.mat import Mat, Play
from raccord.jarnac.settings import Seat, other
from raccord.jarnac.solver import plays
from raccord.jarnac.state import Phase, State
from raccord.lexicon import Lexicon


class MissedJarnac(msgspec.Struct, frozen=True, kw_only=True):
    """Jarnac manqué: what the pass at ``event`` left on a mat.

    When one was ``called`` after all, only those that were worth more count as missed.
    """

    event: int
    at: int
    seat: Seat
    mat: Mat
    plays: tuple[Play, ...]
    called: Play | None = None


def missed_jarnacs(events: Sequence[ev.Event], lexicon: Lexicon) -> tuple[MissedJarnac, ...]:
    """For each passing of the bag, the Jarnacs ``seat`` could have called, best first."""
    if not events or not isinstance(events[0], ev.Opened):
        raise NotARecordError("une partie de Jarnac commence par son ouverture")
    state, found = begin(events[0]), []
    for number, event in enumerate(events[1:], start=1):
        state = evolve(state, event)
        if isinstance(event, ev.BagPassed) and (missed := _missed(state, number, event, lexicon)):
            called = _called(events[number + 1 :], missed.seat)
            least = worth_of_jarnac(missed.mat, called) if called else 0
            left = tuple(p for p in missed.plays if worth_of_jarnac(missed.mat, p) > least)
            if left:
                found.append(msgspec.structs.replace(missed, plays=left, called=called))
    return tuple(found)


def _missed(
    state: State, number: int, event: ev.BagPassed, lexicon: Lexicon
) -> MissedJarnac | None:
    caller = other(event.seat)
    no_line = state.mat(caller).full and not state.side(caller).fallen
    if not state.jarnacs_left or no_line or state.phase not in (Phase.BAG, Phase.LAST):
        return None
    mat = state.mat(event.seat)
    there = tuple(plays(lexicon, mat, state.settings.formula))
    return MissedJarnac(event=number, at=event.at, seat=caller, mat=mat, plays=there)


def _called(following: Sequence[ev.Event], seat: Seat) -> Play | None:
    for event in following:
        if isinstance(event, ev.JarnacCalled) and event.seat == seat:
            return Play(event.word, event.line)
        # Any of these closes the moment in which a Jarnac may be said.
        if isinstance(event, ev.LettersDrawn | ev.LettersSwapped | ev.BagPassed | ev.GameEnded):
            return None
    return None
