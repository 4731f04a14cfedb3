"""The facts of a game, in order. The first is ``Opened``; a state is a fold over them.

``at`` is in milliseconds since the game was opened; ``article`` is the paragraph that justifies
the fact.
"""

import re
from typing import Literal

import msgspec

from raccord.jarnac.articles import Ref
from raccord.jarnac.settings import Seat, Settings


def tag(name: str) -> str:
    """``WordLaid`` is written ``word-laid``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=tag):
    """Base of all events."""

    at: int
    article: Ref


class Opened(Event, frozen=True, kw_only=True):
    """Partie ouverte: the settings and the dictionary are agreed."""

    settings: Settings
    lexicon: str
    digest: str


class Tossed(Event, frozen=True, kw_only=True):
    """Toss: a letter each, put back at once; ``first`` is None on a tie."""

    letters: tuple[str, str]
    first: Seat | None


class LettersDrawn(Event, frozen=True, kw_only=True):
    """Pioche; fewer letters than due when the bag runs out."""

    seat: Seat
    letters: str


class LettersSwapped(Event, frozen=True, kw_only=True):
    """Échange: letters set aside, others drawn, the first put back."""

    seat: Seat
    returned: str
    letters: str


class WordLaid(Event, frozen=True, kw_only=True):
    """Mot posé: on a new line, or in place of the word of ``line``."""

    seat: Seat
    word: str
    line: int | None


class JarnacCalled(Event, frozen=True, kw_only=True):
    """Coup de Jarnac; not ``taken`` when its caller is out of time."""

    seat: Seat
    word: str
    line: int | None
    taken: bool


class JarnacSaid(Event, frozen=True, kw_only=True):
    """« Jarnac ! » dit: the ten seconds stop, the word is to be named."""

    seat: Seat


class DrawHeld(Event, frozen=True, kw_only=True):
    """Pioche retenue: the author of a word would draw, while it may still be contested.

    ``returned`` are the three letters to change, if he does not merely draw.
    """

    seat: Seat
    returned: str = ""


class Agreed(Event, frozen=True, kw_only=True):
    """Accord: the opponent will not contest the word."""

    seat: Seat


class Contested(Event, frozen=True, kw_only=True):
    """Contestation, ``jarnac`` when « Jarnac ! » was said at the same moment."""

    seat: Seat
    jarnac: bool


class ArbiterAsked(Event, frozen=True, kw_only=True):
    """Arbitre consulté: the dictionary cannot tell whether a word is good."""

    word: str
    old: str
    reason: str


class Judged(Event, frozen=True, kw_only=True):
    """Verdict rendu on a word that was contested or asked about."""

    word: str
    old: str
    valid: bool
    by: Literal["lexicon", "arbiter"]
    reason: str


class PenaltyGiven(Event, frozen=True, kw_only=True):
    """Pénalité: a wrong call of ``seat``, out of time, gives points to the opponent."""

    seat: Seat
    points: int


class BagPassed(Event, frozen=True, kw_only=True):
    """Passage du sac: it changes hands, with ``extra`` letters.

    ``forced`` says why a player passed without saying so: his flag that fell, being out of time
    since, or the time of one move.
    """

    seat: Seat
    pressed: bool = True
    forced: Literal["", "flag", "out", "time"] = ""
    extra: int = 0


class ClockPressed(Event, frozen=True, kw_only=True):
    """Pendule pressée, which had been forgotten."""

    seat: Seat


class FlagFell(Event, frozen=True, kw_only=True):
    """Chute du drapeau."""

    seat: Seat


class PlayStopped(Event, frozen=True, kw_only=True):
    """Arrêt de jeu: both clocks stop."""


class PlayResumed(Event, frozen=True, kw_only=True):
    """Reprise: the clock of the player to move runs again."""


Cause = Literal["line-8", "valid-contest", "valid-jarnac", "both-flags", "bag-empty", "stalemate"]
Basis = Literal["points", "points-and-jarnacs", "draw"]


class GameEnded(Event, frozen=True, kw_only=True):
    """Fin de partie, and who won."""

    cause: Cause
    points: tuple[int, int]
    winner: Seat | None
    basis: Basis


AnyEvent = (
    Opened
    | Tossed
    | LettersDrawn
    | LettersSwapped
    | WordLaid
    | JarnacCalled
    | JarnacSaid
    | DrawHeld
    | Agreed
    | Contested
    | ArbiterAsked
    | Judged
    | PenaltyGiven
    | BagPassed
    | ClockPressed
    | FlagFell
    | PlayStopped
    | PlayResumed
    | GameEnded
)
