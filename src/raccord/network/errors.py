"""What can be wrong beyond one process, and between a hub and its centres.

NetworkError (a ValueError)
├── ClockError       this machine's clock is not the database's
├── SecretError      another process of the same database has another key
├── NoProgramError   PostgreSQL or HAProxy is missing, or does not start
├── Refusal          a command that the event as it is does not allow; the reason is French
├── InvitationError  a file that is no invitation of a centre, or not the organiser's
├── MessageError     bytes that no centre of ours, or no hub of ours, has signed
│   └── UnknownInstallError   the hub has never heard of this laptop, or forgot it: join again
├── ForkedError      another laptop writes under the name of this one
├── EnvelopeError    an envelope that does not open
└── LinkError        the hub cannot be reached, or says no
"""

from raccord import refusal
from raccord.errors import RaccordError


class NetworkError(RaccordError, ValueError):
    """Base; the message is in French."""


class Refusal(refusal.Refusal, NetworkError):  # noqa: N818 - as its base
    """Refus: why a command is not carried out."""


class InvitationError(NetworkError):
    """The file invites nobody."""


class MessageError(NetworkError):
    """Bytes that cannot be trusted."""


class UnknownInstallError(MessageError):
    """A laptop the hub has never heard of, or not since its last backup: it joins again."""

    code = "unknown-install"


class ForkedError(NetworkError):
    """Two laptops wrote under one name."""


class EnvelopeError(NetworkError):
    """The envelope stays shut."""


class LinkError(NetworkError):
    """The hub is out of reach."""


class ClockError(NetworkError):
    """The clocks of machine and database differ by more than is allowed."""

    def __init__(self, offset: float, allowed: float) -> None:
        self.offset = offset
        super().__init__(
            f"l'horloge de cette machine s'écarte de {offset * 1000:+.0f} ms de celle de la base "
            f"(au plus {allowed * 1000:.0f} ms) : réglez-la (NTP), puis relancez"
        )


class SecretError(NetworkError):
    """Sessions, links and PINs of one process would be refused by another."""

    def __init__(self, other: str) -> None:
        self.other = other
        super().__init__(
            f"le processus {other} de la même base a une autre clé : donnez à tous la même "
            "(RACCORD_SECRET ou RACCORD_SECRET_FILE)"
        )


class NoProgramError(NetworkError):
    """A program that is needed is not there, or does not start."""
