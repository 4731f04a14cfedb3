"""Players who try anything, for whole games."""

import random
from collections.abc import Callable, Iterator

from raccord.jarnac import (
    SEATS,
    Agree,
    Answer,
    CallJarnac,
    Command,
    Contest,
    Decline,
    Draw,
    JarnacGame,
    Lay,
    Mat,
    Pass,
    Phase,
    Play,
    Press,
    Resume,
    SayJarnac,
    Seat,
    Stop,
    Swap,
    Toss,
    other,
    plays,
)
from raccord.lexicon import Lexicon


class WildPlayers:
    """Two players who try anything: good words, bad ones, contests at random, long thinking."""

    def __init__(self, seed: int, lexicon: Lexicon) -> None:
        self.chance = random.Random(seed)
        self.lexicon = lexicon
        self.honesty = self.chance.choice([0.3, 0.8, 1.0])
        self.haste = self.chance.choice([10, 3_000, 15_000])

    def command(self, game: JarnacGame) -> Command:
        """Something to try now; it may be refused."""
        state = game.state
        at = state.now + self.chance.randrange(self.haste)
        if state.stopped:
            return Resume(at=at)
        if self.chance.random() < 0.002:
            return Stop(at=at)
        if state.phase == Phase.TOSS:
            return Toss(at=at)
        if state.phase == Phase.RULING:
            return Answer(at=at, valid=self.chance.random() < 0.5)
        seat = state.turn if self.chance.random() < 0.7 else other(state.turn)
        return self._seated(game, seat, at)

    def _seated(self, game: JarnacGame, seat: Seat, at: int) -> Command:
        offered = game.offers(seat) or ("draw",)
        verb = self.chance.choice(offered)
        if verb == "pass" and "lay" in offered and self.chance.random() < 0.6:
            verb = "lay"
        return self._command(game, seat, verb, at)

    def _command(self, game: JarnacGame, seat: Seat, verb: str, at: int) -> Command:
        mats = {s: game.state.mat(s) for s in SEATS}
        simple: dict[str, Callable[[], Command]] = {
            "draw": lambda: Draw(at=at, seat=seat),
            "decline": lambda: Decline(at=at, seat=seat),
            "press": lambda: Press(at=at, seat=seat),
            "agree": lambda: Agree(at=at, seat=seat),
            "say-jarnac": lambda: SayJarnac(at=at, seat=seat),
            "pass": lambda: Pass(at=at, seat=seat, pressed=self.chance.random() < 0.9),
            "contest": lambda: Contest(at=at, seat=seat, jarnac=self.chance.random() < 0.5),
            "swap": lambda: Swap(at=at, seat=seat, letters=self._three(mats[seat].loose)),
        }
        if verb in simple:
            return simple[verb]()
        if verb == "lay":
            play = self._play(game, mats[seat])
            if play is None:
                return Pass(at=at, seat=seat)
            return Lay(at=at, seat=seat, word=play.word, line=play.line)
        play = self._play(game, mats[other(seat)])
        if play is None:
            return Draw(at=at, seat=seat)
        return CallJarnac(at=at, seat=seat, word=play.word, line=play.line)

    def _three(self, loose: str) -> str:
        return "".join(self.chance.sample(loose, min(3, len(loose))))

    def _play(self, game: JarnacGame, mat: Mat) -> Play | None:
        if self.chance.random() < self.honesty:
            found = list(self._plays(game, mat))[:20]
            return self.chance.choice(found) if found else None
        return self._nonsense(mat)

    def _plays(self, game: JarnacGame, mat: Mat) -> Iterator[Play]:
        return plays(self.lexicon, mat, game.state.settings.formula, doubtful=True)

    def _nonsense(self, mat: Mat) -> Play:
        line = self.chance.randrange(len(mat.lines) + 1)
        old = mat.lines[line - 1] if line else ""
        count = self.chance.randrange(0 if old else 2, 5)
        letters = list(old + "".join(self.chance.sample(mat.loose, min(count, len(mat.loose)))))
        self.chance.shuffle(letters)
        return Play("".join(letters), line or None)
