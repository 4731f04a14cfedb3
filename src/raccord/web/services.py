"""What every request may use: one object per running server, handed to handlers as ``services``.

A page that keeps state of its own defines a class taking ``Services`` and asks for it with
``services.get(ThatClass)``: one instance per server, made when first needed.
"""

import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from raccord.lexicon import Lexicon, UnknownLexiconError
from raccord.store import lexicons
from raccord.store.store import Store
from raccord.web.i18n import Catalogue
from raccord.web.live import Hub
from raccord.web.render import Renderer
from raccord.web.sessions import Signer
from raccord.web.settings import Settings
from raccord.web.static import Assets

T = TypeVar("T")


class Services:
    """The parts of a running server."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.clock = clock
        self.signer = Signer(settings.secret())
        self.hub = Hub()
        self.assets = Assets.load()
        self.catalogue = Catalogue.load()
        self.renderer = Renderer(self.assets, self.catalogue)
        self._made: dict[type, Any] = {}

    @cached_property
    def lexicon(self) -> Lexicon:
        """The word list this server plays with."""
        return lexicons.load(self.settings.lexicon)

    @cached_property
    def store(self) -> Store:
        """The event log, opened when first needed."""
        self.settings.data.mkdir(parents=True, exist_ok=True)
        return Store.open(self.settings.database_url)

    def lexicon_named(self, name: str = "") -> Lexicon:
        """The server's list, or another installed one by its name, never a path."""
        if not name or name == self.lexicon.name:
            return self.lexicon
        if name not in {found.name for found in lexicons.installed()}:
            raise UnknownLexiconError(f"le lexique « {name} » n'est pas installé", name)
        return lexicons.load(name)

    def now_ms(self) -> int:
        """The server's time in milliseconds since 1970, the only one that counts."""
        return round(self.clock() * 1000)

    def get(self, kind: Callable[["Services"], T]) -> T:
        """The server's one instance of a page's own service."""
        key: Any = kind
        if key not in self._made:
            self._made[key] = kind(self)
        found: T = self._made[key]
        return found

    async def close(self) -> None:
        """Close the services that know how to; called when the server stops."""
        self.hub.close()
        for service in reversed(list(self._made.values())):
            if close := getattr(service, "close", None):
                await close()
        if "store" in self.__dict__:
            await self.store.aclose()
