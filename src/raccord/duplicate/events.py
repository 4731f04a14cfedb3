"""Events: facts of a game, in order. The first is ``Opened``; nothing is ever edited.

Instants (``at``) are whole milliseconds and always come from the caller. A turn that is drawn
again after a cancellation or for want of a solution keeps its number.
"""

from typing import Literal

import msgspec

from raccord.duplicate.files.fair_draws import Scheme
from raccord.duplicate.rules.ends import EndReason
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.rules.solos import SoloRule
from raccord.duplicate.rules.tops import Tie
from raccord.regulation import Citation, EditionId, Ruling, Slip

Origin = Literal["software", "hand", "prepared"]


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"):
    """Base of all events.

    ``master`` is the version of the master's log that a fact of a section repeats; 0 elsewhere.
    """

    at: int = 0
    master: int = 0


class Opened(Event, frozen=True, tag="opened"):
    """Partie ouverte: edition, formula and lexicon stand here, once."""

    edition: EditionId
    formula: Formula
    lexicon: str
    lexicon_digest: str
    title: str = ""
    commitment: str = ""
    """Hash of the secret the software draws from; empty when it draws nothing."""
    seed: int | None = None
    solo: SoloRule | None = None
    """The event's own rule for solos; None: that of the edition."""
    scheme: Scheme | None = None
    """How draws come from the secret; without a name they come from it alone."""
    game: str = ""
    """The code of the game, which the commitment covers."""
    needs_number: bool = False
    """Nothing is drawn before a public number was given."""
    awaits_publication: bool = False
    """The results are the referee's to publish; in games opened before, they stood with the end."""
    follows: str = ""
    """The game whose draws, clock and tops it follows, being one of its sections."""


class PublicNumberGiven(Event, frozen=True, tag="public-number"):
    """Nombre public: what nobody knew when the commitment was published, and where it is from."""

    number: str
    source: str = ""


class SectionAdded(Event, frozen=True, tag="section-added"):
    """Section ajoutée: a game of other tables that follows this one's draws, clock and tops."""

    game: str
    name: str
    tables: tuple[int, ...] = ()
    """Those of this game that move there: seated there, then taken out here."""


class Registered(Event, frozen=True, tag="registered"):
    """Inscription: a table, its player or pair, and the first turn it plays."""

    table: int
    players: tuple[str, ...]
    first_turn: int = 1
    citation: Citation | None = None


class Renumbered(Event, frozen=True, tag="renumbered"):
    """Changement de numéro d'une table."""

    table: int
    to: int


class Unregistered(Event, frozen=True, tag="unregistered"):
    """Inscription effacée, before anything was drawn."""

    table: int


class TablesMerged(Event, frozen=True, tag="tables-merged"):
    """Tables réunies: ``table`` was ``into`` under another number."""

    table: int
    into: int


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """Abandon: the last turn the table plays."""

    table: int
    last_turn: int
    reason: str = ""


class Excluded(Event, frozen=True, tag="excluded"):
    """Exclusion pour tricherie: every score of the table is void, in this game and to come."""

    table: int
    reason: str
    citation: Citation


class DrawRejected(Event, frozen=True, tag="draw-rejected"):
    """Rejet: the whole draw goes back into the bag."""

    turn: int
    leave: str
    new: str
    origin: Origin
    citation: Citation


class DrawDeclined(Event, frozen=True, tag="draw-declined"):
    """Rejet au gré de l'arbitre: a valid draw that counts on Y or a joker goes back whole."""

    turn: int
    citation: Citation


class Drawn(Event, frozen=True, tag="drawn"):
    """Tirage: leave, new letters in drawing order, and the serving joker of the formula."""

    turn: int
    leave: str
    new: str
    origin: Origin
    citations: tuple[Citation, ...]
    joker: str = ""


class DrawCorrected(Event, frozen=True, tag="draw-corrected"):
    """Tirage rectifié: letters typed wrongly, put right before the top is announced."""

    turn: int
    new: str
    reason: str


class Started(Event, frozen=True, tag="started"):
    """Chrono: the thinking time begins."""

    turn: int


class TimeUp(Event, frozen=True, tag="time-up"):
    """Terminé: the thinking time is over, slips are collected."""

    turn: int


class TimeReopened(Event, frozen=True, tag="time-reopened"):
    """Temps rouvert: its end was called too early, what was left of it runs on."""

    turn: int


class SlipHandedIn(Event, frozen=True, tag="slip"):
    """Bulletin remis; a later one for the same table and turn takes its place.

    ``picture`` is the SHA-256 of its photograph, kept beside the log; ``machine``: read there by
    the software, and confirmed by nobody.
    """

    turn: int
    table: int
    slip: Slip
    picture: str = ""
    machine: bool = False


class Proposed(Event, frozen=True, tag="proposed"):
    """Proposition (topping): a move said aloud, and whether it reaches the top."""

    turn: int
    table: int
    move: str
    points: int
    found: bool


class Ruled(Event, frozen=True, tag="ruled"):
    """Décision sur un bulletin; a later one for the same table and turn takes its place."""

    turn: int
    table: int
    ruling: Ruling
    by: str = ""
    reason: str = ""


class Retained(Event, frozen=True, tag="retained"):
    """Top retenu: the move placed, its points, and every tie with what was known of it."""

    turn: int
    move: str
    points: int
    ties: tuple[Tie, ...]
    citations: tuple[Citation, ...]
    best: tuple[tuple[str, int], ...] = ()
    """Multitops: the best set of different solutions, the reference of the turn."""


class NoSolution(Event, frozen=True, tag="no-solution"):
    """Coup sans solution: all its letters go back into the bag."""

    turn: int
    citation: Citation


class TurnCancelled(Event, frozen=True, tag="turn-cancelled"):
    """Coup annulé: points void, letters and leave back; the turn is drawn again."""

    turn: int
    reason: str
    citation: Citation


class Interrupted(Event, frozen=True, tag="interrupted"):
    """Interruption: play stops."""


class Resumed(Event, frozen=True, tag="resumed"):
    """Reprise: play goes on; ``reason`` where it does so beyond the limit."""

    reason: str = ""


class GameEnded(Event, frozen=True, tag="ended"):
    """Fin de partie; ``void`` if an interruption annuls the results."""

    reason: EndReason
    citation: Citation | None = None
    void: bool = False
    note: str = ""


class ResultsPublished(Event, frozen=True, tag="results-published"):
    """Classement publié: by the referee, ``from_last`` place to the first if he likes."""

    by: str = ""
    from_last: bool = False


class SecretRevealed(Event, frozen=True, tag="secret-revealed"):
    """Secret des tirages, published after the end."""

    secret: str


OfTheMaster = (
    DrawRejected
    | Drawn
    | DrawDeclined
    | DrawCorrected
    | Started
    | TimeUp
    | TimeReopened
    | Retained
    | NoSolution
    | TurnCancelled
    | Interrupted
    | Resumed
    | GameEnded
    | ResultsPublished
)
"""What sections repeat of their master: the game, not its tables."""
AnyEvent = (
    Opened
    | PublicNumberGiven
    | SectionAdded
    | Registered
    | Renumbered
    | Unregistered
    | TablesMerged
    | Withdrawn
    | Excluded
    | SlipHandedIn
    | Proposed
    | Ruled
    | SecretRevealed
    | OfTheMaster
)
