"""What goes wrong in Jarnac: refusals for players, exceptions for callers.

    JarnacError (a ValueError)
    ├── NotLettersError   a distribution that cannot be played with
    └── NotARecordError   a document that is not a game

An action against the rules is no exception: ``decide`` answers with a :class:`Refusal`.
"""

import msgspec

from raccord.jarnac.articles import Ref


class JarnacError(ValueError):
    """Base of the errors of this package; ``value`` is what was offered."""

    def __init__(self, message: str, value: object = None) -> None:
        self.value = value
        super().__init__(message)


class NotLettersError(JarnacError):
    """The letters cannot make a bag."""


class NotARecordError(JarnacError):
    """The document is not the record of a game."""


class Refusal(msgspec.Struct, frozen=True):
    """Refus: why an action is not possible, in French, and the paragraph that says so."""

    reason: str
    article: Ref

    def __str__(self) -> str:
        return f"{self.reason} ({self.article})"
