"""What every request may use: one object per running server, handed to handlers as ``services``.

A page that keeps state of its own defines a class taking ``Services`` and asks for it with
``services.get(ThatClass)``: one instance per server, made when first needed.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from raccord.hall.resources import Resources
from raccord.web.i18n import Catalogue
from raccord.web.render import Renderer
from raccord.web.sessions import Signer
from raccord.web.settings import Settings
from raccord.web.static import Assets

T = TypeVar("T")


class Services(Resources):
    """The parts of a running server."""

    def __init__(self, settings: Settings, clock: Callable[[], float] | None = None) -> None:
        super().__init__(settings.data, settings.database_url, settings.lexicon, clock)
        self.settings = settings
        self.signer = Signer(settings.secret())
        self.assets = Assets.load()
        self.catalogue = Catalogue.load()
        self.renderer = Renderer(self.assets, self.catalogue)
        self._made: dict[type, Any] = {}

    def get(self, kind: Callable[["Services"], T]) -> T:
        """The server's one instance of a page's own service."""
        key: Any = kind
        if key not in self._made:
            self._made[key] = kind(self)
        found: T = self._made[key]
        return found

    async def close(self) -> None:
        """Close the services that know how to; called when the server stops."""
        for service in reversed(list(self._made.values())):
            if close := getattr(service, "close", None):
                await close()
        await super().close()
