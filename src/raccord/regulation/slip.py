"""The slip as written. Nothing is normalised away before it is judged."""

from enum import StrEnum
from typing import Literal

import msgspec


class Flag(StrEnum):
    """What a marker sees on paper beside the writing itself."""

    NONE = "none"
    BLANK = "blank"
    SEVERAL = "several"
    LATE = "late"
    EXCHANGED = "exchanged"
    ILLEGIBLE_WORD = "illegible-word"
    ILLEGIBLE_REFERENCE = "illegible-reference"
    HARD_TO_READ = "hard-to-read"
    MISCONDUCT = "misconduct"
    GRAVE_MISCONDUCT = "grave-misconduct"


class Arrival(msgspec.Struct, frozen=True, omit_defaults=True):
    """Arrivée tardive: milliseconds after the end of the turn, less than 0 before it.

    ``received`` is by the server's clock; ``sent`` by the phone's, None where it does not say.
    """

    received: int
    sent: int | None = None


class Slip(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Bulletin: what a player hands in. A key left out was left blank.

    ``word`` keeps its circled letters in parentheses; ``grid`` is the little grid when link
    letters are copied: the word and the board letters, ``.`` blank, one line a row.
    """

    word: str = ""
    direction: Literal["across", "down"] | None = None
    reference: str | None = None
    grid: str | None = None
    score: int | None = None
    solutions: tuple["Slip", ...] = ()
    flags: tuple[Flag, ...] = ()
    arrival: Arrival | None = None
    """When a late slip of a phone was sent and came; a marker's late slip has none."""
