"""The exceptions of the duplicate engine.

DuplicateError (a ValueError)
├── Refusal            a command against the rules or out of order; the reason is French
│   ├── ReasonNeeded   the slip was ruled on already: entering it again needs a reason
│   └── Unlikely       the decision cannot be right: it is taken only from who insists
├── NotAFormulaError   a name or a description that gives no formula
├── NotARecordError    a document that is no game record
└── NotATableError     a text that is no club table
"""

from raccord import refusal
from raccord.errors import RaccordError
from raccord.regulation import Citation


class DuplicateError(RaccordError, ValueError):
    """Base of all errors of the duplicate engine."""


class Refusal(refusal.Refusal, DuplicateError):  # noqa: N818 - as its base
    """Refus: why a command cannot be carried out, with the article if one forbids it."""

    form = "{reason} [{ground}]"

    def __init__(self, reason: str, citation: Citation | None = None) -> None:
        self.citation = citation
        super().__init__(reason, citation)


class ReasonNeeded(Refusal):
    """Refus: the slip was ruled on already; entering it again needs a reason."""

    code = "reason-needed"


class Unlikely(Refusal):
    """Refus: a decision that cannot be right is taken only from a referee who insists."""

    code = "unlikely"


class NotAFormulaError(DuplicateError):
    """The name or the description gives no formula."""


class NotARecordError(DuplicateError):
    """The document is no game record."""


class NotATableError(DuplicateError):
    """The text is no club table."""
