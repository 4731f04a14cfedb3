"""Times of play: the paces each edition provides, and how a pace is read and named.

``1:10+20`` means one minute ten, the signal, then twenty seconds: the turn lasts 1:30.

===================  ==================================  ================
2023 1.3, 2017 3.3   3:00, 2:30, 2:00, 1:00              ``provided``
2010 2.3             3:00, reducible without a list      ``provided``
undated 2.3          3:00                                ``provided``
undated annex 2      40+20, 1:10+20, 1:30+30             ``provided``
===================  ==================================  ================

2023, 2017 and 2010 give totals and "thirty (or twenty) seconds" without saying which goes with
which; undated annex 2 does, and is followed in all four. The times of a formula, the ladder of
sudden death among them, stand in its description.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from raccord.duplicate.errors import DuplicateError
from raccord.duplicate.rules.formula import Pace
from raccord.regulation import Citation, EditionId, article
from raccord.regulation.editions import Edition

_PACE = re.compile(r"(?:(\d{1,2}):)?(\d{1,4})(?:\+(\d{1,3}))?", re.ASCII)
_MOST = 3600


class ClockError(DuplicateError):
    """A pace that cannot be read, or an instant out of order; the message is in French."""

    def __init__(self, message: str, value: object = None) -> None:
        super().__init__(message)
        self.value = value


def pace_of(seconds: int) -> Pace:
    """A pace of that many seconds: its signal at 30 s from two minutes up, else at 20 s."""
    # Undated annex 2 pairs 20 s with the short times; 2017 3.3 leaves it open.
    last = 30 if seconds >= 120 else 20
    return Pace(seconds, last if seconds > last else 0)


def parse_pace(text: str) -> Pace:
    """Read ``3:00`` or ``1:10+20``."""
    found = _PACE.fullmatch("".join(text.split()))
    first = 60 * int(found[1] or 0) + int(found[2]) if found else 0
    last = int(found[3] or 0) if found else 0
    if not found or first < 1 or first + last > _MOST:
        raise ClockError(f"temps illisible : « {text} » (attendu : 3:00 ou 1:10+20)", text)
    return pace_of(first) if found[3] is None else Pace(first + last, last)


_MINUTES = r"(?:minutes?|min|mn|m|'|:)"
_SECONDS = r"(?:secondes?|sec|s|\"|'')"
_SAID = re.compile(
    rf"(?P<minutes>\d{{1,2}})(?:(?P<half>[,.]5)|{_MINUTES}(?P<rest>[0-5]\d){_SECONDS}?)?{_MINUTES}?"
    rf"|(?P<seconds>\d{{1,4}}){_SECONDS}",
    re.ASCII,
)
_CLEAR_MINUTES = 10
_SIGNS = str.maketrans({"’": "'", "′": "'", "″": '"', "”": '"'})


def said_pace(text: str) -> Pace:
    """Read a time as people say it: ``3``, ``1'30``, ``2 min``, ``90 s``; minutes are meant.

    A bare number above ten is refused: nobody thinks twenty minutes, and few would say so.
    """
    written = "".join(text.lower().split()).translate(_SIGNS)
    if "+" in written:
        return parse_pace(written)
    found = _SAID.fullmatch(written)
    if written.isdecimal() and int(written) > _CLEAR_MINUTES:
        raise ClockError(
            f"« {text} » : minutes ou secondes ? (attendu p. ex. {text} s ou 1'30)", text
        )
    seconds = _counted(found) if found else 0
    if not 1 <= seconds <= _MOST:
        raise ClockError(
            f"temps illisible : « {text} » (attendu p. ex. 3, 1'30, 2 min, 90 s)", text
        )
    return pace_of(seconds)


def _counted(found: re.Match[str]) -> int:
    if found["seconds"]:
        return int(found["seconds"])
    return 60 * int(found["minutes"]) + (30 if found["half"] else int(found["rest"] or 0))


def exact_pace(pace: Pace) -> str:
    """A pace as ``parse_pace`` reads it."""
    first = pace.seconds - pace.last
    return f"{first // 60}:{first % 60:02d}+{pace.last}"


def french_paces(paces: Sequence[Pace]) -> str:
    """The times of a formula, a ladder step by step: « 1 min 20 pendant 3 coups, puis 40 s »."""
    *steps, last = (_step(pace) for pace in paces)
    return f"{', '.join(steps)}, puis {last}" if steps else last


def _step(pace: Pace) -> str:
    told = french_pace(pace)
    return told if pace.turns is None else f"{told} pendant {pace.turns} coups"


def french_pace(pace: Pace) -> str:
    """How a pace is named on a screen: ``2 min 30``."""
    minutes, seconds = divmod(pace.seconds, 60)
    if not minutes:
        return f"{seconds} s"
    return f"{minutes} min {seconds:02d}" if seconds else f"{minutes} min"


@dataclass(frozen=True, slots=True)
class NamedPace:
    """Cadence: a pace an edition provides, its French name and its article."""

    pace: Pace
    name: str
    citation: Citation


TWO_THIRTY, TWO_MINUTES = Pace(150, 30), Pace(120, 30)
ONE_THIRTY, ONE_MINUTE = Pace(90, 20), Pace(60, 20)

_THREE = (
    (TWO_THIRTY, "deux minutes trente"),
    (TWO_MINUTES, "semi-rapide"),
    (ONE_MINUTE, "blitz"),
)
_REDUCED: dict[EditionId, tuple[tuple[Pace, str, str], ...]] = {
    "2023": tuple((pace, name, "1.3") for pace, name in _THREE),
    "2017": tuple((pace, name, "3.3") for pace, name in _THREE),
    "2010": (
        (TWO_MINUTES, "temps réduit", "2.3"),
        (ONE_MINUTE, "blitz", "2.3"),
    ),
    "undated": (
        (TWO_MINUTES, "semi-blitz en deux minutes", "annex 2"),
        (ONE_THIRTY, "semi-blitz en une minute trente", "annex 2"),
        (ONE_MINUTE, "blitz", "annex 2"),
    ),
}


@article("1.3", edition="2023")
@article("3.3", edition="2017")
@article("2.3", edition="2010")
@article("2.3", edition="undated")
@article("annex 2", edition="undated")
def provided(edition: Edition) -> tuple[NamedPace, ...]:
    """The paces an edition names, the ordinary one first; an organiser may choose another."""
    ordinary = NamedPace(pace_of(edition.time.value), "temps ordinaire", edition.cite(edition.time))
    reduced = (
        NamedPace(pace, name, Citation(edition.id, number))
        for pace, name, number in _REDUCED[edition.id]
    )
    return (ordinary, *reduced)
