"""Documents of a game as plain values: what is printed, shown, exported. Nothing here is French
typography or layout; each rendering adds its own."""

from typing import Literal

import msgspec

from raccord.duplicate.rules.formula import Ranking as RankingKind
from raccord.duplicate.slips.found import TurnFound
from raccord.duplicate.slips.publication import MissingSlips
from raccord.duplicate.slips.ranking import RankLine, SoloLine

ProofStatus = Literal["verified", "partial", "failed", "published", "unpublished", "none"]


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all documents and of their parts."""


class Heading(Document, frozen=True, kw_only=True):
    """En-tête: which game this is. ``at`` is the opening in ms since 1970, 0 where unknown."""

    title: str
    edition: str
    formula: str
    lexicon: str
    at: int
    tables: int
    turns: int
    top_total: int
    is_over: bool
    is_void: bool
    provisional: bool = False
    """Whether results may still change, or are not published."""
    missing: tuple[MissingSlips, ...] = ()
    """Slips that nobody has ruled on, by turn."""
    published: bool = True
    sections: int = 0
    """Of a game in sections: how many there are; 0 for an ordinary game."""
    settled: int = 0
    """Of these: how many have all slips of the turns so far."""
    seal: str = ""
    """Sceau of the log this was made from, to hold against it later; empty where not told."""


class Ranking(Document, frozen=True, kw_only=True):
    """Classement; empty where an interruption has annulled the results."""

    heading: Heading
    kind: RankingKind
    lines: tuple[RankLine, ...]
    solos: tuple[SoloLine, ...]


class Reason(Document, frozen=True, kw_only=True):
    """Motif: why a slip was sanctioned, and the article."""

    text: str
    article: str
    sanction: str


class Written(Document, frozen=True, kw_only=True):
    """Bulletin tel qu'écrit."""

    word: str
    reference: str
    score: int | None


class RoadLine(Document, frozen=True, kw_only=True):
    """Ligne de feuille de route; ``points`` is None while the slip is not ruled on."""

    turn: int
    leave: str
    new: str
    written: Written | None
    points: int | None
    total: int
    top: str
    top_points: int
    top_total: int
    sanction: str
    reasons: tuple[Reason, ...]
    warnings: int
    is_solo: bool
    bonus: int
    is_absent: bool

    @property
    def negative(self) -> int | None:
        """Distance to the top of the turn."""
        return None if self.points is None else self.points - self.top_points


class RoadSheet(Document, frozen=True, kw_only=True):
    """Feuille de route of a table; its place is told only where the reader may know it."""

    heading: Heading
    line: RankLine
    is_placed: bool
    lines: tuple[RoadLine, ...]


class Note(Document, frozen=True, kw_only=True):
    """Billet de correction: a sanction and why, for one table on one turn."""

    turn: int
    table: int
    players: tuple[str, ...]
    written: Written | None
    points: int
    sanction: str
    reasons: tuple[Reason, ...]
    is_due: bool
    outcomes: tuple[tuple[int, str], ...] = ()
    """Before the commission: the points and the sanction of each possible outcome."""


class Notes(Document, frozen=True, kw_only=True):
    """Billets de correction, by turn, then by table."""

    heading: Heading
    notes: tuple[Note, ...]


class TieLine(Document, frozen=True, kw_only=True):
    """Top ex aequo: whether it was kept, how far it opens the game, why it could not be kept."""

    move: str
    is_retained: bool
    opening: float | None
    barred: str
    article: str


class GameLine(Document, frozen=True, kw_only=True):
    """Ligne de feuille de partie."""

    turn: int
    leave: str
    new: str
    rejected: tuple[str, ...]
    discarded: tuple[str, ...]
    reference: str
    word: str
    points: int
    total: int
    ties: tuple[TieLine, ...]
    articles: tuple[str, ...]
    solo: SoloLine | None = None
    reached: int | None = None
    """How many tables reached the top; told once the game is over."""


class TurnPicture(Document, frozen=True, kw_only=True):
    """Coup revu: its line and the boards before and after it."""

    line: GameLine
    before: str
    after: str
    move: str
    found: TurnFound | None = None
    """Who found the top, and how many each solution, where the reader may know it."""


class End(Document, frozen=True, kw_only=True):
    """Fin de partie: why, the article, and the letters left."""

    reason: str
    text: str
    article: str
    left: str


class Proof(Document, frozen=True, kw_only=True):
    """Preuve des tirages: the hash published first, the secret published last, and what checking
    the one against the other and against every draw has given."""

    status: ProofStatus
    message: str
    commitment: str
    secret: str
    draws: int
    scheme: str = ""
    number: str = ""
    source: str = ""
    """The public number that the draws come from, and where it is from."""
    caveat: str = ""
    """What the proof does not prove, in plain words."""


class CheckedDraw(Document, frozen=True, kw_only=True):
    """Tirage à vérifier: its number from 0, the bag in order, the letters told, those expected."""

    number: int
    turn: int
    bag: str
    letters: str
    expected: str
    is_rejected: bool


class ProofSheet(Document, frozen=True, kw_only=True):
    """Preuve, draw by draw; ``parameters`` is what the commitment covers beside the secret."""

    heading: Heading
    proof: Proof
    parameters: str
    draws: tuple[CheckedDraw, ...]


class GameSheet(Document, frozen=True, kw_only=True):
    """Feuille de partie."""

    heading: Heading
    lines: tuple[GameLine, ...]
    cells: str
    end: End | None
    proof: Proof
