"""The facts of a tournament of Jarnac, in order. The first is ``Opened``."""

import re
from typing import Literal

import msgspec

from raccord.jarnac import Seat

System = Literal["swiss", "round-robin"]
Source = Literal["game", "typed"]


def tag(name: str) -> str:
    """``RoundPaired`` is written ``round-paired``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """Joueur: his number among the entries of the competition, and the code of his phone.

    His name stands in the competition only, where it can be erased.
    """

    number: int
    code: str


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """Appariement: who meets whom at a table, by their numbers."""

    table: int
    first: int
    second: int


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """Résultat d'une table; ``winner`` is None for a draw."""

    points: tuple[int, int]
    jarnacs: tuple[int, int]
    winner: Seat | None


class JarnacEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=tag):
    """Base of all events; ``at`` is in milliseconds since 1970."""

    at: int


class Opened(JarnacEvent, frozen=True, kw_only=True):
    """Tournoi ouvert: who plays, how they are paired, and what a game is."""

    system: System
    rounds: int
    players: tuple[Player, ...]
    formula: str
    minutes: int
    lexicon: str


class Entered(JarnacEvent, frozen=True, kw_only=True):
    """Retardataire engagé: paired from the next round on."""

    player: Player


class RoundPaired(JarnacEvent, frozen=True, kw_only=True):
    """Ronde appariée; ``bye`` plays nobody and counts a win."""

    round: int
    pairs: tuple[Pair, ...]
    bye: int | None = None


class TableSeated(JarnacEvent, frozen=True, kw_only=True):
    """Table dressée: the game of a table is played under this name."""

    round: int
    table: int
    name: str


class ResultNoted(JarnacEvent, frozen=True, kw_only=True):
    """Résultat noté, by the game itself or typed; a later one takes the place of an earlier."""

    round: int
    table: int
    outcome: Outcome
    source: Source
    reason: str = ""


class Withdrawn(JarnacEvent, frozen=True, kw_only=True):
    """Abandon: not paired any more; what was played stays."""

    number: int


class Closed(JarnacEvent, frozen=True, kw_only=True):
    """Tournoi clos: the ranking is final."""


AnyJarnacEvent = Opened | Entered | RoundPaired | TableSeated | ResultNoted | Withdrawn | Closed
