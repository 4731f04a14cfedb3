"""Errors: one shape for programs, one page for people.

    {"error": {"code": "not-found", "message": "…", "expected": "…"}}

``message`` says what happened, in the visitor's language (French unless chosen), ``expected`` what
to do next or what form was wanted.
A fault of ours is logged and answered with 500 and no detail.
"""

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import (
    HTTPException,
    InternalServerException,
    ValidationException,
)

from raccord.board import BoardError
from raccord.decoding import in_french
from raccord.duplicate import DuplicateError
from raccord.hall.errors import ChangedError, HallError, UnknownError
from raccord.jarnac import JarnacError
from raccord.lexicon import LexiconError, UnknownLexiconError
from raccord.network.errors import NetworkError
from raccord.quoting import sentence
from raccord.refusal import Refusal
from raccord.store.errors import (
    ClosedError,
    ConflictError,
    NoStreamError,
    NotANameError,
    StoreError,
    UnavailableError,
)
from raccord.tournament import TournamentError
from raccord.web.i18n import SOURCE_LANGUAGE
from raccord.web.page import Page, path_of

log = logging.getLogger(__name__)

_BY_STATUS = {
    400: ("bad-request", "La demande n'est pas lisible."),
    401: ("unauthorized", "Il faut d'abord s'identifier."),
    403: ("forbidden", "Cette page n'est pas ouverte à ce poste."),
    404: ("not-found", "Cette page n'existe pas."),
    405: ("method-not-allowed", "Cette adresse ne se demande pas ainsi."),
    409: ("conflict", "La situation a changé entre-temps."),
    413: ("too-large", "L'envoi est trop volumineux."),
    415: ("unsupported-media-type", "Ce format d'envoi n'est pas accepté."),
    421: ("misdirected", "Ce serveur ne répond pas à ce nom."),
    503: ("unavailable", "Le serveur est occupé : réessayez dans un instant."),
    429: ("too-many-requests", "Trop d'essais : patientez une minute."),
}
_DOMAIN: tuple[tuple[type[Exception], int, str], ...] = (
    (Refusal, 409, "refused"),
    (DuplicateError, 400, "invalid"),
    (JarnacError, 400, "invalid"),
    (TournamentError, 400, "invalid"),
    (NetworkError, 400, "invalid"),
    (UnknownLexiconError, 404, "unknown-lexicon"),
    (LexiconError, 400, "invalid"),
)
"""Errors of the layers below whose messages are French and meant for people."""
_STORE: dict[type[Exception], int] = {
    NoStreamError: 404,
    NotANameError: 400,
    ConflictError: 409,
    UnavailableError: 503,
    ClosedError: 503,
}
_HALL: dict[type[HallError], int] = {UnknownError: 404, ChangedError: 409}
_OURS = ("internal-error", "Le serveur a rencontré une erreur.")


class WebError(Exception):
    """A request that cannot be served: a status, a code, a French message, what was expected."""

    def __init__(
        self,
        status: int,
        message: str = "",
        *,
        code: str = "",
        expected: str = "",
        retry_after: int = 0,
    ) -> None:
        default_code, default_message = _BY_STATUS.get(status, _OURS)
        self.status = status
        self.code = code or default_code
        self.message = message or default_message
        self.expected = expected
        self.retry_after = retry_after
        super().__init__(self.message)


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a program reads of an error."""

    code: str
    message: str
    expected: str = ""


class ErrorReply(msgspec.Struct, frozen=True):
    """The one shape of errors in the JSON API."""

    error: ErrorBody


def handle(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer any exception raised while serving a request."""
    found = _as_web_error(error)
    # A refusal we give ourselves (503) is no fault of ours: a crowd would fill the log with it.
    if found.status >= 500 and not isinstance(error, WebError) and not _is_gone(error):
        log.error("error while serving %s", ascii(path_of(request)), exc_info=error)
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    if found.retry_after:
        headers["retry-after"] = str(found.retry_after)
    page = Page.of(request)
    expected = found.expected
    if isinstance(error, BoardError):
        expected = error.french if page.language == SOURCE_LANGUAGE else str(error)
    message = _translated(page, found.message, error)
    if wants_json(request):
        body = ErrorReply(ErrorBody(found.code, message, expected))
        return Response(
            body, status_code=found.status, media_type="application/json", headers=headers
        )
    shown = {"message": message, "expected": expected}
    text = page.text("error.html", status=found.status, error=shown)
    return Response(text, status_code=found.status, media_type="text/html", headers=headers)


def told(page: Page, error: Exception) -> str:
    """What is wrong with what somebody sent, as a sentence in the language of the page."""
    french = error.french if isinstance(error, BoardError) else in_french(error)
    return _translated(page, sentence(french), error)


def _translated(page: Page, message: str, error: Exception) -> str:
    """A French message in the language of the page; the board tells its errors in English too."""
    board = error if isinstance(error, BoardError) else error.__cause__
    if isinstance(board, BoardError) and message == sentence(board.french):
        return page.gettext(message) if page.language == SOURCE_LANGUAGE else sentence(str(board))
    return page.reason(message)


def _is_gone(error: Exception) -> bool:
    """Whether the client left before it had sent everything: no fault of ours either."""
    return isinstance(error, InternalServerException) and "disconnected" in error.detail


def wants_json(request: Request[Any, Any, Any]) -> bool:
    """Whether a program is asking: the API, a ``.json`` address, or a client that prefers JSON."""
    path = path_of(request)
    if path.startswith(("/api/", "/schema")) or path.endswith(".json"):
        return True
    accept = request.headers.get("accept", "")
    return "json" in accept and "text/html" not in accept


def _as_web_error(error: Exception) -> WebError:
    if isinstance(error, WebError):
        return error
    if isinstance(error, ValidationException):
        return WebError(400, code="invalid", expected=_details(error))
    if isinstance(error, HTTPException):
        return WebError(error.status_code, expected=_detail_of(error))
    if isinstance(error, RecursionError):
        return WebError(400, code="invalid", expected="moins de niveaux les uns dans les autres")
    if isinstance(error, BoardError):
        return WebError(400, "La saisie n'est pas lisible.", code="invalid")
    if isinstance(error, HallError):
        status = next(status for kind, status in _HALL.items() if isinstance(error, kind))
        return WebError(status, str(error), code=error.code, expected=error.expected)
    if isinstance(error, StoreError):
        return WebError(_STORE.get(type(error), 500))
    for kind, status, code in _DOMAIN:
        if isinstance(error, kind):
            return WebError(status, sentence(str(error)), code=getattr(error, "code", code))
    return WebError(500)


def _detail_of(error: HTTPException) -> str:
    return str(error.detail) if error.status_code == 400 else ""


def _details(error: ValidationException) -> str:
    extra = error.extra
    if not isinstance(extra, list):
        return str(error.detail)
    parts = [
        f"{item.get('key', '')}: {item.get('message', '')}".strip(": ")
        for item in extra
        if isinstance(item, dict)
    ]
    return "; ".join(parts) or str(error.detail)
