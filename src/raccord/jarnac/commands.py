"""What players, the arbiter and the clock ask of a game; ``decide`` may refuse it.

A program sends them as they are, as JSON: ``type`` is the name its messages always gave them, and
limits stand on what it sends only, since msgspec looks at them when it decodes.
"""

from typing import Annotated

import msgspec
from msgspec.structs import force_setattr

from raccord.jarnac.events import tag
from raccord.jarnac.settings import LINES, Seat
from raccord.lexicon import fold

Instant = Annotated[int, msgspec.Meta(ge=0, le=0, description="The server's; not to be sent.")]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Line = Annotated[int, msgspec.Meta(ge=1, le=LINES)]


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=tag):
    """Base of all commands: their time, and the version of the game their author looked at."""

    at: Instant = 0
    version: Version | None = None


class _Action(Command, frozen=True, kw_only=True):
    seat: Seat


class _Request(Command, frozen=True, kw_only=True):
    seat: Seat | None = None
    """Who asks, if it is a player: it makes no difference to the game."""


class Toss(_Request, frozen=True, kw_only=True):
    """Tirer au sort: a letter each; to be asked again on a tie."""


class Draw(_Action, frozen=True, kw_only=True):
    """Piocher the letters due: six, one, or one more after a contest."""


class Swap(_Action, frozen=True, kw_only=True):
    """Échanger three loose letters."""

    letters: Annotated[str, msgspec.Meta(max_length=12)]

    def __post_init__(self) -> None:
        force_setattr(self, "letters", _spelled(self.letters))


class _Naming(_Action, frozen=True, kw_only=True):
    word: Annotated[str, msgspec.Meta(max_length=40)]
    line: Line | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "word", _spelled(self.word))


class Lay(_Naming, frozen=True, kw_only=True):
    """Poser a word on the next line, or lengthen the word of ``line``."""


class Pass(_Action, frozen=True, kw_only=True):
    """« Je passe » ; ``pressed`` tells whether the clock was pressed as well."""

    pressed: bool = True


class CallJarnac(_Naming, frozen=True, kw_only=True):
    """« Jarnac ! » with its word, from the opponent's ``line`` or his loose letters alone."""


class Contest(_Action, frozen=True, kw_only=True):
    """« Je conteste », or « Je conteste et Jarnac ! »."""

    jarnac: bool = False


class Agree(_Action, frozen=True, kw_only=True):
    """« D'accord »: the word will not be contested, and its author need not wait."""


class SayJarnac(_Action, frozen=True, kw_only=True):
    """« Jarnac ! » within the ten seconds; the word is named afterwards."""


class Decline(_Action, frozen=True, kw_only=True):
    """Laisser: no Jarnac, without waiting for the end of the ten seconds."""


class Press(_Action, frozen=True, kw_only=True):
    """Appuyer: press the clock that was forgotten when passing."""


class Answer(_Request, frozen=True, kw_only=True):
    """Réponse of the arbiter to the question pending."""

    valid: bool = False


class Stop(_Request, frozen=True, kw_only=True):
    """Arrêter play and both clocks."""


class Resume(_Request, frozen=True, kw_only=True):
    """Reprendre: play goes on."""


class Tick(Command, frozen=True, kw_only=True):
    """Rien: nothing but the time that passed."""


AnyCommand = (
    Toss
    | Draw
    | Swap
    | Lay
    | Pass
    | CallJarnac
    | SayJarnac
    | Contest
    | Agree
    | Decline
    | Press
    | Answer
    | Stop
    | Resume
)
"""What a player may send; only the clock ticks."""


def _spelled(text: str) -> str:
    """A word as tiles spell it: blanks, accents and small letters do not matter."""
    return fold(text.replace(" ", ""))
