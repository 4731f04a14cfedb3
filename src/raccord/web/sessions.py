"""Sessions: a signed cookie that says which browser this is and what it has been granted.

A grant maps a scope to a role, e.g. ``{"game:K7QX": "invited:x3"}`` or ``{"seat:K7QX": "12:0"}``.
What stands before the colon is its kind: grants give way to others of their kind only, so that no
role is lost by visiting. The cookie is HttpOnly and signed, not secret: nothing that must stay
hidden goes in it.
"""

import base64
import binascii
import hmac
import secrets
from typing import Any

import msgspec

COOKIE = "raccord"
MAX_AGE = 60 * 60 * 24 * 60
MAX_GRANTS = {
    "game": 20,
    "seat": 12,
    "solo": 16,
    "jarnac": 8,
    "jarnac-player": 3,
    "commission": 4,
    "event": 4,
    "training": 1,
}
"""Of each kind: all of them together fit into the 4,096 bytes browsers keep of a cookie."""
_STATE = "raccord_session"


class _Payload(msgspec.Struct, frozen=True):
    id: str
    grants: dict[str, str]


class Session:
    """What one browser is known by; it is written back only if something changed."""

    def __init__(self, identity: str = "", grants: dict[str, str] | None = None) -> None:
        self._id = identity
        self._grants = dict(grants or {})
        self.is_dirty = False

    @property
    def id(self) -> str:
        """The identity of the browser, made when first asked for."""
        if not self._id:
            self._id = secrets.token_urlsafe(18)
            self.is_dirty = True
        return self._id

    def role(self, scope: str) -> str | None:
        """The role granted in a scope, if any."""
        return self._grants.get(scope)

    def grant(self, scope: str, role: str) -> None:
        """Grant a role; the oldest of its kind give way when there are too many."""
        # Taken out first, so that a grant renewed counts as the newest.
        self._grants.pop(scope, None)
        self._grants[scope] = role
        kind = _kind(scope)
        same = [found for found in self._grants if _kind(found) == kind]
        for oldest in same[: -MAX_GRANTS.get(kind, 1)]:
            del self._grants[oldest]
        self.is_dirty = bool(self.id)

    def revoke(self, scope: str) -> None:
        """Take a role back."""
        self.is_dirty = self._grants.pop(scope, None) is not None or self.is_dirty

    @property
    def grants(self) -> dict[str, str]:
        """Every grant, oldest first."""
        return dict(self._grants)


class Signer:
    """Signs sessions and the tokens that go with them."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def write(self, session: Session) -> str:
        """The cookie's value."""
        body = msgspec.json.encode(_Payload(session.id, session.grants))
        return f"{_encode(body)}.{self.token('session', body)}"

    def read(self, value: str) -> Session:
        """The session of a cookie; a forged or damaged one is an empty session."""
        body, _, signature = value.partition(".")
        try:
            # The padding that ``_encode`` left off.
            raw = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
            if not hmac.compare_digest(signature, self.token("session", raw)):
                return Session()
            payload = msgspec.json.decode(raw, type=_Payload)
        except (ValueError, TypeError, binascii.Error, msgspec.MsgspecError):
            return Session()
        return Session(payload.id, payload.grants)

    def token(self, purpose: str, body: bytes) -> str:
        """A signature of ``body`` good for one purpose only, as URL-safe text."""
        return _encode(self.digest(purpose, body))

    def digest(self, purpose: str, body: bytes) -> bytes:
        """The same signature as 32 bytes."""
        # The zero keeps purpose and body apart: no token of one purpose is good for another.
        return hmac.digest(self._key, purpose.encode() + b"\0" + body, "sha256")

    def csrf(self, session: Session) -> str:
        """The token a form or a script of this session must send back."""
        return self.token("csrf", session.id.encode())

    def is_token(self, token: str, purpose: str, body: bytes) -> bool:
        """Whether the token signs that body for that purpose."""
        return hmac.compare_digest(token.encode(), self.token(purpose, body).encode())


def session_of(scope: Any, signer: Signer) -> Session:
    """The session of a request, read from its cookie once."""
    state: dict[str, Any] = scope.setdefault("state", {})
    if _STATE not in state:
        state[_STATE] = signer.read(cookie_of(scope, COOKIE))
    session: Session = state[_STATE]
    return session


def changed_session(scope: Any) -> Session | None:
    """The session of a request if it must be written back."""
    session = scope.get("state", {}).get(_STATE)
    return session if isinstance(session, Session) and session.is_dirty else None


def cookie_of(scope: Any, wanted: str) -> str:
    """The value of one cookie as it was sent; ours are never quoted.

    The framework reads all of them, takes seconds for one full of backslashes, and keeps the last
    thousand: whoever sends them would stop the server.
    """
    for name, value in scope["headers"]:
        if name != b"cookie":
            continue
        for part in value.decode("latin-1").split(";"):
            key, _, text = part.strip().partition("=")
            if key == wanted:
                return str(text)
    return ""


def _kind(scope: str) -> str:
    return scope.partition(":")[0]


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
