"""What is asked of an event with centres; ``decide`` may refuse it. ``at`` is the hub's word."""

from typing import Annotated

import msgspec

from raccord.duplicate import AnyEvent
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.rules.solos import SoloRule
from raccord.regulation import DEFAULT_EDITION, EditionId
from raccord.tournament.cases import Member

Title = Annotated[str, msgspec.Meta(max_length=120)]
Latitude = Annotated[float, msgspec.Meta(ge=-90, le=90)]
Longitude = Annotated[float, msgspec.Meta(ge=-180, le=180)]


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all commands."""

    at: int = 0


class Open(Command, frozen=True):
    """Ouvrir une épreuve à plusieurs centres."""

    title: Title
    lexicon: str
    lexicon_digest: str
    edition: EditionId = DEFAULT_EDITION
    formula: Formula = Formula()
    embargo: int = 0
    solo: SoloRule | None = None


class AddCentre(Command, frozen=True):
    """Inscrire un centre."""

    name: Title
    centre: str = ""
    contact: Title = ""
    latitude: Latitude | None = None
    longitude: Longitude | None = None


class AddGame(Command, frozen=True):
    """Ajouter une partie and its slot: a prepared one, or one that is followed live."""

    id: str
    title: Title
    opens: int
    closes: int
    script: tuple[AnyEvent, ...]
    live: str = ""


class SetSlot(Command, frozen=True):
    """Donner à un centre un créneau à lui."""

    centre: str
    game: int
    opens: int
    closes: int


class Admit(Command, frozen=True):
    """Admettre une installation that has the centre's own word."""

    centre: str
    install: str
    key: str


class Choose(Command, frozen=True):
    """Dire laquelle de deux installations compte."""

    centre: str
    install: str
    by: str = ""


class Refill(Command, frozen=True):
    """Remplacer une installation by another, which was given what the first had sent."""

    centre: str
    install: str
    continues: str


class Fork(Command, frozen=True):
    """Constater que deux ordinateurs écrivent sous un même nom."""

    centre: str
    install: str
    stream: str


class TellCode(Command, frozen=True):
    """Donner un code d'enveloppe par téléphone."""

    centre: str
    game: int
    turn: int
    by: str = ""


class NameCommission(Command, frozen=True):
    """Nommer la commission de l'épreuve, as it is from now on; a member's centre by its id."""

    members: tuple[Member, ...]


class SetEmbargo(Command, frozen=True):
    """Fixer la fin de l'embargo."""

    until: int
