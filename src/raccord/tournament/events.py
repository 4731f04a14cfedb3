"""Events: facts of a competition, in order. The first is ``Opened``; nothing is ever edited.

A competition is an evening of a club, a tournament or a match: people, and several games. It
knows the games of a hall by their codes and reads their results from them.
"""

from typing import Literal

import msgspec

from raccord.tournament.cases import Appeal, Decision, Letter, Member, Request, Spot
from raccord.tournament.people import Entry, Shown
from raccord.tournament.plan import Plan, Seating
from raccord.tournament.rankings import By
from raccord.tournament.tables import Grades, Weights
from raccord.tournament.tally import Tally
from raccord.tournament.teams import TeamRule
from raccord.tournament.ties import TieRule

Presence = Literal["present", "late", "absent"]
Absence = Literal["referee", "late", "absent", "withdrawn"]
"""Why somebody has no result in a game; only who refereed does not have it held against him."""


class Terms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Règlement particulier: how the games add up, ties, and what the public is shown.

    ``season`` names the club season the event belongs to; a ``private`` one is listed nowhere.
    ``plan`` is what is to be played, ``grades`` the table of series and categories, ``handicap``
    the points each game gives to whom; ``teams`` how teams are ranked, if they are.
    """

    by: By = "points"
    ties: tuple[TieRule, ...] = ()
    season: str = ""
    shown: Shown = "name"
    private: bool = False
    plan: Plan = ()
    seating: Seating = Seating()
    grades: Grades = ()
    handicap: Weights = ()
    teams: TeamRule | None = None


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"):
    """Base of all events."""

    at: int = 0


class Opened(Event, frozen=True, tag="opened"):
    """Compétition ouverte."""

    title: str
    terms: Terms = Terms()


class TermsChanged(Event, frozen=True, tag="terms-changed"):
    """Règlement particulier modifié."""

    title: str
    terms: Terms


class Entered(Event, frozen=True, tag="entered"):
    """Engagement enregistré; a later one under the same number puts it right."""

    entry: Entry


class Merged(Event, frozen=True, tag="merged"):
    """Doublon réuni: what ``number`` played counts for ``into``."""

    number: int
    into: int


class Removed(Event, frozen=True, tag="removed"):
    """Engagement retiré before anything was played."""

    number: int


class CheckedIn(Event, frozen=True, tag="checked-in"):
    """Pointage."""

    number: int
    presence: Presence


class GameScheduled(Event, frozen=True, tag="game-scheduled"):
    """Partie en salle de la compétition: its code, and the entry that sits at each table.

    One among equals that only ``decides`` between them counts for nothing else.
    """

    game: int
    title: str
    code: str
    seats: dict[int, int]
    decides: bool = False
    after: str = ""
    """The game that it follows in the same room."""


class SeatsDrawn(Event, frozen=True, tag="seats-drawn"):
    """Placement de la partie suivante: the entry at each table, by lot or in order."""

    seats: dict[int, int]


class ResultTyped(Event, frozen=True, tag="result-typed"):
    """Résultat saisi of a game played elsewhere; a later one takes its place."""

    game: int
    title: str
    tally: Tally
    decides: bool = False


class Missed(Event, frozen=True, tag="missed"):
    """Absence à une partie, and why."""

    game: int
    number: int
    why: Absence


class GameDropped(Event, frozen=True, tag="game-dropped"):
    """Partie retirée: it no longer counts."""

    game: int
    reason: str = ""


class CutMade(Event, frozen=True, tag="cut-made"):
    """Coupe: after so many games only these go on; the others are ranked behind them."""

    after: int
    kept: tuple[int, ...]


class Excluded(Event, frozen=True, tag="excluded"):
    """Exclusion de la compétition: earlier scores void, out of the later games."""

    number: int
    reason: str


class Readmitted(Event, frozen=True, tag="readmitted"):
    """Exclusion levée: it was pronounced by mistake, or a commission lifted it."""

    number: int
    reason: str


class CommissionNamed(Event, frozen=True, tag="commission-named"):
    """Commission d'arbitrage désignée; a later one takes its place."""

    members: tuple[Member, ...]


class AppealFiled(Event, frozen=True, tag="appeal-filed"):
    """Recours déposé."""

    spot: Spot
    appeal: Appeal


class AppealDecided(Event, frozen=True, tag="appeal-decided"):
    """Affaire tranchée; a later decision of the federation takes its place."""

    spot: Spot
    decision: Decision


class DossierSent(Event, frozen=True, tag="dossier-sent"):
    """Dossier transmis à la fédération, with the letter it went with."""

    spot: Spot
    letter: Letter


class PiecesAsked(Event, frozen=True, tag="pieces-asked"):
    """Pièces demandées by the federation."""

    spot: Spot
    request: Request


class LetterFiled(Event, frozen=True, tag="letter-filed"):
    """Pièce versée."""

    spot: Spot
    letter: Letter


class Closed(Event, frozen=True, tag="closed"):
    """Compétition close."""


class Reopened(Event, frozen=True, tag="reopened"):
    """Compétition rouverte."""


AnyEvent = (
    Opened
    | TermsChanged
    | Entered
    | Merged
    | Removed
    | CheckedIn
    | GameScheduled
    | SeatsDrawn
    | ResultTyped
    | Missed
    | GameDropped
    | CutMade
    | Excluded
    | Readmitted
    | CommissionNamed
    | AppealFiled
    | AppealDecided
    | DossierSent
    | PiecesAsked
    | LetterFiled
    | Closed
    | Reopened
)
