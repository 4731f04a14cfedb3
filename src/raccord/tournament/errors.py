"""What can be wrong with competitions.

TournamentError (a ValueError)
├── Refusal          a command that the competition as it is does not allow; the reason is French
│   └── ListRefusal  the lines of a list that cannot be entered
├── PeopleError      lines of a list of people that cannot be read
└── NotAnEventError  a document that tells no competition
"""

from collections.abc import Sequence

from raccord import refusal
from raccord.errors import RaccordError


class TournamentError(RaccordError, ValueError):
    """Results that do not hold together; the message is in French, ``value`` what was given."""

    def __init__(self, message: str, value: object = None) -> None:
        super().__init__(message)
        self.value = value


class Refusal(refusal.Refusal, TournamentError):  # noqa: N818 - as its base
    """Refus: why a command is not carried out."""

    def __init__(self, reason: str) -> None:
        refusal.Refusal.__init__(self, reason)


class ListRefusal(Refusal):
    """Refus d'une liste: every line of it that cannot be entered, and why; so none is."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(faults))


class PeopleError(TournamentError):
    """Lines that cannot be read, each with its number and what was expected, in French."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(faults), self.faults)


class NotAnEventError(TournamentError):
    """The document tells no competition."""
