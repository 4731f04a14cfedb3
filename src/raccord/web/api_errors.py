"""The one shape of errors, in the description of the API."""

from collections.abc import Iterable
from typing import Any

from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from raccord.web.errors import ErrorReply

STATUSES = {
    400: "What was sent cannot be read; ``expected`` says what can.",
    401: "Nobody in particular is asking: a link or a PIN is needed first.",
    403: "Not open to whoever asks, or without the session's token.",
    404: "There is no such thing.",
    405: "Not with this method.",
    408: "What was sent came too slowly, or not to its end.",
    409: "Refused by the state of the game, with the reason.",
    413: "More than may be sent.",
    414: "The address is too long.",
    415: "Not in this form.",
    421: "Asked by a name that is not this server's.",
    429: "Too many tries; ``Retry-After`` says when to come back.",
    431: "The headers are too long.",
    503: "Busy; the same request may be sent again.",
}


def describe_errors(handlers: Iterable[Any]) -> None:
    """Say at every address how it refuses."""
    errors = {
        status: ResponseSpec(ErrorReply, description=told, generate_examples=False)
        for status, told in STATUSES.items()
    }
    for handler in handlers:
        if isinstance(handler, HTTPRouteHandler):
            handler.responses = {**errors, **(handler.responses or {})}
