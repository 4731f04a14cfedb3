"""What players, the arbiter and the clock ask of a game. Each carries its time ``at``."""

import msgspec

from raccord.jarnac.events import tag
from raccord.jarnac.settings import Seat


class _Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=tag):
    at: int


class _Action(_Command, frozen=True, kw_only=True):
    seat: Seat


class Toss(_Command, frozen=True, kw_only=True):
    """Draw a letter each; to be asked again on a tie."""


class Draw(_Action, frozen=True, kw_only=True):
    """Draw the letters due: six, one, or one more after a contest."""


class Swap(_Action, frozen=True, kw_only=True):
    """Change three loose letters."""

    letters: str


class Lay(_Action, frozen=True, kw_only=True):
    """Lay a word on the next line, or lengthen the word of ``line``."""

    word: str
    line: int | None = None


class Pass(_Action, frozen=True, kw_only=True):
    """« Je passe » ; ``pressed`` tells whether the clock was pressed as well."""

    pressed: bool = True


class CallJarnac(_Action, frozen=True, kw_only=True):
    """« Jarnac ! » with its word, from the opponent's ``line`` or his loose letters alone."""

    word: str
    line: int | None = None


class Contest(_Action, frozen=True, kw_only=True):
    """« Je conteste », or « Je conteste et Jarnac ! »."""

    jarnac: bool = False


class Decline(_Action, frozen=True, kw_only=True):
    """No Jarnac: the opponent does not wait for the end of the ten seconds."""


class Press(_Action, frozen=True, kw_only=True):
    """Press the clock that was forgotten when passing."""


class Answer(_Command, frozen=True, kw_only=True):
    """The arbiter's answer to the question pending."""

    valid: bool


class Stop(_Command, frozen=True, kw_only=True):
    """The arbiter stops play and both clocks."""


class Resume(_Command, frozen=True, kw_only=True):
    """Play goes on."""


class Tick(_Command, frozen=True, kw_only=True):
    """Nothing but the time that passed."""


Command = (
    Toss
    | Draw
    | Swap
    | Lay
    | Pass
    | CallJarnac
    | Contest
    | Decline
    | Press
    | Answer
    | Stop
    | Resume
    | Tick
)
