"""The state of a tournament of Jarnac: its rounds, their tables and results."""

from dataclasses import dataclass

from raccord.tournament.jarnac.events import Opened, Outcome, Pair, Player, Source


@dataclass(frozen=True, slots=True)
class RoundTable:
    """Table d'une ronde; ``name`` is that of its game, once it is opened."""

    pair: Pair
    name: str = ""
    outcome: Outcome | None = None
    source: Source = "game"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """Ronde."""

    number: int
    tables: tuple[RoundTable, ...]
    bye: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether every table has its result."""
        return all(table.outcome for table in self.tables)

    def table(self, number: int) -> RoundTable | None:
        """A table by its number."""
        return next((one for one in self.tables if one.pair.table == number), None)


@dataclass(frozen=True, slots=True)
class JarnacState:
    """Tournoi de Jarnac."""

    opened: Opened
    late: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    is_closed: bool = False

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody, in order of entry."""
        return self.opened.players + self.late

    @property
    def active(self) -> tuple[Player, ...]:
        """Who is still paired, in order of entry."""
        return tuple(p for p in self.players if p.number not in self.withdrawn)

    @property
    def takes_more(self) -> bool:
        """Whether somebody may still enter: a round of Swiss is to be paired."""
        swiss = self.opened.system == "swiss"
        return swiss and not self.is_closed and len(self.rounds) < self.opened.rounds

    def player(self, number: int) -> Player | None:
        """A player by his number."""
        return next((p for p in self.players if p.number == number), None)

    def round(self, number: int) -> Round | None:
        """A round by its number."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def place_of(self, number: int) -> tuple[Round, RoundTable] | None:
        """The table of a player in the round under way."""
        if not self.rounds:
            return None
        last = self.rounds[-1]
        for table in last.tables:
            if number in (table.pair.first, table.pair.second):
                return last, table
        return None
