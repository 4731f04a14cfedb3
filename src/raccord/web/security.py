"""Safety of every answer and of every request that changes something.

Scripts and styles come only from this server, none inline. Nothing is kept by browsers or proxies
unless the answer says otherwise, as static files do. A request that changes something must
come from our own pages: its origin is checked when the browser tells it, and it must send back the
token of its session, in the ``X-CSRF-Token`` header or in the form field ``_csrf``.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures.cookie import Cookie
from litestar.enums import RequestEncodingType, ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from raccord.web.errors import WebError
from raccord.web.forms import read_form
from raccord.web.services import Services
from raccord.web.sessions import COOKIE, MAX_AGE, changed_session, session_of

MAX_BODY = 256 * 1024
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CSRF_HEADER = "x-csrf-token"
_CSRF_HEADER = CSRF_HEADER.encode()
CSRF_FIELD = "_csrf"
HEADERS = {
    "content-security-policy": (
        # No inline script and nobody else's: a name typed by a player can run nothing.
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

_ENCODED = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


async def seal(message: Message, scope: Scope) -> None:
    """Add the headers of every answer, and the session where it changed."""
    if message["type"] != "http.response.start":
        return
    headers = list(message.get("headers", ()))
    there = {name for name, _ in headers}
    headers += [header for header in _ENCODED if header[0] not in there]
    session = changed_session(scope)
    if session is not None:
        services: Services = scope["litestar_app"].state.services
        cookie = Cookie(
            key=COOKIE,
            value=services.signer.write(session),
            max_age=MAX_AGE,
            httponly=True,
            # Not strict: an invitation is opened from a mail, and must find the session there.
            samesite="lax",
            secure=scope["scheme"] == "https",
        )
        headers.append((b"set-cookie", cookie.to_header(header="").encode("latin-1")))
    message["headers"] = headers


class CsrfMiddleware(ASGIMiddleware):
    """Refuses requests that change something and do not come from our own pages."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Check, then go on."""
        if scope.get("method", "GET") not in SAFE_METHODS:
            await _check(scope, receive, send)
        await next_app(scope, receive, send)


async def _check(scope: Scope, receive: Receive, send: Send) -> None:
    services: Services = scope["litestar_app"].state.services
    # Read from the wire: the framework's own mapping of headers costs a slip more than this check.
    headers = dict(reversed(list(scope["headers"])))
    if not _is_same_origin(headers):
        raise WebError(403, "Cette demande vient d'un autre site.", code="foreign-origin")
    request: Request[Any, Any, Any] = Request(scope, receive, send)
    await read_form(request)
    sent = headers.get(_CSRF_HEADER, b"").decode("latin-1")
    sent = sent or await _form_token(request)
    session = session_of(scope, services.signer)
    if not services.signer.is_token(sent, "csrf", session.id.encode()):
        raise WebError(
            403,
            "La page est restée ouverte trop longtemps : rechargez-la.",
            code="csrf",
            expected=f"header {CSRF_HEADER} from GET /api/session",
        )


def _is_same_origin(headers: Mapping[bytes, bytes]) -> bool:
    # Programs send neither header; the token below is asked of them too.
    if headers.get(b"sec-fetch-site", b"same-origin") not in {b"same-origin", b"none"}:
        return False
    origin = headers.get(b"origin")
    return not origin or _netloc(origin) == headers.get(b"host", b"")


def _netloc(origin: bytes) -> bytes | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


async def _form_token(request: Request[Any, Any, Any]) -> str:
    kinds = {RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART}
    if request.content_type[0] not in kinds:
        return ""
    return str((await request.form()).get(CSRF_FIELD, ""))
