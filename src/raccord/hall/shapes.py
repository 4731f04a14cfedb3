"""The shapes of what is told of a game; ``views`` fills them.

The lines of its ranking and its solos are those of its documents.
"""

from typing import Literal

import msgspec

from raccord.duplicate.beside import Entry
from raccord.duplicate.said import Call
from raccord.duplicate.slips.found import TurnFound
from raccord.duplicate.slips.publication import MissingSlips
from raccord.duplicate.slips.ranking import RankLine, SoloLine

ClockPhase = Literal["ready", "running", "paused", "over", "none"]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all views."""


class ClockView(View, frozen=True, kw_only=True):
    """Chronomètre: ``ends`` is the server's time in ms; ``left`` the ms left while paused.

    ``calls`` are the signals of the turn in the words of the edition.
    """

    phase: ClockPhase
    seconds: int
    signal: int
    ends: int | None = None
    left: int | None = None
    calls: tuple[Call, ...] = ()


class DrawView(View, frozen=True, kw_only=True):
    """Tirage: the whole draw in drawing order, and how many letters are the leave."""

    letters: str
    leave: int
    rejected: tuple[str, ...] = ()


class MoveView(View, frozen=True, kw_only=True):
    """Coup: « H4 LUSTRE(R) », in one piece and in parts."""

    move: str
    reference: str
    word: str
    points: int


class TurnView(View, frozen=True, kw_only=True):
    """Coup joué, once its top is announced."""

    turn: int
    draw: str
    leave: int
    rejected: tuple[str, ...]
    top: MoveView
    total: int
    ties: tuple[str, ...]
    reached: int | None = None
    """How many tables reached the top, once that may be told."""


class EndView(View, frozen=True, kw_only=True):
    """Fin de partie: why, and the article."""

    reason: str
    text: str
    article: str
    void: bool


class CancelledView(View, frozen=True, kw_only=True):
    """Coup annulé: which, why, and the article; told until it is played again."""

    turn: int
    reason: str
    article: str


class InterruptionView(View, frozen=True, kw_only=True):
    """Interruption: ``since`` is the server's time in ms, ``limit`` how many ms it may last.

    Beyond the limit the game ends if the head referee says so: its ``turns`` stand, unless the
    edition ``voids`` so short a game.
    """

    since: int
    limit: int | None
    voids: bool
    turns: int
    article: str


class PublicView(View, frozen=True, kw_only=True):
    """What anybody may see: the projector and the public page.

    Of two views the one with the higher ``revision`` is the newer; it counts no slip and no ruling.
    """

    code: str
    revision: int
    title: str
    edition: str
    formula: str
    lexicon: str
    phase: str
    turn: int
    interrupted: bool
    cells: str
    """The board now, the last retained move on it."""
    last: str
    draw: DrawView | None
    clock: ClockView
    total: int
    turns: tuple[TurnView, ...]
    players: int
    announcement: tuple[str, ...]
    commitment: str
    interruption: InterruptionView | None = None
    cancelled: CancelledView | None = None
    end: EndView | None = None
    ranking: tuple[RankLine, ...] = ()
    solos: tuple[SoloLine, ...] = ()
    secret: str = ""
    scheme: str = ""
    """How the draws come from the secret, where the software draws."""
    number: str = ""
    number_source: str = ""
    """The public number that the draws come from, and where it is from."""
    needs_number: bool = False
    """Whether nothing is drawn before it is given."""
    found: TurnFound | None = None
    """Who found the top of the last turn, and how many each solution, once that may be told."""
    provisional: bool = True
    """Whether the ranking may still change, or is not published."""
    missing: tuple[MissingSlips, ...] = ()
    """Slips without a ruling, by turn; told once the game is over."""
    published: bool = False
    from_last: bool = False
    """Whether the ranking is to be shown from the last place to the first."""
    seal: str = ""
    """Sceau of the log, once the game is over: before, it would tell how many slips came in."""
    event: str = ""
    """The competition it belongs to."""
    next: str = ""
    """The game that follows in the same room."""
    is_section: bool = False
    """Whether its draws, clock and tops are those of another game."""
    follows: str = ""
    """The code of that game, where anybody may come in there."""
    sections: int = 0
    """How many games follow this one."""


class FindingView(View, frozen=True, kw_only=True):
    """Manquement: its reason and its article."""

    sanction: str
    article: str
    reason: str


class RulingView(View, frozen=True, kw_only=True):
    """Décision, as a player or a marker reads it."""

    points: int
    sanction: str
    sanction_text: str
    findings: tuple[FindingView, ...]
    placement: str | None
    note_due: bool
    disciplinary: bool
    outcomes: tuple[tuple[int, str], ...]


class SlipView(View, frozen=True, kw_only=True):
    """Bulletin tel que remis."""

    word: str
    reference: str | None
    direction: str | None
    score: int | None
    flags: tuple[str, ...]
    grid: str | None = None
    solutions: tuple["SlipView", ...] = ()


class RoadLine(View, frozen=True, kw_only=True):
    """Ligne de la feuille de route: what the table played, what it earned, what the top was."""

    turn: int
    slip: SlipView | None
    ruling: RulingView | None
    points: int | None
    total: int
    top: MoveView
    top_total: int
    draw: str
    absent: bool = False
    note_delivered: bool = False
    taken_ms: int | None = None
    """Topping: what the turn cost the table."""
    found: bool = False
    """Topping: whether it found the top."""


class OwnView(View, frozen=True, kw_only=True):
    """What one table sees beside the public: its own slip, road sheet, and place if shown."""

    table: int
    players: tuple[str, ...]
    entry: Entry
    on_paper: bool
    turn: int
    slip: SlipView | None
    """Handed in on the turn under way."""
    plays: bool
    road: tuple[RoadLine, ...]
    warnings: int
    warning_cost: int
    solos: int
    bonus: int
    """Of the solos, told at the end."""
    total: int
    """As in the ranking: the points of the turns, the bonus, less what warnings cost."""
    place: int | None = None
    tables: int = 0
    provisional: bool = True
    """Whether the total may still change: the results are not published."""
