"""The way to the hub: outbound only, one request at a time, and no answer is no failure."""

import http.cookiejar
import json
import urllib.error
import urllib.request
from collections.abc import Callable
from urllib.parse import urljoin, urlsplit

from raccord.network.errors import LinkError, UnknownInstallError

Post = Callable[[str, bytes], bytes]
"""Sends a message to the hub at an address, and gives its answer; ``LinkError`` where it cannot."""
PATH = "api/hub/messages"
SECONDS = 8.0
_MOST = 64 << 20
_AWAY = "l'adresse de l'épreuve ne répond pas"


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
        except urllib.error.HTTPError as error:
            # The hub was started anew: what its last session knew is gone.
            if self._sessions.pop(base, None) is None or _code(error)[0] != "csrf":
                raise _refused(error) from error
        except (OSError, ValueError) as error:
            self._sessions.pop(base, None)
            raise LinkError(_AWAY) from error
        return self._again(base, message)

    def _again(self, base: str, message: bytes) -> bytes:
        try:
            return self._post(base, message)
        except urllib.error.HTTPError as error:
            raise _refused(error) from error
        except (OSError, ValueError) as error:
            raise LinkError(_AWAY) from error

    def _post(self, base: str, message: bytes) -> bytes:
        opener, token = self._sessions.get(base) or self._sign_in(base)
        headers = {"content-type": "application/octet-stream", "x-csrf-token": token}
        request = urllib.request.Request(urljoin(base, PATH), message, headers)  # noqa: S310
        with opener.open(request, timeout=self._seconds) as answer:
            found: bytes = answer.read(_MOST)
            return found

    def _sign_in(self, base: str) -> tuple[urllib.request.OpenerDirector, str]:
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        opener = urllib.request.build_opener(jar)
        with opener.open(urljoin(base, "api/session"), timeout=self._seconds) as answer:
            token = str(json.loads(answer.read(100_000))["csrf"])
        self._sessions[base] = (opener, token)
        return opener, token


def _code(error: urllib.error.HTTPError) -> tuple[str, str]:
    """The code and the message of an answer in the one shape of errors."""
    try:
        said = json.loads(error.read(100_000))["error"]
        found = str(said.get("code", "")), str(said.get("message", ""))
    except (ValueError, KeyError, TypeError, AttributeError):
        found = "", ""
    error.raccord_said = found  # type: ignore[attr-defined]
    return found


def _refused(error: urllib.error.HTTPError) -> Exception:
    code, message = getattr(error, "raccord_said", None) or _code(error)
    if code == UnknownInstallError.code:
        return UnknownInstallError(message)
    return LinkError(message or _AWAY)
