"""Facts of an event with centres, as the hub keeps them. The first is ``Opened``."""

import msgspec

from raccord.duplicate import AnyEvent
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.rules.solos import SoloRule
from raccord.regulation import EditionId
from raccord.tournament.cases import Member


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"):
    """Base of all facts of an event."""

    at: int = 0


class Opened(Event, frozen=True, tag="opened"):
    """Épreuve ouverte: what every centre plays under, and until when nothing is public."""

    title: str
    edition: EditionId
    formula: Formula
    lexicon: str
    lexicon_digest: str
    embargo: int
    solo: SoloRule | None = None


class CentreAdded(Event, frozen=True, tag="centre-added"):
    """Centre inscrit; where it lies is told for the map."""

    centre: str
    name: str
    contact: str = ""
    latitude: float | None = None
    longitude: float | None = None


class GameAdded(Event, frozen=True, tag="game-added"):
    """Partie ajoutée; ``id`` is a name that no other game ever had.

    ``script`` is the prepared game. Of one that centres follow live it is the opening alone:
    ``live`` is the code of the game, in the hub's own hall, whose draws they are told.
    """

    game: int
    id: str
    title: str
    opens: int
    closes: int
    script: tuple[AnyEvent, ...]
    live: str = ""


class SlotSet(Event, frozen=True, tag="slot-set"):
    """Créneau d'un centre, where it is not that of the others."""

    centre: str
    game: int
    opens: int
    closes: int


class Admitted(Event, frozen=True, tag="admitted"):
    """Installation admise: a laptop opened for a centre, and the key it is known by from now on."""

    centre: str
    install: str
    key: str


class Chosen(Event, frozen=True, tag="chosen"):
    """Installation retenue: of two laptops of one centre, the one that counts."""

    centre: str
    install: str
    by: str = ""


class Refilled(Event, frozen=True, tag="refilled"):
    """Installation remplacée: ``install`` was given all that ``continues`` had sent."""

    centre: str
    install: str
    continues: str


class Forked(Event, frozen=True, tag="forked"):
    """Copie divergente: two laptops wrote under one name; the second was given another."""

    centre: str
    install: str
    stream: str


class CodeTold(Event, frozen=True, tag="code-told"):
    """Code d'enveloppe donné: somebody was told by telephone how to open a turn."""

    centre: str
    game: int
    turn: int
    by: str = ""


class CommissionNamed(Event, frozen=True, tag="commission-named"):
    """Commission nommée: who decides for the event, or for one centre of it, from now on."""

    members: tuple[Member, ...]


class EmbargoSet(Event, frozen=True, tag="embargo-set"):
    """Embargo fixé: until then nothing is public."""

    until: int


AnyContestEvent = (
    Opened
    | CentreAdded
    | GameAdded
    | SlotSet
    | Admitted
    | Chosen
    | Refilled
    | Forked
    | CodeTold
    | CommissionNamed
    | EmbargoSet
)
