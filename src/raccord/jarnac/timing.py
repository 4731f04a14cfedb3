"""What time alone brings about: fallen flags, spent moves, closed windows."""

from raccord.jarnac import events as ev
from raccord.jarnac.articles import Ref
from raccord.jarnac.contest import unnamed
from raccord.jarnac.drawing import release
from raccord.jarnac.facts import Facts
from raccord.jarnac.letters import Source
from raccord.jarnac.settings import other
from raccord.jarnac.state import HOLDING, Phase, State


def elapse(facts: Facts, at: int, source: Source) -> None:
    """Everything that falls due until ``at``, each at its own instant."""
    while (instant := due(facts.state)) is not None and instant <= at:
        # A deadline and a flag at one instant: the deadline first, it may hand the bag over.
        if instant == facts.state.deadline:
            _deadline(facts, instant, source)
        else:
            _flag(facts, instant)


def due(state: State) -> int | None:
    """The next instant at which something happens by itself, if play goes on as it is."""
    if state.stopped or state.phase in (Phase.OVER, Phase.RULING, Phase.TOSS):
        return None
    instants = [] if state.deadline is None else [state.deadline]
    if state.settings.timing.kind == "clock" and state.running:
        instants.append(state.now + state.side(state.running).remaining)
    return min(instants, default=None)


def _flag(facts: Facts, at: int) -> None:
    """ÉPUISEMENT DU TEMPS 1: the bag passes; two fallen flags end the game."""
    state = facts.state
    # The clock that ran, which is not the holder's when a press was forgotten.
    seat = state.running or state.turn
    facts.add(ev.FlagFell(at=at, article=Ref.CLOCK_2, seat=seat))
    if facts.state.side(other(seat)).fallen:
        facts.end("both-flags", at)
    elif seat == state.turn and state.phase in HOLDING:
        facts.add(ev.BagPassed(at=at, article=Ref.FLAG_1, seat=seat, forced="flag"))
        facts.end_if_stale(at)


def _deadline(facts: Facts, at: int, source: Source) -> None:
    state = facts.state
    if state.held:
        release(facts, at, source)
    elif state.said and state.side(state.turn).fallen:
        unnamed(facts, state.turn, at)
    elif state.phase == Phase.LAST:
        facts.end("line-8", at)
    elif state.side(state.turn).fallen:
        facts.add(ev.BagPassed(at=at, article=Ref.FLAG_2, seat=state.turn, forced="out"))
        facts.end_if_stale(at)
    elif state.phase == Phase.PLAY:
        facts.add(ev.BagPassed(at=at, article=Ref.TIME_1, seat=state.turn, forced="time"))
        facts.end_if_stale(at)
    else:  # the bag waits for a hand: the letters due are drawn for the player
        letters = source.draw(state.bag, state.due(state.turn), state.version)
        facts.add(ev.LettersDrawn(at=at, article=Ref.TIME_1, seat=state.turn, letters=letters))
