"""The state of a competition: what its events tell, folded by ``raccord.tournament.evolve``."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from raccord.tournament.cases import Docket
from raccord.tournament.events import Absence, CutMade, Opened, Presence, Terms
from raccord.tournament.people import Entry
from raccord.tournament.tally import Tally


@dataclass(frozen=True, slots=True)
class EventGame:
    """Partie d'une compétition: of a hall, with its ``code`` and ``seats``, or typed in."""

    number: int
    title: str
    code: str = ""
    seats: Mapping[int, int] = field(default_factory=dict)
    """The entry at each table."""
    tally: Tally | None = None
    missed: Mapping[int, Absence] = field(default_factory=dict)
    decides: bool = False
    """Whether it only breaks a tie between those who play it."""
    after: str = ""
    """The game that it follows in the same room."""

    @property
    def numbers(self) -> frozenset[int]:
        """The entries known to have a part in it."""
        played = self.tally.numbers if self.tally else frozenset()
        return frozenset(self.seats.values()) | played


@dataclass(frozen=True, slots=True)
class State:
    """Compétition: people, the games in order, who missed what."""

    opened: Opened
    title: str
    terms: Terms
    entries: Mapping[int, Entry] = field(default_factory=dict)
    presence: Mapping[int, Presence] = field(default_factory=dict)
    games: tuple[EventGame, ...] = ()
    cuts: tuple[CutMade, ...] = ()
    excluded: Mapping[int, str] = field(default_factory=dict)
    docket: Docket = field(default_factory=Docket)
    """The commission and its cases."""
    is_closed: bool = False
    drawn: Mapping[int, int] | None = None
    """The entry at each table in the next game, where that was arranged."""
    scheduled: int = 0
    """Games ever added: a game dropped leaves its number to nobody."""

    def game(self, number: int) -> EventGame | None:
        """A game by its number."""
        return next((game for game in self.games if game.number == number), None)

    @property
    def counted(self) -> tuple[EventGame, ...]:
        """The games that count, those under way included."""
        return tuple(game for game in self.games if not game.decides)

    @property
    def free_number(self) -> int:
        """The number the next entry gets."""
        return max((*self.entries, 0)) + 1


def begin(opened: Opened) -> State:
    """The state a competition opens with."""
    return State(opened, opened.title, opened.terms)
