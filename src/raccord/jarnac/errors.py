"""What goes wrong in Jarnac.

JarnacError (a ValueError)
├── Refusal           a command against the rules or out of order; the reason is French
├── NotLettersError   a distribution that cannot be played with
└── NotARecordError   a document that is not a game
"""

from raccord import refusal
from raccord.errors import RaccordError
from raccord.jarnac.articles import Ref


class JarnacError(RaccordError, ValueError):
    """Base of the errors of this package; ``value`` is what was offered."""

    def __init__(self, message: str, value: object = None) -> None:
        self.value = value
        super().__init__(message)


class NotLettersError(JarnacError):
    """The letters cannot make a bag."""


class NotARecordError(JarnacError):
    """The document is not the record of a game."""


class Refusal(refusal.Refusal, JarnacError):  # noqa: N818 - as its base
    """Refus: why an action is not possible, in French, and the paragraph that says so."""

    def __init__(self, reason: str, article: Ref) -> None:
        self.article = article
        super().__init__(reason, article)


def refuse(found: Refusal | None) -> None:
    """Raise the refusal that was found, if one was."""
    if found is not None:
        raise found
