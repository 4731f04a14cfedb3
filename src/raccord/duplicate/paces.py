"""The clock of a turn: how long players think, what the referee signals, what comes too late.

Instants are whole milliseconds from any origin and always come from the caller. ``1:10+20`` means
one minute ten, the signal, then twenty seconds: the turn lasts 1:30.

======================  =============================  ======================================
2017 3.3, 2010 2.3      3:00, reducible; three signals  ``Pace``, ``schedule``, ``signals_due``
undated 2.3, annex 2    3:00; 40+20, 1:10+20, 1:30+30   same
2017 7.3                the ladder of sudden death      ``LADDER``
2017 7.4                topping: a clock that never     ``ToppingClock``
                        stops, 1:00 a turn, +20 s
2017 4.1, undated 3.1   nothing is written after time   ``slip_timing``
======================  =============================  ======================================
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from raccord.regulation import Citation, article

SECOND = 1000
_PACE = re.compile(r"(?:(\d{1,2}):)?(\d{1,3})(?:\+(\d{1,2}))?")


class ClockError(ValueError):
    """A pace that cannot be read, or an instant out of order; the message is in French."""

    def __init__(self, message: str, value: object = None) -> None:
        super().__init__(message)
        self.value = value


@dataclass(frozen=True, slots=True)
class Pace:
    """Cadence: seconds before the signal, and the last seconds after it (0: no signal)."""

    first: int
    last: int = 0

    def __post_init__(self) -> None:
        if self.first < 1 or self.last < 0 or self.total > 3600:
            raise ClockError(
                f"cadence impossible : {self.first}+{self.last} (attendu : de 1 s à 1 h)", self
            )

    @classmethod
    def of(cls, total: int) -> "Pace":
        """The pace of that many seconds, its signal at 30 s from two minutes up, else at 20 s."""
        last = 30 if total >= 120 else 20
        return cls(total - last, last) if total > last else cls(total)

    @classmethod
    def parse(cls, text: str) -> "Pace":
        """Read ``3:00`` or ``1:10+20``; ``str`` writes the second form."""
        found = _PACE.fullmatch("".join(text.split()))
        if not found:
            raise ClockError(f"cadence illisible : « {text} » (attendu : 3:00 ou 1:10+20)", text)
        first = 60 * int(found[1] or 0) + int(found[2])
        return cls.of(first) if found[3] is None else cls(first, int(found[3]))

    @property
    def total(self) -> int:
        """All the seconds of the turn."""
        return self.first + self.last

    @property
    def french(self) -> str:
        """How the pace is named on a screen: ``2 min 30``."""
        minutes, seconds = divmod(self.total, 60)
        if not minutes:
            return f"{seconds} s"
        return f"{minutes} min {seconds:02d}" if seconds else f"{minutes} min"

    def __str__(self) -> str:
        minutes, seconds = divmod(self.first, 60)
        head = f"{minutes}:{seconds:02d}" if minutes else str(seconds)
        return f"{head}+{self.last}"


THREE_MINUTES = Pace(150, 30)
TWO_THIRTY = Pace(120, 30)
TWO_MINUTES = Pace(90, 30)
ONE_THIRTY = Pace(70, 20)
ONE_MINUTE = Pace(40, 20)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Barème des temps: so many turns at a pace, then the next; the last step has no end."""

    steps: tuple[tuple[int, Pace], ...]
    citation: Citation

    def __post_init__(self) -> None:
        if not self.steps or any(turns < 1 for turns, _ in self.steps):
            raise ClockError("un barème des temps compte au moins une étape", self.steps)

    def pace(self, turn: int) -> Pace:
        """The pace of a turn; turns count from 1."""
        if turn < 1:
            raise ClockError(f"numéro de coup impossible : {turn} (attendu : 1 ou plus)", turn)
        for turns, pace in self.steps:
            if turn <= turns:
                return pace
            turn -= turns
        return self.steps[-1][1]

    @property
    def is_constant(self) -> bool:
        """Whether every turn has the same pace."""
        return len(self.steps) == 1
