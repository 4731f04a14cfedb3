"""The computer at the table: which command it gives in a state.

It is a pure function of the state, the level and a stream of chance; the same stream, the same
game. It lays no word of which only an arbiter could tell, so that a doubtful one is his business
only when a person plays it; a weak level sometimes lays a bad one.
"""

import random
from collections.abc import Iterable
from itertools import islice

import msgspec

from raccord._core import Halt
from raccord.jarnac import commands as cmd
from raccord.jarnac.blunders import blunders
from raccord.jarnac.contest import judged_in, no_contest
from raccord.jarnac.decide import no_jarnac
from raccord.jarnac.foresight import choose_play, choose_swap, worth_of_jarnac
from raccord.jarnac.game import offers
from raccord.jarnac.levels import Level
from raccord.jarnac.mat import Mat, Play
from raccord.jarnac.outcome import winner
from raccord.jarnac.search import Search
from raccord.jarnac.settings import SWAPPED, Seat, other
from raccord.jarnac.solver import plays
from raccord.jarnac.state import Phase, State
from raccord.lexicon import Lexicon

LOADED, FED_UP = 6, 0.3
"""Loose letters from which a beginner thinks of changing some, and how often he does."""
TEMPTING = 12
"""Wrong words it chooses one of."""


class Computer(msgspec.Struct, frozen=True):
    """Adversaire: a seat, a level, a dictionary and a seed. It keeps no memory between moves."""

    seat: Seat
    level: Level
    lexicon: Lexicon
    seed: int | str
    halt: Halt | None = None

    def command(self, state: State, at: int) -> cmd.Command | None:
        """What it does now; None when it waits for somebody else."""
        if self.level.form:
            today = self.level.today(random.Random(f"{self.seed}/{self.seat}"))  # noqa: S311
            fit = msgspec.structs.replace(today, form=0.0)
            return msgspec.structs.replace(self, level=fit).command(state, at)
        able = offers(state, self.seat)
        if "toss" in able:
            return cmd.Toss(at=at)
        stream = self._stream(state)
        if "contest" in able and (found := self._contest(state, stream, at)):
            return found
        if "agree" in able:
            return cmd.Agree(at=at, seat=self.seat)
        if state.turn != self.seat or not able:
            return cmd.Press(at=at, seat=self.seat) if "press" in able else None
        if "call-jarnac" in able and (play := self._jarnac(state, stream)):
            return cmd.CallJarnac(at=at, seat=self.seat, word=play.word, line=play.line)
        return self._hold(state, able, stream, at)

    def thinking(self, state: State) -> int:
        """How long it pretends to think, in milliseconds."""
        return int(self.level.pace * self._stream(state).uniform(0.3, 1.7))

    def _stream(self, state: State) -> random.Random:
        return random.Random(f"{self.seed}/{self.seat}/{state.version}")  # noqa: S311

    def _hold(
        self, state: State, able: tuple[str, ...], stream: random.Random, at: int
    ) -> cmd.Command:
        if "lay" in able:
            play = self._play(state, stream)
            if play:
                return cmd.Lay(at=at, seat=self.seat, word=play.word, line=play.line)
            return cmd.Pass(at=at, seat=self.seat)
        if "swap" in able and (letters := self._swap(state, stream)):
            return cmd.Swap(at=at, seat=self.seat, letters=letters)
        if "draw" in able:
            return cmd.Draw(at=at, seat=self.seat)
        if "decline" in able:
            return cmd.Decline(at=at, seat=self.seat)
        return cmd.Pass(at=at, seat=self.seat)

    def _seen(self, state: State, mat: Mat, stream: random.Random) -> Iterable[Play]:
        """The plays of a mat this level knows and notices, best first."""
        found = plays(self.lexicon, mat, state.settings.formula)
        if self.level.perfect:
            return found
        seen = (p for p in found if stream.random() < self.level.notices(p.word, mat.old(p)))
        return (play for play in seen if self.level.knows(play.word, self.lexicon))

    def _search(self, state: State) -> Search | None:
        """The games the strongest try out, while both have time to play."""
        if not self.level.trials or any(side.fallen for side in state.sides):
            return None
        formula, level = state.settings.formula, self.level
        is_free = formula.conjugations and formula.chains
        turns = level.turns if is_free else level.strict_turns
        return Search(state, self.seat, self.lexicon, level.trials, turns, self.halt)

    def _swap(self, state: State, stream: random.Random) -> str:
        if search := self._search(state):
            return search.swap(stream)
        if self.level.swaps == "well":
            return choose_swap(state, self.seat, self.lexicon, stream)
        loose = state.mat(self.seat).loose
        # Late, and any three: what a beginner does when nothing has worked for a while.
        if self.level.swaps == "badly" and len(loose) > LOADED and stream.random() < FED_UP:
            return "".join(stream.sample(loose, SWAPPED))
        return ""

    def _blunder(self, state: State, stream: random.Random) -> Play | None:
        if state.settings.checked or stream.random() >= self.level.blunder:
            return None
        mat, formula = state.mat(self.seat), state.settings.formula
        wrong = list(islice(blunders(self.lexicon, mat, formula), TEMPTING))
        return stream.choice(wrong) if wrong else None

    def _robbable(self, state: State, mat: Mat, stream: random.Random) -> Iterable[Play]:
        """The same on the opponent's mat, if the level thinks of looking there."""
        return self._seen(state, mat, stream) if stream.random() < self.level.jarnac else ()

    def _play(self, state: State, stream: random.Random) -> Play | None:
        if search := self._search(state):
            return search.play(stream)
        if self.level.blunder and (wrong := self._blunder(state, stream)):
            return wrong
        seen = self._seen(state, state.mat(self.seat), stream)
        if self.level.foresight:
            return choose_play(state, self.seat, self.lexicon, seen)
        return next(iter(seen), None)

    def _jarnac(self, state: State, stream: random.Random) -> Play | None:
        if search := self._search(state):
            return search.jarnac(stream, last=state.phase == Phase.LAST)
        # A last Jarnac would give the turn on; who wins already lets the game end.
        if state.phase == Phase.LAST and self._wins(state):
            return None
        victim = state.mat(other(self.seat))
        seen = list(self._robbable(state, victim, stream))
        if not seen or no_jarnac(state, self.seat) is not None:
            return None
        if not self.level.foresight:
            return seen[0]
        return max(seen, key=lambda play: worth_of_jarnac(victim, play))

    def _wins(self, state: State) -> bool:
        points = (state.points("A"), state.points("B"))
        jarnacs = (state.side("A").jarnacs, state.side("B").jarnacs)
        return winner(points, jarnacs)[0] == self.seat

    def _contest(self, state: State, stream: random.Random, at: int) -> cmd.Command | None:
        claim = state.claim
        if not claim or no_contest(state, self.seat) is not None:
            return None
        word = claim.play.word
        valid = judged_in(state, self.lexicon, word, claim.old).valid
        chance = stream.random()
        bad = valid is False and chance < self.level.contest
        doubt = valid and not self.level.knows(word, self.lexicon) and chance < self.level.doubt
        if not bad and not doubt:
            return None
        # Once a flag has fallen one contests without saying Jarnac.
        fallen = any(side.fallen for side in state.sides)
        before = claim.before[0 if claim.author == "A" else 1]
        seen = self._robbable(state, before, stream)
        jarnac = not fallen and next(iter(seen), None) is not None
        return cmd.Contest(at=at, seat=self.seat, jarnac=jarnac)
