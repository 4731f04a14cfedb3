"""Commands: what a referee, a player or the shell asks of a game; ``decide`` may refuse them.

A request is decoded straight into its command. What only the server may say stands in fields of
the types ``OF_THE_SERVER``, under names that nobody sends: ``at`` in a body is passed over like
anything unknown, and ``#at`` is refused, since msgspec checks what it decodes, not what is built.
"""

from typing import Annotated

import msgspec

from raccord.duplicate.events import OfTheMaster, Origin
from raccord.duplicate.files.fair_draws import Scheme
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.rules.solos import SoloRule
from raccord.duplicate.slips.handing_in import Entered
from raccord.regulation import DEFAULT_EDITION, EditionId, Flag, Ruling, Sanction, Slip

MOST_KEY = 120
Instant = Annotated[int, msgspec.Meta(ge=0, le=0)]
Name = Annotated[str, msgspec.Meta(max_length=0)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=0)]
Seats = Annotated[tuple[int, ...], msgspec.Meta(max_length=0)]
Seen = Annotated[tuple[Flag, ...], msgspec.Meta(max_length=0)]
OF_THE_SERVER = (Instant, Name, Seat, Seats, Seen)
Letters = Annotated[str, msgspec.Meta(max_length=40)]
Text = Annotated[str, msgspec.Meta(max_length=60)]
Digest = Annotated[str, msgspec.Meta(max_length=64)]
Points = Annotated[int, msgspec.Meta(ge=-1000, le=5000)]
Reason = Annotated[str, msgspec.Meta(max_length=400)]


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="command"):
    """Base of all commands: when it was asked, and by whom."""

    at: Instant = msgspec.field(default=0, name="#at")
    by: Name = msgspec.field(default="", name="#by")


class Open(Command, frozen=True, tag="open"):
    """Ouvrir la partie. ``secret`` commits the software to its draws; leave it out otherwise."""

    edition: EditionId = DEFAULT_EDITION
    formula: Formula = Formula()
    title: str = ""
    secret: str = ""
    seed: int | None = None
    solo: SoloRule | None = None
    scheme: Scheme | None = None
    game: str = ""
    needs_number: bool = False
    awaits_publication: bool = False
    follows: str = ""


class AddSection(Command, frozen=True, tag="add-section"):
    """Ajouter une section: the game that will follow this one, under the name of its room.

    ``tables`` of this game move there.
    """

    game: str
    name: str
    tables: tuple[int, ...] = ()


class GiveNumber(Command, frozen=True, tag="give-number"):
    """Donner le nombre public that the hall called out, or that a beacon told, before any draw."""

    number: Annotated[str, msgspec.Meta(max_length=400)]
    source: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Register(Command, frozen=True, tag="register"):
    """Inscrire une table: one player or a pair; once turns are played it arrives late.

    ``replaces`` puts an entry right: its names, or a withdrawal noted by mistake.
    """

    table: int
    players: tuple[str, ...]
    replaces: bool = False


class RegisterAll(Command, frozen=True, tag="register-all"):
    """Inscrire plusieurs tables, all or none."""

    tables: tuple[Register, ...]


class Renumber(Command, frozen=True, tag="renumber"):
    """Changer une table de numéro, before the first draw."""

    table: int
    to: int


class Unregister(Command, frozen=True, tag="unregister"):
    """Effacer une inscription, before the first draw."""

    table: int


class MergeTables(Command, frozen=True, tag="merge-tables"):
    """Réunir deux tables that are one: what the double played counts for the other."""

    table: int
    into: int


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Enregistrer un abandon, from the turn now on."""

    table: int
    reason: Reason = ""


class TakeBack(Command, frozen=True, tag="take-back"):
    """Annuler un abandon ou une exclusion, noted by mistake: the table plays on as before."""

    table: int


class Exclude(Command, frozen=True, tag="exclude"):
    """Exclure une table pour tricherie: its scores are void, and it plays no more."""

    table: int
    reason: str


class DrawBySoftware(Command, frozen=True, tag="draw-software"):
    """Faire tirer le logiciel; the secret must be the one committed to."""

    secret: str


class DrawLetters(Command, frozen=True, tag="draw-letters"):
    """Annoncer les lettres nouvelles, from a physical bag or a prepared game."""

    letters: str
    origin: Origin = "hand"


class Draw(Command, frozen=True, tag="draw"):
    """Tirer as this game draws: the software, the prepared game, or the letters given."""

    letters: Letters = ""


class RejectUntold(Command, frozen=True, tag="reject-untold"):
    """Constater un rejet of a prepared game, of which only the leave is known."""


class CorrectDraw(Command, frozen=True, tag="correct-draw"):
    """Rectifier les lettres nouvelles of the turn under way."""

    letters: Letters
    reason: Reason


class RejectDraw(Command, frozen=True, tag="reject-draw"):
    """Rejeter le tirage en jeu, valid only because its Y or jokers count as it needs."""


class Start(Command, frozen=True, tag="start"):
    """Lancer le chronomètre."""


class EndTime(Command, frozen=True, tag="end-time"):
    """Annoncer la fin du temps."""


class ReopenTime(Command, frozen=True, tag="reopen-time"):
    """Rouvrir le temps, whose end was called too early: what was left of it runs on."""


class Collect(Command, frozen=True, tag="collect"):
    """Lever les bulletins: rule on every slip of the turn under way that waits."""


class HandIn(Command, frozen=True, tag="hand-in"):
    """Remettre un bulletin."""

    turn: int
    table: int
    slip: Slip


class SendSlip(Command, frozen=True, tag="send-slip"):
    """Envoyer un bulletin from a phone; ``at`` is when the server received it.

    ``draw`` is the draw the player saw; ``key`` names this one sending, which counts once.
    ``sent`` is when the phone first sent it, by its estimate of the server's clock.
    """

    turn: int
    entered: Entered
    draw: Letters = ""
    key: Annotated[str, msgspec.Meta(max_length=MOST_KEY)] = ""
    sent: Annotated[int, msgspec.Meta(ge=0)] | None = None
    table: Seat = msgspec.field(default=0, name="#table")

    @property
    def once(self) -> str | None:
        """The name under which this sending counts once in its game."""
        return f"slip:{self.table}:{self.key}" if self.key else None


class Propose(Command, frozen=True, tag="propose"):
    """Proposer une solution (topping)."""

    move: Text
    table: Seat = msgspec.field(default=1, name="#table")


class Mark(Command, frozen=True, tag="mark"):
    """Saisir un bulletin lu par un arbitre-correcteur: kept and ruled on at once.

    No turn means the one at hand; with its ``draw``, a turn drawn anew is not taken for it. A slip
    already ruled on needs a ``reason``. ``picture`` is the digest of its photograph, ``machine``
    says that nobody has confirmed what was read there.
    """

    table: int
    slip: Slip
    turn: int | None = None
    draw: Letters = ""
    reason: Reason = ""
    picture: Digest = ""
    machine: bool = False


class MarkMany(Command, frozen=True):
    """Saisir plusieurs tables; ``rest`` means all those of which nothing is known.

    ``among`` are the tables of the marker, all if empty; ``flags`` are what else was seen.
    """

    tables: Annotated[tuple[int, ...], msgspec.Meta(max_length=10_000)] = ()
    rest: bool = False
    turn: int | None = None
    draw: Letters = ""
    among: Seats = msgspec.field(default=(), name="#among")
    flags: Seen = msgspec.field(default=(), name="#flags")


class MarkTop(MarkMany, frozen=True, tag="mark-top"):
    """Donner le top à ces tables."""


class MarkMissing(MarkMany, frozen=True, tag="mark-missing"):
    """Constater que ces tables n'ont pas remis de bulletin."""


class Warn(Command, frozen=True, tag="warn"):
    """Ajouter un avertissement disciplinaire à la décision donnée à une table."""

    table: int
    turn: int | None = None
    draw: Letters = ""


class Correct(Command, frozen=True, tag="correct"):
    """Rectifier une décision: another one in its place, with its reason.

    ``appeal``: a player or a referee appealed; ``insist``: it stands though it looks impossible.
    """

    turn: int
    table: int
    points: Points
    reason: Reason
    sanction: Sanction = Sanction.NONE
    appeal: bool = False
    insist: bool = False


class Rule(Command, frozen=True, tag="rule"):
    """Rendre ou rectifier une décision; a change needs its reason."""

    turn: int
    table: int
    ruling: Ruling
    reason: str = ""


class Retain(Command, frozen=True, tag="retain"):
    """Retenir le top: that of the prepared game, else the default one, or another eligible tie.

    Slips still waiting are ruled on first; missing ones score nothing where they come by phone.
    """

    move: Text | None = None


class Follow(Command, frozen=True, tag="follow"):
    """Suivre la partie publiée: the move it placed, whether or not this list calls it a top."""

    move: Text
    goes_on: bool = False
    """Whether the published game has more turns."""


class FollowMaster(Command, frozen=True, tag="follow-master"):
    """Suivre la partie maîtresse: one more fact of its log, after the last one that was repeated.

    What was repeated before changes nothing.
    """

    fact: OfTheMaster
    version: int
    after: int


class DeclareNoSolution(Command, frozen=True, tag="declare-no-solution"):
    """Constater que le coup n'a pas de solution."""


class CancelTurn(Command, frozen=True, tag="cancel-turn"):
    """Annuler le coup en cours, or the last one while the next is not drawn."""

    reason: Reason


class Interrupt(Command, frozen=True, tag="interrupt"):
    """Interrompre la partie."""


class Resume(Command, frozen=True, tag="resume"):
    """Reprendre; after too long an interruption only with a reason."""

    reason: Reason = ""


class EndInterrupted(Command, frozen=True, tag="end-interrupted"):
    """Terminer la partie, interrupted for longer than the regulation allows."""


class Stop(Command, frozen=True, tag="stop"):
    """Arrêter la partie: a decision of the referee that no article asks for."""

    reason: Reason


class Publish(Command, frozen=True, tag="publish"):
    """Publier le classement after the end; ``insist``: though slips are missing."""

    from_last: bool = False
    insist: bool = False


class Reveal(Command, frozen=True, tag="reveal"):
    """Publier le secret des tirages after the end; by default the one kept beside the game."""

    secret: Name = msgspec.field(default="", name="#secret")
