"""What came of a run."""

from dataclasses import dataclass

from storm_network.plan import Plan


@dataclass(frozen=True, slots=True)
class Result:
    """One run: acknowledged slips, processes killed, messages harmed, and what was found."""

    plan: Plan
    acknowledged: int = 0
    killed: int = 0
    harmed: int = 0
    findings: tuple[str, ...] = ()
