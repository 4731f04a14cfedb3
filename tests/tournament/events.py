"""A competition in hand, for tests: commands go in, the state comes out."""

from dataclasses import dataclass, field

from raccord import duplicate
from raccord.tournament import (
    Person,
    State,
    Summary,
    Tally,
    TallyLine,
    Terms,
    commands,
    decide,
    fold,
    open_event,
    summarise,
)
from raccord.tournament.events import Event


@dataclass
class Meeting:
    """A competition that keeps its events."""

    terms: Terms = field(default_factory=Terms)
    halls: dict[str, duplicate.State] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.events += open_event(commands.Open(title="Soirée", terms=self.terms))

    @property
    def state(self) -> State:
        return fold(self.events)

    def do(self, command: commands.Command) -> State:
        self.events += decide(self.state, command, self.halls)
        return self.state

    def enter(self, *names: str, category: str = "") -> None:
        for name in names:
            self.do(commands.Enter(people=(Person(name=name, category=category),)))

    def typed(self, top: int, **totals: int) -> State:
        """A game typed in: ``n1=60`` is the total of entry 1."""
        lines = tuple(TallyLine(number=int(n[1:]), total=total) for n, total in totals.items())
        return self.do(commands.TypeResult(title="", tally=Tally(top=top, lines=lines)))

    @property
    def summary(self) -> Summary:
        return summarise(self.state, self.halls)
