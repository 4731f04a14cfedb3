"""What comes next in a competition, for the top of its organiser's page."""

from collections import Counter
from dataclasses import dataclass

from raccord.duplicate.rules import formulas
from raccord.hall.planning import due_cut, next_planned
from raccord.tournament import StandingLine, State, Summary, playing, seats_of, tied
from raccord.tournament.plan import PlannedCut


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is to be done: the game or the cut that is due, ties to part, places to draw."""

    entries: int
    present: int
    absent: int
    number: int
    game: str
    under_way: bool
    cut: PlannedCut | None
    ties: tuple[tuple[StandingLine, ...], ...]
    seats: dict[int, str]
    """Who sits where in the next game, where that was arranged."""


def next_step(state: State, summary: Summary, lines: tuple[StandingLine, ...]) -> NextStep:
    """What comes next."""
    here = Counter(state.presence.get(number, "") for number in state.entries)
    planned = next_planned(state)
    over = len(summary.games) == len(state.counted)
    going = playing(state)
    arranged = seats_of(state) if state.drawn is not None else {}
    return NextStep(
        entries=len(state.entries),
        present=here["present"] + here["late"],
        absent=here["absent"],
        number=len(state.counted) + 1,
        game=(planned.title or formulas.parse(planned.formula).label) if planned else "",
        under_way=not over,
        cut=due_cut(state) if over else None,
        ties=tied(lines)[:20] if over and lines else (),
        seats={t: state.entries[n].name for t, n in arranged.items() if n in going},
    )
