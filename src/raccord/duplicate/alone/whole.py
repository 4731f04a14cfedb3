"""A game told whole, wish after wish, where it was played away from its host.

Nothing it claims is believed: the same ``decide`` hears every wish in turn.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from raccord.duplicate.alone.play import SAMPLES, decide
from raccord.duplicate.alone.state import SoloEvent, SoloState, evolve
from raccord.duplicate.alone.wishes import Begin, Next, Pass
from raccord.duplicate.state import Phase
from raccord.lexicon import Lexicon


def decide_whole(
    lexicon: Lexicon, samples: int = SAMPLES
) -> Callable[[SoloState | None, Sequence[Any]], Sequence[SoloEvent]]:
    """The decision function of wishes that come together."""
    decided = decide(lexicon, samples)

    def every(state: SoloState | None, wishes: Sequence[Any]) -> Sequence[SoloEvent]:
        events: list[SoloEvent] = []
        for wish in wishes:
            for event in decided(state, wish):
                events.append(event)
                state = evolve(state, event)
        return events

    return every


def passing(command: Begin, lexicon: Lexicon, samples: int = SAMPLES) -> Iterator[SoloState]:
    """A game whose player finds nothing, as it stands after each of his wishes, to its end."""
    decided = decide(lexicon, samples)
    state: SoloState | None = None
    wish: Any = command
    while state is None or not state.is_over:
        for event in decided(state, wish):
            state = evolve(state, event)
        assert state is not None
        yield state
        drawing = state.play.phase is Phase.DRAWING
        wish = Next(command.at) if drawing else Pass(state.play.turn, command.at)
