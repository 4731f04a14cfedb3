"""A server on a free port and a real browser, for every test of the web application.

The browser is the system's Chromium, which ``make test`` sees to. Tests are never skipped for want
of a browser.
"""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from needs import find_chromium
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from raccord.web import Settings, create_app
from raccord.web.server import server_config, spread
from raccord.web.services import Services

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 60_000
"""How long a page may take to show something; a busy machine is slow, not wrong."""
expect.set_options(timeout=PATIENCE_MS)
SIZES = {"phone": (360, 740), "laptop": (1280, 800), "projector": (1920, 1080)}


@dataclass(frozen=True, slots=True)
class LiveServer:
    """A running server: its address and its insides."""

    url: str
    services: Services
    at_the_end: ExitStack
    loop: asyncio.AbstractEventLoop
    """The loop that serves, for those who want to hold it up."""

    def client(self) -> "WebClient":
        """A program that talks to the server, with its own session; closed with the server."""
        # It closes an idle line well before the server does: no request meets its end.
        limits = httpx.Limits(keepalive_expiry=2)
        made = WebClient(base_url=self.url, timeout=30, limits=limits)
        self.at_the_end.callback(made.close)
        return made


class WebClient(httpx.Client):
    """A client that keeps its session and sends its token back, as our scripts do."""

    def sign_in(self) -> "WebClient":
        """Ask for the session's token and send it from now on."""
        self.headers["x-csrf-token"] = self.get("/api/session").json()["csrf"]
        return self


class _Server(uvicorn.Server):
    """A server that tells its loop."""

    loop: asyncio.AbstractEventLoop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)


@contextmanager
def running(settings: Settings) -> Iterator[LiveServer]:
    """Serve in a thread until the block ends."""
    services = Services(settings)
    listener = socket.create_server((settings.host, 0))
    port = listener.getsockname()[1]
    server = _Server(server_config(create_app(settings, services)))
    thread = threading.Thread(target=server.run, kwargs={"sockets": spread(listener)}, daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            pytest.fail("the server did not start")
        time.sleep(0.02)
    try:
        with ExitStack() as at_the_end:
            yield LiveServer(f"http://127.0.0.1:{port}", services, at_the_end, server.loop)
    finally:
        server.should_exit = True
        thread.join(10)


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for the whole run, with a data folder of its own."""
    with running(Settings(data=tmp_path_factory.mktemp("data"))) as server:
        yield server


@pytest.fixture
def make_server(tmp_path: Path) -> Iterator[Callable[..., LiveServer]]:
    """Servers for one test, with their own settings."""
    with ExitStack() as stack:

        def make(**options: object) -> LiveServer:
            settings = Settings(**{"data": tmp_path, **options})  # type: ignore[arg-type]
            return stack.enter_context(running(settings))

        yield make


@pytest.fixture
def client(live_server: LiveServer) -> Iterator[WebClient]:
    """A client of the shared server, signed in."""
    with live_server.client() as made:
        yield made.sign_in()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium, without a window.

    Not for the whole run: while it is open, this thread has an event loop, which would forbid
    ``asyncio.run`` to the tests of other modules.
    """
    chromium = find_chromium()
    if chromium is None:
        pytest.fail("no Chromium: `make test` installs it, or says how")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium, args=CHROMIUM_FLAGS, headless=True
        )
        yield launched
        launched.close()


class Visitors:
    """Opens browser windows, each a visitor of their own, and notes what goes wrong in them."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def __call__(self, size: str = "laptop", **options: object) -> Page:
        """A new visitor, with a window of one of the named sizes."""
        width, height = SIZES[size]
        settings: dict[str, object] = {
            "viewport": {"width": width, "height": height},
            "base_url": self._url,
            "locale": "fr-FR",
            "has_touch": size == "phone",
        }
        context = self._browser.new_context(**(settings | options))  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"pageerror: {error}"))
        page.on("console", self._listen)
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        expected = ("Failed to load resource", "net::ERR_")
        if message.type == "error" and not message.text.startswith(expected):
            self.complaints.append(f"console: {message.text}")

    def close(self) -> None:
        """Close every window."""
        for context in self._contexts:
            context.close()


@pytest.fixture
def visit(browser: Browser, live_server: LiveServer) -> Iterator[Visitors]:
    """Make visitors: ``phone = visit("phone")``; a script error in any of them fails the test."""
    visitors = Visitors(browser, live_server.url)
    yield visitors
    visitors.close()
    assert not visitors.complaints


@pytest.fixture
def page(visit: Visitors) -> Page:
    """One visitor at a laptop."""
    return visit("laptop")


@pytest.fixture(scope="session")
def check_accessible() -> Callable[[Page], None]:
    """Run axe on the page as it is now; any violation fails the test."""
    axe = Axe()

    def check(page: Page) -> None:
        found = axe.run(page)
        assert found.violations_count == 0, found.generate_report()

    return check
