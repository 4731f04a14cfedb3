"""Times of play: the paces of every edition and formula, as data.

``1:10+20`` means one minute ten, the signal, then twenty seconds: the turn lasts 1:30.

===================  ==================================  ===========================
2017 3.3             3:00, 2:30, 2:00, 1:00              ``PACES``
2017 7.3             the ladder of sudden death          ``LADDER``
2017 7.4             topping: a minute a turn            ``SPECIAL``
2010 2.3             3:00, reducible without a list      ``PACES``
undated 2.3          3:00                                ``PACES``
undated annex 2, 3   40+20, 1:10+20, 1:30+30             ``PACES``, ``SPECIAL``
===================  ==================================  ===========================

2017 and 2010 give totals and "thirty (or twenty) seconds" without saying which goes with which;
undated annex 2 does, and is followed in all three.
"""

import re
from dataclasses import dataclass
from types import MappingProxyType

from raccord.regulation import Citation, EditionId, article

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


@dataclass(frozen=True, slots=True)
class NamedPace:
    """Cadence nommée: a pace an edition provides, its article and its French name."""

    pace: Pace
    name: str
    citation: Citation


def _named(edition: EditionId, number: str, pace: Pace, name: str) -> NamedPace:
    return NamedPace(pace, name, Citation(edition, number))


PACES: MappingProxyType[EditionId, tuple[NamedPace, ...]] = MappingProxyType(
    {
        "2017": (
            _named("2017", "3.3", THREE_MINUTES, "trois minutes"),
            _named("2017", "3.3", TWO_THIRTY, "deux minutes trente"),
            _named("2017", "3.3", TWO_MINUTES, "semi-rapide"),
            _named("2017", "3.3", ONE_MINUTE, "blitz"),
        ),
        "2010": (
            _named("2010", "2.3", THREE_MINUTES, "trois minutes"),
            _named("2010", "2.3", TWO_MINUTES, "temps réduit"),
            _named("2010", "2.3", ONE_MINUTE, "blitz"),
        ),
        "undated": (
            _named("undated", "2.3", THREE_MINUTES, "trois minutes"),
            _named("undated", "annex 2", TWO_MINUTES, "semi-blitz en deux minutes"),
            _named("undated", "annex 2", ONE_THIRTY, "semi-blitz en une minute trente"),
            _named("undated", "annex 2", ONE_MINUTE, "blitz"),
        ),
    }
)
"""The paces each edition provides, the ordinary one first."""

LADDER = Schedule(((3, Pace(60, 20)), (3, ONE_MINUTE), (1, Pace(20, 20))), Citation("2017", "7.3"))
"""Sudden death: less and less time."""

TOPPING = Schedule(((1, Pace(60)),), Citation("2017", "7.4"))
"""Topping: a minute a turn, no signal, the clock never stops."""

_BLITZ = frozenset({"blitz"})
_SEMI = frozenset({"semi", "semi-rapide"})
_LONG_RACK = frozenset({"joker", "7sur8", "7et8", "7-8-9"})


@article("3.3", edition="2017")
@article("2.3", edition="2010")
@article("2.3", edition="undated")
@article("annex 2", edition="undated")
def schedule(edition: EditionId, formula: str = "classic") -> Schedule:
    """The times of a formula when nobody chose others; formulas combine with ``+``.

    Joker and long-rack games take two minutes (undated annex 3 says "most often").
    """
    parts = frozenset(formula.lower().split("+"))
    if "mort-subite" in parts:
        return LADDER
    if "topping" in parts:
        return TOPPING
    if parts & _BLITZ:
        return _constant(edition, ONE_MINUTE)
    if parts & (_SEMI | _LONG_RACK):
        return _constant(edition, TWO_MINUTES)
    return _constant(edition, THREE_MINUTES)


def _constant(edition: EditionId, pace: Pace) -> Schedule:
    known = next(n for n in PACES[edition] if n.pace == pace)
    return Schedule(((1, pace),), known.citation)


def custom(pace: Pace, edition: EditionId) -> Schedule:
    """The same pace every turn, chosen by the organiser under the article on time."""
    return Schedule(((1, pace),), PACES[edition][0].citation)
