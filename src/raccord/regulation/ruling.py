"""Rulings: what a slip earns, and why."""

from enum import StrEnum

import msgspec

from raccord.regulation.citation import Citation

DISCIPLINE = "discipline"
"""The code of a disciplinary warning's finding."""


class Sanction(StrEnum):
    """Sanction, from the mildest to the harshest; commission leaves the choice open."""

    NONE = "none"
    WARNING = "warning"
    PENALTY = "penalty"
    NULLITY = "nullity"
    COMMISSION = "commission"


class Finding(msgspec.Struct, frozen=True):
    """Manquement: one fault seen, with its article and a short reason in French."""

    code: str
    citation: Citation
    sanction: Sanction
    reason: str


class Outcome(msgspec.Struct, frozen=True):
    """One of the two provisional outcomes before the commission."""

    points: int
    sanction: Sanction


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """Décision: the points awarded on the turn, the sanction, every finding.

    ``base`` is what the placement scores before a five-point penalty (solos compare it in 2017).
    """

    edition: str
    points: int
    base: int
    sanction: Sanction
    findings: tuple[Finding, ...] = ()
    placement: str | None = None
    outcomes: tuple[Outcome, ...] = ()
    disciplinary: bool = False
    note_due: bool = False

    @property
    def ordinary(self) -> Sanction:
        """The sanction of the slip itself, a disciplinary warning beside it left out."""
        if self.sanction is not Sanction.WARNING:
            return self.sanction
        codes = {f.code for f in self.findings if f.sanction is Sanction.WARNING}
        return Sanction.NONE if codes == {DISCIPLINE} else self.sanction

    @property
    def warnings(self) -> int:
        """How many warnings it carries: one at most, and a disciplinary one beside it."""
        return (self.ordinary is Sanction.WARNING) + self.disciplinary

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles that justify the ruling, without repeats."""
        return tuple(dict.fromkeys(f.citation.article for f in self.findings))

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons, in French, without repeats."""
        return tuple(dict.fromkeys(f.reason for f in self.findings))
