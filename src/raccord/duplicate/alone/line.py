"""A solo game and the events being added to it, one decision at a time."""

from typing import Any

from raccord.duplicate import commands as cmd
from raccord.duplicate.alone.state import SoloEvent, SoloState, evolve
from raccord.duplicate.decide import decide as decide_game
from raccord.duplicate.rules.ends import Frame
from raccord.lexicon import Lexicon


class Line:
    """A solo game and the events being added to it."""

    def __init__(self, state: SoloState, lexicon: Lexicon, samples: int) -> None:
        self.state = state
        self.lexicon = lexicon
        self.samples = samples
        self.events: list[SoloEvent] = []

    def do(self, command: cmd.Command) -> None:
        """Let the engine decide, and take note."""
        for event in decide_game(self.state.play, command, self.lexicon, self.samples):
            self.tell(event)

    def tell(self, event: Any) -> None:
        """Take note of a fact."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    @property
    def frame(self) -> Frame:
        """The frame of the engine's questions."""
        game = self.state.play
        return Frame(self.lexicon, game.edition, game.formula)
