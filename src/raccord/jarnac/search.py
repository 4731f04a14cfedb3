"""The strongest player: what the core finds best by trying each choice out in many games.

Both mats lie open and the bag is what is on neither, so it knows all that there is to know.
"""

import random
from typing import Literal

import msgspec

from raccord import _core
from raccord.jarnac.levels import NEAR
from raccord.jarnac.mat import Play, impossible
from raccord.jarnac.settings import Seat, other
from raccord.jarnac.solver import words_of
from raccord.jarnac.state import State
from raccord.lexicon import Lexicon

Moment = Literal["play", "draw", "jarnac", "last"]


class Search(msgspec.Struct, frozen=True):
    """Recherche: how many games are tried out for a choice, how far, and what ends it early."""

    state: State
    seat: Seat
    lexicon: Lexicon
    trials: int
    turns: int = NEAR
    halt: _core.Halt | None = None

    def play(self, stream: random.Random) -> Play | None:
        """The word to lay; None: pass."""
        return self._word("play", self.seat, stream)

    def jarnac(self, stream: random.Random, *, last: bool) -> Play | None:
        """The Jarnac to call, if one is better than none."""
        return self._word("last" if last else "jarnac", other(self.seat), stream)

    def swap(self, stream: random.Random) -> str:
        """The three letters to change; none when drawing is better."""
        return self._advice("draw", stream)[3]

    def _word(self, moment: Moment, owner: Seat, stream: random.Random) -> Play | None:
        _, line, word, _ = self._advice(moment, stream)
        play = Play(word, line or None)
        # Keys of letters stand for the letters: once in a very long time two are the same.
        return play if word and impossible(self.state.mat(owner), play) is None else None

    def _advice(self, moment: Moment, stream: random.Random) -> tuple[str, int, str, str]:
        state = self.state
        return words_of(self.lexicon, state.settings.formula).advise(
            moment,
            self._camp(self.seat),
            self._camp(other(self.seat)),
            state.bag,
            (state.extra, state.swap_extra),
            (self.trials, self.turns),
            stream.getrandbits(63),
            self.halt,
        )

    def _camp(self, seat: Seat) -> tuple[tuple[str, ...], str, int, int, bool]:
        side = self.state.side(seat)
        bonus = self.state.side(other(seat)).penalties
        return side.mat.lines, side.mat.loose, side.jarnacs, bonus, side.opened
