"""The organiser's own templates of competitions in a database."""

from collections.abc import Callable, Sequence

from raccord.store.codec import Codec
from raccord.store.kinds import Kind
from raccord.store.store import Store
from raccord.tournament.templates import (
    BUILT_IN,
    AnyTemplateEvent,
    Template,
    TemplateEvent,
    Templates,
    evolve_templates,
    removing,
    saving,
)

TEMPLATES: Kind[Templates, TemplateEvent] = Kind(
    "templates", Codec(AnyTemplateEvent), evolve_templates
)
_STREAM = "templates:own"


class TemplateShelf:
    """Reads and writes templates."""

    def __init__(self, store: Store) -> None:
        self._repository = TEMPLATES.repository(store)

    async def own(self) -> Templates:
        """The organiser's own, by name."""
        return (await self._repository.get(_STREAM)).state or {}

    async def all(self) -> Templates:
        """Everybody's, then his own, by name."""
        return {**BUILT_IN, **await self.own()}

    async def save(self, template: Template, at: int) -> None:
        """Keep one; one of the same name gives way."""
        await self._write(lambda state: saving(state, template, at))

    async def remove(self, name: str, at: int) -> None:
        """Take one away."""
        await self._write(lambda state: removing(state, name, at))

    async def _write(self, act: Callable[[Templates], Sequence[TemplateEvent]]) -> None:
        await self._repository.execute(
            _STREAM, None, lambda state, _: act(state or {}), title="Modèles"
        )
