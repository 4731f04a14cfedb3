"""The application: it finds the modules of ``pages``, mounts them and adds what all share.

A module of ``pages`` names its handlers in ``pages`` (for people, at ``/``) and in ``api`` (for
programs, under ``/api`` and in the OpenAPI document).
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.metadata import version
from pkgutil import iter_modules
from typing import Any

from litestar import Litestar, Request, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin
from litestar.types import ControllerRouterHandler

from raccord.web import pages
from raccord.web.errors import handle
from raccord.web.page import Page
from raccord.web.security import MAX_BODY, CsrfMiddleware, seal
from raccord.web.services import Services
from raccord.web.settings import Settings


def create_app(settings: Settings, services: Services | None = None) -> Litestar:
    """Build the application."""
    shared = services or Services(settings)
    for_people, for_programs = _found_handlers()

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await shared.close()

    return Litestar(
        [
            Router("/", route_handlers=for_people, include_in_schema=False),
            Router("/api", route_handlers=for_programs),
        ],
        dependencies={
            "page": Provide(_page, sync_to_thread=False),
            "services": Provide(_services, sync_to_thread=False),
        },
        middleware=[CsrfMiddleware()],
        before_send=[seal],
        exception_handlers={Exception: handle},
        lifespan=[lifespan],
        request_max_body_size=MAX_BODY,
        openapi_config=OpenAPIConfig(
            title="Raccord",
            version=version("raccord"),
            path="/schema",
            render_plugins=[
                JsonRenderPlugin(path="/openapi.json"),
                YamlRenderPlugin(path="/openapi.yaml"),
            ],
        ),
        state=State({"services": shared}),
        logging_config=None,
    )


def _page(request: Request[Any, Any, Any]) -> Page:
    return Page.of(request)


def _services(request: Request[Any, Any, Any]) -> Services:
    found: Services = request.app.state.services
    return found


def _found_handlers() -> tuple[list[ControllerRouterHandler], list[ControllerRouterHandler]]:
    for_people: list[ControllerRouterHandler] = []
    for_programs: list[ControllerRouterHandler] = []
    for found in sorted(iter_modules(pages.__path__), key=lambda module: module.name):
        module = import_module(f"{pages.__name__}.{found.name}")
        here: Sequence[ControllerRouterHandler] = getattr(module, "pages", ())
        for_people.extend(here)
        for_programs.extend(getattr(module, "api", ()))
    return for_people, for_programs
