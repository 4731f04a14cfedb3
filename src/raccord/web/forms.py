"""Forms over the wire: few fields unless the organiser sends them, read off the loop, not kept.

The framework reads a form on the loop, whoever sends it, and keeps the last thousand of them: two
hundred kilobytes of ``a&a&a`` were a tenth of a second for everybody, and ten megabytes for good.
"""

import asyncio
from typing import Any

from litestar import Request
from litestar._kwargs import extractors
from litestar._parsers import parse_url_encoded_form_data
from litestar.enums import RequestEncodingType
from litestar.utils.scope.state import ScopeState

from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.page import Page

MOST_FIELDS, MOST_BYTES = 2_000, 256 * 1024
"""Of anybody's form; the organiser's may tell of everybody."""
MOST_OF_THE_ORGANISER = 25_000
ON_THE_LOOP = 4 * 1024
"""Bytes that are read at once: the forms of phones."""
MOST_PARTS = 24
"""Fields of a form with a file: the largest of ours has fifteen."""
OWN_FILES = "/solo/"
"""Where a player brings his own progress."""
Fields = dict[str, str | list[str]]
# Without the cache the framework keeps around it.
_read: Any = parse_url_encoded_form_data.__wrapped__


async def read_form(request: Request[Any, Any, Any]) -> None:
    """Read a form, if that is what was sent, for whoever asks for it afterwards."""
    kind = request.content_type[0]
    if kind == RequestEncodingType.MULTI_PART:
        _check_file(request)
    if kind != RequestEncodingType.URL_ENCODED:
        return
    data = await request.body()
    fields = data.count(b"&")
    is_long = len(data) > MOST_BYTES or fields > MOST_FIELDS
    if is_long and (fields > MOST_OF_THE_ORGANISER or not _is_organiser(request)):
        raise WebError(413)
    ScopeState.from_scope(request.scope).form = (
        _read(data) if len(data) <= ON_THE_LOOP else await asyncio.to_thread(_read, data)
    )


def _check_file(request: Request[Any, Any, Any]) -> None:
    """Before a large file is read, and lies on the disk: it is the organiser's, or one's own."""
    announced = request.content_length
    if announced is not None and announced <= MOST_BYTES:
        return
    if not request.scope["path"].startswith(OWN_FILES) and not _is_organiser(request):
        raise WebError(413)


def _is_organiser(request: Request[Any, Any, Any]) -> bool:
    page = Page.of(request)
    return entrance(page).doors.is_organiser(page)


def mislabelled_form(data: bytes) -> Fields:
    """The form of a client that did not say it was one: programs send short ones."""
    if len(data) > ON_THE_LOOP:
        raise WebError(415, expected=RequestEncodingType.URL_ENCODED.value)
    found: Fields = _read(data)
    return found


extractors.parse_url_encoded_form_data = mislabelled_form  # type: ignore[attr-defined,assignment]
