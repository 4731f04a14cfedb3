"""What a run will be, drawn from its seed: the same seed gives the same plan."""

from dataclasses import dataclass
from random import Random

CENTRES = ("hub", "centre", "wire", "backup", "laptops", "clock", "disk")
"""Faults of an event with centres."""
SECTIONS = ("section", "master", "primary")
"""Faults of a game in sections on one PostgreSQL."""
FAULTS = (*CENTRES, *SECTIONS)
TURNS = 2
_SELDOM = {"primary": 4, "section": 2, "master": 2}
"""One run in so many of what would be its share: two servers of PostgreSQL are slow to set up."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One run."""

    seed: int
    fault: str
    tables: tuple[int, ...]
    """Of each centre or section."""
    moment: float
    """When the fault comes: the share of the game that is played by then."""

    @property
    def chance(self) -> Random:
        """What else is drawn while it is played."""
        return Random(f"{self.seed}:{self.fault}:play")


def draw_plan(seed: int, fault: str) -> Plan:
    """The run of a seed."""
    chance = Random(f"{seed}:{fault}")
    places = 2 if fault in SECTIONS else 3
    tables = tuple(chance.choice((2, 3, 4, 8)) for _ in range(places))
    return Plan(seed, fault, tables, chance.random())


def choose(runs: int, seed: int, only: tuple[str, ...] = FAULTS) -> list[Plan]:
    """The plans of so many runs, the faults in turn; the dear ones more seldom."""
    found: list[Plan] = []
    turn = 0
    while len(found) < runs:
        for fault in only:
            if (turn % _SELDOM.get(fault, 1) == 0 or len(only) == 1) and len(found) < runs:
                found.append(draw_plan(seed + len(found), fault))
        turn += 1
    return found
