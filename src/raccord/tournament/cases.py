"""What commissions speak of: the slip in question, who filed what, who sits, what was answered.

A slip is named by the game of the event, the turn and the table, wherever that game is run: the
hall it was played in, or one centre among many, is found by the game.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

import msgspec

from raccord.regulation import Citation, Sanction
from raccord.tournament.columns import plain

Filer = Literal["player", "marker", "referee"]
Instance = Literal["commission", "federation"]
Verdict = Literal["upheld", "dismissed", "settled"]
"""An appeal upheld or dismissed; a slip nobody appealed about is settled."""
_SPOT = re.compile(r"(\d{1,4})-(\d{1,3})-(\d{1,4})")


class Spot(msgspec.Struct, frozen=True, order=True):
    """Bulletin en cause: the game of the event, the turn and the table."""

    game: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    turn: Annotated[int, msgspec.Meta(ge=1, le=999)]
    table: Annotated[int, msgspec.Meta(ge=1, le=9999)]

    def __str__(self) -> str:
        return f"{self.game}-{self.turn}-{self.table}"

    @classmethod
    def parse(cls, text: str) -> "Spot | None":
        """What stands in an address: ``1-7-12``."""
        found = _SPOT.fullmatch(text)
        return cls(*map(int, found.groups())) if found else None


class Member(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Membre de la commission of the event, or of one ``centre`` only."""

    id: str
    name: str
    title: str = ""
    centre: str = ""


def hears(commission: str, centre: str) -> bool:
    """Whether a commission decides the cases of a centre: the event's, which has none, all."""
    return not commission or plain(commission) == plain(centre)


class Appeal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Recours: who filed it, against what, why, and until when that was possible.

    ``late`` is why it was received after the deadline; ``asked`` the points asked for.
    """

    by: Filer
    who: str
    reason: str
    points: int
    sanction: Sanction
    asked: int | None = None
    until: int | None = None
    late: str = ""
    at: int = 0


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Décision d'une commission: what stands now, what stood before, who sat and why."""

    verdict: Verdict
    points: int
    sanction: Sanction
    before: tuple[int, Sanction]
    reason: str
    by: str
    members: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    instance: Instance = "commission"
    centre: str = ""
    """The centre whose commission decided; none for that of the event."""
    at: int = 0


class Letter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Pièce versée au dossier: a letter, a witness, an answer, in its own words."""

    title: str
    text: str
    who: str = ""
    at: int = 0


class Request(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Demande de pièces of the federation: what is missing, and until when it may come."""

    what: str
    until: int
    citation: Citation | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class CaseFile:
    """Dossier: all that was written about one slip, in order."""

    appeal: Appeal | None = None
    decisions: tuple[Decision, ...] = ()
    sent: Letter | None = None
    """The letter it went to the federation with."""
    requests: tuple[Request, ...] = ()
    letters: tuple[Letter, ...] = ()

    @property
    def decision(self) -> Decision | None:
        """The decision that stands: the federation's over the commission's."""
        return self.decisions[-1] if self.decisions else None

    @property
    def is_open(self) -> bool:
        """Whether an appeal waits for its decision."""
        return self.appeal is not None and not self.decisions

    @property
    def wanted(self) -> Request | None:
        """The pieces asked for that have not come: every letter later than a request answers it."""
        last = self.requests[-1] if self.requests else None
        answered = last and any(letter.at >= last.at for letter in self.letters)
        return None if answered else last

    def lapsed(self, now: int) -> bool:
        """Whether the federation closes it unheard: what it asked for did not come in time."""
        wanted = self.wanted
        late = wanted is None and self.requests and self._answered > self.requests[-1].until
        return bool(late or (wanted and now > wanted.until))

    @property
    def _answered(self) -> int:
        """When the last request was answered."""
        asked = self.requests[-1].at
        return min(letter.at for letter in self.letters if letter.at >= asked)


EMPTY = CaseFile()


@dataclass(frozen=True, slots=True)
class Docket:
    """Rôle des affaires: the commission of an event, and the files opened so far."""

    members: tuple[Member, ...] = ()
    files: Mapping[Spot, CaseFile] = field(default_factory=dict)

    def commission(self, centre: str) -> tuple[Member, ...]:
        """Who sits for a centre, or for the event."""
        return tuple(one for one in self.members if plain(one.centre) == plain(centre))

    def file(self, spot: Spot) -> CaseFile:
        """The file on a slip, empty where nothing was written."""
        return self.files.get(spot, EMPTY)
