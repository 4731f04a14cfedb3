"""The facts of one decision as it makes them."""

from raccord.jarnac import events as ev
from raccord.jarnac.evolve import evolve
from raccord.jarnac.outcome import end, stale
from raccord.jarnac.state import Phase, State


class Facts:
    """The facts of one decision as they accumulate, with the state they lead to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    def add(self, event: ev.Event) -> None:
        """One more fact."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def end(self, cause: ev.Cause, at: int) -> None:
        """The game is over."""
        self.add(end(self.state, cause, at))

    def end_if_stale(self, at: int) -> None:
        """The game is over if it goes nowhere; a last Jarnac is still waited for."""
        cause = stale(self.state)
        if cause and self.state.phase == Phase.BAG:
            self.end(cause, at)
