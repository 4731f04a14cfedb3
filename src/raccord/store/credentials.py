"""Roles and secrets. A secret is shown once, when it is made; the database holds its hash.

Tokens are long and random, so a plain SHA-256 will do. PINs are short: they are hashed slowly, and
what really guards them is the counting of wrong ones.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol


class Role(StrEnum):
    """Rôle: what a session may do; a player's session also names the table."""

    ORGANISER = "organiser"
    REFEREE = "referee"
    MARKER = "marker"
    SECOND_MARKER = "second_marker"
    PROJECTOR = "projector"
    PUBLIC = "public"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Invitation:
    """Invitation: a link that opens a role; ``stream`` is None for the organiser's."""

    id: str
    stream: str | None
    role: Role
    label: str
    created: datetime
    expires: datetime | None
    revoked: datetime | None


@dataclass(frozen=True, slots=True)
class Session:
    """Session: what the bearer of a token may do, until when."""

    role: Role
    stream: str | None
    seat: str | None
    expires: datetime


class SecretSource(Protocol):
    """Where secrets come from; tests bring their own."""

    def token(self) -> str:
        """A long secret, fit for an address or a cookie."""

    def pin(self) -> str:
        """A short secret, fit for typing on a phone."""


class RandomSecrets:
    """The operating system's randomness."""

    def token(self) -> str:
        """43 characters, 256 bits."""
        return secrets.token_urlsafe(32)

    def pin(self) -> str:
        """Four digits."""
        return f"{secrets.randbelow(10_000):04}"


def hash_token(token: str) -> str:
    """The stored form of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def new_salt() -> str:
    """A salt for a PIN."""
    return secrets.token_hex(16)


def hash_pin(pin: str, salt: str, cost: int) -> str:
    """The stored form of a PIN; ``cost`` is scrypt's N."""
    raw = pin.encode(errors="replace")
    return hashlib.scrypt(raw, salt=bytes.fromhex(salt), n=cost, r=8, p=1, dklen=32).hex()
