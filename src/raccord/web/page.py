"""A page for one request: who asks, in which language, and how to answer with a template."""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cached_property
from typing import Any, cast

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.response import Redirect

from raccord.web.i18n import LANGUAGES, SOURCE_LANGUAGE
from raccord.web.services import Services
from raccord.web.sessions import Session, cookie_of, session_of

LANGUAGE_COOKIE = "langue"
LANGUAGE_HEADER = "x-language"


class Asker(Enum):
    """Who asks for a page: none of these is kept waiting by a crowd of the others."""

    STRANGER = "stranger"
    SEAT = "seat"
    OFFICIAL = "official"


class Shown(Response[str]):
    """A page whose template is rendered when the handler is done, off the loop (``printed``)."""

    def __init__(self, text: Callable[[], str], asker: Asker = Asker.STRANGER) -> None:
        super().__init__("", media_type="text/html", headers={"cache-control": "no-store"})
        self.text = text
        self.asker = asker


class Page:
    """What a handler needs to answer one request; ask for it with a parameter ``page: Page``."""

    def __init__(self, request: ASGIConnection[Any, Any, Any, Any], services: Services) -> None:
        self.request = request
        self.services = services
        self.session: Session = session_of(request.scope, services.signer)
        self.desk = ""
        """The code of the game whose desk this browser may see, where the page is of a game."""
        self.asker = Asker.STRANGER

    @classmethod
    def of(cls, request: ASGIConnection[Any, Any, Any, Any]) -> "Page":
        """The page of a request."""
        return cls(request, cast(Services, request.app.state.services))

    @cached_property
    def language(self) -> str:
        """The language chosen in this browser; programs that send slips never ask."""
        # The worker that keeps pages of nobody sends no cookie, but says what language it is for.
        told = self.request.headers.get(LANGUAGE_HEADER, SOURCE_LANGUAGE)
        chosen = cookie_of(self.request.scope, LANGUAGE_COOKIE) or told
        return chosen if chosen in LANGUAGES else SOURCE_LANGUAGE

    @property
    def client(self) -> str:
        """The address the request comes from; a whole hall may share one."""
        return self.request.client.host if self.request.client else ""

    @property
    def csrf(self) -> str:
        """The token that forms of this page send back."""
        return self.services.signer.csrf(self.session)

    def text(self, template: str, **context: object) -> str:
        """Render a template in the language of the request."""
        base = {
            "csrf": self.csrf,
            "path": path_of(self.request),
            "session": self.session,
            "desk_code": self.desk,
            "server_now": self.services.now_ms(),
        }
        return self.services.renderer.render(self.language, template, base | context)

    def html(self, template: str, **context: object) -> Shown:
        """Answer with a template; pages depend on the session, so they are never shared."""
        return Shown(lambda: self.text(template, **context), self.asker)

    def html_of(self, template: str, make: Callable[[], Mapping[str, object]]) -> Shown:
        """The same where its values take long to make: that, too, is done off the loop."""
        return Shown(lambda: self.text(template, **make()), self.asker)

    def redirect(self, path: str) -> Redirect:
        """Answer a form with the page to see next."""
        return Redirect(path, status_code=303)

    def gettext(self, message: str) -> str:
        """A French message in the language of the request."""
        return self.services.catalogue.gettext(self.language, message)

    def reason(self, message: str) -> str:
        """A refusal, with the values in it, in the language of the request."""
        return self.services.catalogue.reason(self.language, message)


def path_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The path asked for; unlike ``request.url`` it needs no ``Host`` that can be read."""
    return str(request.scope["path"])
