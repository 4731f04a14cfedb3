"""What a run will be, drawn from its seed: the same seed gives the same plan."""

from dataclasses import dataclass
from random import Random

FAULTS = ("kill", "disk", "database", "clock", "network", "slow", "attack")
SQLITE, POSTGRESQL = "sqlite", "postgresql"
_ON_POSTGRESQL = {"kill": 0.25, "database": 0.5, "attack": 0.1, "network": 0.1}
"""The share of a fault's runs that are on PostgreSQL; a full disk is SQLite's alone."""
TURNS = 2
GRACE_MS = 300


@dataclass(frozen=True, slots=True)
class SlipPlan:
    """A slip to hand in: when, in seconds after the clock was started, and which move."""

    after: float
    choice: int
    twice: bool
    """Sent once more when it was received, as if the receipt had been lost."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What one table does: its slips by turn; how long it waits for an answer."""

    table: int
    slips: tuple[tuple[SlipPlan, ...], ...]
    patience: float
    is_slow: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """One run."""

    seed: int
    fault: str
    database: str
    pace: int
    """Seconds to think on a turn."""
    tables: tuple[TablePlan, ...]
    paper: int
    """The table on paper, which a marker enters."""
    waits: bool
    """Whether the referee waits for every phone before he retains a top."""
    moment: float
    """When the fault comes, in seconds after the first clock was started."""
    lasts: float
    """For how many seconds."""
    how: int
    """Which way, where a fault has several."""


def draw_plan(seed: int, fault: str, *, is_long: bool) -> Plan:
    """The run of a seed; ``is_long`` has the database gone for ten seconds."""
    chance = Random(f"{seed}:{fault}")
    pace = chance.choice((1, 1, 2))
    count = chance.randint(6, 20)
    return Plan(
        seed=seed,
        fault=fault,
        database=POSTGRESQL if chance.random() < _ON_POSTGRESQL.get(fault, 0) else SQLITE,
        pace=pace,
        tables=tuple(_table(chance, table, pace, fault) for table in range(1, count + 1)),
        paper=count + 1,
        waits=chance.random() < 0.5,
        moment=chance.uniform(0.0, TURNS * (pace + 0.6)),
        lasts=_lasts(chance, fault, is_long=is_long),
        how=chance.randrange(6),
    )


def _lasts(chance: Random, fault: str, *, is_long: bool) -> float:
    if fault == "database" and is_long:
        return 10.0
    # Longer than the fifteen seconds for which a write is tried again.
    if fault == "disk" and is_long and chance.random() < 0.08:
        return 18.0
    return chance.uniform(0.3, 1.8)


def _table(chance: Random, table: int, pace: int, fault: str) -> TablePlan:
    return TablePlan(
        table,
        tuple(_slips(chance, pace) for _ in range(TURNS)),
        patience=chance.uniform(1.0, 4.0),
        is_slow=fault == "slow" and chance.random() < 0.6,
    )


def _slips(chance: Random, pace: int) -> tuple[SlipPlan, ...]:
    """None, one or several; most come towards the end, a few after it."""
    count = chance.choice((0, 1, 1, 1, 2, 2, 3))
    moments = sorted(
        min(chance.betavariate(3, 1.3) * (pace + 0.1), pace + 0.7) for _ in range(count)
    )
    return tuple(
        SlipPlan(after, 2 * chance.randrange(4) + number % 2 + 8 * number, chance.random() < 0.2)
        for number, after in enumerate(moments)
    )
