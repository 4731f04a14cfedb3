"""A verdict: the placement kept and the findings, before the stacking rules settle them."""

from dataclasses import dataclass, field

from raccord.regulation.marking.places import Option
from raccord.regulation.ruling import Finding, Sanction

SEVERITY = {
    Sanction.NONE: 0,
    Sanction.WARNING: 1,
    Sanction.PENALTY: 2,
    # Provisionally a penalty (2017 5.3.2), yet it may end as a nullity: between the two.
    Sanction.COMMISSION: 3,
    Sanction.NULLITY: 4,
}
PENALTY_POINTS = 5


def harshest_first(finding: Finding) -> int:
    """Sorts the findings of a ruling."""
    return -SEVERITY[finding.sanction]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one way of locating the word concludes; ``option`` is the placement that counts."""

    option: Option | None
    findings: tuple[Finding, ...] = ()
    sanction: Sanction = field(init=False, compare=False)
    """The harshest sanction among the findings."""

    def __post_init__(self) -> None:
        seen = [finding.sanction for finding in self.findings]
        harshest = max(seen, key=SEVERITY.__getitem__, default=Sanction.NONE)
        object.__setattr__(self, "sanction", harshest)

    @property
    def base(self) -> int:
        """What the placement scores before a penalty."""
        if self.option is None or self.sanction is Sanction.NULLITY:
            return 0
        return self.option.points

    @property
    def points(self) -> int:
        """What the turn scores; a penalty never costs more than a nullity would."""
        if self.sanction in (Sanction.PENALTY, Sanction.COMMISSION):
            # Reading: a −5 never takes a turn below 0.
            return max(0, self.base - PENALTY_POINTS)
        return self.base

    @property
    def rank(self) -> tuple[int, int]:
        """Sorts verdicts from the least to the most favourable to the player."""
        return self.points, -SEVERITY[self.sanction]

    def plus(self, *findings: Finding) -> "Verdict":
        """The same verdict with more findings."""
        return Verdict(self.option, (*self.findings, *findings))
