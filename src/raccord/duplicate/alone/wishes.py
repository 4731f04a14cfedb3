"""What a player alone may wish; ``play.decide`` turns it into commands to the engine."""

import msgspec

from raccord.duplicate.alone.state import Step
from raccord.duplicate.rules.formula import Formula
from raccord.regulation import EditionId


class Begin(msgspec.Struct, frozen=True, kw_only=True):
    """Commencer: the settings and the source of the draws."""

    edition: EditionId
    formula: Formula
    secret: str = ""
    seed: int | None = None
    script: tuple[Step, ...] = ()
    title: str = ""
    player: str = "Vous"
    checks: bool = True
    """Whether words may be looked up before they are handed in."""
    competition: bool = False
    """As in competition: no look-up, no hint, no pause, no count of the points."""
    contest: str = ""
    """The daily game or the challenge these draws belong to."""
    at: int = 0


class Next(msgspec.Struct, frozen=True):
    """Passer au coup suivant."""

    at: int


class Answer(msgspec.Struct, frozen=True):
    """Remettre: a move, or None for no slip; in topping, a proposal, or None when time is up."""

    turn: int
    move: str | None
    at: int
    more: tuple[str, ...] = ()
    """Multitops: the solutions after the first."""


class Pass(msgspec.Struct, frozen=True):
    """Passer et voir le top."""

    turn: int
    at: int


class Hint(msgspec.Struct, frozen=True):
    """Demander s'il y a un scrabble."""

    turn: int
    at: int


class Pause(msgspec.Struct, frozen=True):
    """Mettre en pause: the clock stops, the letters are put away."""

    turn: int
    at: int


class Resume(msgspec.Struct, frozen=True):
    """Reprendre après une pause."""

    at: int


class Stop(msgspec.Struct, frozen=True):
    """Arrêter là."""

    at: int
