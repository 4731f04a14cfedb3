"""What every page stands on: static files, the session, the time, the language."""

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures.cookie import Cookie
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect

from raccord.web.errors import WebError
from raccord.web.i18n import LANGUAGES
from raccord.web.inject import TheServices, ThisPage
from raccord.web.page import LANGUAGE_COOKIE
from raccord.web.static import IMMUTABLE

ONE_YEAR = 60 * 60 * 24 * 365


class SessionReply(msgspec.Struct, frozen=True):
    """What a program needs before it changes something: the token to send back."""

    csrf: str
    language: str


class TimeReply(msgspec.Struct, frozen=True):
    """The server's time in milliseconds since 1970."""

    now: int


class LanguageForm(msgspec.Struct, frozen=True):
    """The language chosen and the page to come back to."""

    language: str
    back: str = "/"


@get("/static/{digest:str}/{name:path}")
async def static_file(
    digest: FromPath[str],
    name: FromPath[str],
    services: TheServices,
    request: Request[Any, Any, Any],
) -> Response[bytes]:
    """A style sheet, a script or an image."""
    asset = services.assets.files.get(name.lstrip("/"))
    if asset is None:
        raise WebError(404)
    fresh = IMMUTABLE if digest == services.assets.digest else "no-cache"
    headers = {"cache-control": fresh, "etag": asset.etag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(b"", status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(asset.zipped, media_type=asset.media_type, headers=headers)
    return Response(asset.content, media_type=asset.media_type, headers=headers)


@get("/favicon.ico")
async def favicon(services: TheServices) -> Redirect:
    """The icon browsers ask for by themselves."""
    return Redirect(services.assets.url("img/icon.svg"))


@get("/i18n/{name:str}")
async def messages(name: FromPath[str], services: TheServices) -> Response[dict[str, str]]:
    """The messages scripts need, French to another language, as ``en.json``."""
    found = services.catalogue.messages.get(name.removesuffix(".json"))
    if found is None:
        raise WebError(404)
    return Response(found, headers={"cache-control": "no-cache"})


@post("/langue", status_code=303)
async def choose_language(data: URLEncodedBody[LanguageForm], page: ThisPage) -> Response[Any]:
    """Remember the language chosen."""
    if data.language not in LANGUAGES:
        raise WebError(400, "Cette langue n'est pas disponible.", expected=", ".join(LANGUAGES))
    # « //elsewhere » and « /\elsewhere » are other sites to a browser.
    is_ours = data.back.startswith("/") and not data.back.startswith(("//", "/\\"))
    response: Response[Any] = page.redirect(data.back if is_ours else "/")
    response.set_cookie(
        Cookie(
            LANGUAGE_COOKIE, value=data.language, max_age=ONE_YEAR, samesite="lax", httponly=True
        )
    )
    return response


@get("/session", tags=["Commun"])
async def session_token(page: ThisPage) -> Response[SessionReply]:
    """The token that requests which change something must carry."""
    return Response(SessionReply(page.csrf, page.language), headers={"cache-control": "no-store"})


@get("/time", tags=["Commun"])
async def server_time(services: TheServices) -> Response[TimeReply]:
    """The server's time, by which clocks are set."""
    return Response(TimeReply(services.now_ms()), headers={"cache-control": "no-store"})


pages = [static_file, favicon, messages, choose_language]
api = [session_token, server_time]
