"""The application: it finds the modules of each visitor, mounts them and adds what all share.

A module of a visitor's folder names its handlers in ``pages`` (for people, at ``/``) and in ``api``
(for programs, under ``/api`` and in the OpenAPI document), and in ``guards`` what is asked before
any of them; ``begin`` is awaited when the server starts.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.metadata import version
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from litestar import Litestar, Request, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin

from raccord import web
from raccord.web import common
from raccord.web.api_bodies import CommandBodies
from raccord.web.api_errors import describe_errors
from raccord.web.entrance import Entrance
from raccord.web.errors import handle
from raccord.web.forms import MOST_PARTS
from raccord.web.hosts import HostMiddleware
from raccord.web.metrics import Metrics
from raccord.web.page import Page
from raccord.web.printing import Printing
from raccord.web.requests import WireRequest
from raccord.web.schema import KeptSchema
from raccord.web.security import MAX_BODY, CsrfMiddleware, seal
from raccord.web.services import Services
from raccord.web.settings import Settings
from raccord.web.short_codes import ShortCodes
from raccord.web.station import station_of
from raccord.web.watch import Watch

VISITORS = (
    "alone",
    "centres",
    "competition",
    "jarnac",
    "marker",
    "operator",
    "player",
    "public",
    "referee",
    "room",
    "words",
)
"""The folders of ``web`` that hold pages, one for each kind of visitor."""


def create_app(settings: Settings, services: Services | None = None) -> Litestar:
    """Build the application."""
    shared = services or Services(settings)
    found = _found_modules()
    describe_errors(handler for module in found for handler in getattr(module, "api", ()))

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            shared.get(Watch).start()
            shared.get(Metrics)
            # Made now: what other processes tell of guessers is to be counted from the start.
            shared.get(Entrance)
            shared.get(ShortCodes)
            if shared.store.is_shared:
                await shared.get(station_of).start()
            for module in found:
                if begin := getattr(module, "begin", None):
                    await begin(shared)
            yield
        finally:
            await shared.close()

    return Litestar(
        [
            Router("/", route_handlers=_mounted(found, "pages"), include_in_schema=False),
            Router("/api", route_handlers=_mounted(found, "api")),
        ],
        dependencies={
            "page": Provide(_page, sync_to_thread=False),
            "services": Provide(_services, sync_to_thread=False),
        },
        middleware=[HostMiddleware(), KeptSchema(), CsrfMiddleware()],
        after_request=shared.get(Printing).printed,
        before_send=[seal],
        exception_handlers={Exception: handle},
        lifespan=[lifespan],
        request_class=WireRequest,
        request_max_body_size=MAX_BODY,
        multipart_form_part_limit=MOST_PARTS,
        openapi_config=OpenAPIConfig(
            title="Raccord",
            version=version("raccord"),
            path="/schema",
            render_plugins=[
                JsonRenderPlugin(path="/openapi.json"),
                YamlRenderPlugin(path="/openapi.yaml"),
            ],
        ),
        plugins=[CommandBodies()],
        state=State({"services": shared}),
        logging_config=None,
    )


def _mounted(found: list[ModuleType], name: str) -> list[Router]:
    """The handlers of each module, behind its guards."""
    return [
        Router("/", route_handlers=getattr(module, name, ()), guards=getattr(module, "guards", ()))
        for module in found
    ]


def _page(request: Request[Any, Any, Any]) -> Page:
    return Page.of(request)


def _services(request: Request[Any, Any, Any]) -> Services:
    found: Services = request.app.state.services
    return found


def _found_modules() -> list[ModuleType]:
    found = []
    for visitor in VISITORS:
        package = import_module(f"{web.__name__}.{visitor}")
        names = sorted(module.name for module in iter_modules(package.__path__))
        found += [import_module(f"{package.__name__}.{name}") for name in names]
    return [common, *found]
