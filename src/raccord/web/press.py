"""The press: documents made into files off the loop, few at a time, and kept while they stand."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from litestar import Response

from raccord import documents
from raccord.documents import Document
from raccord.store.forgetting import emptied
from raccord.web.page import Page
from raccord.web.services import Services
from raccord.web.workshop import Workshop

KEPT_BYTES = 48 << 20
MEDIA_TYPES = {
    "pdf": "application/pdf",
    "csv": "text/csv",
    "json": "application/json",
}
Key = tuple[object, ...]


class Press:
    """Makes documents and their files; the same version of a game is printed once."""

    def __init__(self, services: Services) -> None:
        self._workshop = services.get(Workshop)
        self._files: OrderedDict[Key, bytes] = OrderedDict()
        self._printing: dict[Key, asyncio.Lock] = {}
        services.store.on_forget(lambda: emptied(self._files))

    async def file(
        self, key: Key, kind: str, make: Callable[[], Any], payer: Page | None = None
    ) -> bytes:
        """The file of a document; ``key`` names it and the version of the game it tells.

        Who asks pays for the work, unless he is an official (``payer`` None); whoever asks for the
        same file meanwhile waits for it and pays nothing.
        """
        whole = (*key, kind)
        lock = self._printing.setdefault(whole, asyncio.Lock())
        try:
            async with lock:
                if whole not in self._files:
                    self._keep(whole, await self._print(kind, make, payer))
        finally:
            if not lock.locked():
                self._printing.pop(whole, None)
        self._files.move_to_end(whole)
        return self._files[whole]

    async def _print(self, kind: str, make: Callable[[], Any], payer: Page | None) -> bytes:
        if payer is None:
            return await self._workshop.for_officials(_written, kind, make)
        return await self._workshop.run(payer, _written, kind, make)

    def _keep(self, key: Key, content: bytes) -> None:
        """The newest is kept whatever its size; older ones as long as there is room."""
        self._files[key] = content
        while len(self._files) > 1 and sum(map(len, self._files.values())) > KEPT_BYTES:
            self._files.popitem(last=False)


def as_file(content: bytes, kind: str, name: str) -> Response[bytes]:
    """A file to open or print; JSON is read by programs and needs no name."""
    headers = {"cache-control": "no-store"}
    if kind != "json":
        headers["content-disposition"] = f'inline; filename="{name}.{kind}"'
    return Response(content, media_type=MEDIA_TYPES[kind], headers=headers)


def _written(kind: str, make: Callable[[], Document]) -> bytes:
    made = make()
    if kind == "pdf":
        return documents.to_pdf(made)
    return documents.to_csv(made) if kind == "csv" else documents.to_json(made)
