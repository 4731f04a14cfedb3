"""Commands: what a referee, a player or the shell asks of a game; ``decide`` may refuse them."""

import msgspec

from raccord.duplicate.events import Origin
from raccord.duplicate.rules.formula import Formula
from raccord.regulation import DEFAULT_EDITION, EditionId, Ruling, Slip


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="command"):
    """Base of all commands."""

    at: int = 0


class Open(Command, frozen=True, tag="open"):
    """Ouvrir la partie. ``secret`` commits the software to its draws; leave it out otherwise."""

    edition: EditionId = DEFAULT_EDITION
    formula: Formula = Formula()
    title: str = ""
    secret: str = ""
    seed: int | None = None


class Register(Command, frozen=True, tag="register"):
    """Inscrire une table: one player or a pair; once turns are played it arrives late.

    ``replaces`` puts an entry right: its names, or a withdrawal noted by mistake.
    """

    table: int
    players: tuple[str, ...]
    replaces: bool = False


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Enregistrer un abandon, from the turn now on."""

    table: int
    reason: str = ""


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


class CorrectDraw(Command, frozen=True, tag="correct-draw"):
    """Rectifier les lettres nouvelles of the turn under way."""

    letters: str
    reason: str


class RejectDraw(Command, frozen=True, tag="reject-draw"):
    """Rejeter le tirage en jeu, valid only because its Y or jokers count as it needs."""


class Start(Command, frozen=True, tag="start"):
    """Lancer le chronomètre."""


class EndTime(Command, frozen=True, tag="end-time"):
    """Annoncer la fin du temps."""


class HandIn(Command, frozen=True, tag="hand-in"):
    """Remettre un bulletin."""

    turn: int
    table: int
    slip: Slip
    replaces: bool = False


class Propose(Command, frozen=True, tag="propose"):
    """Proposer une solution (topping)."""

    move: str
    table: int = 1


class Rule(Command, frozen=True, tag="rule"):
    """Rendre ou rectifier une décision; a change needs its reason."""

    turn: int
    table: int
    ruling: Ruling
    by: str = ""
    reason: str = ""


class Retain(Command, frozen=True, tag="retain"):
    """Retenir le top: the default one, or another eligible tie."""

    move: str | None = None


class DeclareNoSolution(Command, frozen=True, tag="declare-no-solution"):
    """Constater que le coup n'a pas de solution."""


class CancelTurn(Command, frozen=True, tag="cancel-turn"):
    """Annuler le coup en cours, or the last one while the next is not drawn."""

    reason: str


class Interrupt(Command, frozen=True, tag="interrupt"):
    """Interrompre la partie."""


class Resume(Command, frozen=True, tag="resume"):
    """Reprendre, if the interruption was not too long."""


class Stop(Command, frozen=True, tag="stop"):
    """Arrêter la partie: a decision of the referee that no article asks for."""

    reason: str


class Reveal(Command, frozen=True, tag="reveal"):
    """Publier le secret des tirages after the end."""

    secret: str
