"""The way to the hub: outbound only, one request at a time, and no answer is no failure."""

import http.client
import http.cookiejar
import json
import urllib.error
import urllib.request
from collections.abc import Callable
from urllib.parse import urljoin, urlsplit

from raccord.decoding import MALFORMED
from raccord.network.errors import LinkError, NetworkError, UnknownInstallError

Post = Callable[[str, bytes], bytes]
"""Sends a message to the hub at an address, and gives its answer; ``LinkError`` where it cannot."""
PATH = "api/hub/messages"
SECONDS = 8.0
_MOST = 64 << 20
_AWAY = "l'adresse de l'épreuve ne répond pas"
_NO_LINK = (OSError, http.client.HTTPException)
_NO_SENSE = (*MALFORMED, LookupError, TypeError, AttributeError)
_NO_HUB = _NO_LINK + _NO_SENSE
"""What comes of an address that is silent, hangs up, or answers with something else."""


class _SessionError(LinkError):
    """The hub does not know our session."""


class HttpPost:
    """Posts messages as any program of the API does: with the token of a session."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._sessions: dict[str, tuple[urllib.request.OpenerDirector, str]] = {}

    def __call__(self, hub: str, message: bytes) -> bytes:
        """One message, one answer."""
        if urlsplit(hub).scheme not in ("http", "https"):
            raise LinkError(f"« {hub} » n'est pas une adresse de l'épreuve")
        base = hub if hub.endswith("/") else f"{hub}/"
        try:
            return self._post(base, message)
        except _SessionError:
            # The hub was started anew: what its last session knew is gone.
            return self._post(base, message)

    def _post(self, base: str, message: bytes) -> bytes:
        try:
            opener, token = self._sessions.get(base) or self._sign_in(base)
            headers = {"content-type": "application/octet-stream", "x-csrf-token": token}
            request = urllib.request.Request(urljoin(base, PATH), message, headers)  # noqa: S310
            with opener.open(request, timeout=self._seconds) as answer:
                return _whole(answer)
        except urllib.error.HTTPError as error:
            self._sessions.pop(base, None)
            raise _refused(error) from error
        except _NO_HUB as error:
            self._sessions.pop(base, None)
            raise LinkError(_AWAY) from error

    def _sign_in(self, base: str) -> tuple[urllib.request.OpenerDirector, str]:
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        opener = urllib.request.build_opener(jar)
        with opener.open(urljoin(base, "api/session"), timeout=self._seconds) as answer:
            token = str(json.loads(_whole(answer))["csrf"])
        self._sessions[base] = (opener, token)
        return opener, token


def _whole(answer: http.client.HTTPResponse) -> bytes:
    """All that was promised, or an exception."""
    found = answer.read(_MOST)
    if answer.length:
        raise http.client.IncompleteRead(found, answer.length)
    return found


def _refused(error: urllib.error.HTTPError) -> NetworkError:
    """An answer in the one shape of errors, or in none."""
    try:
        with error:
            said = json.loads(error.read(100_000))["error"]
        code, message = str(said["code"]), str(said.get("message", ""))
    except _NO_HUB:
        return LinkError(_AWAY)
    refusals = {UnknownInstallError.code: UnknownInstallError, "csrf": _SessionError}
    return refusals.get(code, LinkError)(message or _AWAY)
