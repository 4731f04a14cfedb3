"""Safety of every answer and of every request that changes something.

Scripts and styles come only from this server, none inline. Nothing is kept by browsers or proxies
unless the answer says otherwise, as static files do. A request that changes something must
come from our own pages: its origin is checked when the browser tells it, and it must send back the
token of its session, in the ``X-CSRF-Token`` header or in the form field ``_csrf``.
"""

from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures.cookie import Cookie
from litestar.enums import RequestEncodingType, ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from raccord.web.errors import WebError
from raccord.web.services import Services
from raccord.web.sessions import COOKIE, MAX_AGE, changed_session, session_of

MAX_BODY = 256 * 1024
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CSRF_HEADER = "x-csrf-token"
CSRF_FIELD = "_csrf"
HEADERS = {
    "content-security-policy": (
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
            request: Request[Any, Any, Any] = Request(scope, receive, send)
            await _check(request)
        await next_app(scope, receive, send)


async def _check(request: Request[Any, Any, Any]) -> None:
    services: Services = request.app.state.services
    if not _is_same_origin(request):
        raise WebError(403, "Cette demande vient d'un autre site.", code="foreign-origin")
    sent = request.headers.get(CSRF_HEADER) or await _form_token(request)
    session = session_of(request.scope, services.signer)
    if not services.signer.is_token(sent, "csrf", session.id.encode()):
        raise WebError(
            403,
            "La page est restée ouverte trop longtemps : rechargez-la.",
            code="csrf",
            expected=f"header {CSRF_HEADER} from GET /api/session",
        )


def _is_same_origin(request: Request[Any, Any, Any]) -> bool:
    if request.headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return False
    origin = request.headers.get("origin")
    return not origin or _netloc(origin) == request.headers.get("host", "")


def _netloc(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


async def _form_token(request: Request[Any, Any, Any]) -> str:
    kinds = {RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART}
    if request.content_type[0] not in kinds:
        return ""
    return str((await request.form()).get(CSRF_FIELD, ""))
