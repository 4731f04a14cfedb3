"""What is agreed before a game: formula, letters, time, house options."""

from typing import Literal

import msgspec

from raccord.jarnac.letters import DISTRIBUTIONS

Seat = Literal["A", "B"]
SEATS: tuple[Seat, Seat] = ("A", "B")

LINES = 8
SHORTEST, LONGEST = 3, 9
FIRST_LETTERS = 6
SWAPPED = 3
# Points for the opponent of a player out of time who is wrong (ÉPUISEMENT DU TEMPS 3).
PENALTY = 10
WINDOW = 10_000
"""Milliseconds the opponent has for a last Jarnac, and a player out of time for his."""
NAMING = 30_000
"""Milliseconds to name its word once « Jarnac ! » was said in time."""
CONTEST_TIME = 4_000
"""Milliseconds a screen leaves to contest a word before its author draws."""
# Thirty seconds a move without a clock, twenty minutes each with one.
MOVE_TIME = 30_000
CLOCK_TIME = 20 * 60_000


def other(seat: Seat) -> Seat:
    """The opponent."""
    return "B" if seat == "A" else "A"


class Formula(msgspec.Struct, frozen=True):
    """Formule: whether conjugated forms, and chains within one entry, are admitted."""

    conjugations: bool = True
    chains: bool = True


FORMULAS: dict[str, Formula] = {
    "libre": Formula(conjugations=True, chains=True),
    "sans-conjugaisons": Formula(conjugations=False, chains=True),
    "sans-enchainements": Formula(conjugations=True, chains=False),
    "competition": Formula(conjugations=False, chains=False),
}


class Timing(msgspec.Struct, frozen=True):
    """Temps de réflexion: none, so much a move, or so much a player; in milliseconds."""

    kind: Literal["none", "move", "clock"] = "none"
    time: int = 0

    @classmethod
    def per_move(cls, time: int = MOVE_TIME) -> "Timing":
        """Sans pendule: thirty seconds a move."""
        return cls("move", time)

    @classmethod
    def clock(cls, time: int = CLOCK_TIME) -> "Timing":
        """Avec pendule: twenty minutes a player."""
        return cls("clock", time)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Réglages of a game.

    ``checked``: every word is looked up as it is laid, so that none need be contested.
    ``jarnacs``: how many Jarnacs one passing of the bag allows (two is a house option).
    ``contest_time``: how long the draw that closes a word to contests waits for the opponent, in
    milliseconds since the word; nought where the players sit at one table and see the hand move.
    """

    formula: Formula = Formula()
    letters: str = DISTRIBUTIONS["2012"]
    timing: Timing = Timing()
    checked: bool = False
    jarnacs: Literal[1, 2] = 1
    contest_time: int = 0

    @property
    def formula_name(self) -> str:
        """The name of the formula, as on the command line."""
        return next(name for name, formula in FORMULAS.items() if formula == self.formula)
