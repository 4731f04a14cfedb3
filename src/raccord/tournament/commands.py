"""Commands: what an organiser asks of a competition; ``decide`` may refuse them."""

from typing import Annotated

import msgspec

from raccord.regulation import Sanction
from raccord.tournament.cases import Filer, Instance, Member, Spot
from raccord.tournament.events import Absence, Presence, Terms
from raccord.tournament.people import Person
from raccord.tournament.tally import Tally

MOST_ENTRIES = 9999
Instant = Annotated[int, msgspec.Meta(ge=0, le=0)]
"""What only the server may say: a program can send nothing but nothing."""
Number = Annotated[int, msgspec.Meta(ge=1, le=MOST_ENTRIES)]
Title = Annotated[str, msgspec.Meta(max_length=120)]
Reason = Annotated[str, msgspec.Meta(max_length=400)]
Text = Annotated[str, msgspec.Meta(max_length=8000)]
People = Annotated[tuple[Person, ...], msgspec.Meta(min_length=1, max_length=2)]


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="command"):
    """Base of all commands: when it was asked."""

    at: Instant = msgspec.field(default=0, name="#at")


class Open(Command, frozen=True, tag="open"):
    """Ouvrir une compétition."""

    title: Title
    terms: Terms = Terms()


class Arrange(Command, frozen=True, tag="arrange"):
    """Modifier le règlement particulier."""

    title: Title
    terms: Terms


class Enter(Command, frozen=True, tag="enter"):
    """Engager un joueur ou une paire; ``replaces`` puts an entry right."""

    people: People
    number: Number | None = None
    replaces: bool = False
    line: Annotated[int, msgspec.Meta(ge=0, le=10**6)] = 0
    """Of the list it stands in: told with what is wrong."""


class EnterAll(Command, frozen=True, tag="enter-all"):
    """Engager plusieurs joueurs, all or none: every line that cannot be entered is told."""

    entries: Annotated[tuple[Enter, ...], msgspec.Meta(max_length=MOST_ENTRIES)]


class Merge(Command, frozen=True, tag="merge"):
    """Réunir un doublon."""

    number: Number
    into: Number


class Remove(Command, frozen=True, tag="remove"):
    """Retirer un engagement."""

    number: Number


class CheckIn(Command, frozen=True, tag="check-in"):
    """Pointer."""

    numbers: Annotated[tuple[Number, ...], msgspec.Meta(max_length=MOST_ENTRIES)]
    presence: Presence


class Schedule(Command, frozen=True, tag="schedule"):
    """Ajouter une partie de la salle, with the entry that sits at each table."""

    code: str
    title: Title
    seats: dict[int, int]
    decides: bool = False
    after: str = ""
    """The game that it follows in the same room: one is followed by one."""


class Place(Command, frozen=True, tag="place"):
    """Placer les joueurs de la partie suivante; ``lots`` are their numbers as they were drawn."""

    lots: tuple[int, ...]


class Admit(Command, frozen=True, tag="admit"):
    """Engager ceux qui se sont assis dans une partie without having been entered."""


class TypeResult(Command, frozen=True, tag="type-result"):
    """Saisir le résultat of a game played elsewhere; ``game`` puts one right."""

    title: Title
    tally: Tally
    game: int | None = None
    decides: bool = False
    """Whether it was a sudden death among equals, which only parts them."""


class ReportLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Résultat d'un joueur of a game played elsewhere, by his name; no total: he refereed."""

    player: Annotated[str, msgspec.Meta(max_length=200)]
    total: int | None
    place: int = 0
    turns: tuple[int, ...] = ()
    tops: int | None = None
    tops_lost: int | None = None
    warnings: int | None = None
    solos: int | None = None
    time_ms: int | None = None
    lasted: int | None = None


class Report(Command, frozen=True, tag="report"):
    """Rapporter une partie jouée ailleurs, by names; who is not entered yet is entered."""

    top: Annotated[int, msgspec.Meta(ge=0)]
    lines: Annotated[tuple[ReportLine, ...], msgspec.Meta(min_length=1, max_length=MOST_ENTRIES)]
    title: Title = ""


class Miss(Command, frozen=True, tag="miss"):
    """Dire pourquoi quelqu'un n'a pas joué une partie."""

    game: int
    number: Number
    why: Absence


class Drop(Command, frozen=True, tag="drop"):
    """Retirer une partie."""

    game: int
    reason: Reason = ""


class Cut(Command, frozen=True, tag="cut"):
    """Couper: the first of all, and the first of each category named, go on."""

    first: Annotated[int, msgspec.Meta(ge=0, le=MOST_ENTRIES)]
    categories: dict[str, Annotated[int, msgspec.Meta(ge=1, le=MOST_ENTRIES)]] = {}


class Exclude(Command, frozen=True, tag="exclude"):
    """Exclure de la compétition."""

    number: Number
    reason: Reason


class Readmit(Command, frozen=True, tag="readmit"):
    """Lever une exclusion."""

    number: Number
    reason: Reason


class NameCommission(Command, frozen=True, tag="name-commission"):
    """Désigner la commission d'arbitrage, as a whole: who is not in it any more sits no more."""

    members: Annotated[tuple[Member, ...], msgspec.Meta(max_length=60)]


class FileAppeal(Command, frozen=True, tag="file-appeal"):
    """Déposer un recours; after the deadline only an official may, and says why (``late``)."""

    spot: Spot
    reason: Reason
    by: Filer
    who: Title
    asked: Annotated[int, msgspec.Meta(ge=0, le=5000)] | None = None
    late: Reason = ""


class Settle(Command, frozen=True, tag="settle"):
    """Trancher: what the slip earns from now on; a decision taken again needs its reason."""

    spot: Spot
    points: Annotated[int, msgspec.Meta(ge=0, le=5000)]
    sanction: Sanction
    by: Title
    reason: Reason = ""
    instance: Instance = "commission"
    centre: str = ""
    """The centre whose commission decides; none for that of the event."""


class SendDossier(Command, frozen=True, tag="send-dossier"):
    """Transmettre le dossier à la fédération, the player being told."""

    spot: Spot
    who: Title
    reason: Text


class AskPieces(Command, frozen=True, tag="ask-pieces"):
    """Noter les pièces que la fédération demande; ``asked_at`` is when, today by default."""

    spot: Spot
    what: Reason
    asked_at: Annotated[int, msgspec.Meta(ge=0)] = 0


class FileLetter(Command, frozen=True, tag="file-letter"):
    """Verser une pièce au dossier."""

    spot: Spot
    title: Title
    text: Text
    who: Title = ""


AFTER_CLOSING = (FileAppeal, Settle, SendDossier, AskPieces, FileLetter)
"""What goes on once a competition is closed: its deadlines are those of the regulation."""


class Close(Command, frozen=True, tag="close"):
    """Clore la compétition."""


class Reopen(Command, frozen=True, tag="reopen"):
    """Rouvrir la compétition."""


AnyCommand = (
    Arrange
    | Enter
    | EnterAll
    | Merge
    | Remove
    | CheckIn
    | Admit
    | TypeResult
    | Report
    | Miss
    | Drop
    | Cut
    | Exclude
    | Readmit
    | NameCommission
    | Close
    | Reopen
)
"""What an organiser may send; games of the hall are scheduled by the hall."""
